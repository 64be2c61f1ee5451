"""Answers as they are kept, made readable again beside their questions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from quizbank.history.content import content_hash
from quizbank.interview.record import AskedRecord
from quizbank.question import Blank, Choice, Code, Order, Predict, Question, Recall
from quizbank.vocabulary import Language


@dataclass(frozen=True, slots=True)
class Line:
    """An option or key point: whether it was chosen, and whether it is right, None where nobody knows."""

    text: str
    chosen: bool
    right: bool | None


@dataclass(frozen=True, slots=True)
class Shown:
    """An answer: a program, a typed text, or lines with marks; ``raw`` is one that nothing else fits."""

    code: str = ""
    text: str = ""
    lines: tuple[Line, ...] = ()
    raw: str = ""


def changed_since(asked: AskedRecord, question: Question) -> bool:
    """Tell whether the bank's question isn't any more what was asked."""
    return content_hash(question) != asked.content


def shown_answer(asked: AskedRecord, question: Question | None, language: Language) -> Shown | None:
    """Return what was answered, in readable form; None where nothing was.

    The answer to a question that has changed or gone is shown as far as it speaks for itself.
    """
    if asked.verdict == "self_rated" and isinstance(question, Recall):
        return Shown(lines=_points(asked, question, language))
    if asked.answer is None:
        return None
    kept = asked.answer if isinstance(asked.answer, Mapping) else {}
    same = question is not None and not changed_since(asked, question)
    match question:
        case Choice() if same and isinstance(chosen := kept.get("options"), list):
            return Shown(lines=_options(asked, question, chosen, language))
        case Blank() if same and (filling := _strings(kept.get("holes"))) is not None:
            if len(filling) == len(question.holes):
                return Shown(code=question.fill(tuple(filling)))
        case Order() if same and isinstance(order := kept.get("order"), list):
            numbers = [one for one in order if isinstance(one, int) and 1 <= one <= len(question.lines)]
            return Shown(code=question.arrange(tuple(numbers)))
        case Predict() | Code() | None | Choice() | Blank() | Order() | Recall():
            pass
    if isinstance(code := kept.get("code"), str):
        return Shown(code=code)
    if isinstance(text := kept.get("text"), str):
        return Shown(text=text)
    if (filling := _strings(kept.get("holes"))) is not None:
        return Shown(code="\n".join(filling))
    return Shown(raw=json.dumps(asked.answer, ensure_ascii=False))


def solution_to(question: Question) -> str:
    """Return a program that the bank's proof knows to be right, empty where the answer is no program."""
    match question:
        case Code():
            return question.solution
        case Blank():
            return question.fill(question.solution)
        case Order():
            return question.arrange(tuple(range(1, len(question.lines) + 1)))
        case _:
            return ""


def _options(
    asked: AskedRecord, question: Choice, chosen: list[JsonValue], language: Language
) -> tuple[Line, ...]:
    evidence = asked.evidence if isinstance(asked.evidence, Mapping) else {}
    parts = evidence.get("parts")
    known = parts if isinstance(parts, list) and len(parts) == len(question.options) else None
    lines = []
    for position, option in enumerate(question.options):
        taken = position in chosen
        # What is kept is whether it was well judged: a wrong option that was left alone was.
        right = None if known is None else taken == (known[position] is True)
        lines.append(Line(option.text[language], taken, right))
    return tuple(lines)


def _points(asked: AskedRecord, question: Recall, language: Language) -> tuple[Line, ...]:
    return tuple(
        Line(point.text[language], position in asked.points, None)
        for position, point in enumerate(question.points)
    )


def _strings(value: object) -> list[str] | None:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return [str(one) for one in value]
    return None
