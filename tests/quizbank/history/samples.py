"""Answers to write down, and a scheduler simple enough to work out by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from random import Random
from uuid import UUID

from quizbank.card import Card, Rating, Review
from quizbank.history.events import Answered, Plan
from quizbank.history.fold import Rules
from quizbank.history.store import History, history_in_memory
from quizbank.session import Score

SHANGHAI = timezone(timedelta(hours=8))
NOW = datetime(2026, 3, 2, 12, tzinfo=SHANGHAI)


def advance(card: Card | None, review: Review) -> Card:
    """Double the interval after a pass and start over after a lapse; every review leaves its trace."""
    passed = review.rating is not Rating.AGAIN
    stability = 2 * card.stability if card is not None and passed else 1.0
    return Card(
        review.question_id,
        stability,
        (card.difficulty if card is not None else 5.0) + (2 - review.rating) / 8,
        review.day + timedelta(days=int(min(stability, 365))),
        review.day,
        review.rating,
        card.reviews + 1 if card is not None else 1,
        (card.lapses if card is not None else 0) + (not passed),
        review.seconds,
        review.revision,
    )


RULES = Rules(advance, "doubling")


def renaming(formerly: Mapping[str, str]) -> Rules:
    return replace(RULES, formerly=formerly)


def answered(
    question_id: str = "tensors/views",
    score: Score = "right",
    *,
    proposed: Rating | None = Rating.GOOD,
    seconds: float = 30.0,
    scheduled: bool = True,
    session: str | None = None,
) -> Answered:
    return Answered(
        question_id=question_id,
        content="0123456789abcdef",
        revision=1,
        kind="choice",
        topic=question_id.partition("/")[0],
        language="zh",
        answer={"options": [1]},
        score=score,
        evidence=[{"part": "选项", "holds": True}],
        hints=0,
        seconds=seconds,
        expected_seconds=60.0,
        proposed=proposed,
        scheduled=scheduled,
        device="cpu",
        torch="2.13.0",
        session=session,
        mode="drill",
    )


def plan(*question_ids: str) -> Plan:
    return Plan(question_ids, {question_ids[0]: (2, 0, 1)} if question_ids else {})


def uuids(seed: int) -> Callable[[], str]:
    """Return a source of uuids that are the same each time."""
    rng = Random(seed)
    return lambda: str(UUID(int=rng.getrandbits(128), version=4))


def in_memory(rules: Rules = RULES, seed: int = 0) -> History:
    return history_in_memory(rules, NOW, new_uuid=uuids(seed))
