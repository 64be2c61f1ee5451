"""``torchdrill quiz`` and ``torchdrill``: the app."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from quizbank.bank import Bank
from quizbank.choose import Filter, choose
from quizbank.machine import Machine, missing
from quizbank.question import Question
from quizbank.vocabulary import Kind, Language
from runner.machine import known_before_import
from tui import exit_codes
from tui.commands.selection import choose_language, filter_of, open_bank
from tui.i18n import _


def start_quiz(
    topics: list[str] | None,
    kinds: list[Kind] | None,
    difficulties: list[int] | None,
    count: int,
    seed: int | None,
    lang: Language | None,
    device: str,
    packs: list[Path],
) -> int:
    """Open the app on a session of questions that match."""
    language = choose_language(lang)
    bank = open_bank(packs)
    rng = Random(seed)
    wanted, machine = filter_of(bank, topics, kinds, difficulties), known_before_import()
    plan = choose(bank.active, wanted, count, rng, machine)
    if not plan:
        print(_why_none(bank, wanted, machine), file=sys.stderr)
        return exit_codes.NEGATIVE
    return _open(bank, plan, language, device, rng)


def _why_none(bank: Bank, wanted: Filter, machine: Machine) -> str:
    lacks = {need for one in bank.active if wanted.matches(one) for need in missing(one, machine)}
    if not lacks:
        return _("No question matches.")
    return _("The questions that match need what isn't here: {what}.").format(what=", ".join(sorted(lacks)))


def open_home(lang: Language | None, device: str, packs: list[Path]) -> int:
    """Open the app on its home screen."""
    language = choose_language(lang)
    return _open(open_bank(packs), None, language, device, Random())


def _open(bank: Bank, plan: list[Question] | None, language: Language, device: str, rng: Random) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(
            _("The app needs a terminal; `torchdrill --help` lists what works without one."), file=sys.stderr
        )
        return exit_codes.ENVIRONMENT
    from tui.app import TorchdrillApp

    app = TorchdrillApp(bank=bank, language=language, device=device, plan=plan, rng=rng)
    app.run()
    return app.return_code or exit_codes.DONE
