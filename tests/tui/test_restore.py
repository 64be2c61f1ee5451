"""An answer that was given once is shown again, and can be gone on with."""

from __future__ import annotations

import pytest

from quizbank.answer import Answer, Arranged, Filled, Picked, Ticked, Typed, Written
from quizbank.question import Recall
from tests.tui.driving import Driver, driven
from tui.screens.quiz import Phase
from tui.widgets.answers.base import Answering
from tui.widgets.answers.recall import RecallAnswer
from tui.widgets.pick_list import PickList
from tui.widgets.words import Words

GIVEN: list[tuple[str, Answer]] = [
    ("plain/pick-one", Picked(frozenset({1}))),
    ("plain/pick-all", Picked(frozenset({0, 2}))),
    ("plain/number", Typed("4 2")),
    ("plain/printed", Typed("a\n张量")),
    ("plain/hole", Filled(("width", "height + 1"))),
    ("plain/program", Written("def double(x):\n    return 2 * x\n")),
    ("plain/lines", Arranged((3, 1, 2))),
    ("plain/aloud", Ticked(frozenset({1}))),
]
UNFIT: list[Answer] = [
    Picked(frozenset({9})),
    Filled(("x",) * 9),
    Arranged((1, 1, 9)),
    Ticked(frozenset({9})),
]


def answering(driver: Driver) -> Answering:
    return driver.quiz.view.answering


def recall(driver: Driver) -> RecallAnswer:
    shown = answering(driver)
    assert isinstance(shown, RecallAnswer)
    return shown


@pytest.mark.parametrize(("name", "given"), GIVEN)
async def test_an_answer_is_shown_again_and_judged(name: str, given: Answer) -> None:
    async with driven(name) as driver:
        assert answering(driver).answer() != given
        answering(driver).restore(given)
        await driver.pilot.pause()
        assert answering(driver).answer() == given
        assert driver.quiz.phase is Phase.ASKED
        driver.quiz.action_submit()
        await driver.until(lambda: driver.quiz.phase is not Phase.ASKED, "the judging")


@pytest.mark.parametrize("name", [name for name, _given in GIVEN])
async def test_what_does_not_fit_changes_nothing(name: str) -> None:
    async with driven(name) as driver:
        before = answering(driver).answer()
        kind = type(before)
        for other in [*UNFIT, *(given for _name, given in GIVEN if not isinstance(given, kind))]:
            answering(driver).restore(other)
            await driver.pilot.pause()
            assert answering(driver).answer() == before
        if isinstance(before, Ticked):
            assert not driver.quiz.query_one(PickList).display


async def test_picks_are_marked_and_can_be_changed() -> None:
    async with driven("plain/pick-all") as driver:
        answering(driver).restore(Picked(frozenset({0, 2})))
        await driver.until(lambda: driver.text.count("■") == 2, "two marks")
        answering(driver).restore(Picked(frozenset()))
        await driver.until(lambda: "■" not in driver.text, "no mark")
        await driver.press("1")
        await driver.until(lambda: driver.text.count("■") == 1, "one mark")


async def test_a_filled_hole_stands_in_the_snippet() -> None:
    async with driven("plain/hole") as driver:
        assert "restored_name" not in driver.text
        answering(driver).restore(Filled(("restored_name", "b")))
        await driver.until(lambda: driver.text.count("restored_name") > 1, "the snippet with it")


async def test_lines_are_carried_on_from_where_they_were() -> None:
    async with driven("plain/lines") as driver:
        answering(driver).restore(Arranged((3, 1, 2)))
        await driver.press("space", "down")
        assert answering(driver).answer() == Arranged((1, 3, 2))


async def test_notes_stand_beside_the_points_that_were_ticked() -> None:
    async with driven("plain/aloud") as driver:
        recall(driver).restore_notes("my own words")
        recall(driver).restore(Ticked(frozenset({1})))
        await driver.until_text("my own words")
        assert recall(driver).written() == "my own words"
        await driver.until(lambda: driver.text.count("■") == 1, "the tick")
        await driver.press("enter")
        await driver.revealed()


async def test_notes_can_be_written_on() -> None:
    async with driven("plain/aloud") as driver:
        recall(driver).restore_notes("first\n")
        await driver.until_text("first")
        assert not driver.quiz.query_one(PickList).display
        await driver.press("w", "a")
        assert "a" in recall(driver).written().replace("first", "")


@pytest.mark.parametrize("key", ["enter", "f5"])
async def test_an_interview_does_not_show_the_points(key: str) -> None:
    async with driven("plain/aloud") as driver:
        shown = recall(driver)
        question = driver.quiz.session.question
        assert isinstance(question, Recall)
        shown.asks_points = False
        shown.query_one(".task", Words).translate()
        await driver.until_text("The points come at the end.")
        assert not shown.advance()
        shown.restore(Ticked(frozenset({0})))
        assert shown.answer() == Ticked(frozenset())
        assert not driver.quiz.query_one(PickList).display
        await driver.press(key)
        await driver.until(lambda: driver.quiz.phase is not Phase.ASKED, "the key to reach the screen")


async def test_an_interview_takes_notes() -> None:
    async with driven("plain/aloud") as driver:
        recall(driver).asks_points = False
        await driver.press("w")
        await driver.write("aloud")
        assert recall(driver).written() == "aloud"
