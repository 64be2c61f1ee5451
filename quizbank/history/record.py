"""What statistics are made of, read from a history in one go."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from quizbank.card import Card
from quizbank.history.events import Answered
from quizbank.history.standings import read_standings
from quizbank.history.wire import read_fact

LATEST_MISTAKES = 1_000
"""How many wrong answers are read with what was answered; older ones say little about today."""


@dataclass(frozen=True, slots=True)
class DayTally:
    """The answers of one study day to one topic, and how often a question of it was ``skipped``.

    To skip is no answer. ``judged`` counts what was right, wrong or not known.
    """

    day: date
    topic: str
    answers: int
    judged: int
    right: int
    seconds: float
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class QuestionTally:
    """The answers to one question, by today's id.

    ``judged`` leaves out what was skipped. ``seconds`` is the sum over the ``timed`` answers, those that were
    right or wrong. ``first_right`` is whether the question was passed when it first came; for the schedule,
    to skip isn't to pass.
    """

    question_id: str
    judged: int
    right: int
    timed: int
    seconds: float
    first_right: bool


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong answer, as it was given."""

    question_id: str
    day: date
    answered: Answered


@dataclass(frozen=True, slots=True)
class Record:
    """A learner's answers in sums, the latest mistakes one by one (newest first), and the cards by id."""

    tallies: tuple[DayTally, ...]
    questions: tuple[QuestionTally, ...]
    mistakes: tuple[Mistake, ...]
    cards: Mapping[str, Card]

    @property
    def first_answers(self) -> tuple[int, int]:
        """How many questions were passed when they first came, and how many came."""
        return sum(one.first_right for one in self.questions), len(self.questions)


def read_record(connection: sqlite3.Connection, latest: int = LATEST_MISTAKES) -> Record:
    """Read the derived tables, and of the log the ``latest`` wrong answers."""
    return Record(
        _tallies(connection),
        _questions(connection),
        _mistakes(connection, latest),
        {name: standing.card for name, standing in read_standings(connection) if standing.card is not None},
    )


def _tallies(connection: sqlite3.Connection) -> tuple[DayTally, ...]:
    # One row or the other may be missing: for what was answered, or for what was skipped.
    rows = connection.execute(
        """
        SELECT day, topic, sum(answers), sum(judged), sum(right), sum(milliseconds), sum(skipped) FROM (
            SELECT day, topic, answers, judged, right, milliseconds, 0 AS skipped FROM tallies
            UNION ALL
            SELECT day, topic, 0, 0, 0, 0, count(*) FROM answers WHERE score = 'skipped' GROUP BY day, topic
        )
        GROUP BY day, topic ORDER BY day, topic
        """
    )
    return tuple(
        DayTally(date.fromordinal(day), topic, answers, judged, right, milliseconds / 1000, skipped)
        for day, topic, answers, judged, right, milliseconds, skipped in rows
    )


def _questions(connection: sqlite3.Connection) -> tuple[QuestionTally, ...]:
    # Counting goes through an index that has all it needs, in order. Summing doesn't, and one pass through
    # the table is quicker than looking each answer up in it.
    seconds: dict[str, float] = dict(
        connection.execute(
            """
            SELECT question_id, sum(milliseconds) / 1000.0 FROM answers NOT INDEXED
            WHERE score IN ('right', 'wrong') GROUP BY question_id
            """
        )
    )
    # Of a group with min(), SQLite gives the other columns of the row that has the minimum.
    rows = connection.execute(
        """
        SELECT
            question_id, sum(score <> 'skipped'), sum(score = 'right'), sum(score IN ('right', 'wrong')),
            min(event), score
        FROM answers WHERE score <> 'unjudged' GROUP BY question_id
        """
    )
    return tuple(
        QuestionTally(name, judged, right, timed, seconds.get(name, 0.0), first == "right")
        for name, judged, right, timed, _event, first in rows
    )


def _mistakes(connection: sqlite3.Connection, latest: int) -> tuple[Mistake, ...]:
    rows = connection.execute(
        """
        SELECT question_id, day, body FROM answers JOIN events ON event = id
        WHERE score = 'wrong' ORDER BY event DESC LIMIT ?
        """,
        (latest,),
    )
    return tuple(
        Mistake(question_id, date.fromordinal(day), fact)
        for question_id, day, body in rows
        if isinstance(fact := read_fact("answered", body), Answered)
    )
