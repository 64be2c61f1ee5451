"""``torchdrill``, ``torchdrill quiz`` and ``torchdrill drill``: the app, or a session on plain lines."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from quizbank.bank import Bank
from quizbank.choose import Filter, askable, choose
from quizbank.drill import Drill, Order
from quizbank.errors import WrongName
from quizbank.history.figures import Unfinished
from quizbank.learner import Learner
from quizbank.machine import Machine, missing
from quizbank.message import Message
from quizbank.question import Question
from quizbank.resume import resumable
from quizbank.vocabulary import Kind, Language
from runner.devices import refuse_absent
from runner.machine import known_before_import
from tui import exit_codes, places
from tui.commands.selection import (
    choose_language,
    filter_of,
    open_bank,
    order_of,
    settings,
    why_none_matches,
)
from tui.i18n import _, listed, say
from tui.learner import local_now, open_learner_or_do_without, opened_learner, study_day_of
from tui.settings import ALLOWED, is_device
from tui.time_limit import Limit

if TYPE_CHECKING:
    from tui.app import Opening


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


def open_home(lang: Language | None, device: str | None, packs: list[Path], order: Order) -> int:
    """Open the app on its home screen. Raises ScheduleError."""
    language = choose_language(lang)
    Drill([], order, study_day_of(local_now(), settings().day_start))
    return open_app(open_bank(packs), None, language, device, Random(), order)


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
    from tui.quiz_rules import QuizRules

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
        _say_if_not_kept(learner)


def device_of(asked: str | None) -> str:
    """Return the device that was asked for, or else that of the settings.

    Raises WrongName for what is no device at all, and NoSuchDevice when it is known not to be here.
    """
    device = asked or settings().device
    if not is_device(device):
        raise WrongName(
            Message("{device} is no device. It can be {allowed}.", device=device, allowed=ALLOWED["device"])
        )
    refuse_absent(device, known_before_import())
    return device


def on_a_terminal() -> bool:
    """Tell whether the app can be shown, and say on stderr what can be done if not."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return True
    print(_("The app needs a terminal; `torchdrill quiz --plain` works without one."), file=sys.stderr)
    return False


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
    from tui.quiz_rules import QuizRules

    usual = settings()
    learner = open_learner_or_do_without(bank, local_now(), usual)
    try:
        app = TorchdrillApp(
            bank=bank,
            language=language,
            device=chosen,
            opening=opening,
            rng=rng,
            learner=learner,
            order=order or order_of(None, None),
            theme=usual.theme,
            session_length=usual.questions,
            rules=QuizRules.of(usual).timed(timed),
            tour_file=places.tour_file(),
            interview_file=places.interview_file(),
        )
        app.run()
        app.tell_at_the_end()
    finally:
        _say_if_not_kept(learner)
    return app.return_code or exit_codes.DONE


def _say_if_not_kept(learner: Learner) -> None:
    not_kept = learner.journal.close(local_now())
    if not_kept is not None:
        print(_("What you did wasn't kept: {reason}").format(reason=say(not_kept)), file=sys.stderr)
