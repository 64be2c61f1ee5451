"""What an interview will ask, drawn from a blueprint and frozen before it begins."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Annotated

from pydantic import Field

from quizbank.bank import Bank
from quizbank.choose import Filter, askable, shuffled_lines, shuffled_options
from quizbank.errors import NothingToAsk
from quizbank.history.content import content_hash
from quizbank.interview.blueprint import Blueprint, Section
from quizbank.interview.record import Count, Limit, Seconds, Share
from quizbank.machine import ANY, Machine
from quizbank.message import Message
from quizbank.question import Choice, Model, NonBlank, Order, Question, QuestionId, Text
from quizbank.vocabulary import Kind

LIMIT_FACTOR = 1.25
"""How many times what a prepared candidate needs a question may take."""
PLANNED_SHARE = 0.8
"""The share of a section's time that is planned; the rest is for going deeper."""


class PlannedQuestion(Model):
    """A question of the plan; ``content`` names its wording, ``limit_seconds`` is its own limit."""

    question_id: QuestionId
    content: NonBlank
    revision: Annotated[int, Field(ge=1)]
    limit_seconds: Seconds


class PlannedSection(Model):
    """A section of the plan; follow-ups come on top of its questions, as far as its time goes."""

    title: Text
    kinds: Annotated[tuple[Kind, ...], Field(strict=False)]
    seconds: Seconds
    weight: Annotated[float, Field(gt=0)]
    limit: Limit
    follow_ups: bool
    questions: Annotated[tuple[PlannedQuestion, ...], Field(strict=False)]


class Plan(Model):
    """An interview before it begins; nothing in it changes afterwards."""

    blueprint: NonBlank
    title: Text
    minutes: Annotated[int, Field(gt=0)]
    seed: Count
    topics: Annotated[tuple[str, ...], Field(strict=False)] = ()
    hint_cost: Share
    sections: Annotated[tuple[PlannedSection, ...], Field(strict=False)]

    @property
    def seconds(self) -> float:
        """How long the interview is."""
        return 60.0 * self.minutes

    @property
    def question_ids(self) -> list[str]:
        return [one.question_id for section in self.sections for one in section.questions]

    @property
    def digest(self) -> bytes:
        """What tells this plan from any other: its questions as they are worded, its limits, its order."""
        text = self.model_dump_json(exclude={"title": True, "sections": {"__all__": {"title"}}})
        return hashlib.sha256(text.encode()).digest()


def draw(
    blueprint: Blueprint,
    name: str,
    bank: Bank,
    minutes: int,
    seed: int,
    topics: Sequence[str] = (),
    machine: Machine = ANY,
) -> Plan:
    """Draw an interview of so many minutes; ``topics`` narrows every section further.

    No question comes twice, and the limits of a section's questions fit into its time. The same bank, seed
    and machine give the same plan. Raises NothingToAsk, which names each section that stays empty.
    """
    rng = Random(seed)
    scale = minutes / blueprint.minutes
    taken: set[str] = set()
    sections: list[PlannedSection] = []
    lacking: list[Message] = []
    # Sections with the least choice draw first: another one may be content with something else.
    found = [_matching(section, bank, topics, machine) for section in blueprint.sections]
    drawn: dict[int, list[Question]] = {}
    for number in sorted(range(len(found)), key=lambda number: (len(found[number]), number)):
        section = blueprint.sections[number]
        left = [question for question in found[number] if question.id not in taken]
        seconds = 60 * section.minutes * scale
        questions = _fill(left, seconds, rng)
        if not questions:
            lacking.append(_what_is_missing(section, number, left, found[number], seconds, topics))
        taken |= {question.id for question in questions}
        drawn[number] = questions
    if lacking:
        raise NothingToAsk(lacking)
    for number, section in enumerate(blueprint.sections):
        planned = tuple(
            PlannedQuestion(
                question_id=question.id,
                content=content_hash(question),
                revision=question.revision,
                limit_seconds=limit_seconds(question),
            )
            for question in drawn[number]
        )
        sections.append(
            PlannedSection(
                title=section.title,
                kinds=section.kinds,
                seconds=60 * section.minutes * scale,
                weight=section.weight,
                limit=section.limit,
                follow_ups=section.follow_ups,
                questions=planned,
            )
        )
    return Plan(
        blueprint=name,
        title=blueprint.title,
        minutes=minutes,
        seed=seed,
        topics=tuple(topics),
        hint_cost=blueprint.hint_cost,
        sections=tuple(sections),
    )


def limit_seconds(question: Question) -> float:
    """Return how long a question may take in an interview."""
    return 60 * question.minutes * LIMIT_FACTOR


def shuffle_of(question: Question, seed: int) -> tuple[int, ...]:
    """Return the order of a question's options or lines, the same whenever the seed is."""
    rng = Random(f"{seed} {question.id}")
    match question:
        case Choice():
            return tuple(shuffled_options(question, rng))
        case Order():
            return tuple(shuffled_lines(question, rng))
        case _:
            return ()


def _matching(section: Section, bank: Bank, topics: Sequence[str], machine: Machine) -> list[Question]:
    easiest, hardest = section.difficulty
    wanted = frozenset(section.topics) & frozenset(topics) if section.topics and topics else None
    if wanted is not None and not wanted:
        return []
    narrowed = wanted or frozenset(section.topics) or frozenset(topics)
    levels = frozenset(range(easiest, hardest + 1))
    return askable(bank.active, Filter(narrowed, frozenset(section.kinds), levels), machine)


def _fill(candidates: Sequence[Question], seconds: float, rng: Random) -> list[Question]:
    """Draw questions until a section's planned time is full, of topics and kinds that take turns."""
    left = [question for question in candidates if limit_seconds(question) <= seconds]
    rng.shuffle(left)
    drawn: list[Question] = []
    room = PLANNED_SHARE * seconds
    topics: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    while left:
        fitting = [one for one in left if limit_seconds(one) <= room] if drawn else left
        if not fitting:
            break
        question = min(fitting, key=lambda one: (kinds[one.kind], topics[one.topic]))
        left.remove(question)
        drawn.append(question)
        room -= limit_seconds(question)
        topics[question.topic] += 1
        kinds[question.kind] += 1
    # From the screening question to the one that separates seniors.
    return sorted(drawn, key=lambda one: one.difficulty)


def _what_is_missing(
    section: Section,
    number: int,
    left: Sequence[Question],
    found: Sequence[Question],
    seconds: float,
    topics: Sequence[str],
) -> Message:
    values = {
        "number": number + 1,
        "kinds": ", ".join(section.kinds),
        "topics": ", ".join(section.topics or topics) or "*",
        "easiest": section.difficulty[0],
        "hardest": section.difficulty[1],
    }
    if left:
        shortest = min(limit_seconds(question) for question in left) / 60
        return Message(
            "Section {number} has {minutes:.1f} minutes, and the shortest of its {count} questions may take "
            "{shortest:.1f}.",
            minutes=seconds / 60,
            count=len(left),
            shortest=shortest,
            number=number + 1,
        )
    if found:
        return Message(
            "Section {number}: other sections take all {count} questions of its kinds ({kinds}), topics "
            "({topics}) and difficulty ({easiest} to {hardest}).",
            count=len(found),
            **values,
        )
    return Message(
        "Section {number}: no question has one of its kinds ({kinds}) and topics ({topics}) and a difficulty "
        "from {easiest} to {hardest}.",
        **values,
    )
