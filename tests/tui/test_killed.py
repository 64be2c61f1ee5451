"""Killed at any moment of a real session, the app has lost nothing that it had shown."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from random import Random

import pytest

from quizbank.history.events import Answered
from quizbank.history.store import open_history
from quizbank.scheduler import Scheduler
from tests.tui.driving import fixture_bank
from tests.tui.terminal import Terminal, opener
from tui.learner import local_now, rules_of

SLICES = 6
"""Into so many parts a session's LONGEST seconds are cut; one kill comes at a random moment of each."""
PATIENCE = 60.0
"""Seconds after which something is taken never to happen."""
FIRST = 3
"""Up to so many questions are answered in peace."""
LONGEST = 0.4
"""Seconds of a session after that within which it is killed."""

NUMBER = re.compile(rb"Question (\d+) of (\d+)")
REVEALED = b"asked again in"


class Session(Terminal):
    """The app with somebody at the keys who answers as fast as it goes."""

    def __init__(self, opener: subprocess.Popen[str]) -> None:
        super().__init__(opener)
        self.reveals = 0

    def play(self, first: int, seconds: float) -> None:
        """Answer the first questions, go on for so long, and be killed."""
        counted = True
        try:
            counted = self._answer(first, seconds)
        finally:
            self.kill()
        # A reveal may have been on its way when the app was killed.
        self.reveals += not counted and REVEALED in self.shown

    def _answer(self, first: int, seconds: float) -> bool:
        """Tell whether what is shown has been counted when the time is over."""
        end = time.monotonic() + PATIENCE
        self.until(lambda: NUMBER.search(self.shown), end)
        found = NUMBER.search(self.shown)
        assert found is not None, self.shown[-3000:]
        number, total = int(found[1]), int(found[2])
        while number <= total:
            if self.reveals == first:
                end = time.monotonic() + seconds
            self.shown = b""
            self.press(b"1\x1b[15~")  # F5 gives an answer of every kind
            if not self.until(lambda: REVEALED in self.shown, end):
                return False
            self.reveals += 1
            number += 1
            self.press(b"n")
            if not self._until_at(number, total, end):
                return True  # what may still be painted of the last reveal isn't another one
        return True

    def _until_at(self, number: int, total: int, end: float) -> bool:
        """Wait until this question is asked, or all are over; tell whether it came to that."""
        upcoming = b"Question %d of" % number if number <= total else b"Session over"
        return self.until(lambda: upcoming in self.shown, end)


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork and terminals")
def test_killed_at_any_moment_nothing_that_was_shown_is_lost(tmp_path: Path) -> None:
    path, rng = tmp_path / "history.db", Random(0)
    rules, now = rules_of(Scheduler(), fixture_bank()), local_now()
    answers = reveals = 0
    kills = list(product(range(SLICES), range(FIRST + 1)))
    with opener("tests.tui.killable", path) as process:
        for part, first in kills:
            session = Session(process)
            session.play(first, LONGEST * (part + rng.random()) / SLICES)
            reveals += session.reveals
            with open_history(path, rules, now) as history:
                assert history.recovery is None
                assert history.consistent(now)
                kept = sum(isinstance(event.fact, Answered) for event in history.events())
            # The last answer may have been kept and not yet shown.
            assert session.reveals <= kept - answers <= session.reveals + 1
            answers = kept
    assert reveals > len(kills)
