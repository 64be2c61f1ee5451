"""Killed at any moment, an interview goes on with the time that was left, to a second, and its answers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import takewhile
from pathlib import Path
from random import Random

import pytest

from quizbank.interview.checkpoint import InterviewFile
from quizbank.interview.plan import draw
from tests.quizbank.interview.killable import SECONDS_EACH
from tests.quizbank.interview.samples import LONG, LONG_BANK

KILLS = 30
FEWEST, MOST = 5, 60
"""Seconds of the interview that go by between two kills."""
LONGEST = 0.004
"""Seconds of waiting after that, so that the kill comes anywhere in the work of one second."""


def lived(opener: subprocess.Popen[str], seconds: int, pause: float) -> list[tuple[int, int]]:
    """Return what a fork said until it was killed: seconds left, questions answered."""
    assert opener.stdin is not None
    assert opener.stdout is not None
    opener.stdin.write("go\n")
    opener.stdin.flush()
    process = int(opener.stdout.readline())
    said = [opener.stdout.readline() for _ in range(seconds)]
    time.sleep(pause)
    os.kill(process, signal.SIGKILL)
    said += takewhile(lambda line: line != "over\n", opener.stdout)
    return [(int(left), int(answered)) for left, answered in (line.split() for line in said)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the killed process is a fork")
def test_killed_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "interview.json"
    rng = Random(11)
    file = InterviewFile(path)
    command = [sys.executable, "-m", "tests.quizbank.interview.killable", str(path)]
    left, answered = 3600, 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as opener:
        for _ in range(KILLS):
            said = lived(opener, rng.randint(FEWEST, MOST), rng.random() * LONGEST)
            # Each life begins where the last one ended, and every second counts once.
            assert [seconds for seconds, _ in said] == list(range(left - 1, left - 1 - len(said), -1))
            kept = file.read()
            assert kept is not None
            left = round(kept.plan.seconds - kept.spent.total)
            # What is on the disk is what was said last, or the second that was about to be said.
            assert said[-1][0] - left in (0, 1)
            assert len(kept.state.asked) - said[-1][1] in (0, 1)
            assert len(kept.state.asked) >= answered
            answered = len(kept.state.asked)
        assert opener.stdin is not None
        opener.stdin.close()
    assert kept is not None
    assert kept.plan == draw(LONG, "sample", LONG_BANK, 60, 4)
    assert [one.seconds for one in kept.state.asked] == [SECONDS_EACH] * answered
    assert answered > 3
    with file.held():
        assert sorted(one.name for one in tmp_path.iterdir()) == ["interview.json", "interview.lock"]
