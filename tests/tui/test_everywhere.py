"""What holds on every screen: small terminals, resizing, leaving, the palette, the tour, and failures."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.events import Key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets._toast import Toast

from tests.tui.driving import Driver, driven, make_app
from tui import exit_codes, places
from tui.screens.browse import BrowseScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.failure import FailureScreen
from tui.screens.help import HelpScreen
from tui.screens.home import HomeScreen
from tui.screens.palette import Palette
from tui.screens.quiz import QuizScreen
from tui.screens.settings import SettingsScreen
from tui.screens.summary import SummaryScreen
from tui.screens.too_small import TooSmallScreen
from tui.screens.tour import STEPS, TourScreen
from tui.widgets.command import live_commands
from tui.widgets.key_bar import KeyBar

SIZES = [(200, 50), (60, 20), (30, 10), (100, 30)]
EDGES = [(250, 70), (59, 20), (60, 19)]
"""The app's rule and not a screen's, so one screen is taken there."""


@pytest.fixture(autouse=True)
def _log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("tui.places.log_file", lambda: tmp_path / "logs" / "torchdrill.log")
    monkeypatch.setattr("tui.places.settings_file", lambda: tmp_path / "settings.toml")
    yield


SCREENS: list[tuple[type[Screen[Any]], tuple[str, ...], tuple[str, ...]]] = [
    (HomeScreen, (), ()),
    (TourScreen, ("f7",), ()),
    (SettingsScreen, ("s",), ()),
    (HelpScreen, ("question_mark",), ()),
    (BrowseScreen, ("b",), ()),
    (Palette, ("ctrl+p",), ()),
    (QuizScreen, (), ("plain/program",)),
    (ConfirmScreen, ("q",), ("plain/pick-one",)),
    (SummaryScreen, ("f3",), ("plain/number",)),
]
NAMES = [screen.__name__ for screen, _keys, _questions in SCREENS]


@pytest.mark.parametrize(("screen", "keys", "questions"), SCREENS, ids=NAMES)
async def test_resizing_keeps_the_screen_and_what_was_typed(
    screen: type[Screen[Any]], keys: tuple[str, ...], questions: tuple[str, ...]
) -> None:
    async with driven(*questions, home=not questions, size=(80, 24)) as driver:
        await driver.press(*keys)
        await driver.on_screen(screen)
        here = driver.app.screen
        before = driver.text
        edges = EDGES if screen is HomeScreen else []
        for width, height in [*SIZES, *edges, (80, 24)]:
            await driver.pilot.resize_terminal(width, height)
            await driver.pilot.pause()
            small = width < 60 or height < 20
            wanted = TooSmallScreen if small else screen
            await driver.on_screen(wanted)
            if small:
                await driver.until_text(f"{width}×{height}")
        assert driver.app.screen is here
        await driver.until(lambda: driver.text == before, "the screen as it was")


async def test_a_terminal_that_is_small_from_the_start_waits() -> None:
    async with driven(home=True, size=(40, 12)) as driver:
        await driver.on_screen(TooSmallScreen)
        await driver.until_text("40×12")
        assert "60×20" in driver.text
        await driver.press("l")
        await driver.until_text("至少需要")
        await driver.pilot.resize_terminal(80, 24)
        await driver.on_screen(HomeScreen)


@pytest.mark.parametrize(("screen", "keys", "questions"), SCREENS, ids=NAMES)
async def test_ctrl_q_leaves_from_everywhere(
    screen: type[Screen[Any]], keys: tuple[str, ...], questions: tuple[str, ...]
) -> None:
    async with driven(*questions, home=not questions) as driver:
        await driver.press(*keys)
        await driver.on_screen(screen)
        await driver.press("ctrl+q")
        if screen is QuizScreen:
            await driver.on_screen(ConfirmScreen)
            await driver.press("ctrl+q")
        await driver.until(lambda: driver.app._exit, "the end")


@pytest.mark.parametrize(("screen", "keys", "questions"), SCREENS, ids=NAMES)
async def test_ctrl_c_says_how_to_leave(
    screen: type[Screen[Any]], keys: tuple[str, ...], questions: tuple[str, ...]
) -> None:
    async with driven(*questions, home=not questions) as driver:
        await driver.press(*keys)
        await driver.on_screen(screen)
        await driver.press("ctrl+c")
        await driver.until_text("Press ctrl+q to leave torchdrill.")


@pytest.mark.parametrize(
    ("keys", "questions"),
    [((), ()), (("b",), ()), (("question_mark",), ()), (("s",), ()), ((), ("plain/program",))],
    ids=["home", "browse", "help", "settings", "quiz"],
)
async def test_a_notice_covers_no_key(keys: tuple[str, ...], questions: tuple[str, ...]) -> None:
    async with driven(*questions, home=not questions, size=(80, 24)) as driver:
        await driver.press(*keys, "ctrl+c")
        screen = driver.app.screen
        await driver.until(lambda: any(toast.region for toast in screen.query(Toast)), "the notice")
        [toast] = screen.query(Toast)
        [bar] = screen.query(KeyBar)
        assert bar.region
        assert not toast.region.overlaps(bar.region)


@pytest.mark.parametrize(
    ("keys", "questions"), [((), ()), (("b",), ()), ((), ("plain/pick-one",)), (("s",), ())]
)
async def test_the_palette_has_every_command(keys: tuple[str, ...], questions: tuple[str, ...]) -> None:
    async with driven(*questions, home=not questions) as driver:
        await driver.press(*keys)
        await driver.pilot.pause()
        screen = driver.app.screen
        offered = {command.title for command in driver.app.get_system_commands(screen)}
        for live in live_commands(screen):
            assert str(live.command.label) in offered or not live.command.in_palette
        assert {"theme", "中文", "quit"} <= offered
        assert isinstance(screen, HomeScreen) is ("tour" in offered)


async def test_the_tour_is_shown_once(tmp_path: Path) -> None:
    marker = tmp_path / "data" / "tour-shown"
    for times in range(2):
        app, _runner = make_app(home=True)
        app._tour_file = marker
        async with app.run_test(size=(80, 24)) as pilot:
            driver = Driver(app, pilot, _runner)
            await driver.on_screen(HomeScreen if times else TourScreen)
            if times == 0:
                await driver.until_text("Step 1 of 4")
                await driver.press("right", "left", "left", *["enter"] * (len(STEPS) - 1))
                await driver.until_text("Step 4 of 4")
                await driver.press("l")
                await driver.until_text("第 4 步，共 4 步")
                await driver.press("enter")
                await driver.on_screen(HomeScreen)


async def test_the_tour_can_be_skipped_and_seen_again() -> None:
    async with driven(home=True, size=(80, 24)) as driver:
        await driver.press("f7")
        await driver.until_text("Welcome to torchdrill")
        await driver.press("escape")
        await driver.on_screen(HomeScreen)


# What nobody foresaw


def in_an_action(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HomeScreen, "action_browse", broken)
    driver.app.screen.run_worker(driver.app.run_action("browse", driver.app.screen))


def in_the_app(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(driver.app), "on_home_screen_browse_wanted", broken)
    driver.app.screen.post_message(HomeScreen.BrowseWanted())


def in_a_handler(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "on_option_list_option_highlighted"
    good = getattr(HomeScreen, name)

    def breaks_once(*_arguments: object) -> None:
        monkeypatch.setattr(HomeScreen, name, good)
        broken()

    monkeypatch.setattr(HomeScreen, name, breaks_once)
    driver.app.screen.query_one(OptionList).highlighted = 1


def in_render(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    class Bad(Widget):
        def render(self) -> str:
            broken()
            return ""

    driver.app.screen.mount(Bad())


def in_compose(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    class Bad(Widget):
        def compose(self) -> ComposeResult:
            broken()
            yield Widget()

    driver.app.screen.mount(Bad())


def in_a_timer(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    driver.app.screen.set_timer(0.01, broken)


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait without the pilot, which waits for the answer of every widget, also of one that has failed."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it didn't come true")


def broken(*_arguments: object) -> None:
    raise ZeroDivisionError("no [/tmp] here")


PLACES: list[Callable[[Driver, pytest.MonkeyPatch], None]] = [
    in_an_action,
    in_the_app,
    in_a_handler,
    in_render,
    in_compose,
    in_a_timer,
]


@pytest.mark.parametrize("place", PLACES)
async def test_a_failure_is_one_dialog_and_a_log(
    place: Callable[[Driver, pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with driven(home=True, size=(80, 24)) as driver:
        driver.app.survives = True
        place(driver, monkeypatch)
        await eventually(lambda: isinstance(driver.app.screen, FailureScreen))
        await driver.until_text("ZeroDivisionError: no [/tmp] here")
        assert "Nothing that you answered is lost." in driver.text
        assert "Traceback" not in driver.text
        assert "no [/tmp] here" in places.log_file().read_text()
        await driver.press("enter")
        await driver.on_screen(HomeScreen)
        await driver.press("question_mark")
        await driver.on_screen(HelpScreen)


async def test_after_a_failure_a_session_can_be_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with driven("plain/number", "plain/printed") as driver:
        driver.app.survives = True
        await driver.press("f3")
        await driver.until_text("Question 2 of 2")
        in_a_timer(driver, monkeypatch)
        await driver.on_screen(FailureScreen)
        await driver.press("enter")
        await driver.on_screen(HomeScreen)
        await driver.press("c")
        await driver.until_text("Question 2 of 2")


async def test_keys_typed_while_a_failure_comes_up_act_on_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with driven(home=True, size=(80, 24)) as driver:
        driver.app.survives = True
        driver.app.settles = math.inf
        in_a_timer(driver, monkeypatch)
        await driver.until_text("ZeroDivisionError")
        failure = driver.app.screen
        await driver.press("q", "enter", "question_mark", "ctrl+q")
        await driver.pilot.pause()
        assert driver.app.is_running
        assert driver.app.screen is failure
        assert isinstance(failure, FailureScreen)
        failure.action_close()
        await driver.on_screen(HomeScreen)
        home = driver.app.screen
        await driver.press("enter", "d", "b", "q")
        await driver.pilot.pause()
        assert driver.app.is_running
        assert driver.app.screen is home


async def test_a_key_that_was_on_its_way_to_what_failed_acts_on_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with driven(home=True, size=(80, 24)) as driver:
        driver.app.survives = True
        typed = Key("q", "q")
        in_a_timer(driver, monkeypatch)
        await driver.until_text("ZeroDivisionError")
        driver.app.post_message(typed)
        await driver.pilot.pause()
        assert driver.app.is_running
        await driver.press("q")
        await driver.until(lambda: not driver.app.is_running, "the end, for a key typed by now")


async def test_a_full_disk_does_not_hide_the_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file where a folder should be")
    async with driven(home=True, size=(80, 24)) as driver:
        driver.app.survives = True
        in_a_timer(driver, monkeypatch)
        await driver.until_text("could not be written to the log file")


async def test_failing_to_start_over_ends_the_app_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with driven(home=True, size=(80, 24)) as driver:
        driver.app.survives = True
        in_a_timer(driver, monkeypatch)
        await driver.on_screen(FailureScreen)
        monkeypatch.setattr(driver.app, "first_screen", broken)
        driver.app.screen.post_message(FailureScreen.Closed(broken=True))
        await eventually(lambda: not driver.app.is_running)
    assert driver.app.return_code == exit_codes.ENVIRONMENT
    driver.app.tell_at_the_end()
    assert "Nothing that you answered is lost." in capsys.readouterr().err


def test_a_log_that_has_grown_makes_way(monkeypatch: pytest.MonkeyPatch) -> None:
    from tui.failure import write_log

    monkeypatch.setattr("tui.failure.MAX_LOG_BYTES", 200)
    for number in range(5):
        assert write_log(ValueError(f"number {number}")) == places.log_file()
    assert "number 4" in places.log_file().read_text()
    assert "number 0" not in places.log_file().read_text()
    assert len(list(places.log_file().parent.iterdir())) == 2
