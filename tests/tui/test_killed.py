"""Killed at any moment of a real session, the app has lost nothing that it had shown."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from quizbank.history.events import Answered
from quizbank.history.store import open_history
from quizbank.scheduler import Scheduler
from tests.tui.driving import fixture_bank
from tui.learner import local_now, rules_of

KILLS = 50
PATIENCE = 20.0
"""Seconds after which something is taken never to happen."""
FIRST = 3
"""Up to so many questions are answered in peace."""
LONGEST = 0.4
"""Seconds of a session after that within which it is killed."""

NUMBER = re.compile(rb"Question (\d+) of (\d+)")
REVEALED = b"asked again in"


class Session:
    """The app on a terminal, with somebody at the keys who answers as fast as it goes."""

    def __init__(self, opener: subprocess.Popen[str]) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        assert opener.stdin is not None
        assert opener.stdout is not None
        self._ends = opener.stdout
        opener.stdin.write(f"{os.ttyname(theirs)}\n")
        opener.stdin.flush()
        self._pid = int(opener.stdout.readline())
        self._shown = b""
        self._theirs = theirs
        self.reveals = 0

    def play(self, first: int, seconds: float) -> None:
        """Answer the first questions, go on for so long, and be killed."""
        try:
            self._answer(first, seconds)
        finally:
            os.kill(self._pid, signal.SIGKILL)
            assert self._ends.readline() == "ended\n"
            os.close(self._theirs)
            self._read_rest()
            os.close(self._ours)

    def _answer(self, first: int, seconds: float) -> None:
        end = time.monotonic() + PATIENCE
        self._until(NUMBER.search, end)
        found = NUMBER.search(self._shown)
        assert found is not None, self._shown[-3000:]
        number, total = int(found[1]), int(found[2])
        while number <= total:
            if self.reveals == first:
                end = time.monotonic() + seconds
            self._shown = b""
            os.write(self._ours, b"1\x1b[15~")  # F5 gives an answer of every kind
            if not self._until(lambda shown: REVEALED in shown, end):
                break
            self.reveals += 1
            number += 1
            os.write(self._ours, b"n")
            self._until_at(number, total, end)

    def _until_at(self, number: int, total: int, end: float) -> None:
        """Wait until this question is asked, or all are over."""
        upcoming = b"Question %d of" % number if number <= total else b"Session over"
        self._until(lambda shown: upcoming in shown, end)

    def _until(self, seen: Callable[[bytes], object], end: float) -> bool:
        while not seen(self._shown) and time.monotonic() < end:
            if select.select([self._ours], [], [], 0.005)[0]:
                self._shown += os.read(self._ours, 1 << 16)
        return bool(seen(self._shown))

    def _read_rest(self) -> None:
        """Count a reveal that was on its way when the app was killed."""
        before = REVEALED in self._shown
        while select.select([self._ours], [], [], 0)[0]:
            try:
                self._shown += os.read(self._ours, 1 << 16)
            except OSError:  # nobody has the other side open any more
                break
        self.reveals += not before and REVEALED in self._shown


@contextmanager
def opener(path: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.tui.killable", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TERM": "xterm-256color"},
        cwd=Path(__file__).parent.parent.parent,
    )
    try:
        yield process
    finally:
        process.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork and terminals")
def test_killed_at_any_moment_nothing_that_was_shown_is_lost(tmp_path: Path) -> None:
    path, rng = tmp_path / "history.db", Random(0)
    rules, now = rules_of(Scheduler(), fixture_bank()), local_now()
    answers = reveals = 0
    with opener(path) as process:
        for kill in range(KILLS):
            session = Session(process)
            session.play(kill % (FIRST + 1), LONGEST * rng.random())
            reveals += session.reveals
            with open_history(path, rules, now) as history:
                assert history.recovery is None
                assert history.consistent(now)
                kept = sum(isinstance(event.fact, Answered) for event in history.events())
            # The last answer may have been kept and not yet shown.
            assert session.reveals <= kept - answers <= session.reveals + 1
            answers = kept
    assert reveals > KILLS
