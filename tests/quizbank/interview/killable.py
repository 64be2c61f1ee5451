"""Conducts one interview in forks that can be killed: ``python -m tests.quizbank.interview.killable FILE``.

Each line of standard input starts a fork, which takes up the interview in FILE or begins it. It prints its
process id, and then, for each second that the candidate has used, what is known at that moment. Time flies:
a second of the interview takes as long as it takes to write it down. After LIFE of them a fork only waits to
be killed. What takes long to import is imported once.
"""

from __future__ import annotations

import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

from quizbank.interview.checkpoint import Checkpoint, InterviewFile
from quizbank.interview.clock import Clock
from quizbank.interview.interview import Interview
from quizbank.interview.plan import draw
from tests.quizbank.interview.samples import LONG, LONG_BANK, RIGHT, WRONG, HandClock

SECONDS_EACH = 140
"""So long the candidate thinks about each question."""
LIFE = 80


def conduct(path: Path) -> None:
    """Take the interview up, or begin it, and go on until somebody ends this process."""
    file, hand = InterviewFile(path), HandClock()
    with file.held():
        kept = file.read()
        if kept is None:
            plan = draw(LONG, "sample", LONG_BANK, 60, 4)
            interview = Interview(plan, LONG_BANK, Clock(hand))
        else:
            interview = Interview(kept.plan, LONG_BANK, Clock(hand, kept.spent), state=kept.state)
        interview.clock.run()
        for _ in range(LIFE):
            hand.pass_by(1.0, interview.clock)
            if interview.clock.spent.question >= SECONDS_EACH:
                interview.record(RIGHT if len(interview.state.asked) % 3 else WRONG)
            file.write(
                Checkpoint(
                    uuid="one",
                    plan=interview.plan,
                    state=interview.state,
                    spent=interview.clock.spent,
                    language="en",
                    started=datetime(2026, 3, 1, tzinfo=UTC),
                ),
                durable=False,
            )
            line = f"{round(interview.seconds_left)} {len(interview.state.asked)}\n"
            os.write(1, line.encode())  # all of it or nothing, whenever the kill comes
        signal.pause()


def main() -> None:
    path = Path(sys.argv[1])
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            print(os.getpid(), flush=True)
            conduct(path)
            os._exit(0)
        os.waitpid(child, 0)
        print("over", flush=True)


if __name__ == "__main__":
    main()
