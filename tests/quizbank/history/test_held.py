"""Sessions that are held; a second history of the same file stands for another process."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.errors import SessionRunning
from quizbank.history.events import Ended, Started
from quizbank.history.store import History, open_history
from tests.quizbank.history.samples import NOW, RULES, in_memory, plan


def start(history: History) -> str:
    return history.append(Started("quiz", plan("tensors/views"), 0, None), NOW).uuid


def offered(history: History) -> str | None:
    unfinished = history.unfinished()
    return None if unfinished is None else unfinished.session


def locks(path: Path) -> list[str]:
    return sorted(one.stem for one in path.with_name("history-sessions").glob("*.lock"))


def test_what_goes_on_elsewhere_is_passed_over_for_what_was_interrupted(path: Path, history: History) -> None:
    interrupted, going_on = start(history), start(history)
    history.hold(going_on)
    assert offered(history) == going_on  # left behind in this very process
    with open_history(path, RULES, NOW) as other:
        assert offered(other) == interrupted
        with pytest.raises(SessionRunning):
            other.hold(going_on)
        other.hold(interrupted)
        assert offered(history) == going_on
        history.close()
        assert offered(other) == going_on
        other.hold(going_on)


def test_the_file_of_a_session_goes_with_its_end(path: Path, history: History) -> None:
    session = start(history)
    history.hold(session)
    assert locks(path) == [session]
    history.append(Ended(session, finished=True), NOW)
    history.release(session)
    assert locks(path) == []


def test_what_killed_processes_left_goes_once_their_sessions_have_ended(path: Path, history: History) -> None:
    ended, interrupted = start(history), start(history)
    with open_history(path, RULES, NOW) as killed:
        killed.hold(ended)
        killed.hold(interrupted)
    assert locks(path) == sorted([ended, interrupted])
    history.append(Ended(ended, finished=False), NOW)
    session = start(history)
    history.hold(session)
    assert locks(path) == sorted([interrupted, session])


def test_where_no_lock_can_be_had_a_session_counts_as_interrupted(path: Path, history: History) -> None:
    path.with_name("history-sessions").write_text("in the way")
    session = start(history)
    history.hold(session)
    with open_history(path, RULES, NOW) as other:
        assert offered(other) == session


def test_in_memory_nothing_is_held() -> None:
    with in_memory() as history:
        session = start(history)
        history.hold(session)
        history.release(session)
        assert offered(history) == session
