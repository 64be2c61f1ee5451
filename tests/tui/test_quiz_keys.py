"""Every key of the quiz in every phase: what it does where it may, and that it does nothing elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from quizbank.bank import BUILT_IN, load_file
from quizbank.card import Rating
from tests.tui.driving import NOW, Driver, driven, fixture_bank
from tests.tui.fake_runner import FakeRunner
from tests.tui.test_answers import digit_of
from tests.tui.test_practice import forget
from tui import places
from tui.i18n import current_language
from tui.learner import learner_in_memory
from tui.screens.confirm import ConfirmScreen
from tui.screens.flag import FlagScreen
from tui.screens.help import HelpScreen
from tui.screens.links import LinksScreen
from tui.screens.quiz import Phase, QuizScreen
from tui.screens.quiz_keys import QUIZ_KEYS
from tui.widgets.command import live_commands
from tui.widgets.text_fields import Editor

NAME = "plain/everything"
SMALL = (80, 24)

LIVE = {
    Phase.EXPLAINED: {"ask", "copy_code", "flag", "leave", "skip"},
    Phase.ASKED: {"copy_code", "dont_know", "flag", "hint", "leave", "skip", "submit"},
    Phase.JUDGING: {"copy_code", "flag", "leave", "skip", "take_back"},
    Phase.REVEALED: {
        "copy_code",
        "copy_output",
        "docs",
        "flag",
        "follow_up",
        "leave",
        "next",
        "rate",
        "retry",
    },
}
"""What can be done in each phase with a question that has everything; rating makes ``undo`` possible."""


ELSEWHERE = {"scroll", "play"}
"""What has tests of its own."""


@asynccontextmanager
async def at(phase: Phase) -> AsyncIterator[Driver]:
    """Open the app on a question that has everything, in this phase."""
    learner = learner_in_memory(fixture_bank(), NOW)
    if phase is Phase.EXPLAINED:
        forget(learner, NAME, 4)
    runner = FakeRunner(ready=phase is not Phase.JUDGING)
    async with driven(NAME, "plain/number", runner=runner, learner=learner, size=SMALL) as driver:
        if phase in (Phase.JUDGING, Phase.REVEALED):
            await driver.press(digit_of(driver, 0), "enter")
        await driver.until(lambda: driver.quiz.phase is phase, f"the phase {phase.name}")
        if phase is Phase.REVEALED:
            await driver.revealed()
        yield driver


def live_actions(driver: Driver) -> set[str]:
    ours = {command.action_name for command in QUIZ_KEYS}
    return {live.command.action_name for live in live_commands(driver.app.screen)} & ours


@pytest.mark.parametrize("phase", Phase)
async def test_what_can_be_done_is_offered(phase: Phase) -> None:
    async with at(phase) as driver:
        assert live_actions(driver) - ELSEWHERE == LIVE[phase]
        bar = " ".join(driver.text.split("\n")[-3:])
        for live in live_commands(driver.app.screen):
            if live.command.in_bar and live.command.action_name != "language":
                assert f"{live.shown} {live.command.label}" in " ".join(bar.split())


def on(screen: type[object]) -> Callable[[Driver], bool]:
    return lambda driver: isinstance(driver.app.screen, screen)


def in_phase(phase: Phase) -> Callable[[Driver], bool]:
    return lambda driver: driver.quiz.phase is phase


def at_question(number: int) -> Callable[[Driver], bool]:
    return lambda driver: driver.quiz.session.position == number - 1


def copied(what: str) -> Callable[[Driver], bool]:
    return lambda driver: what in driver.app.clipboard


def rated(rating: Rating) -> Callable[[Driver], bool]:
    return lambda driver: driver.quiz.practice.rating is rating


def shows(text: str) -> Callable[[Driver], bool]:
    return lambda driver: text in driver.text


BACK = "escape"
Done = Callable[[Driver], bool]
DIALOGS: dict[str, Done] = {
    "f": on(FlagScreen),
    "f7": on(FlagScreen),
    "q": on(ConfirmScreen),
    "f10": on(ConfirmScreen),
    "question_mark": on(HelpScreen),
    "f1": on(HelpScreen),
}
EVERYWHERE: dict[str, Done] = {
    **DIALOGS,
    "c": shows("copied."),
    "ctrl+o": shows("Saved:"),
    "l": lambda _: current_language() == "zh",
    "f4": lambda _: current_language() == "en",
}
STAYING: dict[Phase, dict[str, Done]] = {
    Phase.EXPLAINED: EVERYWHERE,
    Phase.ASKED: {
        **EVERYWHERE,
        # Nothing is picked yet.
        "enter": shows("Nothing is picked yet"),
        "f5": shows("Nothing is picked yet"),
        "ctrl+s": shows("Nothing is picked yet"),
        "h": shows("Count them."),
        "f2": shows("There are two."),
        "1": shows("❯ ● 1"),
        "2": shows("❯ ● 2"),
        "down": shows("❯ ● 1"),
        "up": shows("❯ ● 2"),
    },
    Phase.JUDGING: EVERYWHERE,
    Phase.REVEALED: {
        **EVERYWHERE,
        "1": rated(Rating.AGAIN),
        "2": rated(Rating.HARD),
        "3": rated(Rating.GOOD),
        "4": rated(Rating.EASY),
        "u": rated(Rating.GOOD),
        "a": shows("it comes next"),
        "o": copied("[1, 2]"),
        "d": on(LinksScreen),
    },
}
"""What each key leads to that leaves the learner where they are, in an order in which all can be pressed."""

LEADING: dict[Phase, dict[str, Done]] = {
    Phase.EXPLAINED: {"enter": in_phase(Phase.ASKED), "s": at_question(2), "f3": at_question(2)},
    Phase.ASKED: {
        "i": in_phase(Phase.REVEALED),
        "f9": in_phase(Phase.REVEALED),
        "s": at_question(2),
        "f3": at_question(2),
    },
    Phase.JUDGING: {"escape": in_phase(Phase.ASKED), "s": at_question(2), "f3": at_question(2)},
    Phase.REVEALED: {"enter": at_question(2), "n": at_question(2), "r": in_phase(Phase.ASKED)},
}
"""What each key leads to that goes on from there."""

KEYS = sorted({key for command in QUIZ_KEYS for key in command.keys} - {"pagedown", "pageup", "p"})


@pytest.mark.parametrize("phase", Phase)
async def test_keys_do_what_they_say(phase: Phase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "saved_folder", lambda: tmp_path)
    async with at(phase) as driver:
        for key, done in STAYING[phase].items():
            await driver.press(key)
            await driver.until(lambda done=done: done(driver), f"what {key} does")  # type: ignore[misc]
            if not isinstance(driver.app.screen, QuizScreen):
                await driver.press(BACK)
                await driver.on_screen(QuizScreen)
        assert driver.quiz.phase is phase


@pytest.mark.parametrize(("phase", "key"), [(phase, key) for phase, keys in LEADING.items() for key in keys])
async def test_keys_lead_on(phase: Phase, key: str) -> None:
    async with at(phase) as driver:
        await driver.press(key)
        await driver.until(lambda: LEADING[phase][key](driver), f"what {key} does")


@pytest.mark.parametrize("phase", Phase)
async def test_the_other_keys_do_nothing(phase: Phase) -> None:
    async with at(phase) as driver:
        before = state(driver)
        for key in KEYS:
            if key not in STAYING[phase] and key not in LEADING[phase]:
                await driver.press(key)
                assert state(driver) == before, key


def state(driver: Driver) -> tuple[object, ...]:
    """Return all that a key could have changed."""
    quiz = driver.quiz
    texts = driver.text.split("\n")[2:]
    events = len(quiz.practice.learner.history.events())
    return quiz.phase, quiz.session.position, quiz.practice.rating, events, driver.app.clipboard, texts


@pytest.mark.parametrize("size", [SMALL, (200, 24)])
async def test_pages_go_down_and_up_in_both_columns(size: tuple[int, int]) -> None:
    async with driven("plain/printed", size=size) as driver:
        await driver.write("\n".join(map(str, range(30))))
        await driver.press("f5")
        await driver.revealed()
        flow = driver.quiz.query_one("#flow")
        await driver.press("home")
        await driver.until(lambda: flow.scroll_y == 0, "the top")
        await driver.press("pagedown")
        await driver.until(lambda: flow.scroll_y > 0, "a page further")
        await driver.press("pageup")
        await driver.until(lambda: flow.scroll_y == 0, "the top")


async def test_a_long_question_is_paged_while_a_program_is_typed() -> None:
    long = load_file(BUILT_IN / "custom-layers" / "linear-by-hand.toml")
    async with driven(opening=[long], size=(80, 24)) as driver:
        flow = driver.quiz.query_one("#flow")
        assert "pgdn more" in driver.text
        await driver.press("pagedown")
        await driver.until(lambda: flow.scroll_y > 0, "a page further")
        assert driver.quiz.query_one(Editor).has_focus
        await driver.press("pageup")
        await driver.until(lambda: flow.scroll_y == 0, "the top")


@pytest.mark.parametrize("name", ["plain/program", "plain/printed", "plain/number"])
async def test_function_keys_work_while_an_answer_is_typed(name: str) -> None:
    async with driven(name, "plain/pick-one") as driver:
        await driver.write("x")
        await driver.press("ctrl+o")
        await driver.until_text("copied.")
        await driver.press("f7")
        await driver.on_screen(FlagScreen)
        await driver.press("escape")
        await driver.on_screen(QuizScreen)
        await driver.press("f10")
        await driver.on_screen(ConfirmScreen)
        await driver.press("escape")
        await driver.on_screen(QuizScreen)
        await driver.press("f3")
        await driver.until(lambda: at_question(2)(driver), "the next question")
