"""Opens the app again and again, in forks that can be killed: ``python -m tests.tui.killable FILE``.

Every line of standard input names a terminal; the app on it takes up the session in the history FILE, or
starts one. The process id of each is printed. What takes long to import is imported once.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from quizbank.bank import Bank
from quizbank.drill import Order
from quizbank.history.journal import Journal
from quizbank.history.store import open_history
from quizbank.learner import Learner
from quizbank.resume import resumable
from quizbank.scheduler import Scheduler
from tests.tui.driving import fixture_bank
from tests.tui.fake_runner import FakeRunner
from tui.app import TorchdrillApp
from tui.learner import local_now, rules_of
from tui.opening import Opening
from tui.services import Services, Torch

QUESTIONS = ("plain/pick-one", "plain/pick-all", "plain/printed", "plain/number") * 5


def open_app(path: Path) -> None:
    """Run the app on this process's terminal until it ends, or is ended."""
    bank, scheduler, now = fixture_bank(), Scheduler(), local_now()
    rules = rules_of(scheduler, bank)
    learner = Learner(Journal(open_history(path, rules, now), rules), scheduler)
    unfinished = resumable(learner)
    # Killed between the last answer and the end, a session has nothing left to ask.
    goes_on = unfinished is not None and len(unfinished.answers) < len(QUESTIONS)
    opening: Opening = unfinished if goes_on else [bank[name] for name in QUESTIONS]
    TorchdrillApp(services_with(bank, learner), "en", opening).run()


def services_with(bank: Bank, learner: Learner) -> Services:
    """Return services that need no torch."""
    torch = Torch(lambda _device: FakeRunner(), "auto")
    return Services(bank, torch, learner, Order(), Random(0), time.monotonic, local_now)


def become_the_app(terminal: str, path: Path, opens: Callable[[Path], None]) -> None:
    """Take the terminal for this process's own and open the app on it."""
    os.setsid()
    descriptor = os.open(terminal, os.O_RDWR)  # the first one that a session leader opens controls it
    for number in (0, 1, 2):
        os.dup2(descriptor, number)
    opens(path)


def main(opens: Callable[[Path], None] = open_app) -> None:
    path = Path(sys.argv[1])
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            try:
                become_the_app(line.strip(), path, opens)
            finally:
                os._exit(1)
        print(pid, flush=True)
        os.waitpid(pid, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main()
