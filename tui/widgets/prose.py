"""Texts of questions and foreign text as ``Content``: nothing here is ever parsed as markup.

``prose`` is for texts written for a reader, where only backticks have a meaning. ``foreign`` is for
everything that a program produced or contains: snippets, outputs, exceptions.
"""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

from quizbank.prose import paragraphs, spans
from tui.visible import visible

CODE_STYLE = "bold $text-accent"
TAB_CELLS = 8


def prose(text: str) -> Content:
    """Return a question's text: backticks become a style, blank lines part paragraphs, lines are joined."""
    return Content("\n\n").join(
        Content.assemble(*((piece, CODE_STYLE if code else "") for piece, code in spans(paragraph)))
        for paragraph in paragraphs(visible(text))
    )


def foreign(text: str) -> Content:
    """Return text from outside as it is, with everything that a terminal would obey made visible."""
    return Content(without_tabs(visible(text)))


def without_tabs(text: str) -> str:
    """Return text with blanks up to the next column of eight instead of each tab, counted in cells.

    A terminal counts so, where wide characters take two.
    """
    return "\n".join(map(_expanded, text.split("\n"))) if "\t" in text else text


def _expanded(line: str) -> str:
    first, *parts = line.split("\t")
    pieces, column = [first], cell_len(first)
    for part in parts:
        blanks = TAB_CELLS - column % TAB_CELLS
        pieces += [" " * blanks, part]
        column += blanks + cell_len(part)
    return "".join(pieces)
