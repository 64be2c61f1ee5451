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
from quizbank.interview.record import Limit, Seconds, Share
from quizbank.machine import ANY, Machine
from quizbank.message import Message
from quizbank.question import Choice, Model, NonBlank, Order, Question, QuestionId, Text
from quizbank.vocabulary import Kind

LIMIT_FACTOR = 1.25
"""How many times what a prepared candidate needs a question may take."""
SEEDS = 32**6
"""So many seeds there are; each can be spelled in a code."""
PLANNED_SHARE = 0.8
"""The share of a section's time that is planned; the rest is for going deeper."""


class PlannedQuestion(Model):
    """A question of the plan; ``content`` names its wording, ``limit_seconds`` is its own limit.

    What a record says about it is here, too, for the bank may change while an interview is interrupted.
    """

    question_id: QuestionId
    content: NonBlank
    revision: Annotated[int, Field(ge=1)]
    kind: Kind
    topic: NonBlank
    difficulty: Annotated[int, Field(ge=1, le=5)]
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
    minutes: Annotated[int, Field(gt=0, lt=1000)]
    seed: Annotated[int, Field(ge=0, lt=SEEDS)]
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
    """Draw an interview of so many minutes.

    Each section asks about ``topics`` first, as far as its kinds, difficulty and time find something there,
    and about its own after that; a single topic hardly ever fills every section.
    No question comes twice, and the limits of a section's questions fit into its time. The same bank, seed
    and machine give the same plan. Raises NothingToAsk, which names each section that stays empty; that
    happens only where no way of drawing fills them all.
    """
    rng = Random(seed)
    scale = minutes / blueprint.minutes
    sections: list[PlannedSection] = []
    seconds = [60 * section.minutes * scale for section in blueprint.sections]
    wanted = frozenset(topics)
    found = [_matching(section, bank, wanted, machine) for section in blueprint.sections]
    fitting = [
        [question for question in matching if limit_seconds(question) <= most]
        for matching, most in zip(found, seconds, strict=True)
    ]
    for questions in fitting:
        rng.shuffle(questions)
        questions.sort(key=lambda question: question.topic not in wanted)
    first = _one_for_each(fitting)
    lacking = [
        _what_is_missing(section, number, fitting[number], found[number], seconds[number])
        for number, section in enumerate(blueprint.sections)
        if number not in first
    ]
    if lacking:
        raise NothingToAsk(lacking)
    taken = {question.id for question in first.values()}
    drawn: list[list[Question]] = []
    for number, questions in enumerate(fitting):
        left = [question for question in questions if question.id not in taken]
        drawn.append(_fill(first[number], left, seconds[number], wanted))
        taken |= {question.id for question in drawn[number]}
    for number, section in enumerate(blueprint.sections):
        planned = tuple(
            PlannedQuestion(
                question_id=question.id,
                content=content_hash(question),
                revision=question.revision,
                kind=question.kind,
                topic=question.topic,
                difficulty=question.difficulty,
                limit_seconds=limit_seconds(question),
            )
            for question in drawn[number]
        )
        sections.append(
            PlannedSection(
                title=section.title,
                kinds=section.kinds,
                seconds=seconds[number],
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


def _matching(section: Section, bank: Bank, wanted: frozenset[str], machine: Machine) -> list[Question]:
    easiest, hardest = section.difficulty
    topics = wanted.union(section.topics) if section.topics else frozenset[str]()
    levels = frozenset(range(easiest, hardest + 1))
    return askable(bank.active, Filter(topics, frozenset(section.kinds), levels), machine)


def _one_for_each(candidates: Sequence[Sequence[Question]]) -> dict[int, Question]:
    """Return a question for each list of candidates, all different, for as many lists as can have one.

    A maximum matching by augmenting paths (Kuhn, "The Hungarian method for the assignment problem", 1955).
    """
    owner: dict[str, int] = {}

    def give(number: int, asked_for: set[str]) -> bool:
        for question in candidates[number]:
            if question.id in asked_for:
                continue
            asked_for.add(question.id)
            if question.id not in owner or give(owner[question.id], asked_for):
                owner[question.id] = number
                return True
        return False

    for number in sorted(range(len(candidates)), key=lambda number: len(candidates[number])):
        give(number, set())
    given = {number: question_id for question_id, number in owner.items()}
    return {
        number: question
        for number, questions in enumerate(candidates)
        for question in questions
        if given.get(number) == question.id
    }


def _fill(
    first: Question, candidates: Sequence[Question], seconds: float, wanted: frozenset[str]
) -> list[Question]:
    """Add questions until a section's planned time is full: wanted topics first, kinds and topics in turn."""
    left = list(candidates)
    drawn = [first]
    room = PLANNED_SHARE * seconds - limit_seconds(first)
    topics = Counter([first.topic])
    kinds: Counter[str] = Counter([first.kind])
    while left:
        fitting = [one for one in left if limit_seconds(one) <= room]
        if not fitting:
            break
        question = min(fitting, key=lambda one: (one.topic not in wanted, kinds[one.kind], topics[one.topic]))
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
    fitting: Sequence[Question],
    found: Sequence[Question],
    seconds: float,
) -> Message:
    values = {
        "number": number + 1,
        "kinds": ", ".join(section.kinds),
        "topics": ", ".join(section.topics) or "*",
        "easiest": section.difficulty[0],
        "hardest": section.difficulty[1],
    }
    if fitting:
        return Message(
            "Section {number} needs one question more: the bank has {count} of its kinds ({kinds}), topics "
            "({topics}) and difficulty ({easiest} to {hardest}), and other sections need them.",
            count=len(fitting),
            **values,
        )
    if found:
        shortest = min(limit_seconds(question) for question in found) / 60
        return Message(
            "Section {number} has {minutes:.1f} minutes, and the shortest of its {count} questions may take "
            "{shortest:.1f}.",
            minutes=seconds / 60,
            count=len(found),
            shortest=shortest,
            number=number + 1,
        )
    return Message(
        "Section {number}: no question has one of its kinds ({kinds}) and topics ({topics}) and a difficulty "
        "from {easiest} to {hardest}.",
        **values,
    )
