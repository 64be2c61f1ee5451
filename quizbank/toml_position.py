"""Where a key stands in a TOML file, so that a problem can name its line; the parser doesn't tell."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

Path = tuple[str | int, ...]


class TomlPositions:
    """Lines of the keys and values of one TOML document, counted from 1."""

    def __init__(self, source: bytes) -> None:
        self._keys: dict[Path, int] = {}
        self._values: dict[Path, int] = {}
        self._array_lengths: dict[Path, int] = {}
        tree = Parser(Language(tree_sitter_toml.language())).parse(source)
        for node in tree.root_node.named_children:
            if node.type == "pair":
                self._read_pair(node, ())
            elif node.type in ("table", "table_array_element"):
                self._read_table(node)

    def line_of(self, path: Sequence[str | int]) -> int:
        """Return the line of the key, or of the nearest key around it that the document has."""
        for length in range(len(path), 0, -1):
            line = self._keys.get(tuple(path[:length]))
            if line is not None:
                return line
        return 1

    def first_text_line(self, path: Sequence[str | int]) -> int:
        """Return the line on which the text of a string value starts."""
        return self._values.get(tuple(path), self.line_of(path))

    def _read_table(self, node: Node) -> None:
        header, *body = node.named_children
        path: Path = ()
        names = _names(header)
        for index, name in enumerate(names):
            path = (*path, name)
            last = index == len(names) - 1
            if last and node.type == "table_array_element":
                position = self._array_lengths.get(path, 0)
                self._array_lengths[path] = position + 1
                self._keys.setdefault(path, _line(node))
                path = (*path, position)
            elif path in self._array_lengths:
                path = (*path, self._array_lengths[path] - 1)
        self._keys.setdefault(path, _line(node))
        for child in body:
            if child.type == "pair":
                self._read_pair(child, path)

    def _read_pair(self, node: Node, parent: Path) -> None:
        key, value = node.named_children[0], node.named_children[-1]
        path = (*parent, *_names(key))
        self._keys.setdefault(path, _line(key))
        self._read_value(value, path)

    def _read_value(self, node: Node, path: Path) -> None:
        if node.type == "array":
            elements = [child for child in node.named_children if child.type not in ("comment", "ERROR")]
            for index, element in enumerate(elements):
                self._keys.setdefault((*path, index), _line(element))
                self._read_value(element, (*path, index))
        elif node.type == "inline_table":
            for child in node.named_children:
                if child.type == "pair":
                    self._read_pair(child, path)
        elif node.type == "string":
            text = node.text or b""
            opens_with_newline = text[:3] in (b"'''", b'"""') and text[3:5].lstrip(b"\r").startswith(b"\n")
            self._values[path] = _line(node) + opens_with_newline


def _line(node: Node) -> int:
    return node.start_point.row + 1


def _names(key: Node) -> tuple[str, ...]:
    if key.type == "dotted_key":
        return tuple(name for child in key.named_children for name in _names(child))
    return ((key.text or b"").decode("utf-8", "replace").strip("\"'"),)
