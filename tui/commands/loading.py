"""What the app is made of besides its screens: read from the disk, and closed again."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random

from quizbank.bank import Bank
from quizbank.drill import Order
from quizbank.interview.checkpoint import InterviewFile
from quizbank.learner import Learner
from runner.client import Runner
from runner.finding_out import finding_out
from runner.sandbox import Sandbox, find_out
from tui import places
from tui.commands.selection import device_of, open_bank, order_of, settings
from tui.i18n import _, say
from tui.learner import local_now, open_learner_or_do_without
from tui.quiz_rules import QuizRules
from tui.services import Services, Torch
from tui.time_limit import Limit


def home_services(
    device: str | None, packs: list[Path], minutes: float | None, interview: date | None
) -> Services:
    """Read the bank and open the history, in a thread of the app's.

    Raises NoSuchDevice, and what can be wrong with packs.
    """
    device = device_of(device)
    sandbox = finding_out()
    bank = open_bank(packs, sandbox=sandbox)
    return services_for(bank, device, Random(), order_of(minutes, interview), sandbox=sandbox)


def services_for(
    bank: Bank,
    device: str,
    rng: Random,
    order: Order | None = None,
    timed: Limit | None = None,
    *,
    sandbox: Callable[[], Sandbox] = find_out,
) -> Services:
    """Open the history, or do without; what isn't given is as the settings say."""
    usual, now = settings(), local_now()
    return Services(
        bank=bank,
        torch=Torch(lambda wanted: Runner(wanted, box=sandbox()), device),
        learner=open_learner_or_do_without(bank, now, usual),
        order=order or order_of(None, None),
        rng=rng,
        clock=time.monotonic,
        now=local_now,
        session_length=usual.questions,
        rules=QuizRules.of(usual).timed(timed),
        interviews=InterviewFile(places.interview_file()),
    )


def close(learner: Learner) -> None:
    """Close the history, and say on stderr if it wasn't kept."""
    not_kept = learner.journal.close(local_now())
    if not_kept is not None:
        print(_("What you did wasn't kept: {reason}").format(reason=say(not_kept)), file=sys.stderr)
