"""Saving what can be read of a damaged history.

The log only grows, and the same event is the same everywhere. So the damaged file is joined with every backup
and every damaged file of before that lies beside it: none of them can bring back what was given up.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from quizbank.errors import HistoryDamaged, HistoryUnavailable
from quizbank.history import log
from quizbank.history.database import Database, check, connect, dated, plain_errors, sync_folder
from quizbank.history.events import Event
from quizbank.message import Message

_SIDECARS = ("-wal", "-shm")

# Rows are numbered without gaps, so this many in a row that can't be read are the end of the table, or more
# damage than a leaf or an inner page of it does.
_PATIENCE = 20_000


@dataclass(frozen=True, slots=True)
class Recovery:
    """A damaged file was put aside as ``kept``, and this many events are in the new one."""

    kept: Path
    events: int

    @property
    def message(self) -> Message:
        return Message(
            "The history was damaged. What could be read of it, {events} events, is in use again; the "
            "damaged file is kept as {kept}.",
            events=self.events,
            kept=self.kept,
        )


def recover(path: Path, now: datetime, busy_seconds: float) -> Recovery | None:
    """Put a damaged file aside and a sound one in its place, with all events that can be read.

    Returns None where another process has done so in the meantime. Raises HistoryError when there is no
    room or no right to do so; the damaged file then is where it was.
    """
    try:
        with _alone(path, busy_seconds):
            if _sound(path):
                return None
            kept = dated(path, "damaged", now)
            _copy(path, kept)
            events = _readable_beside(path, now)
            fresh = path.with_name(f"{path.stem}.recovered.tmp")
            _remove(fresh)
            _write(fresh, events, now, busy_seconds)
            # The old write-ahead log goes first: SQLite would apply it to the new file.
            for sidecar in _SIDECARS:
                _beside(path, sidecar).unlink(missing_ok=True)
            fresh.replace(path)
            sync_folder(path.parent)
            return Recovery(kept, len(events))
    except OSError as error:
        raise HistoryUnavailable(path, error.strerror or str(error)) from error


def read_events(path: Path, now: datetime) -> Iterator[Event]:
    """Yield each event that can be read from a file, whatever else is wrong with it, and leave it alone."""
    with tempfile.TemporaryDirectory(prefix="torchdrill-") as folder:
        # SQLite writes to a file that it only reads, when it has a write-ahead log.
        copy = Path(folder) / path.name
        _copy(path, copy)
        found = False
        for event in _rows_one_by_one(copy):
            found = True
            yield event
        if not found and copy.exists():
            _graft_first_page(copy, now)
            yield from _rows_one_by_one(copy)


def _graft_first_page(path: Path, now: datetime) -> None:
    """Replace the page that says which table begins where, without which SQLite reads nothing.

    Tables are made in the same order everywhere, so an empty history of the same layout has the same one.
    """
    empty = path.with_name("empty.db")
    with closing(Database(empty, now, 1.0).connection) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    page = bytearray(empty.read_bytes()[:size])
    # The file's length in pages, by SQLite's description of its file format.
    page[28:32] = (path.stat().st_size // size).to_bytes(4, "big")
    with path.open("r+b") as file:
        file.write(page)


def _rows_one_by_one(path: Path) -> Iterator[Event]:
    query = f"SELECT {log.COLUMNS} FROM events WHERE id = ?"
    with closing(sqlite3.connect(path)) as connection:
        missed = 0
        for row_id in count(1):
            try:
                # Without this, SQLite reads nothing of a file that is shorter than it says.
                connection.execute("PRAGMA writable_schema = ON")
                row = connection.execute(query, (row_id,)).fetchone()
                event = None if row is None else log.event_of(row)
            except (sqlite3.Error, ValueError, OverflowError, TypeError):
                event = None
            missed = 0 if event is not None else missed + 1
            if event is not None:
                yield event
            elif missed > _PATIENCE:
                return


def _readable_beside(path: Path, now: datetime) -> dict[str, Event]:
    events: dict[str, Event] = {}
    copies = sorted(path.parent.glob(f"{path.stem}.damaged-*{path.suffix}"))
    backups = sorted(path.parent.glob(f"{path.stem}.backup-*{path.suffix}"))
    for source in (*copies, *backups):
        for event in read_events(source, now):
            events.setdefault(event.uuid, event)
    return events


def _write(fresh: Path, events: dict[str, Event], now: datetime, busy_seconds: float) -> None:
    database = Database(fresh, now, busy_seconds)
    try:
        with database.writing(now) as connection:
            for event in sorted(events.values(), key=lambda event: event.order):
                log.insert(connection, event)
    finally:
        database.close()


def _sound(path: Path) -> bool:
    try:
        with closing(connect(path, 1.0)) as connection, plain_errors(path):
            check(connection, path)
    except HistoryDamaged:
        return False
    return True


@contextmanager
def _alone(path: Path, busy_seconds: float) -> Iterator[None]:
    """Keep other processes from recovering at the same time; the system frees the lock of one that dies."""
    lock = path.with_name(f"{path.stem}.recovery-lock")
    with plain_errors(path), closing(connect(lock, busy_seconds)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")
            with suppress(OSError):
                lock.unlink()


def _copy(source: Path, target: Path) -> None:
    for sidecar in ("", "-wal"):
        with suppress(FileNotFoundError):
            shutil.copy2(_beside(source, sidecar), _beside(target, sidecar))


def _remove(path: Path) -> None:
    for sidecar in ("", *_SIDECARS):
        _beside(path, sidecar).unlink(missing_ok=True)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
