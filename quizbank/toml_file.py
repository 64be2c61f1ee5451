"""A TOML file that people write: from bytes to a document, and what a model finds wrong with it, by line."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import tomli
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from quizbank.errors import BankError, Problem
from quizbank.toml_position import TomlPositions

MAX_BYTES = 256 * 1024

Key = tuple[str | int, ...]


def read_bytes(path: Path, noun: str, remedy: str) -> bytes:
    """Return a file's bytes; ``noun`` names what it should be, ``remedy`` where one comes from.

    Raises BankError.
    """
    try:
        if path.is_dir():
            raise BankError([Problem(path, 1, "", f"is a directory, not a {noun} file")])
        if (size := path.stat().st_size) > MAX_BYTES:
            message = f"is {size:,} bytes long; a {noun} has at most {MAX_BYTES // 1024} KiB"
            raise BankError([Problem(path, 1, "", message)])
        source = path.read_bytes()
    except OSError as error:
        raise BankError([Problem(path, 1, "", f"can't be read: {error.strerror or error}")]) from None
    if not source.strip():
        raise BankError([Problem(path, 1, "", f"is empty; {remedy}")])
    return source


def parse_toml(path: Path, source: bytes) -> dict[str, Any]:
    """Return the document in these bytes. Raises BankError."""
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise BankError([Problem(path, line, "", "is not UTF-8; save it as UTF-8")]) from None
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        message = error.msg
        if message.startswith(("Cannot overwrite", "Cannot declare", "Duplicate")):
            message += " (is a key given twice?)"
        raise BankError([Problem(path, error.lineno, "", f"is not valid TOML: {message}")]) from None
    except RecursionError:
        raise BankError([Problem(path, 1, "", "is nested too deeply")]) from None


def check_format(path: Path, source: bytes, document: dict[str, Any], newest: int) -> None:
    """Refuse a newer format before a model lists its unknown keys. Raises BankError."""
    if "format" not in document:
        raise BankError([Problem(path, 1, "format", f"is missing; write `format = {newest}`")])
    found = document["format"]
    if type(found) is not int or found != newest:
        if type(found) is int and found > newest:
            message = f"this file needs a newer torchdrill (format {found}; this one reads format {newest})"
        else:
            message = f"{found!r} is not a format; write `format = {newest}`"
        raise BankError([Problem(path, TomlPositions(source).line_of(("format",)), "format", message)])


def problems_of(
    error: ValidationError,
    path: Path,
    source: bytes,
    known_keys: Callable[[Key], Sequence[str]],
    skip: int = 0,
) -> list[Problem]:
    """Return each of a model's errors with its line; ``known_keys`` returns what may stand at a place.

    The first ``skip`` parts of a place are the model's own, and not in the file.
    """
    positions = TomlPositions(source)
    return [_problem_of(path, positions, one, known_keys, skip) for one in _own_errors(error)]


def _own_errors(error: ValidationError) -> Iterator[ErrorDetails]:
    """Yield the errors without those that only follow from another: a list is short of its faulty items."""
    details = error.errors()
    for one in details:
        depth = len(one["loc"])
        follows = any(len(other["loc"]) > depth and other["loc"][:depth] == one["loc"] for other in details)
        if not (one["type"] == "too_short" and follows):
            yield one


def _problem_of(
    path: Path,
    positions: TomlPositions,
    details: ErrorDetails,
    known_keys: Callable[[Key], Sequence[str]],
    skip: int,
) -> Problem:
    key = tuple(details["loc"][skip:])
    line = positions.line_of(key)
    match details["type"]:
        case "missing":
            message = "is missing"
        case "extra_forbidden":
            similar = difflib.get_close_matches(str(key[-1]), known_keys(key[:-1]), n=1)
            message = "is not a known key" + (f"; did you mean `{similar[0]}`?" if similar else "")
        case _:
            message = details["msg"].removeprefix("Value error, ")
    return Problem(path, line, spell(key), message)


def keys_at(schema: dict[str, Any], node: dict[str, Any], place: Key) -> list[str]:
    """Return the keys that a JSON Schema takes at a place below one of its nodes."""
    definitions = schema.get("$defs", {})
    for part in place:
        node = node["items"] if isinstance(part, int) else node["properties"][part]
        node = next((choice for choice in node.get("anyOf", ()) if "$ref" in choice), node)
        node = definitions[node["$ref"].rpartition("/")[2]] if "$ref" in node else node
    return list(node.get("properties", ()))


def spell(key: tuple[str | int, ...]) -> str:
    """Return a key path as an author would write it: ``options[2].holds``, list positions from 1."""
    spelled = ""
    for part in key:
        spelled += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if spelled else part
    return spelled
