"""What to practise after an interview: what was missed, and what is nearest to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from quizbank.bank import Bank
from quizbank.history.events import Event, Wanted
from quizbank.history.journal import Journal
from quizbank.interview.record import AskedRecord, InterviewRecord
from quizbank.question import Question

Reason = Literal["missed", "follow_up", "sibling"]

SURE = 0.8
"""What earned less is practised again: more than one point in five was missing, or hints were needed."""
SIBLINGS_A_MISS = 2
MOST = 20
"""About two evenings; more would only be put off."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A question to practise, and the number of the asked question that it comes from."""

    question_id: str
    reason: Reason
    number: int


def drill_plan(record: InterviewRecord, bank: Bank) -> tuple[Suggestion, ...]:
    """Return what to practise, by today's ids: all misses, the worst first, then what is around them.

    Around a miss are its follow-ups, and the questions of its topic that share most tags with it and are
    no harder. What went well isn't there, nor what the bank doesn't ask any more.
    """
    missed = sorted(_missed(record), key=lambda one: (one.earned(record.hint_cost), one.number))
    asked = {question.id for one in record.asked if (question := bank.find(one.question_id)) is not None}
    suggested: dict[str, Suggestion] = {}
    for one in missed:
        question = bank.find(one.question_id)
        if question is not None and question.status == "active":
            suggested.setdefault(question.id, Suggestion(question.id, "missed", one.number))
    for suggestion in _around(missed, bank, asked):
        suggested.setdefault(suggestion.question_id, suggestion)
    return tuple(suggested.values())[:MOST]


def schedule(plan: Iterable[Suggestion], journal: Journal, now: datetime) -> Event:
    """Have the questions of a plan asked by the next drills, before all else that is due.

    Appending ``Undone`` with the uuid of the returned event takes it back.
    """
    return journal.append(Wanted(tuple(one.question_id for one in plan)), now)


def _missed(record: InterviewRecord) -> list[AskedRecord]:
    return [one for one in record.counted() if one.earned(record.hint_cost) < SURE]


def _around(missed: list[AskedRecord], bank: Bank, asked: Set[str]) -> Iterator[Suggestion]:
    for one in missed:
        question = bank.find(one.question_id)
        if question is None:
            continue
        for follow_up in question.follow_ups:
            found = bank.find(follow_up)
            if found is not None and found.status == "active" and found.id not in asked:
                yield Suggestion(found.id, "follow_up", one.number)
        for sibling in _siblings(question, bank, asked | {*question.follow_ups})[:SIBLINGS_A_MISS]:
            yield Suggestion(sibling.id, "sibling", one.number)


def _siblings(question: Question, bank: Bank, asked: Set[str]) -> list[Question]:
    tags = set(question.tags)
    others = [
        one
        for one in bank.active_by_topic.get(question.topic, ())
        if one.id not in asked and one.id != question.id and one.difficulty <= question.difficulty
    ]
    return sorted(others, key=lambda one: (-len(tags & set(one.tags)), -one.difficulty, one.id))
