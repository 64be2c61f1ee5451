from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from quizbank.errors import HistoryDamaged, HistoryUnavailable
from quizbank.history import database, recovery, schema
from quizbank.history.database import Database
from quizbank.history.events import Event
from quizbank.history.store import History, open_history, open_or_do_without
from tests.quizbank.history.samples import NOW, RULES, answered

PAGE = 4096
ANSWERS = 400


@pytest.fixture
def log(path: Path) -> list[Event]:
    """The events of a history of some hundred pages, which is closed."""
    with open_history(path, RULES, NOW) as history:
        for number in range(ANSWERS):
            history.append(answered(f"tensors/q{number % 20}"), NOW + timedelta(minutes=number))
        return history.events()


def spoil(path: Path, first: int, last: int) -> None:
    """Overwrite pages, counted from 0."""
    content = bytearray(path.read_bytes())
    content[first * PAGE : last * PAGE] = b"\xa5" * ((last - first) * PAGE)
    path.write_bytes(content)


def reopened(path: Path) -> History:
    return open_history(path, RULES, NOW)


def test_a_damaged_page_costs_the_events_on_it(path: Path, log: list[Event]) -> None:
    pages = path.stat().st_size // PAGE
    spoil(path, pages // 2, pages // 2 + 1)
    damaged = path.read_bytes()
    with pytest.raises(HistoryDamaged, match="damaged"):
        Database(path, NOW, 1.0)
    with reopened(path) as history:
        found = history.events()
        assert 0 <= len(log) - len(found) < 40
        assert set(map(repr, found)) <= set(map(repr, log))
        assert history.consistent(NOW)
        report = history.recovery
    assert report is not None
    assert report.events == len(found)
    assert report.kept.name == "history.damaged-20260302T040000Z.db"
    assert report.kept.read_bytes() == damaged
    assert str(report.kept) in str(report.message)
    with reopened(path) as again:
        assert again.recovery is None
        assert again.events() == found


def test_damage_is_survived_wherever_it_is(path: Path, log: list[Event], tmp_path: Path) -> None:
    pages = path.stat().st_size // PAGE
    recovered = []
    for page in range(1, pages, 11):
        copy = tmp_path / str(page) / path.name
        copy.parent.mkdir()
        shutil.copy(path, copy)
        spoil(copy, page, page + 1)
        with reopened(copy) as history:
            recovered.append(len(history.events()))
            assert history.consistent(NOW)
    assert sum(recovered) > 0.8 * len(recovered) * len(log)


def test_without_its_first_page_nothing_is_lost(path: Path, log: list[Event]) -> None:
    spoil(path, 0, 1)
    with reopened(path) as history:
        assert history.recovery is not None
        assert history.events() == log


def test_a_history_that_an_earlier_version_began_survives_that_too(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, len(schema.MIGRATIONS) + 1):
        with monkeypatch.context() as earlier:
            earlier.setattr(database, "MIGRATIONS", schema.MIGRATIONS[:number])
            Database(path, NOW, 1.0).close()
    with reopened(path) as history:
        log = [history.append(answered(f"tensors/q{number}"), NOW) for number in range(40)]
    for backup in path.parent.glob("history.backup-*"):
        backup.unlink()
    spoil(path, 0, 1)
    with reopened(path) as history:
        assert history.recovery is not None
        assert history.events() == log


def test_a_file_cut_in_half_gives_back_a_part(path: Path, log: list[Event]) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with reopened(path) as history:
        assert 0.2 * ANSWERS < len(history.events()) < ANSWERS
        assert set(map(repr, history.events())) <= set(map(repr, log))


def test_what_a_backup_has_comes_back(path: Path, log: list[Event]) -> None:
    with reopened(path) as history:
        history.reset(["tensors/q0"], NOW)
        whole = history.events()
    path.write_bytes(b"")
    spoil(path, 0, 3)
    with reopened(path) as history:
        found = history.events()
        # The reset was written after the backup.
        assert found == log
        assert len(whole) == len(log) + 1
        assert history.recovery is not None


def test_a_file_that_is_no_database_is_kept_aside(path: Path) -> None:
    path.write_bytes(b"not at all a database, but somebody may need it" * 100)
    with reopened(path) as history:
        assert history.events() == []
        assert history.recovery is not None
        assert history.recovery.kept.read_bytes().startswith(b"not at all")
        history.append(answered(), NOW)
    with reopened(path) as again:
        assert len(again.events()) == 1


def test_damaged_again_in_the_same_second_it_is_kept_beside_the_first(path: Path, log: list[Event]) -> None:
    for _ in range(2):
        spoil(path, 0, 1)
        reopened(path).close()
    assert len(list(path.parent.glob("history.damaged-*.db"))) == 2


def test_an_event_whose_content_is_garbled_is_left_out(path: Path, log: list[Event]) -> None:
    with reopened(path) as history:
        connection = history._database.connection
        connection.execute("DROP TRIGGER events_never_change")
        connection.execute("UPDATE events SET body = '{\"question_id\"' WHERE id = 5")
    assert list(recovery.read_events(path, NOW)) == log[:4] + log[5:]


def test_reading_a_damaged_file_leaves_it_alone(path: Path, log: list[Event]) -> None:
    spoil(path, 5, 6)
    before = path.read_bytes()
    assert 0 < len(list(recovery.read_events(path, NOW))) <= len(log)
    assert path.read_bytes() == before


def test_an_open_history_goes_on_in_the_file_that_another_process_recovered(
    path: Path, log: list[Event]
) -> None:
    with reopened(path) as history:
        history._database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        spoil(path, 0, 1)
        with reopened(path) as other:
            assert other.recovery is not None
            event = history.append(answered(), NOW)
            assert other.events()[-1] == event


def test_only_one_process_recovers(path: Path, log: list[Event]) -> None:
    spoil(path, 0, 1)
    assert recovery.recover(path, NOW, 1.0) is not None
    assert recovery.recover(path, NOW, 1.0) is None
    assert len(list(path.parent.glob("history.damaged-*.db"))) == 1


def test_when_there_is_no_room_to_recover_the_damaged_file_stays(
    path: Path, log: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(path, 5, 6)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("quizbank.history.recovery.shutil.copy2", full)
    with pytest.raises(HistoryUnavailable, match="No space left on device"):
        reopened(path)
    with open_or_do_without(path, RULES, NOW) as history:
        assert "No space left" in str(history.not_kept)
    assert path.read_bytes() == before
