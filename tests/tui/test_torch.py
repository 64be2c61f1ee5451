"""Torch arrives late, fails, or is really there."""

from __future__ import annotations

import re

import pytest
from textual.widgets import Input

from runner.client import Runner
from runner.errors import RunnerUnavailable
from tests.tui.driving import driven
from tests.tui.fake_runner import FakeRunner
from tests.tui.test_answers import digit_of
from tui.screens.home import HomeScreen
from tui.screens.quiz import Phase
from tui.widgets.text_fields import Editor


async def test_an_answer_given_before_the_import_waits_and_is_judged() -> None:
    runner = FakeRunner(ready=False)
    async with driven("plain/number", runner=runner) as driver:
        await driver.until_text("importing torch ...")
        await driver.write("42")
        await driver.press("enter")
        await driver.until_text("torch is still being imported")
        assert driver.quiz.phase is Phase.JUDGING
        runner.finish_import()
        await driver.revealed()
        assert "✓ Right" in driver.text
        assert "torch 2.13.0 · cpu" in driver.text


async def test_an_answer_that_waits_can_be_taken_back() -> None:
    runner = FakeRunner(ready=False)
    async with driven("plain/number", runner=runner) as driver:
        await driver.write("41")
        await driver.press("enter")
        await driver.until_text("torch is still being imported")
        await driver.press("escape")
        await driver.until(lambda: driver.quiz.phase is Phase.ASKED)
        await driver.press("backspace", "2", "enter")
        runner.finish_import()
        await driver.revealed()
        assert "✓ Right" in driver.text
        assert len(runner.requests) == 1


async def test_a_device_that_isnt_there_is_said_before_an_answer_is_given_in_vain() -> None:
    runner = FakeRunner(ready=False)
    async with driven("plain/number", runner=runner, device="cuda") as driver:
        await driver.until_text("importing torch ...")
        runner.finish_import()
        await driver.until_text("There is no device cuda here; this machine has cpu.")
        await driver.until_text("✗ no such device: cuda")
        assert "can't be imported" not in driver.text
        assert driver.quiz.phase is Phase.ASKED


async def test_a_runner_that_fails_is_said_and_counts_nothing() -> None:
    runner = FakeRunner()
    runner.failure = RunnerUnavailable("x[mask] is gone")
    async with driven("plain/number", runner=runner) as driver:
        await driver.write("42")
        await driver.press("enter")
        await driver.until_text("Snippets can't run here: x[mask] is gone.")
        assert driver.quiz.phase is Phase.ASKED
        assert not driver.quiz.session.attempts
        assert driver.app.screen.query_one(Input).value == "42"


async def test_an_unforeseen_error_is_shown_and_the_app_goes_on() -> None:
    runner = FakeRunner()
    runner.failure = ValueError("[/tmp] is no tag")
    async with driven("plain/number", runner=runner) as driver:
        await driver.write("42")
        await driver.press("enter")
        await driver.until_text("ValueError: [/tmp] is no tag")
        assert driver.quiz.phase is Phase.ASKED


async def test_a_question_that_does_not_work_is_not_counted() -> None:
    # Without torch the snippet ends with a NameError, which the question doesn't declare.
    async with driven("live/dtypes", runner=FakeRunner()) as driver:
        await driver.press("1", "enter")
        await driver.revealed()
        assert "? Not counted" in driver.text
        assert "This question doesn't work on your torch" in driver.text


async def test_what_turns_out_not_to_run_here_is_left_out() -> None:
    runner = FakeRunner(ready=False, version="2.13.0")
    async with driven("absent/cuda", "plain/number", "absent/torch", runner=runner) as driver:
        assert "Question 1 of 3" in driver.text
        await driver.press("1", "enter")
        await driver.until_text("torch is still being imported")
        runner.finish_import()
        await driver.until_text("Question 1 of 1")
        await driver.until_text("What does doubling x give?")
        await driver.until(lambda: isinstance(driver.app.focused, Input), "the focus")
        assert "2 questions are left out" in driver.text
        assert "cuda, torch >=99" in driver.text
        assert driver.quiz.session.question.id == "plain/number"
        await driver.write("42")
        await driver.press("enter")
        await driver.revealed()
        assert "✓ Right" in driver.text
    assert len(runner.requests) == 1


async def test_a_session_of_nothing_that_runs_here_ends_at_home() -> None:
    runner = FakeRunner(ready=False)
    async with driven("absent/cuda", runner=runner) as driver:
        runner.finish_import()
        await driver.on_screen(HomeScreen)
        await driver.until_text("1 question is left out: it needs cuda")


async def test_home_counts_what_can_be_asked_here() -> None:
    async with driven(home=True) as driver:
        await driver.press("end")
        await driver.until_text("Nothing of this can be asked here.")
        await driver.until_text("2 more questions need what isn't")
        assert "cuda, torch >=99." in driver.text
        assert re.search(r"\b0 +Not here", driver.text)
        await driver.press("enter")
        await driver.pilot.pause()
        assert isinstance(driver.app.screen, HomeScreen)


@pytest.mark.parametrize(("option", "verdict"), [(0, "✓ Right"), (1, "✗ Wrong")])
async def test_a_choice_on_real_torch(real_torch: Runner, option: int, verdict: str) -> None:
    async with driven("live/dtypes", runner=real_torch) as driver:
        await driver.press(digit_of(driver, option), "enter")
        await driver.revealed()
        await driver.until_text(verdict)
        await driver.until_text("a.dtype = torch.float32")


async def test_a_session_on_real_torch() -> None:
    async with driven("live/mean", "live/program", runner=Runner()) as driver:
        await driver.write("3")
        await driver.press("enter")
        await driver.revealed()
        assert "✓ Right" in driver.text
        await driver.press("enter")
        await driver.until_text("Question 2 of 2")
        driver.app.screen.query_one(Editor).text = "def ones():\n    return torch.ones(3)\n"
        await driver.press("f5")
        await driver.revealed()
        assert "✗ Wrong" in driver.text
        assert "That is one too many." in driver.text
