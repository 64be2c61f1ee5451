"""Python as pieces with a class each, so that a style sheet can colour it by day and by night."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import groupby

import tree_sitter_python
from tree_sitter import Language, Parser, Query, QueryCursor

_CLASSES = (
    ("function", "hl-f"),
    ("constructor", "hl-f"),
    ("function.builtin", "hl-b"),
    ("constant.builtin", "hl-k"),
    ("keyword", "hl-k"),
    ("number", "hl-n"),
    ("string", "hl-s"),
    ("comment", "hl-c"),
)
"""What the grammar's own query calls things, and how that is shown; a later one wins."""


@lru_cache(maxsize=4096)
def highlighted(source: str) -> tuple[tuple[str, str], ...]:
    """Return the pieces of a program and their classes, "" for what is not coloured; together they are it.

    Programs may have errors, and holes.
    """
    parser, query = _grammar()
    code = source.encode()
    kinds = [""] * len(code)
    found = QueryCursor(query).captures(parser.parse(code).root_node)
    for name, kind in _CLASSES:
        for node in found.get(name, ()):
            kinds[node.start_byte : node.end_byte] = [kind] * (node.end_byte - node.start_byte)
    pieces, start = [], 0
    for kind, run in groupby(kinds):
        end = start + len(list(run))
        pieces.append((code[start:end].decode(), kind))
        start = end
    return tuple(pieces)


@cache
def _grammar() -> tuple[Parser, Query]:
    python = Language(tree_sitter_python.language())
    return Parser(python), Query(python, tree_sitter_python.HIGHLIGHTS_QUERY)
