"""Texts in columns, row by row: one widget, however many rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import Static

from tui.widgets.flowing import wrap

Row = tuple[Content, ...]
GAP = 1


class Columns(Visual):
    """Rows of as many cells; columns are equally wide, and a row is as high as its longest cell."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._wrapped: tuple[int, list[Row]] = (0, [])

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        strips: list[Strip] = []
        for row in self._at(width):
            inner = self._column(width)
            cells = [cell.render_strips(inner, None, style, options) for cell in row]
            for line in range(max(map(len, cells))):
                parts = [
                    cell[line].adjust_cell_length(inner + GAP, style.rich_style)
                    if line < len(cell)
                    else Strip.blank(inner + GAP, style.rich_style)
                    for cell in cells
                ]
                strips.append(Strip.join(parts))
        return strips[:height]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return sum(max(cell.plain.count("\n") + 1 for cell in row) for row in self._at(width))

    def _column(self, width: int) -> int:
        columns = len(self._rows[0]) if self._rows else 1
        return max(2, width // columns - GAP)

    def _at(self, width: int) -> list[Row]:
        if self._wrapped[0] != width:
            inner = self._column(width)
            self._wrapped = width, [tuple(wrap(cell, inner) for cell in row) for row in self._rows]
        return self._wrapped[1]


class SideBySide(Static):
    """Shows the rows that ``rows`` returns, and asks again when the language changes."""

    # Columns can't be selected one by one.
    ALLOW_SELECT = False

    def __init__(self, rows: Callable[[], Sequence[Row]]) -> None:
        super().__init__(Columns(rows()), markup=False)
        self._rows = rows

    def translate(self) -> None:
        """Show the rows in the language of the moment."""
        self.update(Columns(self._rows()))
