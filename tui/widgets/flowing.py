"""Content that breaks its lines as ``quizbank.prose`` says, in English, Chinese, or both in one sentence.

Textual breaks at blanks only, which tears holes into Chinese text and lets lines begin with a full stop.
"""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from quizbank.prose import line_starts


class Flowing(Visual):
    """Content that is broken into lines where a reader of either language expects it."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._lines: tuple[int, Content] = (0, content)

    def at(self, width: int) -> Content:
        """Return the content with a line break at the end of each line of this width."""
        if self._lines[0] != width:
            self._lines = (width, wrap(self.content, width))
        return self._lines[1]

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        return self.at(width).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return self.content.get_optimal_width(rules, container_width)

    def get_minimal_width(self, rules: RulesMap) -> int:
        return 2

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self.at(width).get_height(rules, width)


def wrap(content: Content, width: int) -> Content:
    """Return the content with line breaks, so that no line is wider than ``width`` cells."""
    if width < 2:
        return content
    lines: list[Content] = []
    for line in content.split("\n", allow_blank=True):
        lines.extend(part.rstrip() for part in line.divide(line_starts(line.plain, width, cell_len)))
    return Content("\n").join(lines)
