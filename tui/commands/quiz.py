"""``torchdrill``, ``torchdrill quiz`` and ``torchdrill drill``: the app, or a session on plain lines."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from quizbank.bank import Bank
from quizbank.choose import Filter, askable, choose
from quizbank.drill import Drill, Order
from quizbank.history.figures import Unfinished
from quizbank.machine import Machine, missing
from quizbank.question import Question
from quizbank.resume import resumable
from quizbank.vocabulary import Kind, Language
from runner.machine import known_before_import
from tui import exit_codes, places
from tui.commands.loading import close, services_for
from tui.commands.selection import (
    choose_language,
    device_of,
    filter_of,
    open_bank,
    order_of,
    settings,
    why_none_matches,
)
from tui.commands.terminal import on_a_terminal, run_app
from tui.i18n import _, listed
from tui.learner import local_now, open_learner_or_do_without, opened_learner, study_day_of
from tui.quiz_rules import QuizRules
from tui.time_limit import Limit

if TYPE_CHECKING:
    from tui.opening import Opening


def start_quiz(
    topics: list[str] | None,
    kinds: list[Kind] | None,
    difficulties: list[int] | None,
    count: int | None,
    seed: int | None,
    lang: Language | None,
    device: str | None,
    packs: list[Path],
    *,
    plain: bool = False,
    timed: Limit | None = None,
) -> int:
    """Hold a session of questions that match."""
    language = choose_language(lang)
    bank = open_bank(packs)
    rng = Random(seed)
    wanted, machine = filter_of(bank, topics, kinds, difficulties), known_before_import()
    plan = choose(bank.active, wanted, count or settings().questions, rng, machine)
    if not plan:
        print(_why_none(bank, wanted, machine), file=sys.stderr)
        return exit_codes.NEGATIVE
    return _hold(bank, plan, language, device, rng, plain=plain, timed=timed)


def resume_session(
    lang: Language | None,
    device: str | None,
    packs: list[Path],
    *,
    plain: bool = False,
    timed: Limit | None = None,
) -> int:
    """Take up the session that was interrupted last."""
    language = choose_language(lang)
    bank = open_bank(packs)
    now = local_now()
    with opened_learner(bank, now, settings()) as learner:
        unfinished = resumable(learner)
    if unfinished is None:
        print(_("No session was interrupted."), file=sys.stderr)
        return exit_codes.NEGATIVE
    return _hold(bank, unfinished, language, device, Random(), plain=plain, timed=timed)


def _why_none(bank: Bank, wanted: Filter, machine: Machine) -> str:
    lacks = {need for one in bank.active if wanted.matches(one) for need in missing(one, machine)}
    if not lacks:
        return why_none_matches(bank, wanted)
    return _("The questions that match need what isn't here: {what}.").format(what=listed(sorted(lacks)))


def start_drill(
    topics: list[str] | None,
    order: Order,
    lang: Language | None,
    device: str | None,
    packs: list[Path],
    *,
    plain: bool = False,
    timed: Limit | None = None,
) -> int:
    """Hold a drill. Raises UnknownTopic, ScheduleError."""
    language = choose_language(lang)
    bank = open_bank(packs)
    wanted, machine = filter_of(bank, topics, None, None), known_before_import()
    questions = askable(bank.active, wanted, machine)
    if not questions:
        print(_why_none(bank, wanted, machine), file=sys.stderr)
        return exit_codes.NEGATIVE
    drill = Drill(questions, order, study_day_of(local_now(), settings().day_start))
    return _hold(bank, drill, language, device, Random(), order, plain=plain, timed=timed)


def _hold(
    bank: Bank,
    opening: list[Question] | Drill | Unfinished,
    language: Language,
    device: str | None,
    rng: Random,
    order: Order | None = None,
    *,
    plain: bool,
    timed: Limit | None,
) -> int:
    """Hold a session in the app, or on plain lines. Raises NoSuchDevice."""
    if not plain:
        return open_app(bank, opening, language, device, rng, order, timed=timed)
    from tui.plain.run import run_plain

    usual = settings()
    chosen = device_of(device)
    learner = open_learner_or_do_without(bank, local_now(), usual)
    try:
        return run_plain(
            bank,
            opening,
            chosen,
            rng,
            learner,
            order or order_of(None, None),
            rules=QuizRules.of(usual).timed(timed),
        )
    finally:
        close(learner)


def open_app(
    bank: Bank,
    opening: Opening,
    language: Language,
    device: str | None,
    rng: Random,
    order: Order | None = None,
    *,
    timed: Limit | None = None,
) -> int:
    """Open the app, with the history that it keeps, and close that afterwards. Raises NoSuchDevice."""
    chosen = device_of(device)
    if not on_a_terminal():
        return exit_codes.ENVIRONMENT
    from tui.app import TorchdrillApp

    services = services_for(bank, chosen, rng, order, timed)
    try:
        usual = settings()
        return run_app(TorchdrillApp(services, language, opening, usual.theme, places.tour_file()))
    finally:
        close(services.learner)
