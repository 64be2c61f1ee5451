"""How the screens look, in both languages and three sizes; a change on purpose: pytest --snapshot-update."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from typing import Protocol

import pytest
from textual.pilot import Pilot

from quizbank.drill import Order
from quizbank.learner import Learner
from quizbank.vocabulary import Language
from tests.tui.driving import ORDER, Driver, make_app
from tests.tui.fake_runner import FakeRunner
from tests.tui.practised import practised
from tests.tui.test_answers import digit_of
from tests.tui.test_playground import SEEN
from tui.app import TorchdrillApp
from tui.screens.browse import BrowseScreen
from tui.screens.browse_filter import FilterScreen
from tui.screens.flag import FlagScreen
from tui.screens.help import HelpScreen
from tui.screens.playground import PlaygroundScreen
from tui.screens.summary import SummaryScreen
from tui.screens.tour import TourScreen
from tui.widgets.text_fields import Editor

SMALL, MIDDLE, LARGE = (80, 24), (120, 36), (200, 50)

Steps = Callable[[Driver], Awaitable[None]]


class SnapCompare(Protocol):
    def __call__(
        self,
        app: TorchdrillApp,
        *,
        terminal_size: tuple[int, int],
        run_before: Callable[[Pilot[None]], Awaitable[None]],
    ) -> bool: ...


def looks_as_before(
    snap_compare: SnapCompare,
    *question_ids: str,
    size: tuple[int, int],
    steps: Steps,
    language: Language = "en",
    home: bool = False,
    learner: Learner | None = None,
    order: Order = ORDER,
) -> bool:
    app, runner = make_app(*question_ids, language=language, home=home, learner=learner, order=order)

    async def run_before(pilot: Pilot[None]) -> None:
        driver = Driver(app, pilot, runner)
        await driver.until(lambda: len(app.screen_stack) > 1)
        await driver.until_text("torch 2.13.0 · cpu")
        await steps(driver)
        await pilot.pause(0.1)

    return snap_compare(app, terminal_size=size, run_before=run_before)


async def nothing(driver: Driver) -> None:
    """Leave the screen as it opens."""


async def answer_wrong(driver: Driver) -> None:
    await driver.press(digit_of(driver, 1), "enter")
    await driver.revealed()


async def predict_right(driver: Driver) -> None:
    await driver.write("42")
    await driver.press("enter")
    await driver.revealed()


async def fill_one_hole(driver: Driver) -> None:
    await driver.write("width")
    await driver.until_text("return width")


async def tick_points(driver: Driver) -> None:
    await driver.press("f8", "enter", "1", "3", "enter")
    await driver.revealed()


async def write_a_wrong_program(driver: Driver) -> None:
    driver.app.screen.query_one(Editor).text = "def double(x):\n    return x * x  # the square\n"
    await driver.press("f5")
    await driver.revealed()


async def to_the_summary(driver: Driver) -> None:
    await answer_wrong(driver)
    await driver.press("enter")
    await driver.until_text("2/2")
    await predict_right(driver)
    await driver.press("enter")
    await driver.on_screen(SummaryScreen)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_home(snap_compare: SnapCompare, language: Language) -> None:
    assert looks_as_before(snap_compare, home=True, size=SMALL, steps=nothing, language=language)


def test_a_choice_to_be_answered(snap_compare: SnapCompare) -> None:
    assert looks_as_before(snap_compare, "plain/pick-one", size=SMALL, steps=nothing, language="zh")


def test_a_wrong_choice(snap_compare: SnapCompare) -> None:
    assert looks_as_before(snap_compare, "plain/pick-one", size=MIDDLE, steps=answer_wrong)


def test_a_right_prediction(snap_compare: SnapCompare) -> None:
    assert looks_as_before(snap_compare, "plain/number", size=SMALL, steps=predict_right)


def test_a_hole_being_filled(snap_compare: SnapCompare) -> None:
    assert looks_as_before(snap_compare, "plain/hole", size=MIDDLE, steps=fill_one_hole, language="zh")


def test_a_wrong_program(snap_compare: SnapCompare) -> None:
    assert looks_as_before(snap_compare, "plain/program", size=LARGE, steps=write_a_wrong_program)


def test_points_ticked_in_the_light_theme(snap_compare: SnapCompare) -> None:
    assert looks_as_before(snap_compare, "plain/aloud", size=SMALL, steps=tick_points)


def test_the_summary(snap_compare: SnapCompare) -> None:
    assert looks_as_before(
        snap_compare, "plain/pick-one", "plain/number", size=MIDDLE, steps=to_the_summary, language="zh"
    )


def test_home_of_somebody_who_practises(snap_compare: SnapCompare) -> None:
    assert looks_as_before(snap_compare, home=True, size=LARGE, steps=nothing, learner=practised())


def test_a_forecast(snap_compare: SnapCompare) -> None:
    async def to_the_forecast(driver: Driver) -> None:
        await driver.press("g")
        await driver.until_text("73%")
        await driver.press("2")
        await driver.until_text("2026-03-20")

    assert looks_as_before(
        snap_compare,
        home=True,
        size=SMALL,
        steps=to_the_forecast,
        language="zh",
        learner=practised(),
        order=Order(interview=date(2026, 3, 20)),
    )


async def step_through_a_run(driver: Driver) -> None:
    await predict_right(driver)
    await play(driver)
    await driver.press("f5", "f2", "3", "down")
    await driver.until_text("第 2 步")


async def look_at_tensors(driver: Driver) -> None:
    await predict_right(driver)
    await play(driver)
    await driver.press("f5", "f2", "2", "z", "z")
    await driver.until_text("_grad")


async def play(driver: Driver) -> None:
    assert isinstance(driver.runner, FakeRunner)
    driver.runner.seen = SEEN
    await driver.press("p")
    await driver.on_screen(PlaygroundScreen)


def test_a_step_in_the_playground(snap_compare: SnapCompare) -> None:
    assert looks_as_before(snap_compare, "plain/number", size=SMALL, steps=step_through_a_run, language="zh")


def test_tensors_in_the_playground(snap_compare: SnapCompare) -> None:
    assert looks_as_before(snap_compare, "plain/number", size=LARGE, steps=look_at_tensors)


def test_browsing(snap_compare: SnapCompare) -> None:
    async def search(driver: Driver) -> None:
        await driver.press("b")
        await driver.on_screen(BrowseScreen)
        await driver.press("slash", "h", "o", "l", "e")
        await driver.until_text("hole")

    assert looks_as_before(
        snap_compare, home=True, size=MIDDLE, steps=search, language="zh", learner=practised()
    )


def test_narrowing_what_is_browsed(snap_compare: SnapCompare) -> None:
    async def narrow(driver: Driver) -> None:
        await driver.press("b")
        await driver.on_screen(BrowseScreen)
        await driver.press("4")
        await driver.on_screen(FilterScreen)

    assert looks_as_before(snap_compare, home=True, size=SMALL, steps=narrow, learner=practised())


def test_help_on_a_question(snap_compare: SnapCompare) -> None:
    async def ask_for_help(driver: Driver) -> None:
        await driver.press("question_mark")
        await driver.on_screen(HelpScreen)

    assert looks_as_before(snap_compare, "plain/pick-one", size=SMALL, steps=ask_for_help, language="zh")


def test_a_flag_with_a_note(snap_compare: SnapCompare) -> None:
    async def flag(driver: Driver) -> None:
        await driver.press("f")
        await driver.on_screen(FlagScreen)
        await driver.write("ask about views")
        await driver.until_text("ask about views")

    assert looks_as_before(snap_compare, "plain/pick-one", size=MIDDLE, steps=flag)


def test_a_line_that_is_held(snap_compare: SnapCompare) -> None:
    async def hold(driver: Driver) -> None:
        await driver.press("space", "down")
        await driver.until_text("enter")

    assert looks_as_before(snap_compare, "plain/lines", size=SMALL, steps=hold)


def test_mistakes_in_statistics(snap_compare: SnapCompare) -> None:
    async def to_mistakes(driver: Driver) -> None:
        await driver.press("g")
        await driver.until_text("73%")
        await driver.press("6")

    assert looks_as_before(
        snap_compare, home=True, size=LARGE, steps=to_mistakes, language="zh", learner=practised()
    )


def test_the_tour(snap_compare: SnapCompare) -> None:
    async def begin(driver: Driver) -> None:
        await driver.press("f7")
        await driver.on_screen(TourScreen)

    assert looks_as_before(snap_compare, home=True, size=SMALL, steps=begin)
