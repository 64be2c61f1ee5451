"""A program's output as it comes, and below it how the program ended."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from rich.cells import chop_cells
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from runner.protocol import Output
from tui.i18n import ngettext
from tui.visible import visible
from tui.widgets.code import GUTTER_STYLE
from tui.widgets.pictured import Parts, pictured
from tui.widgets.streams import BAR, STDERR, STDERR_STYLE

MAX_LINES = 5_000
"""Of more lines the last ones are shown, and the others counted."""


@dataclass(slots=True)
class _Stretch:
    """What came from one stream without another in between, piece by piece, within a line."""

    stream: str
    pieces: list[str]

    @property
    def text(self) -> str:
        return "".join(self.pieces)


@dataclass(slots=True)
class _Line:
    """What was printed on one line, in the order in which it came, and how many rows it takes."""

    stretches: list[_Stretch]
    rows: int = 0


class OutputLog(ScrollView, can_focus=True):
    """Follows its end, unless the learner has scrolled up; only the rows in view are drawn.

    Rows of stderr have a bar before them. Where a line goes on from another stream, it does so on a new row.
    """

    DEFAULT_CSS = """
    OutputLog { height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    """

    def __init__(self, ending: Parts, name: str) -> None:
        """``ending`` is shown below the output, and asked for anew by ``translate``."""
        super().__init__(id=name)
        self._ending = ending
        self._lines: deque[_Line] = deque()
        self._rows: deque[tuple[str, str]] = deque()
        self._head: list[Content] = []
        self._tail: list[Content] = []
        self._width = 80
        self._dropped = 0
        self._within_line = False
        self.has_stderr = False

    @property
    def plain(self) -> str:
        """The output that is kept, line by line."""
        return "\n".join("".join(one.text for one in line.stretches) for line in self._lines)

    def clear(self) -> None:
        """Forget all output."""
        self._lines.clear()
        self._rows.clear()
        self._dropped = 0
        self._within_line = False
        self.has_stderr = False
        self.translate()

    def write(self, output: Output) -> None:
        """Add a stretch of output, which may begin and end within a line."""
        lines = visible(output.text).split("\n")
        within_line, self._within_line = self._within_line, self._within_line or bool(lines[0])
        if len(lines) > 1:
            self._within_line = bool(lines[-1])
        if not lines[-1]:
            lines.pop()
        self.has_stderr = self.has_stderr or output.stream == STDERR
        if within_line and lines:
            self._go_on(output.stream, lines.pop(0))
        if (unseen := len(lines) - MAX_LINES) > 0:
            self._dropped += unseen
            del lines[:unseen]
        for text in lines:
            self._add(_Line([_Stretch(output.stream, [text])]))
        while len(self._lines) > MAX_LINES:
            self._dropped += 1
            for _row in range(self._lines.popleft().rows):
                self._rows.popleft()
        self._fit()

    def translate(self) -> None:
        """Say in the language of the moment how the program ended."""
        self._tail = list(pictured(self._ending(self._width), self._width))
        self._fit()

    def on_resize(self) -> None:
        self._width = max(2, self.scrollable_content_region.width)
        lines, self._lines = self._lines, deque()
        self._rows.clear()
        for line in lines:
            self._add(line)
        self.translate()

    def render_line(self, y: int) -> Strip:
        row = y + self.scroll_offset.y - len(self._head)
        if row < 0:
            content = self._head[row]
        elif row < len(self._rows):
            content = _shown(*self._rows[row])
        elif row < len(self._rows) + len(self._tail):
            content = self._tail[row - len(self._rows)]
        else:
            content = Content()
        strips = Visual.to_strips(self, content, self._width, 1, self.visual_style, pad=True)
        return strips[0] if strips else Strip.blank(self._width, self.rich_style)

    def _add(self, line: _Line) -> None:
        self._lines.append(line)
        for stretch in line.stretches:
            self._extend(line, stretch.stream, stretch.text)

    def _go_on(self, stream: str, text: str) -> None:
        """Go on with the last line: only its last row can change."""
        line = self._lines[-1]
        last = line.stretches[-1]
        if stream == last.stream:
            last.pieces.append(text)
            line.rows -= 1
            self._extend(line, stream, self._rows.pop()[0] + text)
        elif text:
            line.stretches.append(_Stretch(stream, [text]))
            self._extend(line, stream, text)

    def _extend(self, line: _Line, stream: str, text: str) -> None:
        rows = _broken(text, max(2, self._width - len(BAR)) if stream == STDERR else self._width)
        line.rows += len(rows)
        self._rows.extend([(row, stream) for row in rows])

    def _fit(self) -> None:
        follows = self.scroll_offset.y >= self.max_scroll_y
        self._head = []
        if self._dropped:
            text = ngettext("{count} earlier line ...", "{count} earlier lines ...", self._dropped)
            self._head = [Content.styled(text.format(count=self._dropped), GUTTER_STYLE)]
        height = len(self._head) + len(self._rows) + len(self._tail)
        self.virtual_size = Size(self._width, height)
        if follows:
            self.scroll_end(animate=False, immediate=True, force=True)
        self.refresh()


def _shown(row: str, stream: str) -> Content:
    return Content.assemble((BAR + row, STDERR_STYLE)) if stream == STDERR else Content(row)


def _broken(line: str, width: int) -> list[str]:
    """Return the rows of a line, broken at the edge to the letter."""
    text = line.expandtabs(8)
    if not text.isascii():
        return chop_cells(text, width) or [""]
    if len(text) <= width:
        return [text]  # nearly all of them
    return [text[start : start + width] for start in range(0, len(text), width)]
