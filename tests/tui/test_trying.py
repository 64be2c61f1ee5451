"""A program is run against its tests, and edited elsewhere, before it is judged; that counts as nothing."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.tui.driving import Driver, driven
from tests.tui.fake_runner import FakeRunner
from tui.app import TorchdrillApp
from tui.quiz_rules import QuizRules
from tui.screens.quiz import Phase
from tui.widgets.python_editor import PythonEditor

RIGHT = "def double(x):\n    return 2 * x\n\nprint('x[mask] of [/tmp]')\n"


def editor_of(driver: Driver) -> PythonEditor:
    return driver.app.screen.query_one(PythonEditor)


def events(driver: Driver) -> int:
    return len(driver.quiz.practice.learner.history.events())


async def test_a_program_is_run_against_its_tests_as_often_as_one_likes() -> None:
    async with driven("plain/program") as driver:
        before = events(driver)
        assert "f6 run" in driver.text
        await driver.press("f6")
        await driver.until_text("0 of 1 test passes.")
        assert "✗ double(3) is 6" in driver.text
        editor_of(driver).text = RIGHT
        await driver.press("f6")
        await driver.until_text("1 of 1 test passes.")
        assert "✓ double(3) is 6" in driver.text
        assert "x[mask] of [/tmp]" in driver.text
        await driver.press("f4")
        await driver.until_text("✓ double(3) 等于 6")
        await driver.press("f4")
        assert driver.quiz.phase is Phase.ASKED
        assert not driver.quiz.session.attempts and events(driver) == before
        assert not editor_of(driver).read_only and editor_of(driver).text == RIGHT
        await driver.press("f5")
        await driver.revealed()
        assert "✓ Right" in driver.text
        assert len(driver.quiz.session.attempts) == 1


async def test_outside_the_editor_a_letter_runs_it_again_and_again() -> None:
    async with driven("plain/program") as driver:
        before = editor_of(driver).text
        await driver.press("escape", "r")
        await driver.until_text("0 of 1 test passes.")
        await driver.press("r")
        await driver.until(lambda: len(driver.runner.requests) == 2, "a second run")  # type: ignore[attr-defined]  # FakeRunner's
        await driver.until_text("0 of 1 test passes.")
        assert editor_of(driver).text == before


async def test_no_python_and_no_runner_are_said_without_judging() -> None:
    runner = FakeRunner()
    async with driven("plain/program", runner=runner) as driver:
        editor_of(driver).text = "def double(x)\n"
        await driver.press("f6")
        await driver.until_text("This is not valid Python: line 1")
        assert driver.quiz.phase is Phase.ASKED and not driver.quiz.session.attempts


async def test_a_run_can_be_stopped_and_says_what_it_waits_for() -> None:
    runner = FakeRunner(ready=False)
    async with driven("plain/program", runner=runner) as driver:
        editor_of(driver).text = RIGHT
        await driver.press("f6")
        await driver.until_text("your code runs as soon as that is done")
        assert "esc stop" in driver.text and "take back" not in driver.text
        await driver.press("x")
        assert editor_of(driver).text == RIGHT
        await driver.press("escape")
        await driver.until(lambda: driver.quiz.phase is Phase.ASKED, "the question")
        runner.finish_import()
        await driver.pilot.pause()
        assert "of 1 test" not in driver.text
        await driver.press("f5")
        await driver.revealed()
        assert "✓ Right" in driver.text


async def test_the_time_of_a_run_isnt_the_learners() -> None:
    now = [0.0]
    runner = FakeRunner()
    runner.may_end.clear()
    rules = QuizRules(seconds=60)
    async with driven("plain/program", runner=runner, clock=lambda: now[0], rules=rules) as driver:
        await driver.press("f6")
        await driver.until(lambda: driver.quiz.phase is Phase.JUDGING, "the run")
        now[0] = 1000.0
        driver.quiz.tick()
        runner.may_end.set()
        await driver.until_text("0 of 1 test passes.")
        driver.quiz.tick()
        assert driver.quiz.phase is Phase.ASKED
        now[0] += 61.0
        driver.quiz.tick()
        await driver.revealed()


@pytest.mark.parametrize("question", ["plain/hole", "plain/lines", "plain/number"])
async def test_other_questions_are_only_judged(question: str) -> None:
    async with driven(question) as driver:
        await driver.press("f6")
        assert driver.quiz.phase is Phase.ASKED
        assert not driver.runner.requests  # type: ignore[attr-defined]  # FakeRunner's


def use_editor(monkeypatch: pytest.MonkeyPatch, folder: Path, program: str) -> None:
    script = folder / "editor.py"
    script.write_text(f"import sys, pathlib\npath = pathlib.Path(sys.argv[1])\n{program}\n")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    monkeypatch.setattr(TorchdrillApp, "suspend", lambda _app: nullcontext())


@pytest.mark.parametrize("keys", [("ctrl+g",), ("escape", "x")])
async def test_an_answer_is_edited_elsewhere(
    keys: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_editor(monkeypatch, tmp_path, "path.write_text(path.read_text().replace('return x', 'return 2 * x'))")
    async with driven("plain/program") as driver:
        before = editor_of(driver).text
        assert "ctrl+g $EDITOR" in driver.text
        await driver.press(*keys)
        await driver.until(lambda: "2 * x" in editor_of(driver).text, "the other text")
        editor_of(driver).focus()
        await driver.press("ctrl+z")
        assert editor_of(driver).text == before
        await driver.press("ctrl+y", "f5")
        await driver.revealed()
        assert "✓ Right" in driver.text


async def test_an_editor_that_fails_takes_nothing_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_editor(monkeypatch, tmp_path, "path.write_text('lost')\nsys.exit(3)")
    async with driven("plain/program") as driver:
        editor_of(driver).text = RIGHT
        await driver.press("ctrl+g")
        await driver.until_text("ended with status 3")
        assert editor_of(driver).text == RIGHT


@pytest.mark.parametrize("given", ["f5", "f9"])
async def test_a_wrong_program_is_there_to_be_mended_and_a_right_one_starts_anew(given: str) -> None:
    async with driven("plain/program") as driver:
        starter = editor_of(driver).text
        wrong = RIGHT.replace("2 *", "3 *")
        editor_of(driver).text = wrong
        await driver.press(given)
        await driver.revealed()
        await driver.press("r")
        await driver.until(lambda: driver.quiz.phase is Phase.ASKED, "the question")
        await driver.until(lambda: editor_of(driver).text == wrong, "what was written")
        await driver.press("ctrl+z")
        assert editor_of(driver).text == starter
        editor_of(driver).text = RIGHT
        await driver.press("f5")
        await driver.revealed()
        await driver.press("r")
        await driver.until(lambda: driver.quiz.phase is Phase.ASKED, "the question")
        await driver.pilot.pause()
        assert editor_of(driver).text == starter
