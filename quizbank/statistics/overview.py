"""All figures of a history that need no prediction, worked out at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from quizbank.history.record import Record
from quizbank.question import Question
from quizbank.statistics.accuracy import TopicAccuracy, accuracy, days_a_period
from quizbank.statistics.days import Day, days
from quizbank.statistics.mistakes import Mistaken, mistaken
from quizbank.statistics.questions import Hard, Pace, hardest, paces

DAYS_BACK = 182


@dataclass(frozen=True, slots=True)
class Overview:
    """How practice went up to ``day``; each part is in the order in which to show it.

    ``accuracy`` starts with all topics together, and its periods have ``days_a_period`` days. ``mistaken``
    goes by the last ``wrong`` wrong answers; ``answers`` counts all answers, ``skipped`` what had none.
    """

    day: date
    answers: int
    skipped: int
    days_a_period: int
    accuracy: tuple[TopicAccuracy, ...]
    days: tuple[Day, ...]
    paces: tuple[Pace, ...]
    hardest: tuple[Hard, ...]
    mistaken: tuple[Mistaken, ...]
    wrong: int


def overview(record: Record, questions: Mapping[str, Question], day: date) -> Overview:
    """Work out the figures as of a study day; ``questions`` are those that exist today, by id."""
    return Overview(
        day,
        sum(one.answers for one in record.tallies),
        sum(one.skipped for one in record.tallies),
        days_a_period(record.tallies, day),
        accuracy(record.tallies, day),
        days(record.tallies, day, DAYS_BACK),
        paces(record.questions, questions),
        hardest(record.questions, questions, record.cards),
        mistaken(record.mistakes, questions),
        len(record.mistakes),
    )
