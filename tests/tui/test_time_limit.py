"""A time limit for each question: how it is spelled, shown, and what it does to a late answer."""

from __future__ import annotations

import pytest

from quizbank.interview.clock import Mark
from tests.tui.driving import driven, fixture_bank
from tests.tui.test_rules import Clock, pass_time
from tui import exit_codes
from tui.cli import run_command
from tui.quiz_rules import QuizRules
from tui.screens.quiz import Phase
from tui.settings import Settings
from tui.time_limit import Limit, read_limit
from tui.widgets.clock_marks import MARKS, marked_time

TWENTY = QuizRules().timed(Limit(20))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("20s", 20), ("2m", 120), ("1m30s", 90), ("1.5m", 90), (" 60M ", 3600), ("1s", 1), ("auto", None)],
)
def test_a_limit_is_read(text: str, seconds: float | None) -> None:
    assert read_limit(text) == Limit(seconds)


@pytest.mark.parametrize(
    "text", ["", "20", "0s", "-5s", "61m", "60m1s", "2h", "1e3s", "infs", "nans", "s", "２m"]
)
@pytest.mark.parametrize("command", ["quiz", "drill"])
def test_a_bad_limit_is_a_usage_error_that_says_what_is_taken(
    text: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([command, f"--timed={text}", "--plain"]) == exit_codes.USAGE
    said = capsys.readouterr()
    assert "20s" in said.err + said.out
    assert "auto" in said.err + said.out


def test_a_limit_is_the_same_for_all_or_each_questions_own() -> None:
    bank = fixture_bank()
    short, long = bank["plain/number"], bank["plain/program"]
    assert short.minutes != long.minutes
    assert [TWENTY.seconds_for(one) for one in (short, long)] == [20, 20]
    own = QuizRules(time_limit=3).timed(Limit(None))
    assert [own.seconds_for(one) for one in (short, long)] == [60 * short.minutes, 60 * long.minutes]
    usual = QuizRules(time_limit=3)
    assert usual.timed(None) == usual


def test_a_limit_outlasts_changed_settings_but_not_a_changed_limit() -> None:
    changed = Settings(stopwatch=False, time_limit=2)
    kept = TWENTY.changed_to(changed, {"stopwatch"})
    assert (kept.seconds, kept.stopwatch) == (20, False)
    assert TWENTY.changed_to(changed, {"time_limit"}) == QuizRules.of(changed)


def test_every_mark_differs_in_word_and_colour() -> None:
    looks = {marked_time(share * 100, 100).markup.replace(f"{share}", "") for share in (0.1, 0.5, 0.8, 1.0)}
    assert set(MARKS) == set(Mark)
    assert len({style for style, _word in MARKS.values()}) == len(Mark)
    assert len({word for _style, word in MARKS.values()}) == len(Mark)
    assert len(looks) == len(Mark)


async def test_the_clock_is_marked_as_it_runs_out() -> None:
    clock = Clock()
    async with driven("plain/pick-one", "plain/number", clock=clock, rules=TWENTY) as driver:
        assert "0:00 / 0:20  choice" in driver.text
        await pass_time(driver, clock, 9)
        await driver.until_text("0:09 / 0:20  choice")
        await pass_time(driver, clock, 1)
        await driver.until_text("0:10 / 0:20 half  choice")
        await pass_time(driver, clock, 6)
        await driver.until_text("0:16 / 0:20 nearly over  choice")
        assert driver.quiz.phase is Phase.ASKED
        await pass_time(driver, clock, 4)
        await driver.revealed()
        assert "0:20 / 0:20 over  choice" in driver.text
        assert "Time was up" in driver.text
        await driver.press("enter")
        await driver.until_text("0:00 / 0:20  prediction")
