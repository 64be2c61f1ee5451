"""Opens a session on plain lines, with the history that it keeps."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from random import Random
from types import FrameType

from quizbank.bank import Bank
from quizbank.drill import Drill, Order
from quizbank.history.figures import Unfinished
from quizbank.learner import Learner
from quizbank.practice import Practice
from quizbank.question import Question
from quizbank.resume import resume
from runner.client import Runner
from runner.errors import RunnerError
from tui import exit_codes
from tui.i18n import _, say
from tui.learner import local_now, notices
from tui.plain.judging import Judging
from tui.plain.session import PlainSession
from tui.plain.talk import Closed, Talk, terminal_width
from tui.quiz_rules import USUAL_RULES, QuizRules
from tui.services import JudgingRunner, Services, Torch
from tui.widgets.drill_words import ending_text

Opening = list[Question] | Drill | Unfinished


def run_plain(
    bank: Bank,
    opening: Opening,
    device: str,
    rng: Random,
    learner: Learner,
    order: Order,
    *,
    make_runner: Callable[[str], JudgingRunner] = Runner,
    clock: Callable[[], float] = time.monotonic,
    now: Callable[[], datetime] = local_now,
    rules: QuizRules = USUAL_RULES,
) -> int:
    """Hold a session on standard input and output, and return the exit code."""
    talk = Talk(sys.stdin, sys.stdout, terminal_width(sys.stdout))
    services = Services(bank, Torch(make_runner, device), learner, order, rng, clock, now, rules=rules)
    for notice in notices(learner, now()):
        print(say(notice), file=sys.stderr)
    with _ended_like_by_ctrl_c(), Judging(services.torch) as judging:
        try:
            if services.torch.wants_accelerator:
                # No answer could be judged, so none is asked for; on the CPU nobody waits for torch here.
                print(_("Looking whether {device} is here ...").format(device=device), file=sys.stderr)
                judging.refuse_absent_device()
            practice = _practice(services, opening)
            if practice is None:
                talk.say(
                    ending_text(opening)
                    if isinstance(opening, Drill)
                    else _("Nothing was left to ask in that session.")
                )
                return exit_codes.NEGATIVE
            PlainSession(services, practice, judging, talk).run()
        except Closed:
            talk.say(_("This session can be taken up again: torchdrill quiz --plain --resume"))
        except RunnerError as error:
            print(say(error.message), file=sys.stderr)
            return exit_codes.ENVIRONMENT
        except KeyboardInterrupt:
            talk.say()
            raise
    return exit_codes.DONE


def _practice(services: Services, opening: Opening) -> Practice | None:
    match opening:
        case Drill() as drill:
            return services.drill(drill)
        case Unfinished() as unfinished:
            return resume(services.learner, unfinished, services.bank, services.torch.machine, services.now())
        case questions:
            return services.practice(questions)


@contextmanager
def _ended_like_by_ctrl_c() -> Iterator[None]:
    """Let a closed terminal and a request to end do what ctrl+c does, so that the runner is ended too."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = [(number, signal.signal(number, interrupt)) for number in numbers]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
