"""The playground: a question's code run again and again, looked at, saved, edited elsewhere."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import ContentSwitcher, Input

from runner.client import Runner
from runner.errors import RunnerUnavailable
from runner.inspected import Change, Graph, GraphNode, Inspection, Step, Trace
from tests.tui.driving import Driver, driven
from tests.tui.fake_runner import FakeRunner
from tests.tui.test_answers import digit_of
from tests.tui.test_cli_run import PLAIN
from tui.app import TorchdrillApp
from tui.screens.browse import BrowseScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.playground import PlaygroundScreen
from tui.screens.quiz import Phase, QuizScreen
from tui.screens.save import SaveScreen
from tui.services import JudgingRunner
from tui.widgets.question_table import QuestionTable
from tui.widgets.reveal import Reveal
from tui.widgets.run_views import View

SMALL, WIDE = (80, 24), (200, 50)
NUMBER = 'x = 21\nprint("x is", x)\n'

SEEN: dict[str, Any] = {
    "inspection": Inspection(
        tensors=(
            PLAIN,
            *(
                type(PLAIN)(
                    name=name,
                    kind="Tensor",
                    shape=(2,),
                    dtype="float32",
                    device="cpu",
                    layout="strided",
                    stride=(1,),
                    contiguous=True,
                    requires_grad=True,
                    is_leaf=False,
                    grad=None,
                    grad_fn="MulBackward0",
                    version=0,
                )
                for name in ("y", "z")
            ),
        )
    ),
    "trace": Trace(
        (
            Step(
                "playground", 1, 1, "x = 21", changes=(Change("x", "value", "new", (("value", None, "21"),)),)
            ),
            Step("playground", 2, 2, 'print("x is", x)', printed="x is 21\n"),
        )
    ),
    "graph": Graph("z", (GraphNode("MulBackward0"),)),
}


@asynccontextmanager
async def playing(
    size: tuple[int, int] = SMALL, runner: JudgingRunner | None = None
) -> AsyncIterator[tuple[Driver, PlaygroundScreen]]:
    """Open the playground from the browsing screen, on the question about a number."""
    async with driven(home=True, size=size, runner=runner or FakeRunner()) as driver:
        await driver.press("b")
        await driver.on_screen(BrowseScreen)
        await driver.press("slash")
        await driver.write("doubling")
        await driver.press("enter")
        await driver.press("p")
        await driver.on_screen(PlaygroundScreen)
        yield driver, playground(driver)


def playground(driver: Driver) -> PlaygroundScreen:
    screen = driver.app.screen
    assert isinstance(screen, PlaygroundScreen)
    return screen


async def ran(driver: Driver) -> None:
    """Wait until nothing runs any more."""
    await driver.until(lambda: not playground(driver).running, "the run's end")
    await driver.pilot.pause()


# Coming and going


async def test_from_the_reveal_and_back_to_it() -> None:
    async with driven("plain/number", size=SMALL) as driver:
        assert "play" not in driver.text.splitlines()[-1]
        await driver.write("41")
        await driver.press("enter")
        await driver.revealed()
        quiz, shown = driver.quiz, driver.app.screen.query_one(Reveal)
        place = driver.quiz.view.query_one("#flow").scroll_offset
        await driver.press("p")
        await driver.on_screen(PlaygroundScreen)
        assert playground(driver).editor.text == NUMBER
        await driver.write("y = 1")
        await driver.press("escape")
        await driver.on_screen(QuizScreen)
        assert driver.quiz is quiz
        assert driver.quiz.phase is Phase.REVEALED
        assert driver.app.screen.query_one(Reveal) is shown
        assert driver.quiz.view.query_one("#flow").scroll_offset == place
        assert [attempt.score for attempt in quiz.session.attempts] == ["wrong"]
        await driver.press("p")
        await driver.on_screen(PlaygroundScreen)
        assert playground(driver).editor.text == "y = 1" + NUMBER
        await driver.press("f10")
        await driver.on_screen(QuizScreen)


async def test_p_is_typed_where_an_answer_is_written() -> None:
    async with driven("plain/number", size=SMALL) as driver:
        await driver.press("p")
        await driver.pilot.pause()
        assert driver.app.screen.query_one(Input).value == "p"


async def test_a_filled_blank_comes_along() -> None:
    async with driven("plain/hole") as driver:
        await driver.write("width")
        await driver.press("enter")
        await driver.write("height")
        await driver.press("enter")
        await driver.revealed()
        await driver.press("p")
        await driver.on_screen(PlaygroundScreen)
        assert playground(driver).editor.text == "def area(width, height):\n    return width * height\n"


async def test_from_browsing_and_back_to_the_same_question() -> None:
    async with driven(home=True, size=SMALL) as driver:
        await driver.press("b")
        await driver.on_screen(BrowseScreen)
        await driver.press("down", "down", "down")
        before = driver.app.screen.query_one(QuestionTable).question
        await driver.press("p")
        await driver.on_screen(PlaygroundScreen)
        assert before is not None
        assert before.id in driver.text
        await driver.press("f2", "q")
        await driver.on_screen(BrowseScreen)
        assert driver.app.screen.query_one(QuestionTable).question is before


async def test_browsing_gives_no_answer_away() -> None:
    async with driven(home=True) as driver:
        await driver.press("b")
        await driver.on_screen(BrowseScreen)
        await driver.press("slash")
        await driver.write("rectangle")
        await driver.press("f9")
        await driver.on_screen(PlaygroundScreen)
        assert playground(driver).editor.text == "def area(width, height):\n    return __1__ * __2__\n"


async def test_from_the_palette() -> None:
    async with driven(home=True, size=SMALL) as driver:
        await driver.press("b")
        await driver.on_screen(BrowseScreen)
        await driver.press("ctrl+p")
        await driver.until_text("Find a command")
        await driver.write("play")
        await driver.until_text("Play with the code")
        await driver.press("enter")
        await driver.on_screen(PlaygroundScreen)


# Running


@pytest.mark.parametrize("keys", [("f5",), ("f2", "r")])
async def test_output_appears_while_it_runs(keys: tuple[str, ...]) -> None:
    runner = FakeRunner()
    async with playing(runner=runner) as (driver, screen):
        runner.may_end.clear()
        await driver.press(*keys)
        await driver.until_text("x is 21")
        assert screen.running
        assert "running ..." in driver.text
        runner.may_end.set()
        await ran(driver)
        assert "12.0 ms · cpu" in driver.text


async def test_a_run_is_stopped_and_another_one_made() -> None:
    runner = FakeRunner()
    async with playing(runner=runner) as (driver, screen):
        runner.may_end.clear()
        await driver.press("f5")
        await driver.until_text("x is 21")
        assert "esc stop" in driver.text
        await driver.press("escape")
        await driver.until_text("Stopped.")
        assert "x is 21" in driver.text
        assert "esc go back" in driver.text
        runner.may_end.set()
        await driver.press("f5")
        await ran(driver)
        assert "Stopped." not in driver.text
        assert "x is 21" in driver.text
        assert len(runner.requests) == 2
        assert driver.app.screen is screen


async def test_typing_goes_on_while_it_runs() -> None:
    runner = FakeRunner()
    async with playing(runner=runner) as (driver, screen):
        runner.may_end.clear()
        await driver.press("f5")
        await driver.until_text("x is 21")
        await driver.write("z=7")
        assert screen.editor.text.startswith("z=7")
        runner.may_end.set()
        await ran(driver)
        assert "edited since" in driver.text
        await driver.press("f5")
        await ran(driver)
        assert "edited since" not in driver.text
        assert [request.blocks[0].source for request in runner.requests] == [NUMBER, "z=7" + NUMBER]


async def test_an_exception_is_shown_with_its_line() -> None:
    async with playing(size=WIDE) as (driver, screen):
        screen.editor.text = "a = 1\nx = [][a]  # x[mask] [/tmp]\n"
        await driver.press("f5")
        await driver.until_text("IndexError: list index out of range")
        assert "2 | x = [][a]  # x[mask] [/tmp]" in driver.text


async def test_what_prints_nothing_says_so() -> None:
    async with playing() as (driver, screen):
        screen.editor.text = "a = 1\n"
        await driver.press("f5")
        await driver.until_text("It ran to its end and printed nothing.")


async def test_torch_that_cant_be_had_is_said() -> None:
    runner = FakeRunner()
    async with playing(runner=runner) as (driver, screen):
        runner.failure = RunnerUnavailable("no torch here")
        await driver.press("f5")
        await driver.until_text("no torch here")
        assert not screen.running


async def test_a_run_before_the_import_waits_for_it() -> None:
    runner = FakeRunner(ready=False)
    async with playing(runner=runner) as (driver, _screen):
        await driver.press("f5")
        await driver.until_text("torch is still being imported ...")
        runner.finish_import()
        await driver.until_text("x is 21")
        await driver.until_text("torch 2.13.0 · cpu")


async def test_what_fails_unforeseen_is_told_and_can_be_tried_again() -> None:
    runner = FakeRunner()
    async with playing(runner=runner) as (driver, screen):
        runner.failure = ValueError("[/tmp] is no tag")
        await driver.press("f5")
        await driver.until_text("ValueError: [/tmp] is no tag")
        assert not screen.running
        runner.failure = None
        await driver.press("f5")
        await driver.until_text("x is 21")


# Looking


async def test_the_views_by_key() -> None:
    runner = FakeRunner()
    runner.seen = SEEN
    async with playing(runner=runner) as (driver, screen):
        assert "4 graph" in driver.text
        assert "5 devices" not in driver.text
        assert "1-4 views" not in driver.text  # digits are typed into the code
        await driver.press("f2")
        await driver.until_text("1-4 views")
        await driver.press("f2")
        await driver.press("f3")
        await driver.until_text("Nothing has run yet.")
        assert screen.focused is screen.editor
        await driver.press("f5")
        await driver.until_text("requires")
        await driver.press("f3")
        await driver.until_text("Step 1 of 2")
        await driver.press("f2")
        assert driver.app.focused is screen.steps
        for key, view in (("1", View.OUTPUT), ("2", View.TENSORS), ("3", View.STEPS), ("4", View.GRAPH)):
            await driver.press(key)
            assert screen.view is view
            assert screen.query_one(ContentSwitcher).current == view.value
            await driver.until(lambda: screen.focused is screen.query_one(f"#{screen.view.value}"), "focus")
        await driver.press("5")
        assert screen.query_one(ContentSwitcher).current == View.GRAPH.value
        await driver.press("v")
        assert screen.query_one(ContentSwitcher).current == View.OUTPUT.value
        await driver.press("e")
        assert screen.focused is screen.editor
        await driver.press("f2", "enter")
        assert screen.focused is screen.editor


async def test_a_narrow_table_has_a_second_page() -> None:
    runner = FakeRunner()
    runner.seen = SEEN
    async with playing(runner=runner) as (driver, _screen):
        await driver.press("f5", "f2", "2")
        await driver.until_text("_grad")
        assert "stride" not in driver.text
        assert "←→ more columns" in driver.text
        await driver.press("right")
        await driver.until_text("stride")
        assert "(3, 1)" in driver.text
        await driver.press("left")
        await driver.until_text("_grad")


async def test_a_wide_table_has_everything() -> None:
    runner = FakeRunner()
    runner.seen = SEEN
    async with playing(size=WIDE, runner=runner) as (driver, screen):
        await driver.press("f5", "f2", "2", "z")
        await driver.until_text("is_leaf")
        assert "more columns" not in driver.text
        assert all(head in driver.text for head in ("stride", "grad_fn", "storage", "value"))
        await driver.press("z")
        await driver.until_text("Code")
        await driver.press("z", "e")
        await driver.until_text("Code")
        assert screen.focused is screen.editor


async def test_the_arrow_keys_step_through_the_trace() -> None:
    runner = FakeRunner()
    runner.seen = SEEN
    async with playing(runner=runner) as (driver, screen):
        await driver.press("f5", "f2", "3")
        await driver.until_text("Step 1 of 2")
        assert "+ x  21" in driver.text
        await driver.press("up")
        assert "Step 1 of 2" in driver.text
        for there, back in (("down", "up"), ("right", "left"), ("end", "home")):
            await driver.press(there)
            await driver.until_text("Step 2 of 2")
            assert "> x is 21" in driver.text
            assert screen.editor.cursor_location == (1, 0)
            await driver.press(back)
            await driver.until_text("Step 1 of 2")
            assert screen.editor.cursor_location == (0, 0)


async def test_steps_of_code_that_was_edited_since_leave_the_cursor_alone() -> None:
    runner = FakeRunner()
    runner.seen = SEEN
    async with playing(runner=runner) as (driver, screen):
        await driver.press("f5", "a", "f2", "3")
        await driver.until_text("Step 1 of 2")
        before = screen.editor.cursor_location
        await driver.press("down")
        await driver.until_text("Step 2 of 2")
        assert screen.editor.cursor_location == before


async def test_the_graph_of_one_tensor_after_another() -> None:
    runner = FakeRunner()
    runner.seen = SEEN
    async with playing(runner=runner) as (driver, _screen):
        await driver.press("f5", "f2", "4")
        await driver.until_text("MulBackward0")
        assert [request.graph for request in runner.requests] == [None, "z"]
        await driver.press("right")
        await driver.until(lambda: runner.requests[-1].graph == "y", "the other graph")
        await ran(driver)
        await driver.press("left")
        await driver.until(lambda: runner.requests[-1].graph == "z", "the first graph")
        await ran(driver)
        await driver.press("1", "4")
        await driver.pilot.pause()
        assert len(runner.requests) == 4, "a graph that is there isn't worked out again"


async def test_without_a_graph_it_says_so() -> None:
    runner = FakeRunner()
    runner.seen = {"inspection": Inspection((PLAIN,))}
    async with playing(runner=runner) as (driver, _screen):
        await driver.press("f5", "f2", "4")
        await driver.until_text("No tensor has a graph behind it.")
        assert len(runner.requests) == 1


async def test_several_devices_side_by_side() -> None:
    runner = FakeRunner()
    runner.known_devices = ("cpu", "cuda:0")
    async with playing(runner=runner) as (driver, screen):
        await driver.until_text("5 devices")
        await driver.press("f5", "f2", "5")
        await driver.until_text("finished")
        assert "1-5 views" in driver.text
        assert screen.view is View.DEVICES
        await ran(driver)
        assert [request.device for request in runner.requests[-2:]] == ["cpu", "cuda:0"]
        assert "≠ device" in driver.text


async def test_the_language_changes_in_the_middle() -> None:
    runner = FakeRunner()
    runner.seen = SEEN
    async with playing(runner=runner) as (driver, screen):
        await driver.write("z=7")
        await driver.press("f5", "f2", "3", "down")
        await driver.until_text("Step 2 of 2")
        await driver.press("l")
        await driver.until_text("第 2 步，共 2 步")
        assert "试验场" in driver.text
        assert screen.editor.text == "z=7" + NUMBER


async def test_a_click_shows_a_view() -> None:
    async with playing() as (driver, screen):
        await driver.pilot.click("#tabs", offset=(14, 0))
        await driver.until(lambda: screen.view is View.TENSORS, "the tensors")


async def test_resizing_in_the_middle_of_a_run_loses_nothing() -> None:
    runner = FakeRunner()
    runner.seen = SEEN
    async with playing(runner=runner) as (driver, screen):
        await driver.write("z=7\n")
        runner.may_end.clear()
        await driver.press("f5")
        await driver.until_text("x is 21")
        for size in (WIDE, (60, 20), SMALL):
            await driver.pilot.resize_terminal(*size)
            await driver.until_text("x is 21")
            await driver.until_text("f5 run")
        runner.may_end.set()
        await ran(driver)
        assert screen.editor.text == "z=7\n" + NUMBER


# Keeping


@pytest.mark.parametrize("keys", [("f9",), ("f2", "0")])
async def test_reset_can_be_undone(keys: tuple[str, ...]) -> None:
    async with playing() as (driver, screen):
        assert "reset" not in driver.text
        await driver.write("z=7")
        await driver.until_text("reset")
        await driver.press(*keys)
        await driver.until(lambda: screen.editor.text == NUMBER, "the original")
        await driver.until_text("Ctrl+z undoes that")
        screen.editor.focus()
        await driver.press("ctrl+z")
        assert screen.editor.text == "z=7" + NUMBER


@pytest.mark.parametrize("keys", [("f6",), ("f2", "s")])
async def test_saved_as_a_program_that_runs_by_itself(
    keys: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with playing() as (driver, _screen):
        await driver.press(*keys)
        await driver.on_screen(SaveScreen)
        assert driver.app.screen.query_one(Input).value == "number.py"
        await driver.press("enter")
        await driver.on_screen(PlaygroundScreen)
        await driver.until_text("Saved as")
    assert [path.name for path in tmp_path.iterdir()] == ["number.py"]
    saved = tmp_path / "number.py"
    ended = subprocess.run([sys.executable, saved], capture_output=True, text=True, check=True)
    assert ended.stdout == "x is 21\n"


async def test_a_file_is_overwritten_only_when_the_learner_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    there = tmp_path / "number.py"
    there.write_text("mine")
    async with playing() as (driver, _screen):
        await driver.press("f6")
        await driver.on_screen(SaveScreen)
        await driver.press("enter")
        await driver.on_screen(ConfirmScreen)
        await driver.press("n")
        await driver.on_screen(SaveScreen)
        assert there.read_text() == "mine"
        await driver.press("enter")
        await driver.on_screen(ConfirmScreen)
        await driver.press("y")
        await driver.on_screen(PlaygroundScreen)
    assert NUMBER in there.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["number.py"]


@pytest.mark.parametrize(
    ("name", "why"),
    [("", "The file needs a name."), ("sub", "is a folder"), ("none/x.py", "No such file or directory")],
)
async def test_what_cant_be_saved_is_said_under_the_field(
    name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    async with playing() as (driver, _screen):
        await driver.press("f6")
        await driver.on_screen(SaveScreen)
        driver.app.screen.query_one(Input).value = name
        await driver.press("enter")
        await driver.until_text(why)
        await driver.press("escape")
        await driver.on_screen(PlaygroundScreen)
    assert [path.name for path in tmp_path.rglob("*")] == ["sub"]


async def test_code_and_output_are_copied() -> None:
    async with playing() as (driver, _screen):
        await driver.press("f2", "o")
        assert driver.app.clipboard == ""
        await driver.press("r")
        await ran(driver)
        await driver.press("c")
        await driver.until(lambda: driver.app.clipboard == NUMBER, "the code")
        await driver.press("o")
        await driver.until(lambda: driver.app.clipboard == "x is 21\n", "the output")


# Another editor


def editor(tmp_path: Path, program: str) -> str:
    """Return a command that edits the file it is given with this Python."""
    script = tmp_path / "editor.py"
    script.write_text(f"import sys, pathlib\npath = pathlib.Path(sys.argv[1])\n{program}\n")
    return f"{sys.executable} {script}"


@pytest.mark.parametrize("keys", [("f7",), ("f2", "x")])
async def test_edited_elsewhere(
    keys: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor(tmp_path, "path.write_text('# new\\n' + path.read_text())"))
    monkeypatch.setattr(TorchdrillApp, "suspend", lambda _app: nullcontext())
    async with playing() as (driver, screen):
        await driver.press(*keys)
        await driver.until(lambda: screen.editor.text == "# new\n" + NUMBER, "the other text")
        screen.editor.focus()
        await driver.press("ctrl+z")
        assert screen.editor.text == NUMBER


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (None, "No editor is set."),
        ("", "no-such-editor can't be started"),
        ("sys.exit(3)", "ended with status 3"),
        ("path.write_bytes(b'\\xff')", "readable"),
        ("path.unlink()", "readable"),
    ],
)
async def test_an_editor_that_fails_leaves_the_text_as_it_was(
    program: str | None, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    if program is not None:
        monkeypatch.setenv("EDITOR", editor(tmp_path, program) if program else "no-such-editor")
    monkeypatch.setattr(TorchdrillApp, "suspend", lambda _app: nullcontext())
    async with playing(size=WIDE) as (driver, screen):
        await driver.write("z=7")
        await driver.press("f7")
        await driver.until_text(why)
        assert screen.editor.text == "z=7" + NUMBER


async def test_a_terminal_that_cant_be_lent_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "anything")
    async with playing(size=WIDE) as (driver, _screen):
        await driver.press("f7")
        await driver.until_text("This terminal can't be lent to an editor.")


# On real torch


async def test_a_run_on_real_torch_seen_from_all_sides(real_torch: Runner) -> None:
    code = "w = torch.ones(2, requires_grad=True)\ny = (w * 3).sum()\nprint(y.item())\nw.data.add_(1)\n"
    async with playing(size=WIDE, runner=real_torch) as (driver, screen):
        screen.editor.text = code
        await driver.press("f5")
        await driver.until_text("6.0")
        await ran(driver)
        await driver.press("f2", "2")
        await driver.until_text("is_leaf")
        assert "Sum  " in driver.text
        await driver.press("3", "down")
        await driver.until_text("Step 2 of 4")
        assert "SumBackward0" in driver.text
        await driver.press("4")
        await driver.until_text("MulBackward0")
        assert "w (2,)" in driver.text


async def test_an_endless_run_on_real_torch_is_stopped_and_the_next_one_works(real_torch: Runner) -> None:
    async with playing(size=WIDE, runner=real_torch) as (driver, screen):
        screen.editor.text = "print('on it', flush=True)\nwhile True: pass\n"
        await driver.press("f5")
        await driver.until_text("│ on it")
        assert screen.running
        await driver.press("escape")
        await driver.until_text("Stopped.")
        screen.editor.text = "print(torch.ones(2).sum().item())\n"
        await driver.press("f5")
        await driver.until_text("│ 2.0")


async def test_a_choice_played_with_after_its_reveal_on_real_torch(real_torch: Runner) -> None:
    async with driven("live/dtypes", runner=real_torch) as driver:
        await driver.press(digit_of(driver, 0), "enter")
        await driver.revealed()
        await driver.press("p")
        await driver.on_screen(PlaygroundScreen)
        await driver.press("f5")
        await driver.until_text("It ran to its end and printed nothing.")
