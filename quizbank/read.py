"""One question file: from bytes to a question, or to all that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from quizbank.errors import BankError, Problem
from quizbank.message import Message
from quizbank.python_code import code_fields, syntax_error
from quizbank.question import FORMAT, QUESTION, Question
from quizbank.toml_file import Key, check_format, keys_at, parse_toml, problems_of, read_bytes, spell
from quizbank.toml_position import TomlPositions
from quizbank.vocabulary import KINDS


def read_question(path: Path, question_id: str, *, proven: bool = False) -> Question:
    """Read one question file; the Python in a proven one was found to be Python before.

    Raises BankError with every problem of the file, each with its line and key.
    """
    source = read_bytes(path, Message("question"), Message("`torchdrill new` starts one from a template"))
    document = parse_toml(path, source)
    check_format(path, source, document, FORMAT)
    _check_kind(path, source, document)
    try:
        question = QUESTION.validate_python({**document, "id": question_id})
    except ValidationError as error:
        kind = str(document["kind"])
        raise BankError(problems_of(error, path, source, lambda key: _known_keys(key, kind), 1)) from None
    problems = [] if proven else list(_syntax_problems(path, source, question))
    if problems:
        raise BankError(problems)
    return question


def _check_kind(path: Path, source: bytes, document: dict[str, Any]) -> None:
    """Refuse an unknown kind and an id before the models list unknown keys."""
    problems = []
    if document.get("kind") not in KINDS:
        message = Message("is missing; one of {kinds}", kinds=KINDS)
        if "kind" in document:
            found = repr(document["kind"])
            message = Message("{found} is not a kind; one of {kinds}", found=found, kinds=KINDS)
        line = TomlPositions(source).line_of(("kind",))
        problems.append(Problem(path, line, "kind", message))
    if "id" in document:
        line = TomlPositions(source).line_of(("id",))
        message = Message("is not written in the file; the path gives it")
        problems.append(Problem(path, line, "id", message))
    if problems:
        raise BankError(problems)


def _known_keys(place: Key, kind: str) -> list[str]:
    """Return the keys that the model of this kind takes at a place of the document."""
    schema = QUESTION.json_schema()
    return keys_at(schema, schema["$defs"][kind.capitalize()], place)


def _syntax_problems(path: Path, source: bytes, question: Question) -> Iterator[Problem]:
    positions: TomlPositions | None = None
    for field in code_fields(question):
        error = syntax_error(field)
        if error is not None:
            positions = positions or TomlPositions(source)
            line, reason = error
            first = positions.first_text_line(field.key)
            message = Message("is not valid Python: {reason}", reason=reason)
            yield Problem(path, first + line - 1, spell(field.key), message)
