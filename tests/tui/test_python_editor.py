"""Python is written as in any editor for it: lines keep their indentation, and nothing written is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets.text_area import Selection

from tests.tui.driving import Driver, driven
from tests.tui.interviews import interviewed, plan_of
from tui.widgets.python_editor import PythonEditor, indentation_after, outdented


@pytest.mark.parametrize(
    ("before", "indentation"),
    [
        ("x = 1", ""),
        ("    return x", "    "),
        ("def double(x):", "    "),
        ("    for x in xs:  ", "        "),
        ("if x:  # zero is none", "    "),
        ("# so:", ""),
        ("    # so:", "    "),
        ("\tif x:", "\t    "),
        ("x[1:2]", ""),
        ("      ", "      "),
        ("", ""),
    ],
)
def test_a_new_line_is_indented_by_the_one_above(before: str, indentation: str) -> None:
    assert indentation_after(before) == indentation


@pytest.mark.parametrize(
    ("line", "out"),
    [("        x", "    x"), ("  x", "x"), ("x", "x"), ("\t\tx", "\tx"), ("   ", ""), ("", "")],
)
def test_a_line_goes_out_as_far_as_it_can(line: str, out: str) -> None:
    assert outdented(line) == out


def editor_of(driver: Driver, text: str = "") -> PythonEditor:
    editor = driver.app.screen.query_one(PythonEditor)
    editor.text = text
    editor.focus()
    editor.move_cursor(editor.document.end)
    return editor


async def test_a_function_is_written_line_by_line() -> None:
    async with driven("plain/program") as driver:
        editor = editor_of(driver)
        await driver.write("def double(x):\nif x:\nreturn 2 * x\n")
        await driver.press("backspace")
        await driver.write("return 0")
        assert editor.text == "def double(x):\n    if x:\n        return 2 * x\n    return 0"


async def test_the_playground_and_an_interview_have_the_same_editor(tmp_path: Path) -> None:
    async with driven("plain/number") as driver:
        await driver.press("f9")
        await driver.revealed()
        await driver.press("p")
        await driver.until(lambda: bool(driver.app.screen.query(PythonEditor)), "the playground")
        editor = editor_of(driver)
        await driver.write("if 1:\n2")
        assert editor.text == "if 1:\n    2"
    async with interviewed(plan_of(["plain/program"]), tmp_path) as candidate:
        editor = editor_of(candidate.driver)
        await candidate.driver.write("if 1:\n2")
        assert editor.text == "if 1:\n    2"


async def test_enter_takes_the_place_of_a_selection_and_breaks_a_line() -> None:
    async with driven("plain/program") as driver:
        editor = editor_of(driver, "    a = 1\n    b = 2\n    c = 3\n")
        editor.selection = Selection((1, 9), (0, 8))
        await driver.press("enter")
        assert editor.text == "    a = \n    \n    c = 3\n"
        editor.move_cursor((2, 2))
        await driver.press("enter")
        assert editor.text == "    a = \n    \n  \n    c = 3\n"


@pytest.mark.parametrize("backwards", [False, True])
async def test_tab_moves_the_lines_of_a_selection_and_keeps_them(backwards: bool) -> None:
    text = "a = 1\n\nif a:\n    b = 2\nc = 3\n"
    async with driven("plain/program") as driver:
        editor = editor_of(driver, text)
        ends = ((0, 2), (4, 0))
        editor.selection = Selection(*(reversed(ends) if backwards else ends))
        await driver.press("tab")
        assert editor.text == "    a = 1\n\n    if a:\n        b = 2\nc = 3\n"
        assert sorted(editor.selection) == [(0, 6), (4, 0)]
        assert editor.selection == Selection(*sorted(editor.selection, reverse=backwards))
        await driver.press("shift+tab")
        assert editor.text == text
        await driver.press("shift+tab")
        assert editor.text == "a = 1\n\nif a:\nb = 2\nc = 3\n"
        await driver.press("ctrl+z", "ctrl+z", "ctrl+z")
        assert editor.text == text


async def test_without_a_selection_tab_fills_to_the_next_level_and_shift_tab_moves_the_line() -> None:
    async with driven("plain/program") as driver:
        editor = editor_of(driver, "x = 1")
        await driver.press("tab")
        assert editor.text == "x = 1   "
        editor.text = "      x = 1"
        editor.move_cursor((0, 8))
        await driver.press("shift+tab")
        assert (editor.text, editor.cursor_location) == ("  x = 1", (0, 4))
        await driver.press("shift+tab", "shift+tab")
        assert editor.text == "x = 1"
        assert editor.has_focus


@pytest.mark.parametrize(
    ("text", "column", "left"),
    [
        ("        x", 8, "    x"),
        ("      x", 6, "    x"),
        ("    x", 3, " x"),
        ("    x", 5, "    "),
        ("x    y", 5, "x   y"),
    ],
)
async def test_backspace_takes_a_level_only_within_the_indentation(text: str, column: int, left: str) -> None:
    async with driven("plain/program") as driver:
        editor = editor_of(driver, text)
        editor.move_cursor((0, column))
        await driver.press("backspace")
        assert editor.text == left


async def test_backspace_at_the_start_of_a_line_or_with_a_selection_does_what_it_did() -> None:
    async with driven("plain/program") as driver:
        editor = editor_of(driver, "a\n    b")
        editor.move_cursor((1, 0))
        await driver.press("backspace")
        assert editor.text == "a    b"
        editor.text = "a\n        b"
        editor.selection = Selection((1, 7), (1, 8))
        await driver.press("backspace")
        assert editor.text == "a\n       b"


async def test_a_judged_program_stays_as_it_is() -> None:
    async with driven("plain/program") as driver:
        editor = editor_of(driver, "def double(x):\n    return 2 * x\n")
        await driver.press("f5")
        await driver.revealed()
        editor.focus()
        editor.selection = Selection((1, 0), (1, 6))
        await driver.press("tab", "shift+tab", "backspace")
        assert editor.text == "def double(x):\n    return 2 * x\n"
