"""The derived tables: brought up to date with each event, or filled by a replay, to the same effect."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from quizbank.history import log, mocks
from quizbank.history.events import (
    Answered,
    Ended,
    Event,
    Interviewed,
    Rated,
    Replanned,
    Started,
    Undone,
)
from quizbank.history.fold import Amendments, Rules, Standing, amendments, concerned, step
from quizbank.history.schema import DERIVED
from quizbank.history.standings import read_standing, save_standing

_AS_PROPOSED = Amendments()

# When this many events are new, and they are a tenth of the log or more, about every question is touched,
# and one replay is quicker.
MANY = 1_000

_AMENDING = """
    about IN (SELECT uuid FROM events JOIN concerns ON event = id WHERE question_id = :id)
    OR about IN (
        SELECT rated.uuid FROM events AS rated
        JOIN events AS answered ON rated.about = answered.uuid
        JOIN concerns ON event = answered.id
        WHERE question_id = :id
    )
"""

NOT_KNOWN = "not known"
"""The score, in the table of answers, of what counts as wrong without an answer that was in time.

It shows no belief, and took no time that could be compared."""

AnswerRow = tuple[int, str, str | None, str, int, str, int]


@dataclass(slots=True)
class _Derived:
    """What a fold over events leaves behind, before it is written."""

    rules: Rules
    amended: Amendments
    standings: dict[str, Standing] = field(default_factory=dict)
    concerns: list[tuple[str, int]] = field(default_factory=list)
    answers: list[AnswerRow] = field(default_factory=list)
    sessions: set[str] = field(default_factory=set)
    interviews: list[tuple[int, Event]] = field(default_factory=list)

    def add(self, row_id: int, event: Event) -> None:
        for question_id in concerned(event.fact, self.rules):
            self.concerns.append((question_id, row_id))
            self.add_to(question_id, row_id, event)
        if isinstance(event.fact, Started):
            self.sessions.add(event.uuid)
        if isinstance(event.fact, Interviewed):
            self.interviews.append((row_id, event))

    def add_to(self, question_id: str, row_id: int, event: Event) -> None:
        before = self.standings.get(question_id, Standing())
        self.standings[question_id] = step(before, question_id, event, self.amended, self.rules)
        if isinstance(event.fact, Answered) and event.uuid not in self.amended.withdrawn:
            self.answers.append(_answer_row(row_id, event, event.fact, self.rules))

    def write(self, connection: sqlite3.Connection) -> None:
        connection.executemany("INSERT INTO concerns VALUES (?, ?)", self.concerns)
        _count(connection, self.answers)
        for question_id, standing in self.standings.items():
            save_standing(connection, question_id, standing)
        for session in self.sessions:
            _refresh(connection, session)
        for row_id, event in self.interviews:
            mocks.note(connection, row_id, event)


def rebuild(connection: sqlite3.Connection, rules: Rules) -> None:
    """Fill the derived tables by replaying every event."""
    for table in DERIVED:
        connection.execute(f"DELETE FROM {table}")
    amending = log.rows(connection, "about IS NOT NULL AND kind IN ('rated', 'undone')")
    derived = _Derived(rules, amendments(event for _, event in amending))
    for row_id, event in log.rows(connection):
        derived.add(row_id, event)
    derived.write(connection)
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('rules', ?)", (rules.fingerprint,))


def made_by(connection: sqlite3.Connection, rules: Rules) -> bool:
    """Tell whether the derived tables were made by these rules."""
    row = connection.execute("SELECT value FROM meta WHERE key = 'rules'").fetchone()
    return row is not None and row[0] == rules.fingerprint


def record(connection: sqlite3.Connection, row_id: int, event: Event, rules: Rules) -> None:
    """Bring the tables up to date with an event that comes after all others."""
    if isinstance(event.fact, Rated | Undone | Started | Replanned | Ended):
        recompute(connection, [(row_id, event)], rules)
        return
    derived = _Derived(rules, _AS_PROPOSED)
    for question_id in concerned(event.fact, rules):
        derived.standings[question_id] = read_standing(connection, question_id)
    derived.add(row_id, event)
    derived.write(connection)


def take_in(connection: sqlite3.Connection, new: Sequence[tuple[int, Event]], rules: Rules) -> None:
    """Bring the tables up to date with another history's events, of any age and number."""
    if len(new) >= max(MANY, log.count(connection) // 10):
        rebuild(connection, rules)
    else:
        recompute(connection, new, rules)


def recompute(connection: sqlite3.Connection, new: Sequence[tuple[int, Event]], rules: Rules) -> None:
    """Bring the tables up to date with events of any age, folding the questions that they touch afresh."""
    touched: set[str] = set()
    sessions: set[str] = set()
    for row_id, event in new:
        match event.fact:
            case Started():
                sessions.add(event.uuid)
            case Replanned(session=session) | Ended(session=session):
                sessions.add(session)
            case Interviewed():
                mocks.note(connection, row_id, event)
        questions = concerned(event.fact, rules)
        connection.executemany("INSERT INTO concerns VALUES (?, ?)", [(one, row_id) for one in questions])
        touched |= questions or _amended_by(connection, event, rules)
    for question_id in touched:
        _fold_afresh(connection, question_id, rules)
    for session in sessions:
        _refresh(connection, session)


def snapshot(connection: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Return the derived tables' rows, to compare them."""
    return {table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr) for table in DERIVED}


def _amended_by(connection: sqlite3.Connection, event: Event, rules: Rules) -> frozenset[str]:
    """Return the questions that a rating or an undoing touches, none where its target isn't known yet."""
    target = log.find(connection, log.about(event.fact) or "")
    if target is not None and isinstance(event.fact, Undone) and isinstance(target.fact, Rated):
        target = log.find(connection, target.fact.answer)
    return frozenset() if target is None else concerned(target.fact, rules)


def _fold_afresh(connection: sqlite3.Connection, question_id: str, rules: Rules) -> None:
    save_standing(connection, question_id, Standing())
    _uncount(connection, question_id)
    amending = log.rows(connection, _AMENDING, {"id": question_id})
    derived = _Derived(rules, amendments(event for _, event in amending))
    ours = "id IN (SELECT event FROM concerns WHERE question_id = :id)"
    for row_id, event in log.rows(connection, ours, {"id": question_id}):
        derived.add_to(question_id, row_id, event)
    derived.write(connection)


def _answer_row(row_id: int, event: Event, answered: Answered, rules: Rules) -> AnswerRow:
    counts_as = answered.counts_as
    return (
        row_id,
        rules.current(answered.question_id),
        answered.session,
        rules.topic(answered),
        rules.day(event).toordinal(),
        counts_as if counts_as == answered.score else NOT_KNOWN,
        round(answered.seconds * 1000),
    )


def _count(connection: sqlite3.Connection, rows: list[AnswerRow]) -> None:
    connection.executemany("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    _tally(connection, rows, +1)


def _uncount(connection: sqlite3.Connection, question_id: str) -> None:
    rows = connection.execute("SELECT * FROM answers WHERE question_id = ?", (question_id,)).fetchall()
    connection.execute("DELETE FROM answers WHERE question_id = ?", (question_id,))
    _tally(connection, rows, -1)


def _tally(connection: sqlite3.Connection, rows: list[AnswerRow], sign: int) -> None:
    """Add answers to the tallies of their days and topics, or take them out; to skip is no answer."""
    answers: Counter[tuple[int, str]] = Counter()
    judged: Counter[tuple[int, str]] = Counter()
    right: Counter[tuple[int, str]] = Counter()
    milliseconds: Counter[tuple[int, str]] = Counter()
    for _, _, _, topic, day, score, duration in rows:
        if score == "skipped":
            continue
        key = day, topic
        answers[key] += sign
        judged[key] += sign * (score != "unjudged")
        right[key] += sign * (score == "right")
        milliseconds[key] += sign * duration
    connection.executemany(
        """
        INSERT INTO tallies VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (day, topic) DO UPDATE SET
            answers = answers + excluded.answers,
            judged = judged + excluded.judged,
            right = right + excluded.right,
            milliseconds = milliseconds + excluded.milliseconds
        """,
        [(*key, answers[key], judged[key], right[key], milliseconds[key]) for key in answers],
    )
    if sign < 0:
        connection.executemany(
            "DELETE FROM tallies WHERE day = ? AND topic = ? AND answers = 0", list(answers)
        )


def _refresh(connection: sqlite3.Connection, session: str) -> None:
    """Derive a session's row; the first end that was noted holds, and the last plan."""
    connection.execute("DELETE FROM sessions WHERE session = ?", (session,))
    event = log.find(connection, session)
    if event is None or not isinstance(event.fact, Started):
        return
    planned, finished = len(event.fact.plan.question_ids), None
    for _, later in log.rows(connection, "about = ?", (session,)):
        match later.fact:
            case Replanned(plan=plan):
                planned = len(plan.question_ids)
            case Ended() if finished is None:
                finished = later.fact.finished
    connection.execute(
        "INSERT INTO sessions VALUES (?, ?, ?, ?, ?)",
        (session, event.stamp, event.fact.mode, planned, finished),
    )
