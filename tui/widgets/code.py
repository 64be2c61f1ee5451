"""Python on the screen: coloured, with line numbers, long lines broken, nothing read as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from pygments.token import Token  # type: ignore[import-untyped]  # ships no types
from rich.segment import Segment
from textual.content import Content
from textual.css.styles import RulesMap
from textual.highlight import HighlightTheme, highlight
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import Static

from tui.visible import visible

PREAMBLE_STYLE = "$text-muted"
GUTTER_STYLE = "$text-muted"
CALL_STYLE = "$text-primary"

_CALL = re.compile(r"\b[A-Za-z_]\w*(?=\()")


class CodeTheme(HighlightTheme):
    """Colours of the app's theme, calmer than Textual's own choice."""

    STYLES = {  # noqa: RUF012  # textual declares it without ClassVar
        Token.Comment: "italic $text-muted",
        Token.Keyword: "$text-accent",
        Token.Keyword.Constant: "$text-warning",
        Token.Keyword.Namespace: "$text-accent",
        Token.Literal.Number: "$text-warning",
        Token.Literal.String: "$text-success",
        Token.Literal.String.Affix: "$text-accent",
        Token.Name.Builtin: "$text-primary",
        Token.Name.Builtin.Pseudo: "italic",
        Token.Name.Class: "bold $text-primary",
        Token.Name.Decorator: "$text-primary",
        Token.Name.Exception: "$text-error",
        Token.Name.Function: "bold $text-primary",
        Token.Name.Function.Magic: "bold $text-primary",
        Token.Operator: "$foreground",
        Token.Operator.Word: "$text-accent",
    }


def highlighted(code: str) -> Content:
    """Return Python source in the colours of the theme."""
    text = visible(code).rstrip("\n")
    content = highlight(text, language="python", theme=CodeTheme)
    for call in _CALL.finditer(text):
        # Before the others, so that what looks like a call within a string or comment stays as it is.
        content = content.stylize_before(CALL_STYLE, *call.span())
    return content


class Numbered(Visual):
    """Content with something before each of its lines; the lines it is broken into keep that space free."""

    def __init__(self, content: Content, gutter: Sequence[Content]) -> None:
        self.content = content
        self._gutter = gutter
        self._gutter_width = max((label.cell_length for label in gutter), default=0)

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        inner = max(2, width - self._gutter_width)
        code = self.content.render_strips(inner, None, style, options)
        labels = chain.from_iterable(
            self._label_strips(label, line.get_height(options.rules, inner), style, options)
            for label, line in zip(self._gutter, self._lines, strict=True)
        )
        return [Strip.join([label, line]) for label, line in zip(labels, code, strict=False)][:height]

    def _label_strips(
        self, label: Content, rows: int, style: Style, options: RenderOptions
    ) -> Iterable[Strip]:
        for row in range(rows):
            text = label if row == 0 else Content()
            padded = text.pad_right(self._gutter_width - text.cell_length)
            # Plain segments carry no offsets, so that a selection of the code leaves the labels out.
            yield Strip(
                Segment(part, (style + own).rich_style)
                for part, own in padded.render(style, end="", parse_style=options.get_style)
            )

    @property
    def _lines(self) -> list[Content]:
        return self.content.split("\n", allow_blank=True)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return self._gutter_width + self.content.get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self.content.get_height(rules, max(2, width - self._gutter_width))


class CodeView(Static):
    """A piece of Python to read."""

    def __init__(self, classes: str) -> None:
        super().__init__(classes=classes, markup=False)
        self._code = Content()

    @property
    def plain(self) -> str:
        """The code on the screen, without line numbers."""
        return self._code.plain

    def show(self, code: Content, *, preamble: Content | None = None, raised_in: int | None = None) -> None:
        """Show code, numbered from 1, after unnumbered lines; the line that raised gets a mark."""
        before = [] if preamble is None else preamble.split("\n", allow_blank=True)
        lines = code.split("\n", allow_blank=True)
        digits = len(str(len(lines)))
        gutter = [Content(" " * (digits + 2))] * len(before)
        for number in range(1, len(lines) + 1):
            mark = ("✗", "bold $text-error") if number == raised_in else (" ", "")
            gutter.append(Content.assemble(mark, (f"{number:>{digits}} ", GUTTER_STYLE)))
        if raised_in is not None and 1 <= raised_in <= len(lines):
            lines[raised_in - 1] = lines[raised_in - 1].stylize("on $error-muted")
        self._code = Content("\n").join([*before, *lines])
        self.update(Numbered(self._code, gutter))

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        return selection.extract(self._code.plain), "\n"
