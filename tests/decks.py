"""Questions and cards about nothing, for tests of what is asked when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from quizbank.card import Card, Rating, Review
from quizbank.question import QUESTION, Question
from quizbank.scheduler import Scheduler

TODAY = date(2026, 3, 1)


def question(
    question_id: str,
    minutes: float = 1,
    status: str = "active",
    follow_ups: Sequence[str] = (),
    revision: int = 1,
) -> Question:
    """Return a question that nothing but its planning matters of."""
    text = {"en": "What?", "zh": "什么？"}
    return QUESTION.validate_python(
        {
            "id": question_id,
            "format": 1,
            "kind": "recall",
            "status": status,
            "revision": revision,
            "difficulty": 1,
            "minutes": minutes,
            "tags": ["sample"],
            "prompt": text,
            "explanation": text,
            "points": [{"text": text, "holds": "True"}] * 2,
            "follow_ups": list(follow_ups),
        }
    )


def review(question_id: str, ago: int = 0, rating: int = 3, seconds: float = 30, revision: int = 1) -> Review:
    """Return a review so many days before TODAY."""
    return Review(question_id, TODAY - timedelta(days=ago), Rating(rating), seconds, revision)


def cards_after(*reviews: Review) -> dict[str, Card]:
    """Return the cards that reviews lead to, by id."""
    scheduler = Scheduler()
    cards: dict[str, Card] = {}
    for one in reviews:
        cards[one.question_id] = scheduler.review(cards.get(one.question_id), one)
    return cards
