"""The log of events in its table: written once, read in order."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import timedelta

from quizbank.errors import UnknownEvent
from quizbank.history.events import (
    EPOCH,
    Answered,
    Ended,
    Event,
    Fact,
    Flagged,
    Hinted,
    Rated,
    Replanned,
    Reset,
    Started,
    Undone,
    Unflagged,
    Wanted,
    microseconds,
)
from quizbank.history.wire import kind_of, read_fact, write_fact

COLUMNS = "uuid, stamp, at, offset, kind, body"

Values = tuple[str, ...] | dict[str, str]
_TARGETS: dict[type[Fact], tuple[type[Fact], ...]] = {
    Rated: (Answered,),
    Undone: (Answered, Rated, Reset, Flagged, Unflagged, Wanted),
    Replanned: (Started,),
    Hinted: (Started,),
    Ended: (Started,),
}

Row = tuple[str, int, int, int, str, str]


def event_of(row: Row) -> Event:
    """Return the event in a row of ``COLUMNS``. Raises ValueError where it can't be read."""
    uuid, stamp, at, offset, kind, body = row
    return Event(uuid, stamp, EPOCH + timedelta(microseconds=at), offset, read_fact(kind, body))


def row_of(event: Event) -> Row:
    """Return an event as ``COLUMNS``."""
    at = microseconds(event.at)
    return event.uuid, event.stamp, at, event.offset, kind_of(event.fact), write_fact(event.fact)


def about(fact: Fact) -> str | None:
    """Return the uuid of the earlier event that a fact is about, if it is about one."""
    match fact:
        case Rated(answer=uuid) | Undone(event=uuid):
            return uuid
        case Replanned(session=uuid) | Hinted(session=uuid) | Ended(session=uuid):
            return uuid
        case _:
            return None


def refuse_stray(connection: sqlite3.Connection, fact: Fact) -> None:
    """Raise UnknownEvent where a fact is about an event that isn't there or isn't of the right kind."""
    target = about(fact)
    if target is not None:
        found = find(connection, target)
        if found is None or not isinstance(found.fact, _TARGETS[type(fact)]):
            raise UnknownEvent(target)


def insert(connection: sqlite3.Connection, event: Event) -> tuple[int, Event]:
    """Write an event; return its row's id and the event as it will be read.

    Raises ValueError for one that couldn't be read.
    """
    row = row_of(event)
    written = event_of(row)
    cursor = connection.execute(
        f"INSERT INTO events ({COLUMNS}, about) VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, about(written.fact))
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid, written


def insert_missing(connection: sqlite3.Connection, event: Event) -> tuple[int, Event] | None:
    """Write an event unless it is there; return what ``insert`` does if it is new.

    Raises ValueError where another event bears its uuid.
    """
    known = find(connection, event.uuid)
    if known is None:
        return insert(connection, event)
    if known != event:
        raise ValueError(f"uuid: {event.uuid} is another event here")
    return None


def last_stamp(connection: sqlite3.Connection) -> int:
    """Return the greatest stamp, 0 in an empty log."""
    (stamp,) = connection.execute("SELECT max(stamp) FROM events").fetchone()
    return stamp or 0


def find(connection: sqlite3.Connection, uuid: str) -> Event | None:
    """Return the event with this uuid."""
    row = connection.execute(f"SELECT {COLUMNS} FROM events WHERE uuid = ?", (uuid,)).fetchone()
    return None if row is None else event_of(row)


def count(connection: sqlite3.Connection) -> int:
    """Return the number of events."""
    (number,) = connection.execute("SELECT count(*) FROM events").fetchone()
    return int(number)


def rows(
    connection: sqlite3.Connection, condition: str = "1", values: Values = ()
) -> Iterator[tuple[int, Event]]:
    """Yield the events that meet an SQL condition with their rows' ids, in the log's order."""
    query = f"SELECT id, {COLUMNS} FROM events WHERE {condition} ORDER BY stamp, uuid"
    for row_id, *row in connection.execute(query, values):
        uuid, stamp, at, offset, kind, body = row
        yield row_id, event_of((uuid, stamp, at, offset, kind, body))
