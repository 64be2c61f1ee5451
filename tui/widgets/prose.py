"""Texts of questions and foreign text as ``Content``: nothing here is ever parsed as markup.

``prose`` is for texts written for a reader, where only backticks have a meaning. ``foreign`` is for
everything that a program produced or contains: snippets, outputs, exceptions.
"""

from __future__ import annotations

from textual.content import Content

from quizbank.prose import paragraphs, spans
from tui.visible import visible

CODE_STYLE = "bold $text-accent"


def prose(text: str) -> Content:
    """Return a question's text: backticks become a style, blank lines part paragraphs, lines are joined."""
    return Content("\n\n").join(
        Content.assemble(*((piece, CODE_STYLE if code else "") for piece, code in spans(paragraph)))
        for paragraph in paragraphs(visible(text))
    )


def foreign(text: str) -> Content:
    """Return text from outside as it is, with everything that a terminal would obey made visible."""
    return Content(visible(text))
