"""The SQLite file: opened, checked, migrated, and every failure said in plain words."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from quizbank.errors import (
    HistoryDamaged,
    HistoryError,
    HistoryFull,
    HistoryLocked,
    HistoryTooNew,
    HistoryUnavailable,
)
from quizbank.history.schema import APPLICATION_ID, MIGRATIONS

Result = TypeVar("Result")

BACKUPS = 5
"""So many backups stay; older ones are deleted when a new one is made."""

_JOURNAL_BYTES = 4 * 2**20
_PAUSE_SECONDS = 0.01


class Database:
    """One connection to a history's file, or to memory where ``path`` is None."""

    def __init__(self, path: Path | None, now: datetime, busy_seconds: float) -> None:
        self.path = path
        self._busy_seconds = busy_seconds
        self._open(now)

    @contextmanager
    def writing(self, now: datetime) -> Iterator[sqlite3.Connection]:
        """Give the connection for one transaction, which is on the disk when the block is left.

        Nothing stays of a block that raises. Raises HistoryError.
        """
        if self._replaced():
            self.connection.close()
            self._open(now)
        with plain_errors(self.path):
            # Taking the write lock first, two processes queue up here rather than fail half-way.
            self.connection.execute("BEGIN IMMEDIATE")
            with self._ending():
                # A newer version may have migrated the file since it was opened here.
                _refuse_newer(self.connection, self.path)
                yield self.connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for queries that all see the same moment. Raises HistoryError."""
        with plain_errors(self.path):
            self.connection.execute("BEGIN")
            with self._ending():
                yield self.connection

    def elsewhere(self, read: Callable[[sqlite3.Connection], Result]) -> Callable[[], Result]:
        """Return what calls ``read`` with a connection of its own, once, in any thread.

        It raises HistoryError, and changes nothing.
        """
        if self.path is not None:
            # A file is opened where it is read, for a connection is for one thread at a time.
            path, busy_seconds = self.path, self._busy_seconds
            return lambda: _read_and_close(connect(path, busy_seconds), path, read)
        copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.connection.backup(copy)
        return lambda: _read_and_close(copy, None, read)

    def back_up(self, now: datetime) -> Path | None:
        """Copy the file to a dated one beside it and return that; None for a history in memory.

        The oldest of more than BACKUPS are deleted. Raises HistoryError.
        """
        if self.path is None:
            return None
        with plain_errors(self.path):
            return _back_up(self.connection, self.path, now)

    def close(self) -> None:
        self.connection.close()

    @contextmanager
    def _ending(self) -> Iterator[None]:
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            # On a full disk SQLite has rolled back by itself.
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise

    def _open(self, now: datetime) -> None:
        self.connection = connect(self.path, self._busy_seconds)
        try:
            with plain_errors(self.path):
                _prepare(self.connection, self.path, now, self._busy_seconds)
        except BaseException:
            self.connection.close()
            raise
        self._identity = identity(self.path)

    def _replaced(self) -> bool:
        """Whether another file stands under the path by now, put there by a recovery or by hand."""
        return identity(self.path) != self._identity


def connect(path: Path | None, busy_seconds: float) -> sqlite3.Connection:
    """Open a file, which may be new, or memory. Raises HistoryError."""
    with plain_errors(path):
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise HistoryUnavailable(path, error.strerror or str(error)) from error
        # Transactions are begun and ended here alone. Whoever opens it may hand it to another thread.
        return sqlite3.connect(
            path or ":memory:", timeout=busy_seconds, isolation_level=None, check_same_thread=False
        )


def _read_and_close(
    connection: sqlite3.Connection, path: Path | None, read: Callable[[sqlite3.Connection], Result]
) -> Result:
    with closing(connection), plain_errors(path):
        connection.execute("BEGIN")
        return read(connection)


def identity(path: Path | None) -> tuple[int, int] | None:
    """Return what tells a file from another of the same name; None where there is none."""
    if path is None:
        return None
    with suppress(OSError):
        status = path.stat()
        return status.st_dev, status.st_ino
    return None


def dated(path: Path, what: str, now: datetime) -> Path:
    """Return a name beside ``path`` that isn't taken: ``history.backup-20260301T101500Z.db``."""
    moment = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    for number in range(1, 10_000):
        suffix = "" if number == 1 else f"-{number}"
        candidate = path.with_name(f"{path.stem}.{what}-{moment}{suffix}{path.suffix}")
        if not candidate.exists():
            return candidate
    raise HistoryUnavailable(path, f"there are 10,000 files named {what} of the same second")


def sync_folder(folder: Path) -> None:
    """Have the folder's new names survive a power cut, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def plain_errors(path: Path | None) -> Iterator[None]:
    """Turn what SQLite raises into errors fit for the learner; what only a bug explains goes through."""
    try:
        yield
    except sqlite3.Error as error:
        explained = _explain(error, path)
        if explained is None:
            raise
        raise explained from error


def _explain(error: sqlite3.Error, path: Path | None) -> HistoryError | None:
    # The lowest byte is the primary code; the rest only refines it.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return HistoryFull(path)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL):
        return HistoryLocked(path)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return HistoryDamaged(path, str(error))
    if code in (
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_NOLFS,
    ):
        return HistoryUnavailable(path, str(error))
    return None


def _prepare(connection: sqlite3.Connection, path: Path | None, now: datetime, busy_seconds: float) -> None:
    """Check whose file it is and how sound, and bring its layout up to date."""
    # In this order: a process that sets the file up in between gives it its tables and its name at once.
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    known = _pragma(connection, "application_id")
    if known != APPLICATION_ID and (known or tables):
        raise HistoryUnavailable(path, "this is another program's file")
    _refuse_newer(connection, path)
    if path is not None:
        _log_ahead(connection, busy_seconds)
    # An answer's reveal is shown once the answer is kept. In WAL mode, NORMAL would leave the last commits
    # to the system's cache: they would outlive a killed process, but not a power cut.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA journal_size_limit = {_JOURNAL_BYTES}")
    # A file that can only be read opens without a word; better to know now than at the first answer.
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("ROLLBACK")
    check(connection, path)
    if _pragma(connection, "user_version") < len(MIGRATIONS):
        _migrate(connection, path, now)


def _log_ahead(connection: sqlite3.Connection, busy_seconds: float) -> None:
    """Switch the file to WAL, which is remembered in it; another process is waited for."""
    # Every other statement waits by itself. This one holds a read lock already when it asks for the write
    # lock, where SQLite refuses at once: two processes that did so and waited would wait for each other.
    for _ in range(round(busy_seconds / _PAUSE_SECONDS)):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            time.sleep(_PAUSE_SECONDS)
        else:
            return
    connection.execute("PRAGMA journal_mode = WAL")


def check(connection: sqlite3.Connection, path: Path | None) -> None:
    """Raise HistoryDamaged where the file's structure isn't sound."""
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise HistoryDamaged(path, verdict)


def _refuse_newer(connection: sqlite3.Connection, path: Path | None) -> None:
    version = _pragma(connection, "user_version")
    if version > len(MIGRATIONS):
        raise HistoryTooNew(path, version, len(MIGRATIONS))


def _migrate(connection: sqlite3.Connection, path: Path | None, now: datetime) -> None:
    """Bring the layout up to date, all of it or nothing, after a backup where there is something to lose."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _pragma(connection, "user_version")
        if 0 < version < len(MIGRATIONS) and path is not None:
            # Through a connection of its own: this one is in the middle of a transaction.
            with closing(sqlite3.connect(path)) as reader:
                _back_up(reader, path, now)
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _back_up(connection: sqlite3.Connection, path: Path, now: datetime) -> Path:
    target = dated(path, "backup", now)
    unfinished = target.with_suffix(".tmp")
    try:
        with closing(sqlite3.connect(unfinished)) as copy:
            connection.backup(copy)
        unfinished.replace(target)
    except OSError as error:
        raise HistoryUnavailable(path, error.strerror or str(error)) from error
    finally:
        unfinished.unlink(missing_ok=True)
    sync_folder(path.parent)
    _delete_old_backups(path, target)
    return target


def _delete_old_backups(path: Path, newest: Path) -> None:
    """Delete all but the last BACKUPS, as far as what they hold is in the ``newest`` as well."""
    named = re.compile(
        rf"{re.escape(path.stem)}\.backup-(\d{{8}}T\d{{6}}Z)(?:-(\d+))?{re.escape(path.suffix)}"
    )
    found = [
        (match[1], int(match[2] or 1), beside)
        for beside in path.parent.iterdir()
        if beside != newest and (match := named.fullmatch(beside.name))
    ]
    for _moment, _number, old in sorted(found)[: 1 - BACKUPS]:
        # A history that was begun anew has none of what was there before it. What can't be read or deleted
        # is left alone, as it was before.
        with suppress(sqlite3.Error, OSError):
            if _holds_all_of(newest, old):
                old.unlink()


def _holds_all_of(newest: Path, old: Path) -> bool:
    # Opened as a file that nobody writes to, a database leaves nothing beside it.
    uris = [f"{one.resolve().as_uri()}?immutable=1" for one in (newest, old)]
    with closing(sqlite3.connect(uris[0], uri=True)) as connection:
        connection.execute("ATTACH ? AS old", (uris[1],))
        only_there = "SELECT 1 FROM old.events WHERE uuid NOT IN (SELECT uuid FROM main.events) LIMIT 1"
        return connection.execute(only_there).fetchone() is None


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)
