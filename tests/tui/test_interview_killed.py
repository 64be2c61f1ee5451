"""Killed at any moment, an interview in a real terminal goes on with the time and the draft it had."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from random import Random

import pytest

from quizbank.interview.checkpoint import Checkpoint, InterviewFile
from tests.tui.terminal import Terminal, opener

PATIENCE = 20.0
LONGEST = 0.3
"""Seconds after a few of the interview's within which the app is killed."""
CLOCK = re.compile(r"interview (\d+):(\d\d)/60:00")


class Candidate(Terminal):
    """The app with somebody who types one letter and is killed some seconds later."""

    @property
    def clocks(self) -> list[int]:
        """The seconds of the interview that were shown, in order."""
        return [60 * int(minutes) + int(seconds) for minutes, seconds in CLOCK.findall(self.words)]

    def live(self, letter: str, pause: float) -> None:
        """Type, see some seconds of the interview go by, and be killed after a pause."""
        end = time.monotonic() + PATIENCE
        try:
            assert self.until(lambda: self.clocks, end), self.words[-2000:]
            begun = self.clocks[0]
            self.press(letter.encode())
            assert self.until(lambda: self.clocks[-1] >= begun + 2, end)
            self.until(lambda: False, time.monotonic() + pause)
        finally:
            self.kill()


def kept_in(path: Path) -> Checkpoint:
    kept = InterviewFile(path).read()
    assert kept is not None
    return kept


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork and terminals")
def test_killed_at_any_moment_it_goes_on_with_the_same_time_and_draft(tmp_path: Path) -> None:
    path, rng = tmp_path / "interview.json", Random(5)
    seconds, draft = 0.0, ""
    with opener("tests.tui.killable_interview", path) as process:
        for letter in "abcde":
            candidate = Candidate(process)
            candidate.live(letter, LONGEST * rng.random())
            # A second may be over before the first picture is painted, or the last one.
            assert candidate.clocks[0] - int(seconds) in (0, 1)
            kept = kept_in(path)
            assert int(kept.spent.total) - candidate.clocks[-1] in (0, 1)
            draft += letter
            assert kept.state.current is not None
            assert kept.state.current.draft == {"text": draft}
            seconds = kept.spent.total
