"""How the learner stands with each question, in its table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import date
from typing import Any

from quizbank.card import Card, Rating
from quizbank.history.fold import Standing

_COLUMNS = (
    "question_id, last_score, flag, stability, difficulty, due, last_review, last_rating, reviews, lapses, "
    "seconds, revision, wanted"
)


def save_standing(connection: sqlite3.Connection, question_id: str, standing: Standing) -> None:
    """Write a standing; one that says nothing has no row."""
    if standing == Standing():
        connection.execute("DELETE FROM standings WHERE question_id = ?", (question_id,))
        return
    card = standing.card
    values: tuple[object, ...] = (None,) * 9
    if card is not None:
        values = (
            card.stability,
            card.difficulty,
            card.due.toordinal(),
            card.last_review.toordinal(),
            int(card.last_rating),
            card.reviews,
            card.lapses,
            card.seconds,
            card.revision,
        )
    connection.execute(
        f"INSERT OR REPLACE INTO standings ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (question_id, standing.last_score, standing.flag, *values, standing.wanted),
    )


def read_standing(connection: sqlite3.Connection, question_id: str) -> Standing:
    """Return how the learner stands with one question."""
    query = f"SELECT {_COLUMNS} FROM standings WHERE question_id = ?"
    row = connection.execute(query, (question_id,)).fetchone()
    return Standing() if row is None else _standing_of(row)


def read_standings(connection: sqlite3.Connection) -> Iterator[tuple[str, Standing]]:
    """Yield every question that something is known of, by id."""
    for row in connection.execute(f"SELECT {_COLUMNS} FROM standings ORDER BY question_id"):
        yield row[0], _standing_of(row)


def _standing_of(row: Any) -> Standing:
    question_id, last_score, flag, stability, difficulty, due, last_review, last_rating, *rest, wanted = row
    if stability is None:
        return Standing(None, last_score, flag, bool(wanted))
    reviews, lapses, seconds, revision = rest
    card = Card(
        question_id,
        stability,
        difficulty,
        date.fromordinal(due),
        date.fromordinal(last_review),
        Rating(last_rating),
        reviews,
        lapses,
        seconds,
        revision,
    )
    return Standing(card, last_score, flag, bool(wanted))
