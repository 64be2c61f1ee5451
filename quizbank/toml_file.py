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
from quizbank.message import Message
from quizbank.model_errors import message_of
from quizbank.toml_position import TomlPositions

MAX_BYTES = 256 * 1024

Key = tuple[str | int, ...]


def read_bytes(path: Path, noun: Message, remedy: Message) -> bytes:
    """Return a file's bytes; ``noun`` names what it should be, ``remedy`` where one comes from.

    Raises BankError.
    """
    try:
        if path.is_dir():
            raise _unreadable(path, Message("is a directory, not a {noun} file", noun=noun))
        if (size := path.stat().st_size) > MAX_BYTES:
            message = Message(
                "is {size} bytes long; a {noun} has at most {most} KiB",
                size=f"{size:,}",
                noun=noun,
                most=MAX_BYTES // 1024,
            )
            raise _unreadable(path, message)
        source = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise _unreadable(path, Message("can't be read: {reason}", reason=reason)) from None
    if not source.strip():
        raise _unreadable(path, Message("is empty; {remedy}", remedy=remedy))
    return source


def _unreadable(path: Path, message: Message, line: int = 1) -> BankError:
    return BankError([Problem(path, line, "", message)])


def parse_toml(path: Path, source: bytes) -> dict[str, Any]:
    """Return the document in these bytes. Raises BankError."""
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise _unreadable(path, Message("is not UTF-8; save it as UTF-8"), line) from None
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        message = Message("is not valid TOML: {reason}", reason=error.msg)
        if error.msg.startswith(("Cannot overwrite", "Cannot declare", "Duplicate")):
            message = Message("is not valid TOML: {reason} (is a key given twice?)", reason=error.msg)
        raise _unreadable(path, message, error.lineno) from None
    except RecursionError:
        raise _unreadable(path, Message("is nested too deeply")) from None


def check_format(path: Path, source: bytes, document: dict[str, Any], newest: int) -> None:
    """Refuse a newer format before a model lists its unknown keys. Raises BankError."""
    if "format" not in document:
        message = Message("is missing; write `format = {newest}`", newest=newest)
        raise BankError([Problem(path, 1, "format", message)])
    found = document["format"]
    if type(found) is not int or found != newest:
        if type(found) is int and found > newest:
            message = Message(
                "this file needs a newer torchdrill (format {found}; this one reads format {newest})",
                found=found,
                newest=newest,
            )
        else:
            message = Message(
                "{found} is not a format; write `format = {newest}`", found=repr(found), newest=newest
            )
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
            message = Message("is missing")
        case "extra_forbidden":
            similar = difflib.get_close_matches(str(key[-1]), known_keys(key[:-1]), n=1)
            message = Message("is not a known key")
            if similar:
                message = Message("is not a known key; did you mean `{similar}`?", similar=similar[0])
        case _:
            message = message_of(details)
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
