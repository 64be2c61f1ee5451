"""Processes that write to one history at once, and processes that are killed while they write."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from random import Random

import pytest

from quizbank.errors import SessionRunning
from quizbank.history.store import open_history
from tests.quizbank.history.appending import append, hold
from tests.quizbank.history.samples import NOW, RULES

KILLS = 50
LONGER_THAN_ANY_DELAY = 100_000


@pytest.fixture(scope="module")
def processes() -> ForkServerContext:
    # One server imports everything once, so that each process to be killed starts in milliseconds.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.quizbank.history.appending"])
    return context


def started(processes: ForkServerContext, path: Path, number: int) -> tuple[ForkServerProcess, Connection]:
    ours, theirs = processes.Pipe(duplex=False)
    process = processes.Process(target=append, args=(path, theirs, number), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def received(connection: Connection) -> Iterator[str]:
    """Yield what was acknowledged until the other end is gone."""
    with suppress(EOFError):
        while True:
            yield connection.recv()


def test_killed_at_any_moment_it_has_kept_what_it_acknowledged(
    processes: ForkServerContext, path: Path
) -> None:
    rng = Random(20260302)
    acknowledged: set[str] = set()
    for _ in range(KILLS):
        process, connection = started(processes, path, LONGER_THAN_ANY_DELAY)
        # Some are killed while they open the history, most while they write.
        if rng.random() < 0.8:
            acknowledged.add(connection.recv())
        time.sleep(rng.uniform(0, 0.03))
        process.kill()
        process.join()
        assert process.exitcode == -9
        acknowledged.update(received(connection))
        connection.close()
        with open_history(path, RULES, NOW) as history:
            assert history.recovery is None
            kept = {event.uuid for event in history.events()}
            assert acknowledged <= kept
            (verdict,) = history._database.connection.execute("PRAGMA integrity_check").fetchone()
            assert verdict == "ok"
            assert history.consistent(NOW)
    assert len(acknowledged) > KILLS
    # Each kill cost at most the event that was being written, and that wasn't acknowledged.
    assert len(kept) - len(acknowledged) <= KILLS


def test_two_processes_write_at_once(processes: ForkServerContext, path: Path) -> None:
    running = [started(processes, path, 60) for _ in range(2)]
    acknowledged = [uuid for _, connection in running for uuid in received(connection)]
    for process, connection in running:
        process.join()
        connection.close()
        assert process.exitcode == 0
    with open_history(path, RULES, NOW) as history:
        log = history.events()
        assert sorted(event.uuid for event in log) == sorted(acknowledged)
        assert len({event.stamp for event in log}) == len(log) == 2 * (60 + 15 + 12)
        assert history.consistent(NOW)


def test_a_session_is_offered_only_when_the_process_that_holds_it_is_gone(
    processes: ForkServerContext, path: Path
) -> None:
    connection, theirs = processes.Pipe(duplex=False)
    process = processes.Process(target=hold, args=(path, theirs), daemon=True)
    process.start()
    theirs.close()
    session = connection.recv()
    with open_history(path, RULES, NOW) as history:
        try:
            assert history.unfinished() is None
            with pytest.raises(SessionRunning):
                history.hold(session)
        finally:
            process.kill()
            process.join()
        found = history.unfinished()
        assert found is not None
        assert found.session == session
        history.hold(session)
