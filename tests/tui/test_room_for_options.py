"""On a small terminal a long snippet leaves the options in sight, and stays within reach itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from quizbank.bank import BUILT_IN, Bank, load_bank
from quizbank.question import Choice
from quizbank.vocabulary import LANGUAGES
from tests.tui.driving import Driver, make_app
from tui.screens.quiz import Phase
from tui.widgets.pick_list import PickRow
from tui.widgets.question_view import LEAST_CODE

SMALL = (80, 24)
LONGEST = 8
"""So many questions are looked at; those with less to show leave more room."""


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank(proven={BUILT_IN})


def longest(bank: Bank) -> list[str]:
    """Return the ids of the choices with the most to show."""

    def length(question: Choice) -> int:
        return question.snippet.count("\n") + sum(len(one.text.en) for one in question.options) // 60

    choices = [one for one in bank.active if isinstance(one, Choice) and not one.requires.cuda]
    return [one.id for one in sorted(choices, key=length)[-LONGEST:]]


@asynccontextmanager
async def asked(bank: Bank, *names: str) -> AsyncIterator[Driver]:
    """Open a session of these questions on a small terminal."""
    app, runner = make_app(*names, bank=bank)
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        driver = Driver(app, pilot, runner)
        await driver.until(lambda: len(app.screen_stack) > 1, "the first screen")
        await driver.until_text("torch 2.13.0")
        yield driver


async def asks(driver: Driver, name: str) -> None:
    """Wait until this question is being asked."""
    await driver.until(lambda: driver.quiz.session.question.id == name, name)
    await driver.until(lambda: driver.quiz.phase is Phase.ASKED, "the question")


def in_sight(driver: Driver) -> list[bool]:
    """Return for each option whether all of it is on the screen."""
    flow = driver.quiz.view.query_one("#flow").region
    return [flow.contains_region(row.region) for row in driver.quiz.view.query(PickRow)]


def could_all_be(driver: Driver) -> bool:
    """Tell whether prompt, options and the least of the code fit the screen together."""
    view = driver.quiz.view
    rows = sum(view.query_one(name).outer_size.height for name in ("#prompt", "#answer"))
    return rows + LEAST_CODE <= view.query_one("#flow").size.height


def as_many_as_fit(driver: Driver) -> bool:
    """Tell whether the first option is in sight, and all of them where there is room."""
    return all(in_sight(driver)) if could_all_be(driver) else in_sight(driver)[0]


async def test_options_are_in_sight_when_the_question_opens(bank: Bank) -> None:
    names = longest(bank)
    async with asked(bank, *names) as driver:
        for name in names:
            await asks(driver, name)
            for _ in LANGUAGES:
                await driver.until(lambda: as_many_as_fit(driver), f"the options of {name} in sight")
                await driver.press("f4")
            await driver.press("f3")


async def test_code_that_makes_room_is_read_by_paging_and_says_so(bank: Bank) -> None:
    name = longest(bank)[-1]
    async with asked(bank, name) as driver:
        await driver.until(lambda: all(in_sight(driver)) or in_sight(driver)[0], "the options")
        await driver.until_text("more (pgdn)")
        await driver.until_text("more (pgup)")
        await driver.until(lambda: "import torch" not in driver.text, "the code below its first lines")
        lines = [line.strip() for line in bank[name].snippet.strip().split("\n") if len(line.strip()) > 8]
        read = driver.text
        for _page in range(30):
            if "more (pgdn)" not in driver.text:
                break
            await driver.press("pagedown")
            await driver.pilot.pause()
            assert in_sight(driver)[0]
            read += driver.text
        assert [line for line in lines if line[:40] not in read] == []
        for _page in range(30):
            await driver.press("pageup")
        await driver.until_text("import torch")
        await driver.until(lambda: "more (pgup)" not in driver.text, "the beginning")
        await driver.press("f4")
        await driver.until_text("行 (pgdn)")
        await driver.pilot.resize_terminal(80, 60)
        await driver.until(lambda: "(pgdn)" not in driver.text, "all of the code")
        await driver.pilot.resize_terminal(*SMALL)
        await driver.until_text("行 (pgdn)")
        await driver.pilot.resize_terminal(200, 50)
        await driver.until(lambda: all(in_sight(driver)), "the options beside the code")


async def test_a_complaint_takes_rows_from_the_code_and_the_reveal_gives_all_back(bank: Bank) -> None:
    name = longest(bank)[-1]
    async with asked(bank, name) as driver:
        await driver.press("enter")
        await driver.until_text("Nothing is picked yet")
        await driver.press("1")
        await driver.press("f9")
        await driver.revealed()
        code = driver.quiz.view.query_one("#flow-code")
        await driver.until(lambda: code.max_scroll_y == 0, "all of the code")
        assert "(pgdn)" not in driver.text


async def test_what_was_to_follow_a_refresh_is_dropped_with_the_question(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = longest(bank)[-1]
    async with asked(bank, name) as driver:
        await asks(driver, name)
        view = driver.quiz.view
        later: list[Callable[[], object]] = []
        monkeypatch.setattr(view, "call_after_refresh", later.append)
        view._after_refresh(view._show_snippet)
        view._after_refresh(view._make_room)
        await view.remove()
        assert not view.is_attached
        for callback in later:
            callback()
