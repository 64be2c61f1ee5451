"""The Python that a question carries: where it stands, whether it parses, when two pieces are the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Literal, NamedTuple

from quizbank.question import Blank, Choice, Code, Order, Predict, Question, Recall


class CodeField(NamedTuple):
    """One piece of Python in a question file; ``key`` is its path in the TOML document."""

    key: tuple[str | int, ...]
    source: str
    mode: Literal["exec", "eval"]


def code_fields(question: Question) -> Iterator[CodeField]:
    """Yield every piece of Python in the question that has to parse."""
    if question.snippet:
        yield CodeField(("snippet",), question.snippet, "exec")
    match question:
        case Choice():
            for index, option in enumerate(question.options):
                if option.holds is not None:
                    yield CodeField(("options", index, "holds"), option.holds, "eval")
        case Predict():
            if question.ask is not None:
                yield CodeField(("ask",), question.ask, "eval")
        case Blank():
            yield CodeField(("solution",), question.fill(question.solution), "exec")
            for index, filling in enumerate(question.also_right):
                yield CodeField(("also_right", index), question.fill(filling), "exec")
            for index, wrong in enumerate(question.wrong):
                yield CodeField(("wrong", index, "fill"), question.fill(wrong.fill), "exec")
        case Code():
            yield CodeField(("starter",), question.starter, "exec")
            yield CodeField(("solution",), question.solution, "exec")
            for index, source in enumerate(question.also_right):
                yield CodeField(("also_right", index), source, "exec")
            for index, variant in enumerate(question.wrong):
                yield CodeField(("wrong", index, "code"), variant.code, "exec")
        case Order():
            program = question.arrange(tuple(range(1, len(question.lines) + 1)))
            yield CodeField(("lines",), program, "exec")
        case Recall():
            for index, point in enumerate(question.points):
                yield CodeField(("points", index, "holds"), point.holds, "eval")
    if isinstance(question, Blank | Code | Order):
        for index, test in enumerate(question.tests):
            yield CodeField(("tests", index, "code"), test.code, "exec")


def syntax_error(field: CodeField) -> tuple[int, str] | None:
    """Return the line within the field, counted from 1, and Python's message; None when it parses."""
    # In brackets, as it will be evaluated, so that an expression may run over several lines.
    source = f"({field.source.strip()}\n)" if field.mode == "eval" else field.source
    try:
        ast.parse(source, mode=field.mode)
    except SyntaxError as error:
        last_line = field.source.strip().count("\n") + 1 if field.mode == "eval" else error.lineno
        return min(error.lineno or 1, last_line or 1), error.msg
    except ValueError as error:  # a NUL byte
        return 1, str(error)
    return None


def normal(source: str) -> str:
    """Return the code without what Python doesn't see: comments, blanks, brackets, line breaks.

    As it is when it doesn't parse.
    """
    try:
        return ast.dump(ast.parse(source))
    except (SyntaxError, ValueError):  # a NUL byte is a ValueError
        return source
