"""The interviews of a history, numbered from 1 in the order in which they ended."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from quizbank.history import log
from quizbank.history.events import Event, Interviewed, microseconds
from quizbank.interview.record import InterviewRecord
from quizbank.session import TopicScore

_IN_ORDER = "SELECT event FROM mocks ORDER BY stamp, uuid"


@dataclass(frozen=True, slots=True)
class PastInterview:
    """An interview that is over, and its number.

    When histories are merged, numbers move up to make room for what was earlier; the record's uuid stays.
    """

    number: int
    record: InterviewRecord


def note(connection: sqlite3.Connection, row_id: int, event: Event) -> None:
    """Keep an interview's row; where the same one was written down twice, the first in order holds."""
    if not isinstance(event.fact, Interviewed):
        return
    name = event.fact.record.uuid
    row = connection.execute("SELECT stamp, uuid FROM mocks WHERE interview = ?", (name,)).fetchone()
    if row is None or event.order < tuple(row):
        values = name, row_id, event.stamp, event.uuid
        connection.execute("INSERT OR REPLACE INTO mocks VALUES (?, ?, ?, ?)", values)


def interviews(connection: sqlite3.Connection) -> list[PastInterview]:
    """Return all interviews, the oldest first."""
    found = log.rows(connection, "id IN (SELECT event FROM mocks)")
    records = (event.fact.record for _, event in found if isinstance(event.fact, Interviewed))
    return [PastInterview(number, record) for number, record in enumerate(records, 1)]


def interview(connection: sqlite3.Connection, number: int) -> PastInterview | None:
    """Return the interview with a number, the last one for -1; None where there is none."""
    ids = [row[0] for row in connection.execute(_IN_ORDER)]
    number = len(ids) if number == -1 else number
    if not 1 <= number <= len(ids):
        return None
    for _, event in log.rows(connection, "id = :id", {"id": ids[number - 1]}):
        if isinstance(event.fact, Interviewed):
            return PastInterview(number, event.fact.record)
    return None


def topics_before(connection: sqlite3.Connection, moment: datetime) -> dict[str, TopicScore]:
    """Return how the judged answers of each topic went before a moment, those that hold."""
    rows = connection.execute(
        """
        SELECT topic, sum(score = 'right'), count(*) FROM answers JOIN events ON events.id = event
        WHERE score NOT IN ('unjudged', 'skipped') AND at < ? GROUP BY topic ORDER BY topic
        """,
        (microseconds(moment),),
    )
    return {topic: TopicScore(topic, right, total) for topic, right, total in rows}
