"""Which beliefs wrong answers show: the distractor picked, the known-wrong program written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from pydantic import JsonValue

from quizbank.history.content import content_hash
from quizbank.history.events import Answered
from quizbank.history.record import Mistake
from quizbank.python_code import normal
from quizbank.question import Blank, Choice, Code, Order, Question, Text, WrongCode, WrongFill, WrongOrder

Shown = Literal["option", "wrong", "misconception", "question"]


@dataclass(frozen=True, slots=True)
class Belief:
    """What a wrong answer shows about whoever gave it.

    ``shown`` says what ``text`` is: the "option" picked, the reason of a known "wrong" answer that was given,
    the question's usual "misconception" or, where it names none, the prompt of the "question" itself.
    """

    question_id: str
    shown: Shown
    text: Text


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A belief, how many wrong answers showed it, and when one last did."""

    belief: Belief
    count: int
    last: date


def mistaken(mistakes: Iterable[Mistake], questions: Mapping[str, Question]) -> tuple[Mistaken, ...]:
    """Group wrong answers to questions that still exist by what they show, the most frequent first.

    An answer with two wrong options counts for both.
    """
    groups: dict[tuple[str, Shown, str], Mistaken] = {}
    wordings: dict[str, str] = {}
    for mistake in mistakes:
        question = questions.get(mistake.question_id)
        if question is None:
            continue
        # Positions of options may have moved since; every other answer says for itself what it is.
        if isinstance(question, Choice) and question.id not in wordings:
            wordings[question.id] = content_hash(question)
        same = wordings.get(question.id, mistake.answered.content) == mistake.answered.content
        for belief in beliefs(question, mistake.answered, same_wording=same):
            key = belief.question_id, belief.shown, belief.text.en
            before = groups.get(key, Mistaken(belief, 0, mistake.day))
            groups[key] = Mistaken(belief, before.count + 1, max(before.last, mistake.day))
    return tuple(
        sorted(groups.values(), key=lambda one: (-one.count, -one.last.toordinal(), one.belief.question_id))
    )


def beliefs(question: Question, answered: Answered, *, same_wording: bool) -> Iterator[Belief]:
    """Yield what a wrong answer shows, at least one belief.

    ``same_wording`` says that a choice's options are what they were.
    """
    found = False
    if isinstance(question, Choice) and same_wording:
        for option in _wrongly_picked(answered):
            if option < len(question.options):
                found = True
                yield Belief(question.id, "option", question.options[option].text)
    elif isinstance(question, Blank | Code | Order):
        why = _known(question, answered.answer)
        if why is not None:
            found = True
            yield Belief(question.id, "wrong", why)
    if not found and question.misconception is not None:
        yield Belief(question.id, "misconception", question.misconception)
    elif not found:
        yield Belief(question.id, "question", question.prompt)


def _wrongly_picked(answered: Answered) -> Iterator[int]:
    """Yield the options that were picked though what torch did speaks against them."""
    picked = _listed(answered.answer, "options")
    parts = _listed(answered.evidence, "parts")
    for option in picked:
        if isinstance(option, int) and 0 <= option < len(parts) and parts[option] is False:
            yield option


def _known(question: Blank | Code | Order, answer: JsonValue) -> Text | None:
    """Return why a known-wrong answer is wrong, if this is one but for blanks and comments."""
    given = _program(question, answer)
    for wrong in question.wrong:
        match question, wrong:
            case Blank(), WrongFill():
                known = question.fill(wrong.fill)
            case Code(), WrongCode():
                known = wrong.code
            case Order(), WrongOrder():
                known = question.arrange(wrong.order)
            case _:
                continue
        if given is not None and normal(known) == given:
            return wrong.why
    return None


def _program(question: Blank | Code | Order, answer: JsonValue) -> str | None:
    """Return the program that a kept answer makes; None where it doesn't fit the question any more."""
    match question:
        case Blank():
            holes = tuple(str(hole) for hole in _listed(answer, "holes"))
            return normal(question.fill(holes)) if len(holes) == len(question.solution) else None
        case Code():
            code = answer.get("code") if isinstance(answer, dict) else None
            return normal(code) if isinstance(code, str) else None
        case Order():
            order = tuple(line for line in _listed(answer, "order") if isinstance(line, int))
            fits = sorted(order) == list(range(1, len(question.lines) + 1))
            return normal(question.arrange(order)) if fits else None


def _listed(value: JsonValue, key: str) -> list[JsonValue]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []
