"""Python as pieces with a class each, so that a style sheet can colour it by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]  # it has no types
from pygments.token import Comment, Keyword, Name, Number, Operator, String, _TokenType  # type: ignore[import-untyped]

_CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "hl-c"),
    (Keyword, "hl-k"),
    (Operator.Word, "hl-k"),
    (String, "hl-s"),
    (Number, "hl-n"),
    (Name.Function, "hl-f"),
    (Name.Class, "hl-f"),
    (Name.Decorator, "hl-f"),
    (Name.Builtin, "hl-b"),
)


@lru_cache(maxsize=1)
def _lexer() -> PythonLexer:
    return PythonLexer(stripnl=False, ensurenl=False)


@lru_cache(maxsize=4096)
def highlighted(source: str) -> tuple[tuple[str, str], ...]:
    """Return the pieces of a program and their classes, "" for what is not coloured; together they are it."""
    return tuple(_pieces(source))


def _pieces(source: str) -> Iterator[tuple[str, str]]:
    text, kind = "", ""
    # Not get_tokens(), which would change tabs, line ends and a leading mark.
    for _, token, piece in _lexer().get_tokens_unprocessed(source):
        found = _class_of(token)
        if found != kind and text:
            yield text, kind
            text = ""
        text, kind = text + piece, found
    if text:
        yield text, kind


@lru_cache(maxsize=256)
def _class_of(token: _TokenType) -> str:
    return next((name for kind, name in _CLASSES if token in kind), "")
