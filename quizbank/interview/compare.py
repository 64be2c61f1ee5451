"""Two interviews side by side: what rose, what fell, and what became of the same questions."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from quizbank.interview.record import InterviewRecord, Verdict
from quizbank.interview.report import Report
from quizbank.interview.scorecard import Marks, Scorecard
from quizbank.message import Message


@dataclass(frozen=True, slots=True)
class Pair:
    """A share of the first interview and of the second; None where nothing of it was asked."""

    name: str
    first: float | None
    second: float | None

    @property
    def change(self) -> float | None:
        """How far the share rose, where both interviews have it."""
        return None if self.first is None or self.second is None else self.second - self.first


@dataclass(frozen=True, slots=True)
class Again:
    """A question that both interviews asked; if it came twice in one of them, the last answer is meant."""

    question_id: str
    first: Verdict
    second: Verdict


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two interviews; ``same_plan`` is whether they asked by exactly the same plan.

    ``dimensions`` are named by the rubric's slugs and ``topics`` by those of the bank. ``total`` and
    ``topics`` are by what the machine judged.
    """

    first: int
    second: int
    same_plan: bool
    same_blueprint: bool
    total: Pair
    self_rated: Pair
    dimensions: tuple[Pair, ...]
    topics: tuple[Pair, ...]
    questions: tuple[Again, ...]


def compare(first: Report, second: Report) -> Comparison:
    """Set two interviews side by side."""
    one, other = first.card, second.card
    return Comparison(
        first.number,
        second.number,
        first.record.code == second.record.code,
        first.record.blueprint == second.record.blueprint,
        Pair("total", one.total.objective.share, other.total.objective.share),
        Pair("self_rated", one.total.self_rated.share, other.total.self_rated.share),
        tuple(
            Pair(mine.row.dimension, _either(mine.marks), _either(theirs.marks))
            for mine, theirs in zip(one.dimensions, other.dimensions, strict=True)
        ),
        _topics(one, other),
        _again(first.record, second.record),
    )


def comparison_object(comparison: Comparison) -> dict[str, JsonValue]:
    """Return a comparison as JSON has it; shares run from 0 to 1."""

    def pair(one: Pair) -> dict[str, JsonValue]:
        return {"first": one.first, "second": one.second, "change": one.change}

    return {
        "torchdrill": "comparison",
        "format": 1,
        "interviews": [comparison.first, comparison.second],
        "same_plan": comparison.same_plan,
        "same_blueprint": comparison.same_blueprint,
        "total": {"objective": pair(comparison.total), "self_rated": pair(comparison.self_rated)},
        "dimensions": {one.name: pair(one) for one in comparison.dimensions},
        "topics": {one.name: pair(one) for one in comparison.topics},
        "questions": {
            one.question_id: {"first": one.first, "second": one.second} for one in comparison.questions
        },
    }


def how_alike(comparison: Comparison) -> Message:
    """Return how far two interviews can be compared."""
    if comparison.same_plan:
        return Message("Both asked by the same plan.")
    if comparison.same_blueprint:
        return Message("The same blueprint, with other questions: differences are partly luck of the draw.")
    return Message("Two different blueprints: compare topics rather than totals.")


def _topics(one: Scorecard, other: Scorecard) -> tuple[Pair, ...]:
    mine, theirs = (
        {topic.topic: topic.marks.objective.share for topic in card.topics if topic.marks.objective.possible}
        for card in (one, other)
    )
    return tuple(Pair(topic, mine.get(topic), theirs.get(topic)) for topic in sorted({*mine, *theirs}))


def _again(first: InterviewRecord, second: InterviewRecord) -> tuple[Again, ...]:
    before = {one.question_id: one.verdict for one in first.asked}
    after = {one.question_id: one.verdict for one in second.asked}
    return tuple(Again(one, before[one], after[one]) for one in before if one in after)


def _either(marks: Marks) -> float | None:
    """Return what the machine judged of a dimension, or the candidate where it judges nothing of it."""
    return marks.self_rated.share if marks.objective.share is None else marks.objective.share
