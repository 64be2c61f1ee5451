"""The statistics on the screen: every key, both languages, an empty history, plots and tables."""

from __future__ import annotations

import subprocess
import sys
from datetime import date

import pytest

from quizbank.drill import Order
from quizbank.errors import HistoryLocked
from quizbank.history.store import History
from quizbank.learner import Learner
from quizbank.vocabulary import Language
from tests.quizbank.statistics.given import given
from tests.tui.driving import NOW, Driver, driven, fixture_bank
from tests.tui.practised import practised
from tui.screens.home import HomeScreen
from tui.screens.statistics import StatisticsScreen
from tui.statistics_tables import View
from tui.themes import TEXTUAL_NAMES

SMALL, LARGE = (80, 24), (200, 50)


@pytest.fixture
def learner() -> Learner:
    return practised()


async def opened(driver: Driver) -> StatisticsScreen:
    """Go from home to the statistics, and wait for what they add up and predict."""
    await driver.press("g")
    await driver.on_screen(StatisticsScreen)
    screen = driver.app.screen
    assert isinstance(screen, StatisticsScreen)
    await driver.until(lambda: screen.shown is not None, "the figures")
    if screen.shown is not None and screen.shown.overview.answers:
        await driver.until(
            lambda: screen.shown is not None and screen.shown.retention is not None, "the forecast"
        )
    await driver.pilot.pause()
    return screen


async def test_each_digit_shows_its_view_and_arrows_go_round(learner: Learner) -> None:
    async with driven(home=True, learner=learner) as driver:
        screen = await opened(driver)
        leads = (
            "73% of 15 judged answers",
            "you would know",
            "times as long as a prepared candidate's",
            "15 answers on 5 days of the last 41",
            "The questions that you miss most often",
            "What your last 4 wrong answers show",
        )
        for number, said in enumerate(leads, 1):
            await driver.press(str(number))
            await driver.until_text(said)
        await driver.press("right")
        await driver.until_text(leads[0])
        await driver.press("left")
        await driver.until_text(leads[-1])
        assert screen.view is View.MISTAKES


async def test_one_key_switches_between_plot_and_table_in_every_view(learner: Learner) -> None:
    heads = ("last 28 days", "with practice", "ratio", "minutes", "forgotten", "belief")
    async with driven(home=True, learner=learner, size=LARGE) as driver:
        screen = await opened(driver)
        for number, head in enumerate(heads, 1):
            await driver.press(str(number))
            await driver.until(lambda: screen.query_one("#drawn").display, "the plot")
            assert "v as a table" in driver.text
            await driver.press("v")
            await driver.until_text("v as a plot")
            assert not screen.query_one("#drawn").display
            assert head in driver.text.split("\n\n", 3)[-1]
            await driver.press("f6")
            await driver.until_text("v as a table")


async def test_up_and_down_choose_the_topic_whose_accuracy_is_drawn(learner: Learner) -> None:
    async with driven(home=True, learner=learner) as driver:
        screen = await opened(driver)
        assert "↑↓ topic" in driver.text
        assert "each point is a week" in driver.text
        await driver.press("down")
        await driver.until_text("▄▄● Plain Python  73%")
        await driver.press("up", "up")
        assert screen.topic == len(screen.shown.overview.accuracy) - 1 if screen.shown else False
        await driver.press("v")
        await driver.until_text("v as a plot")
        assert "↑↓ topic" not in driver.text


async def test_the_interview_is_marked_in_the_forecast(learner: Learner) -> None:
    interview = date(2026, 3, 20)
    async with driven(home=True, learner=learner, order=Order(interview=interview)) as driver:
        await opened(driver)
        await driver.press("2")
        await driver.until_text("At your interview on 2026-03-20")
        assert "│ interview 2026-03-20" in driver.text
        await driver.press("v")
        await driver.until_text("2026-03-20")
        assert any("2026-03-20" in line and line.endswith("interview") for line in driver.text.split("\n"))


async def test_mistakes_are_listed_by_what_was_believed(learner: Learner) -> None:
    async with driven(home=True, learner=learner, size=SMALL) as driver:
        await opened(driver)
        await driver.press("6")
        await driver.until_text(" 1 2×   That is the area of a square.")
        assert "[1, 2]" in driver.text
        assert "`" not in driver.text


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_without_answers_it_says_what_will_be_here(language: Language) -> None:
    said = {"en": "Here you will see how often you are right", "zh": "这里会显示：各主题的正确率"}
    async with driven(home=True, size=SMALL, language=language) as driver:
        screen = await opened(driver)
        assert said[language] in driver.text
        assert screen.check_action("as_table", ()) is False
        await driver.press("v", "2", "down", "right", "q")
        await driver.on_screen(HomeScreen)


@pytest.mark.parametrize("key", ["q", "escape", "enter"])
async def test_leaving_goes_home(learner: Learner, key: str) -> None:
    async with driven(home=True, learner=learner) as driver:
        await opened(driver)
        await driver.press("v", key)
        await driver.on_screen(HomeScreen)


async def test_the_language_can_be_switched_on_a_plot_and_on_a_table(learner: Learner) -> None:
    async with driven(home=True, learner=learner, size=SMALL) as driver:
        await opened(driver)
        await driver.press("down", "l")
        await driver.until_text("纯 Python  73%")
        assert "1 正确率" in driver.text
        await driver.press("v")
        await driver.until_text("近 28 天")
        lines = [line for line in driver.text.split("\n") if "73%" in line]
        assert len(lines) == 3  # the sentence, all topics, the topic
        await driver.press("l")
        await driver.until_text("last 28 days")


@pytest.mark.parametrize("theme", TEXTUAL_NAMES.values())
async def test_every_view_is_drawn_in_every_theme(learner: Learner, theme: str) -> None:
    # Bars are drawn where they differ: this is missed less often than the others.
    missed = given(fixture_bank()["plain/number"], {"text": "41"}, (False,), "wrong")
    learner.journal.append(missed, NOW)
    async with driven(home=True, learner=learner, size=SMALL) as driver:
        driver.app.theme = theme
        screen = await opened(driver)
        for number in range(1, len(View) + 1):
            await driver.press(str(number))
            await driver.pilot.pause()
            assert "┃" in driver.text  # the frame of the plot
        await driver.press("t")
        assert screen.view is View.MISTAKES


async def test_a_history_that_cannot_be_read_is_said(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(_history: History) -> object:
        raise HistoryLocked(None)

    monkeypatch.setattr(History, "recorder", locked)
    async with driven(home=True, learner=learner) as driver:
        await driver.press("g")
        await driver.on_screen(StatisticsScreen)
        await driver.until(lambda: "Adding up" not in driver.text, "the failure")
        assert "another program" in driver.text.lower()


def test_the_library_that_draws_is_not_loaded_with_the_app() -> None:
    source = "import sys, tui.app, tui.screens.home; print('textual_plot' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
