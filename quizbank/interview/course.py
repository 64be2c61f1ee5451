"""What an interviewer asks next: deeper after a right answer, easier after a wrong one, as time allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from quizbank.bank import Bank
from quizbank.history.content import content_hash
from quizbank.interview.plan import LIMIT_FACTOR, Plan, limit_seconds
from quizbank.interview.record import AskedRecord
from quizbank.interview.state import Current, State
from quizbank.machine import Machine, missing
from quizbank.question import Question

MOST_DEEP = 2
"""So many follow-ups in a row, and then another subject."""


def next_question(
    plan: Plan, state: State, bank: Bank, machine: Machine, seconds_left: float
) -> Current | None:
    """Return what to ask next in the section, of which so many seconds are left; None when it is done."""
    if seconds_left <= 0:
        return None
    section = plan.sections[state.section]
    number = len(state.asked) + 1
    if section.follow_ups and state.asked and state.asked[-1].section == state.section:
        last = state.asked[-1]
        # What is planned gets what a prepared candidate needs for it, before anything is added.
        planned = section.questions[state.position :]
        room = seconds_left - sum(one.limit_seconds / LIMIT_FACTOR for one in planned)
        added = _deeper(plan, state, bank, machine, last, room) or _easier(
            plan, state, bank, machine, last, room
        )
        if added is not None:
            return added
    if state.position >= len(section.questions):
        return None
    planned_next = section.questions[state.position]
    return Current(number=number, question_id=planned_next.question_id, content=planned_next.content)


def _deeper(
    plan: Plan, state: State, bank: Bank, machine: Machine, last: AskedRecord, room: float
) -> Current | None:
    if last.verdict not in ("right", "self_rated") or _depth(state.asked, last) >= MOST_DEEP:
        return None
    for question_id in bank[last.question_id].follow_ups:
        if question_id in bank.questions:
            question = bank[question_id]
            if _can_be_asked(question, plan, state, machine, room):
                return _after(last, state, question, why="follow_up")
    return None


def _easier(
    plan: Plan, state: State, bank: Bank, machine: Machine, last: AskedRecord, room: float
) -> Current | None:
    if last.verdict not in ("wrong", "partly") or last.why in ("sibling", "second_try"):
        return None
    kinds = plan.sections[state.section].kinds
    siblings = [
        question
        for question in bank.active_by_topic.get(last.topic, ())
        if question.kind in kinds
        and question.difficulty < last.difficulty
        and _can_be_asked(question, plan, state, machine, room)
    ]
    if siblings:
        hardest = max(question.difficulty for question in siblings)
        nearest = [question for question in siblings if question.difficulty == hardest]
        question = Random(f"{plan.seed} {last.question_id}").choice(nearest)
        return _after(last, state, question, why="sibling")
    question = bank[last.question_id]
    if last.hints < len(question.hints) and limit_seconds(question) <= room:
        again = _after(last, state, question, why="second_try")
        return again.model_copy(update={"hints": last.hints + 1, "draft": None})
    return None


def _can_be_asked(question: Question, plan: Plan, state: State, machine: Machine, room: float) -> bool:
    asked = {one.question_id for one in state.asked}
    return (
        question.status == "active"
        and question.id not in asked
        and question.id not in plan.question_ids
        and not missing(question, machine)
        and limit_seconds(question) <= room
    )


def _after(last: AskedRecord, state: State, question: Question, *, why: str) -> Current:
    return Current.model_validate(
        {
            "number": len(state.asked) + 1,
            "question_id": question.id,
            "content": content_hash(question),
            "parent": last.number,
            "why": why,
        }
    )


def _depth(asked: Sequence[AskedRecord], one: AskedRecord) -> int:
    return sum(ancestor.why == "follow_up" for ancestor in _line(asked, one))


def _line(asked: Sequence[AskedRecord], one: AskedRecord) -> Iterator[AskedRecord]:
    """Yield a question and all that led to it."""
    yield one
    while one.parent is not None:
        one = asked[one.parent - 1]
        yield one
