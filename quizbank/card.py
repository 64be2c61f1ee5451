"""What a scheduler knows of one question for one learner, and what it learns it from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import IntEnum


class Rating(IntEnum):
    """How well a question was known, in FSRS's own numbers."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass(frozen=True, slots=True)
class Review:
    """One rated answer; ``day`` is the learner's study day, which starts at 04:00 local time.

    ``revision`` is the question's at the time of the answer.
    """

    question_id: str
    day: date
    rating: Rating
    seconds: float
    revision: int = 1


@dataclass(frozen=True, slots=True)
class Card:
    """A question that was reviewed at least once.

    ``stability`` is in days: how long until recall falls to 90 %. ``difficulty`` runs from 1 to 10.
    ``lapses`` counts the reviews rated again after one that wasn't. ``seconds`` is what a repeat takes: half
    the first answer's time, then a running mean over one answer a day.
    """

    question_id: str
    stability: float
    difficulty: float
    due: date
    last_review: date
    last_rating: Rating
    reviews: int
    lapses: int
    seconds: float
    revision: int
