"""The home screen: how far each topic is, the calendar, and what is painted first."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta

import pytest

from quizbank.history import figures
from quizbank.history.store import History
from quizbank.learner import Learner
from quizbank.statistics.progress import Progress
from tests.quizbank.statistics.given import given
from tests.tui.driving import NOW, TALL, Driver, driven, fixture_bank, make_app, text_of
from tui.learner import learner_in_memory, study_day_of
from tui.screens.statistics import StatisticsScreen
from tui.widgets.calendar import LEVELS, Calendar
from tui.widgets.progress import progress_bar

DAY = timedelta(days=1)
SMALL, LARGE = (80, 24), (200, 50)
TODAY = study_day_of(NOW)


@pytest.fixture
def learner() -> Learner:
    """Somebody who answered a question on each of three days, more on the last."""
    bank = fixture_bank()
    learner = learner_in_memory(bank, NOW)
    today = ["pick-one", "hole", "lines", "aloud", "program"]
    for ago, names in ((9, ["number"]), (1, ["number"]), (0, today)):
        for name in names:
            learner.journal.append(given(bank[f"plain/{name}"], score="right"), NOW - ago * DAY)
    return learner


async def known(driver: Driver) -> None:
    """Wait until home has looked at the history."""
    await driver.until_text("2 days in a row")


async def test_each_topic_has_a_bar_and_the_chosen_one_its_figures(learner: Learner) -> None:
    async with driven(home=True, learner=learner, size=LARGE) as driver:
        await driver.until_text("predicted recall")
        await known(driver)
        line = next(line for line in driver.text.split("\n") if "Plain Python" in line)
        assert {"█", "▒", "·"} & set(line)
        await driver.press("down")
        await driver.until_text("being learned")
        counts = {
            word: int(line.split("█▒·"[n])[0].split()[-1])
            for n, word in enumerate(("known", "being learned", "new"))
            for line in driver.text.split("\n")
            if f"{'█▒·'[n]} {word}" in line
        }
        assert sum(counts.values()) == 9
        assert counts["new"] == 3


async def test_on_a_small_terminal_one_key_shows_the_calendar_and_the_topic_again(learner: Learner) -> None:
    async with driven(home=True, learner=learner, size=SMALL) as driver:
        await known(driver)
        assert "Your days" not in driver.text
        await driver.press("y")
        await driver.until_text("Your days")
        assert "░ 1–4" in driver.text
        assert "What a session draws from" not in driver.text
        await driver.press("l")
        await driver.until_text("练习日历")
        await driver.press("y")
        await driver.until_text("已掌握")


async def test_a_large_terminal_shows_both_and_needs_no_key(learner: Learner) -> None:
    async with driven(home=True, learner=learner, size=LARGE) as driver:
        await known(driver)
        assert "Your days" in driver.text
        assert "What a session draws from" in driver.text
        assert "y your days" not in driver.text
        await driver.pilot.resize_terminal(*SMALL)
        await driver.until_text("y your days")
        await driver.pilot.resize_terminal(*TALL)
        await driver.until_text("Your days")


async def test_the_calendar_marks_each_day_by_how_much_was_answered(learner: Learner) -> None:
    async with driven(home=True, learner=learner, size=LARGE) as driver:
        await known(driver)
        calendar = driver.app.screen.query_one(Calendar)
        rows = calendar.plain.split("\n")[1:8]
        assert TODAY.weekday() == 0
        assert rows[0].rstrip()[-1] == "▒"  # five today, a Monday
        assert rows[6].rstrip()[-1] == "░"  # one yesterday, last in its row
        assert rows[5].rstrip()[-1] == "·"
        assert rows[5].rstrip()[-3] == "░"  # a week before
        assert len(rows[0].rstrip()) == len(rows[1].rstrip()) + 2  # the week has only begun


async def test_the_calendar_has_a_mark_for_every_level_and_room_for_half_a_year() -> None:
    async with driven(home=True, size=LARGE) as driver:
        await driver.until_text("0 due")
        calendar = driver.app.screen.query_one(Calendar)
        for today in (date(2026, 3, 1) + number * DAY for number in range(7)):
            per_day = [0] * (7 * figures.WEEKS - len(LEVELS)) + [least for least, _, _ in LEVELS]
            calendar.know(per_day, today)
            marks = "".join(calendar.plain.split("\n")[1:8])
            assert [marks.count(glyph) for _, glyph, _ in LEVELS[1:]] == [1] * (len(LEVELS) - 1)


def test_a_bar_is_always_as_long_and_shares_its_cells() -> None:
    assert progress_bar(Progress(2, 1, 1), 8).plain == "████▒▒··"
    assert progress_bar(Progress(0, 0, 3), 6).plain == "······"
    assert progress_bar(Progress(), 6).plain == "      "
    for known_ in range(8):
        assert progress_bar(Progress(known_, 3, 2), 6).cell_length == 6


async def test_the_screen_is_painted_before_the_history_is_asked(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, runner = make_app(home=True, learner=learner)
    asked = History.home
    painted: list[bool] = []

    def watched(history: History, active: Collection[str], today: date) -> figures.Home:
        painted.append("Plain Python" in text_of(app.export_screenshot()))
        return asked(history, active, today)

    monkeypatch.setattr(History, "home", watched)
    async with app.run_test(size=TALL) as pilot:
        await known(Driver(app, pilot, runner))
    assert painted
    assert all(painted)


async def test_statistics_are_one_key_away(learner: Learner) -> None:
    async with driven(home=True, learner=learner, size=SMALL) as driver:
        await driver.press("g")
        await driver.on_screen(StatisticsScreen)
        await driver.until_text("7 answers")
