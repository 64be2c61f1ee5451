"""What a wrong answer shows that its author believed, in the words of the question's own file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from quizbank.interview.record import AskedRecord
from quizbank.question import Blank, Choice, Code, Order, Question, Recall, Text


@dataclass(frozen=True, slots=True)
class Mistake:
    """What was said wrongly or left out, if that is known, and why one would believe it, if the bank says."""

    what: Text | None
    why: Text | None


def mistakes_in(asked: AskedRecord, question: Question | None) -> tuple[Mistake, ...]:
    """Return the mistakes in an answer that wasn't right; none where the bank has lost the question.

    The particular ones come first, then the belief that usually is behind a wrong answer to the question.
    Key points that weren't ticked count, and what wasn't answered shows nothing.
    """
    if question is None or asked.score >= 1.0 or asked.verdict in ("right", "unanswered"):
        return ()
    found = list(dict.fromkeys(_particular(asked, question)))
    if question.misconception is not None and asked.verdict != "self_rated":
        found.append(Mistake(None, question.misconception))
    return tuple(found)


def _particular(asked: AskedRecord, question: Question) -> Iterator[Mistake]:
    answer = asked.answer if isinstance(asked.answer, Mapping) else {}
    match question:
        case Choice():
            wrong = _wrong_parts(asked.evidence)
            for position in _numbers(answer.get("options")):
                if position < len(question.options) and (wrong is None or position in wrong):
                    option = question.options[position]
                    if option.why is not None:
                        yield Mistake(option.text, option.why)
        case Blank():
            fill = answer.get("holes")
            given = [_trimmed(one) for one in fill] if isinstance(fill, list) else None
            for known in question.wrong:
                if [_trimmed(one) for one in known.fill] == given:
                    yield Mistake(None, known.why)
        case Code():
            for program in question.wrong:
                if _trimmed(program.code) == _trimmed(answer.get("code")):
                    yield Mistake(None, program.why)
        case Order():
            for order in question.wrong:
                if list(order.order) == answer.get("order"):
                    yield Mistake(None, order.why)
        case Recall():
            for position, point in enumerate(question.points):
                if position not in asked.points:
                    yield Mistake(point.text, None)
        case _:
            return


def _wrong_parts(evidence: JsonValue) -> set[int] | None:
    """Return the positions that were judged wrong, None where that wasn't kept."""
    parts = evidence.get("parts") if isinstance(evidence, dict) else None
    if not isinstance(parts, list) or not parts:
        return None
    return {position for position, right in enumerate(parts) if right is False}


def _numbers(value: object) -> list[int]:
    return [one for one in value if isinstance(one, int) and one >= 0] if isinstance(value, list) else []


def _trimmed(code: object) -> str:
    return "\n".join(line.rstrip() for line in str(code).strip().splitlines())
