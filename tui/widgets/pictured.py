"""What the command line prints of a run, shown in the app: at the widget's width, in the theme's colours."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from itertools import dropwhile

from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style as TerminalStyle
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import Static

Parts = Callable[[int], Iterable[RenderableType]]
"""What to show where there are so many columns."""

_COLOURS = {
    "red": "$text-error",
    "green": "$text-success",
    "yellow": "$text-warning",
    "cyan": "$text-accent",
}
_DIM = "$text-muted"


def pictured(parts: Iterable[RenderableType], width: int) -> Iterator[Content]:
    """Yield, line by line, what a terminal of so many columns would show."""
    console = Console(file=io.StringIO(), width=max(2, width), highlight=False, legacy_windows=False)
    for part in parts:
        for line in console.render_lines(part, pad=False):
            yield Content.assemble(*(_piece(segment) for segment in line)).rstrip()


def _piece(segment: Segment) -> Content:
    return Content.styled(segment.text, _themed(segment.style))


def _themed(style: TerminalStyle | None) -> str:
    """Return the theme's name for a style of the terminal."""
    if style is None:
        return ""
    colour = _DIM if style.dim else ""
    if style.color is not None:
        colour = _COLOURS.get(style.color.name, "")
    return f"{'bold' if style.bold else ''} {colour}".strip()


class _Picture(Visual):
    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._content: tuple[int, Content] = (-1, Content())

    def at(self, width: int) -> Content:
        """Return what is shown, kept for the next time at this width."""
        if self._content[0] != width:
            lines = dropwhile(lambda line: not line.plain, pictured(self._parts(width), width))
            self._content = (width, Content("\n").join(lines))
        return self._content[1]

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        return self.at(width).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self.at(width).get_height(rules, width)


class Pictured(Static):
    """Shows parts that know how to use the width they are given."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(markup=False)
        self._parts = parts

    def on_mount(self) -> None:
        self.translate()

    def show(self, parts: Parts) -> None:
        """Show these parts from now on."""
        self._parts = parts
        self.translate()

    def translate(self) -> None:
        """Show the parts in the language of the moment."""
        self.update(_Picture(self._parts))
