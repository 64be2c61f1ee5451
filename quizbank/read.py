"""One question file: from bytes to a question, or to all that is wrong with it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from quizbank.errors import BankError, Problem
from quizbank.python_code import code_fields, syntax_error
from quizbank.question import FORMAT, QUESTION, Question
from quizbank.toml_position import TomlPositions
from quizbank.vocabulary import KINDS

MAX_BYTES = 256 * 1024


def read_question(path: Path, question_id: str, *, proven: bool = False) -> Question:
    """Read one question file; the Python in a proven one was found to be Python before.

    Raises BankError with every problem of the file, each with its line and key.
    """
    source = _read_bytes(path)
    document = _parse_toml(path, source)
    _check_format(path, source, document)
    try:
        question = QUESTION.validate_python({**document, "id": question_id})
    except ValidationError as error:
        positions = TomlPositions(source)
        found = [_problem_of(path, positions, details, document) for details in _own_errors(error)]
        raise BankError(found) from None
    problems = [] if proven else list(_syntax_problems(path, source, question))
    if problems:
        raise BankError(problems)
    return question


def _read_bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise BankError([Problem(path, 1, "", "is a directory, not a question file")])
        if (size := path.stat().st_size) > MAX_BYTES:
            message = f"is {size:,} bytes long; a question has at most {MAX_BYTES // 1024} KiB"
            raise BankError([Problem(path, 1, "", message)])
        source = path.read_bytes()
    except OSError as error:
        raise BankError([Problem(path, 1, "", f"can't be read: {error.strerror or error}")]) from None
    if not source.strip():
        raise BankError([Problem(path, 1, "", "is empty; `torchdrill new` starts one from a template")])
    return source


def _parse_toml(path: Path, source: bytes) -> dict[str, Any]:
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


def _check_format(path: Path, source: bytes, document: dict[str, Any]) -> None:
    """Refuse a newer format, an unknown kind and an id before the models list unknown keys."""
    if "format" not in document:
        raise BankError([Problem(path, 1, "format", f"is missing; write `format = {FORMAT}`")])
    found = document["format"]
    if type(found) is not int or found != FORMAT:
        if type(found) is int and found > FORMAT:
            message = f"this file needs a newer torchdrill (format {found}; this one reads format {FORMAT})"
        else:
            message = f"{found!r} is not a format; write `format = {FORMAT}`"
        raise BankError([Problem(path, TomlPositions(source).line_of(("format",)), "format", message)])
    problems = []
    if document.get("kind") not in KINDS:
        message = f"{document['kind']!r} is not a kind" if "kind" in document else "is missing"
        line = TomlPositions(source).line_of(("kind",))
        problems.append(Problem(path, line, "kind", f"{message}; one of {', '.join(KINDS)}"))
    if "id" in document:
        line = TomlPositions(source).line_of(("id",))
        problems.append(Problem(path, line, "id", "is not written in the file; the path gives it"))
    if problems:
        raise BankError(problems)


def _own_errors(error: ValidationError) -> Iterator[ErrorDetails]:
    """Yield the errors without those that only follow from another: a list is short of its faulty items."""
    details = error.errors()
    for one in details:
        depth = len(one["loc"])
        follows = any(len(other["loc"]) > depth and other["loc"][:depth] == one["loc"] for other in details)
        if not (one["type"] == "too_short" and follows):
            yield one


def _problem_of(
    path: Path, positions: TomlPositions, details: ErrorDetails, document: dict[str, Any]
) -> Problem:
    key = tuple(part for part in details["loc"][1:])
    line = positions.line_of(key)
    match details["type"]:
        case "missing":
            message = "is missing"
        case "extra_forbidden":
            known = _known_keys(key[:-1], str(document["kind"]))
            similar = difflib.get_close_matches(str(key[-1]), known, n=1)
            message = "is not a known key" + (f"; did you mean `{similar[0]}`?" if similar else "")
        case _:
            message = details["msg"].removeprefix("Value error, ")
    return Problem(path, line, spell(key), message)


def _known_keys(parent: tuple[str | int, ...], kind: str) -> list[str]:
    """Return the keys that the model at this place of the document takes."""
    schema = QUESTION.json_schema()
    definitions = schema["$defs"]
    node = definitions[kind.capitalize()]
    for part in parent:
        node = node["items"] if isinstance(part, int) else node["properties"][part]
        node = next((choice for choice in node.get("anyOf", ()) if "$ref" in choice), node)
        node = definitions[node["$ref"].rpartition("/")[2]] if "$ref" in node else node
    return list(node.get("properties", ()))


def _syntax_problems(path: Path, source: bytes, question: Question) -> Iterator[Problem]:
    positions: TomlPositions | None = None
    for field in code_fields(question):
        error = syntax_error(field)
        if error is not None:
            positions = positions or TomlPositions(source)
            line, message = error
            first = positions.first_text_line(field.key)
            yield Problem(path, first + line - 1, spell(field.key), f"is not valid Python: {message}")


def spell(key: tuple[str | int, ...]) -> str:
    """Return a key path as an author would write it: ``options[2].holds``, list positions from 1."""
    spelled = ""
    for part in key:
        spelled += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if spelled else part
    return spelled
