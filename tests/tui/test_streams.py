"""What came from stderr is told from the rest without colours, beside an answer and in the playground."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.selection import SELECT_ALL

from runner.protocol import Ended, Output, Result
from tests.tui.driving import fixture_bank, text_on
from tests.tui.test_playground import playing
from tests.tui.test_playground import ran as ran_through
from tui.widgets.live import MAX_CHARACTERS, MAX_LINES, Live, Printed, live_text
from tui.widgets.streams import by_stream

QUESTION = fixture_bank()["plain/program"]


class _LiveApp(App[None]):
    def __init__(self, result: Result) -> None:
        super().__init__()
        self._result = result

    def compose(self) -> ComposeResult:
        yield Live(QUESTION, self._result, "live")


def ran(*output: tuple[str, str]) -> Result:
    return Result(Ended.FINISHED, tuple(Output(*one) for one in output), torch="2.13.0", device="cpu")


@pytest.mark.parametrize(
    ("output", "lines"),
    [
        ([("stdout", "a\nb")], [("a", False), ("b", False)]),
        ([("stdout", "a\n"), ("stderr", "w\n"), ("stdout", "b")], [("a", False), ("w", True), ("b", False)]),
        ([("stdout", "a"), ("stderr", "w"), ("stderr", "x\n")], [("a", False), ("wx", True), ("", True)]),
        ([("stderr", "w"), ("stdout", "\nb")], [("w", True), ("b", False)]),
        ([("stderr", "\n\nw")], [("", True), ("", True), ("w", True)]),
        ([], []),
    ],
)
def test_lines_are_of_one_stream_each(output: list[tuple[str, str]], lines: list[tuple[str, bool]]) -> None:
    found = by_stream([Output(*one) for one in output], 100)
    assert found == lines


def test_no_more_than_so_many_characters_are_taken() -> None:
    output = [Output("stdout", "ab\n"), Output("stderr", "cd\n"), Output("stdout", "e")]
    assert by_stream(output, 4) == [("ab", False), ("c", True)]


async def test_beside_an_answer_stderr_has_a_bar_that_is_not_copied() -> None:
    long = "a warning of some length, " * 4 + "over"
    result = ran(("stdout", "x[0] is "), ("stderr", f"{long}\r\n中文\n"), ("stdout", "[1, 2]\n"))
    app = _LiveApp(result)
    async with app.run_test(size=(64, 20)) as pilot:
        await pilot.pause()
        shown = text_on(app)
        rows = [row.strip("│ ") for row in shown.split("\n")]
        assert [row for row in rows if row.startswith("┃ ")][-1] == "┃ 中文"
        assert len([row for row in rows if row.startswith("┃ ")]) == 3
        assert "x[0] is" in rows and "[1, 2]" in rows
        assert app.query_one(Live).border_subtitle == "cpu · < 1 ms · ┃ stderr"
        selected = app.query_one(Printed).get_selection(SELECT_ALL)
        assert selected is not None and "┃" not in selected[0] and "中文\n[1, 2]" in selected[0]
    assert "┃" not in live_text(QUESTION, result)


async def test_without_stderr_there_is_no_margin() -> None:
    app = _LiveApp(ran(("stdout", "[1, 2]\n")))
    async with app.run_test(size=(64, 10)) as pilot:
        await pilot.pause()
        assert "┃" not in text_on(app)
        assert app.query_one(Live).border_subtitle == "cpu · < 1 ms"
        assert app.query_one(Printed).plain == "[1, 2]"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("w\n" * (MAX_LINES + 5), "\n... and 5 more lines"),
        ("y" * (MAX_CHARACTERS + 1234), "y ... and 1,234 more characters"),
    ],
)
async def test_of_very_much_stderr_the_rest_is_counted(text: str, said: str) -> None:
    app = _LiveApp(ran(("stderr", text)))
    async with app.run_test(size=(64, 10)):
        assert app.query_one(Printed).plain.endswith(said)


async def test_the_playground_says_what_the_bar_stands_for() -> None:
    async with playing() as (driver, screen):
        await driver.press("f5")
        await ran_through(driver)
        assert "┃" not in driver.text
        screen.output.write(Output("stderr", "a warning\n"))
        await driver.press("f4")  # the language; what it says of the run is written again
        await driver.until_text("┃ a warning")
        await driver.until_text("┃ stderr")
        assert "┃" not in screen.output.plain
        await driver.press("f2", "2")
        await driver.until(lambda: "┃ stderr" not in driver.text, "the legend's end")
