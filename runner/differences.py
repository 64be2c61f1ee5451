"""Where a typed prediction and the live answer differ: value by value, by what is compared, not by letters.

Standard library only. Both are texts as a learner types them, so that the places can be marked in them.
"""

from __future__ import annotations

import ast
import cmath
import re
from collections.abc import Iterator
from dataclasses import dataclass

from runner.errors import UnreadableAnswer
from runner.guess import normalise, read_value
from runner.protocol import Plain

Span = tuple[int, int]
Path = tuple[int | str, ...]

# The live answer is written with six significant digits.
WRITTEN_TO = 1e-5

_SIZE = re.compile(r"\d+")
_WORDS = re.compile(r"\S+")
_BARE_NUMBERS = re.compile(r"\s*[+-]?[\d.]+(?:\s+[+-]?[\d.]+)+\s*")


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that isn't the same; ``path`` are its indices or keys, a span is None where it is missing."""

    path: Path
    typed: Span | None
    live: Span | None


@dataclass(frozen=True, slots=True)
class _Node:
    """A value as it is written: where, and its parts by index or key, or what it is."""

    span: Span
    parts: tuple[tuple[int | str, _Node], ...] | None = None
    value: Plain = None

    @property
    def count(self) -> int:
        return 1 if self.parts is None else sum(part.count for _, part in self.parts)


@dataclass(frozen=True, slots=True)
class Differences:
    """What differs, out of how many live values, and the texts that the spans point into."""

    typed: str
    live: str
    found: tuple[Difference, ...]
    total: int


def differences(typed: str, live: str, expects: str, tolerance: float) -> Differences | None:
    """Compare two written values part by part; None where one of them can't be taken apart.

    ``expects`` is what the question asks for; numbers may differ by ``tolerance``, absolute and relative.
    """
    folded = normalise(typed)
    # Where folding moved nothing, what was typed is marked as it was typed.
    shown = typed.strip() if len(folded) == len(typed.strip()) else folded
    ours, theirs = _read(folded, expects), _read(live, expects)
    if ours is None or theirs is None:
        return None
    allowed = max(tolerance, WRITTEN_TO)
    return Differences(shown, live, tuple(_differing((), ours, theirs, allowed)), theirs.count)


def _read(text: str, expects: str) -> _Node | None:
    if expects == "shape":
        return _row(text, [found.span() for found in _SIZE.finditer(text)])
    if _BARE_NUMBERS.fullmatch(text):
        return _row(text, [found.span() for found in _WORDS.finditer(text)])
    try:
        return _node(ast.parse(text, mode="eval").body, _Places(text))
    except (SyntaxError, ValueError, MemoryError, RecursionError, UnreadableAnswer):
        return None


def _row(text: str, spans: list[Span]) -> _Node:
    parts = [(index, _leaf(text, span)) for index, span in enumerate(spans)]
    return _Node((0, len(text)), tuple(parts))


def _leaf(text: str, span: Span) -> _Node:
    return _Node(span, value=read_value(text[slice(*span)]))


class _Places:
    """Where a node stands in the text; Python counts columns in bytes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.splitlines(keepends=True)
        self._starts = [sum(map(len, self._lines[:number])) for number in range(len(self._lines))]

    def of(self, node: ast.expr) -> Span:
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return self._offset(node.lineno, node.col_offset), self._offset(end_line, end_column)

    def _offset(self, line: int, column: int) -> int:
        before = self._lines[line - 1].encode()[:column]
        return self._starts[line - 1] + len(before.decode())


def _node(node: ast.expr, places: _Places) -> _Node:
    match node:
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            parts = [(index, _node(part, places)) for index, part in enumerate(elements)]
            return _Node(places.of(node), tuple(parts))
        case ast.Dict(keys=keys, values=values) if all(key is not None for key in keys):
            pairs = zip(keys, values, strict=True)
            return _Node(
                places.of(node), tuple((_key(key, places), _node(part, places)) for key, part in pairs if key)
            )
        case ast.Call(args=[content]):
            # The dtype is said beside the values, not among them.
            return _node(content, places)
    return _leaf(places.text, places.of(node))


def _key(node: ast.expr, places: _Places) -> str:
    return places.text[slice(*places.of(node))].strip("'\"")


def _differing(path: Path, ours: _Node, theirs: _Node, allowed: float) -> Iterator[Difference]:
    if ours.parts is None or theirs.parts is None:
        if ours.parts is not None or theirs.parts is not None or not _same(ours.value, theirs.value, allowed):
            yield Difference(path, ours.span, theirs.span)
        return
    for key, our, their in _paired(ours.parts, theirs.parts):
        if our is None or their is None:
            yield Difference(
                (*path, key), None if our is None else our.span, None if their is None else their.span
            )
        else:
            yield from _differing((*path, key), our, their, allowed)


def _paired(
    ours: tuple[tuple[int | str, _Node], ...], theirs: tuple[tuple[int | str, _Node], ...]
) -> Iterator[tuple[int | str, _Node | None, _Node | None]]:
    known, live = dict(ours), dict(theirs)
    for key in dict.fromkeys([*live, *known]):
        yield key, known.get(key), live.get(key)


def _same(ours: Plain, theirs: Plain, allowed: float) -> bool:
    first, second = _number(ours), _number(theirs)
    if first is None or second is None:
        return _word(ours) == _word(theirs)
    if isinstance(ours, int) and isinstance(theirs, int):
        return ours == theirs
    if cmath.isnan(first) or cmath.isnan(second):
        return cmath.isnan(first) and cmath.isnan(second)
    if first == second:
        return True
    return cmath.isfinite(second) and abs(first - second) <= allowed + allowed * abs(second)


def _number(value: Plain) -> complex | None:
    if isinstance(value, dict) and "complex" in value:
        return complex(*value["complex"])
    return complex(value) if isinstance(value, int | float) else None


def _word(value: Plain) -> str:
    if isinstance(value, dict) and "name" in value:
        # A dtype may be typed with or without its module.
        return str(value["name"]).rpartition(".")[2]
    return str(value["text"] if isinstance(value, dict) and "text" in value else value)
