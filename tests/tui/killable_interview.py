"""Opens the app on one interview again and again: ``python -m tests.tui.killable_interview FILE``.

As ``tests.tui.killable``, with an interview in place of a session. Its seconds pass with the looks at the
clock, which come faster than in life and are as late as the machine makes them.
"""

from __future__ import annotations

from pathlib import Path

from quizbank.interview.checkpoint import InterviewFile
from quizbank.interview.sitting import begin, take_up
from quizbank.machine import ANY
from tests.tui.driving import fixture_bank
from tests.tui.interviews import plan_of
from tests.tui.killable import main, services_with
from tui.app import TorchdrillApp
from tui.learner import learner_in_memory, local_now
from tui.screens import interview

TICK_SECONDS = 0.15
PLAN = plan_of(["plain/number"], limit="take_from_rest", minutes=60)


class CountedClock:
    """Goes on by a second with each look that the screen takes."""

    def __init__(self) -> None:
        self._looks = 0
        look = interview.InterviewScreen.tick

        def counted(screen: interview.InterviewScreen) -> None:
            self._looks += 1
            look(screen)

        interview.InterviewScreen.tick = counted  # type: ignore[assignment, method-assign]  # of a process that is killed

    def __call__(self) -> float:
        return float(self._looks)


def open_interview(path: Path) -> None:
    """Run the app on the interview that is kept, or on a new one, until it is ended."""
    interview.TICK_SECONDS = TICK_SECONDS
    monotonic = CountedClock()
    bank, now, file = fixture_bank(), local_now(), InterviewFile(path)
    with file.held():
        kept = file.read()
        if kept is None:
            sitting = begin(PLAN, bank, ANY, "en", file, monotonic, now)
            sitting.keep()
        else:
            sitting = take_up(kept, bank, ANY, file, monotonic)
        TorchdrillApp(services_with(bank, learner_in_memory(bank, now)), "en", sitting).run()


if __name__ == "__main__":
    main(open_interview)
