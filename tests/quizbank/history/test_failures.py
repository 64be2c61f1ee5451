from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from quizbank.errors import HistoryFull, HistoryLocked, HistoryTooNew, HistoryUnavailable
from quizbank.history import database, schema
from quizbank.history.database import Database
from quizbank.history.store import History, open_history, open_or_do_without
from tests.quizbank.history.samples import NOW, RULES, answered

NOBODY = 65_534


def content(path: Path) -> dict[str, bytes]:
    """Return the files of a history that hold something, by name."""
    return {
        one.name: one.read_bytes() for one in sorted(path.parent.glob(f"{path.name}*")) if one.stat().st_size
    }


@pytest.fixture
def kept(path: Path) -> Path:
    """A history with one answer in it."""
    with open_history(path, RULES, NOW) as history:
        history.append(answered(), NOW)
    return path


def test_on_a_full_disk_nothing_from_before_is_lost(history: History) -> None:
    connection = history._database.connection
    before = history.append(answered(), NOW)
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    long = answered(question_id="tensors/" + "x" * 100_000)
    with pytest.raises(HistoryFull, match="full"):
        history.append(long, NOW)
    assert history.events() == [before]
    assert history.consistent(NOW)
    connection.execute("PRAGMA max_page_count = 1000000")
    history.append(long, NOW)
    assert len(history.events()) == 2


def test_a_file_that_another_process_holds_is_waited_for_and_then_named(kept: Path) -> None:
    with (
        open_history(kept, RULES, NOW, busy_seconds=0.01) as history,
        closing(sqlite3.connect(kept, isolation_level=None)) as other,
    ):
        log = history.events()
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(HistoryLocked, match="Another program is using"):
            history.append(answered(), NOW)
        assert history.events() == log
        with open_or_do_without(kept, RULES, NOW, busy_seconds=0.01) as without:
            assert "Another program" in str(without.not_kept)
            assert without.events() == log
        other.execute("ROLLBACK")
        history.append(answered(), NOW)
        assert len(history.events()) == 2


@pytest.fixture
def read_only(kept: Path) -> Iterator[Path]:
    """The history in a folder that can't be written, and a process without the right to change that."""
    folder = Path(tempfile.mkdtemp(prefix="torchdrill-test-"))
    copy = folder / kept.name
    shutil.copy(kept, copy)
    copy.chmod(0o444)
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield copy
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_new_file_that_another_process_is_setting_up_is_waited_for(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        finished = threading.Timer(0.2, other.rollback)
        finished.start()
        try:
            with open_history(path, RULES, NOW, busy_seconds=30) as history:
                assert history.not_kept is None
        finally:
            finished.join()


def test_a_file_that_is_set_up_between_two_looks_at_it_is_a_history(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = database._pragma

    def and_then_another_process_sets_it_up(connection: sqlite3.Connection, name: str) -> int:
        found = look(connection, name)
        monkeypatch.setattr(database, "_pragma", look)
        Database(path, NOW, 1.0).close()
        return found

    monkeypatch.setattr(database, "_pragma", and_then_another_process_sets_it_up)
    with open_history(path, RULES, NOW) as history:
        assert history.events() == []


def test_in_a_home_that_cannot_be_written_the_history_is_seen_but_not_kept(read_only: Path) -> None:
    before = content(read_only)
    with pytest.raises(HistoryUnavailable, match="can't be used"):
        open_history(read_only, RULES, NOW)
    with open_or_do_without(read_only, RULES, NOW) as history:
        assert "can't be used" in str(history.not_kept)
        assert len(history.cards()) == 1
        history.append(answered("tensors/strides"), NOW)
        assert len(history.cards()) == 2
        assert history.reset_everything(NOW) is None
        assert history.cards() == []
    assert content(read_only) == before


def test_where_no_folder_can_be_made_there_is_a_history_for_this_time(read_only: Path) -> None:
    path = read_only.parent / "torchdrill" / "history.db"
    with pytest.raises(HistoryUnavailable, match="Permission denied"):
        open_history(path, RULES, NOW)
    with open_or_do_without(path, RULES, NOW) as history:
        assert history.not_kept is not None
        history.append(answered(), NOW)
        assert len(history.cards()) == 1


def test_a_history_that_a_newer_version_wrote_is_left_alone(kept: Path) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = content(kept)
    with pytest.raises(HistoryTooNew, match="needs a newer torchdrill"):
        open_history(kept, RULES, NOW)
    with open_or_do_without(kept, RULES, NOW) as history:
        assert "needs a newer torchdrill" in str(history.not_kept)
        assert history.events() == []
    assert content(kept) == before


def test_a_newer_version_may_come_while_the_history_is_open(kept: Path) -> None:
    with open_history(kept, RULES, NOW) as history:
        with closing(sqlite3.connect(kept)) as connection:
            connection.execute("PRAGMA user_version = 99")
        with pytest.raises(HistoryTooNew):
            history.append(answered(), NOW)
        assert len(history.events()) == 1


def test_another_programs_file_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    before = content(path)
    with pytest.raises(HistoryUnavailable, match="another program's file"):
        open_history(path, RULES, NOW)
    assert content(path) == before


SECOND = ("ALTER TABLE events ADD COLUMN mood TEXT", "CREATE TABLE moods (mood TEXT)")


def migrate_by(monkeypatch: pytest.MonkeyPatch, *statements: str) -> None:
    monkeypatch.setattr(database, "MIGRATIONS", (*schema.MIGRATIONS, statements))


def test_an_older_layout_is_migrated_after_a_backup(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_history(kept, RULES, NOW) as history:
        log, standings = history.events(), history.standings()
    migrate_by(monkeypatch, *SECOND)
    with open_history(kept, RULES, NOW) as history:
        assert (history.events(), history.standings()) == (log, standings)
        history.append(answered(), NOW)
    open_history(kept, RULES, NOW).close()
    (backup,) = kept.parent.glob("history.backup-*.db")
    assert backup.name == "history.backup-20260302T040000Z.db"
    monkeypatch.undo()
    with open_history(backup, RULES, NOW) as before:
        assert before.events() == log
    with pytest.raises(HistoryTooNew):
        open_history(kept, RULES, NOW)


def test_a_migration_that_fails_leaves_the_old_layout(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate_by(monkeypatch, *SECOND, "CREATE TABLE moods (mood TEXT)")
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        open_history(kept, RULES, NOW)
    monkeypatch.undo()
    with open_history(kept, RULES, NOW) as history:
        assert len(history.events()) == 1
        assert history.consistent(NOW)


def test_events_are_neither_changed_nor_taken_away(history: History) -> None:
    history.append(answered(), NOW)
    for statement in ("DELETE FROM events", "UPDATE events SET body = '{}'"):
        with pytest.raises(sqlite3.IntegrityError, match="the log only grows"):
            history._database.connection.execute(statement)


def test_when_the_file_is_taken_away_the_next_answer_is_kept_in_a_new_one(kept: Path) -> None:
    with open_history(kept, RULES, NOW) as history:
        for file in kept.parent.glob("history.db*"):
            file.unlink()
        event = history.append(answered(), NOW)
    with open_history(kept, RULES, NOW) as again:
        assert again.events() == [event]


def test_an_answer_is_on_the_disk_before_its_reveal(history: History) -> None:
    connection = history._database.connection
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
