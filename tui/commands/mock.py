"""``torchdrill mock``: an interview under the clock."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

from quizbank.bank import Bank
from quizbank.errors import InterviewChanged, NothingToAsk, UnknownTopic, WrongCode
from quizbank.interview.blueprint import builtin, read_blueprint
from quizbank.interview.checkpoint import InterviewFile
from quizbank.interview.code import Wanted, read_code, refuse_other
from quizbank.interview.plan import Plan, draw
from quizbank.interview.sitting import Sitting, begin, end_unfinished, take_up
from quizbank.machine import Machine
from quizbank.message import Message
from quizbank.vocabulary import ROLES, Language
from runner.machine import known_before_import
from tui import exit_codes, places
from tui.commands.quiz import open_app
from tui.commands.selection import choose_language, device_of, open_bank, settings
from tui.commands.terminal import on_a_terminal
from tui.i18n import _, say
from tui.learner import local_now, opened_learner
from tui.new_interview import drawn_plan


def start_mock(
    role: str | None,
    blueprint: Path | None,
    minutes: int | None,
    topics: list[str],
    seed: int | None,
    code: str | None,
    lang: Language | None,
    device: str | None,
    packs: list[Path],
) -> int:
    """Open the app on a new interview. Raises BankError, WrongCode, UnknownTopic, InterviewRunning."""
    language = choose_language(lang)
    bank = open_bank(packs)
    for topic in topics:
        if topic not in bank.topics:
            raise UnknownTopic(topic, [*bank.topics])
    machine = known_before_import()
    wanted = read_code(code) if code is not None else None
    try:
        plan = _plan(role, blueprint, minutes, topics, seed, wanted, bank, machine)
    except NothingToAsk as error:
        for lacking in error.lacking:
            print(say(lacking), file=sys.stderr)
        return exit_codes.NEGATIVE
    # Before anything is kept or given up for an interview that nobody would see, or that couldn't be judged.
    device = device_of(device)
    if not on_a_terminal():
        return exit_codes.ENVIRONMENT
    file = InterviewFile(places.interview_file())
    with file.held():
        _end_older(file, bank)
        sitting = begin(plan, bank, machine, language, file, time.monotonic, local_now())
        return open_app(bank, sitting, language, device, Random())


def resume_mock(lang: Language | None, device: str | None, packs: list[Path]) -> int:
    """Open the app on the interview that was interrupted. Raises InterviewRunning, NoSuchDevice."""
    language, device = choose_language(lang), device_of(device)
    bank = open_bank(packs)
    file = InterviewFile(places.interview_file())
    with file.held():
        kept = file.read()
        if kept is None:
            print(_("No interview was interrupted."), file=sys.stderr)
            return exit_codes.NEGATIVE
        try:
            sitting: Sitting = take_up(kept, bank, known_before_import(), file, time.monotonic)
        except InterviewChanged as error:
            print(say(error.message), file=sys.stderr)
            _end_older(file, bank)
            return exit_codes.NEGATIVE
        return open_app(bank, sitting, language, device, Random())


def _plan(
    role: str | None,
    blueprint: Path | None,
    minutes: int | None,
    topics: list[str],
    seed: int | None,
    wanted: Wanted | None,
    bank: Bank,
    machine: Machine,
) -> Plan:
    if wanted is None:
        own = blueprint or (builtin(role) if role is not None else None)
        return drawn_plan(bank, machine, Random(), path=own, minutes=minutes, topics=topics, seed=seed)
    if blueprint is None and wanted.blueprint not in ROLES:
        raise WrongCode(
            Message(
                "That interview was drawn from a blueprint called {name}; name its file with --blueprint.",
                name=wanted.blueprint,
            )
        )
    path = blueprint or builtin(wanted.blueprint)
    found = read_blueprint(path, bank.topics)
    # The same on every machine: what can't be run here is said when it comes.
    plan = draw(found, wanted.blueprint, bank, wanted.minutes, wanted.seed, wanted.topics, machine)
    refuse_other(plan, wanted)
    return plan


def _end_older(file: InterviewFile, bank: Bank) -> None:
    """Write an interview that was interrupted, and isn't taken up, into the history as incomplete."""
    kept = file.read()
    if kept is None:
        return
    now = local_now()
    with opened_learner(bank, now, settings()) as learner:
        end_unfinished(kept, bank, file, learner.journal, time.monotonic, now)
    print(
        _("An interview that was interrupted is over now, as incomplete; `torchdrill report` shows it."),
        file=sys.stderr,
    )
