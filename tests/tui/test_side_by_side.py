from __future__ import annotations

from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Region

from tui.widgets.side_by_side import SideBySide


class Shown(App[None]):
    def compose(self) -> ComposeResult:
        yield SideBySide(
            lambda: [(Content("one two three"), Content("张量张量张量张")), (Content("x"), Content("y\nz"))]
        )


async def test_rows_are_as_high_as_their_longest_cell_and_columns_keep_their_place() -> None:
    app = Shown()
    async with app.run_test(size=(20, 10)) as pilot:
        await pilot.pause()
        widget = app.query_one(SideBySide)
        lines = [strip.text for strip in widget.render_lines(Region(0, 0, 20, widget.size.height))]
    assert [line.rstrip() for line in lines] == [
        "one two   张量张量",
        "three     张量张",
        "x         y",
        "          z",
    ]
    assert {cell_len(line) for line in lines} == {20}
