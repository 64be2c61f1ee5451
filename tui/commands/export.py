"""``torchdrill export``: questions as flashcards, each with what torch did just now."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quizbank.bank import Bank
from quizbank.cards.vocabulary import SUFFIXES
from quizbank.choose import Filter
from quizbank.machine import missing
from quizbank.question import Question
from quizbank.search import State, states_of
from runner.client import Runner
from runner.machine import known_after_import
from tui import exit_codes
from tui.commands.printing import console, say_replaced
from tui.commands.selection import settings
from tui.exporting import Export, Wish, check_target, keep_dates, make_export, paths_of, save_export
from tui.i18n import _, listed, ngettext
from tui.learner import local_now, opened_learner

STDOUT = "-"
NAMED = 10
"""So many cards without an answer are named."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where to write: a file, or STDOUT; None is a file named after the format, in this folder."""

    out: str | None
    force: bool
    device: str


def export_cards(bank: Bank, questions: list[Question], wish: Wish, target: Target) -> int:
    """Write the questions' cards. Raises NotOurs, RunnerError."""
    path = None if target.out == STDOUT else Path(target.out or f"torchdrill{SUFFIXES[wish.format]}")
    if path is not None:
        check_target(path, force=target.force)  # now, rather than after minutes of work
    export, not_run = asyncio.run(_export(bank, questions, wish, target.device))
    _say_not_run(not_run)
    if not export.cards:
        return exit_codes.NEGATIVE
    if path is None:
        if len(export.files) > 1:
            print(_("This makes several files; give --out a name."), file=sys.stderr)
            return exit_codes.USAGE
        sys.stdout.buffer.write(export.files[0].content)
        sys.stdout.buffer.flush()
    else:
        replaced = [one for one in paths_of(export.files, path) if one.exists()]
        written = save_export(export, path, force=target.force)
        text = ngettext("{count} card is in {paths}.", "{count} cards are in {paths}.", len(export.cards))
        print(text.format(count=len(export.cards), paths=listed(map(str, written))))
        say_replaced(replaced)
    keep_dates(export)
    return _say_failed(export)


def in_states(bank: Bank, questions: list[Question], wanted: Sequence[State]) -> list[Question]:
    """Return the questions with which the learner stands in one of these ways. Raises HistoryError."""
    now = local_now()
    with opened_learner(bank, now, settings()) as learner:
        known = states_of(questions, learner.history.standings(), learner.day(now))
    return [one for one in questions if known[one.id] & set(wanted)]


def exportable(bank: Bank, wanted: Filter) -> list[Question]:
    """Return the questions that match, without drafts and retired ones."""
    return [one for one in bank.active if wanted.matches(one)]


async def _export(
    bank: Bank, questions: list[Question], wish: Wish, device: str
) -> tuple[Export, list[Question]]:
    workers = os.cpu_count() or 1
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(_("Running"), total=len(questions))
        async with Runner(device, workers=workers + 1, threads=1, bulk=True) as runner:
            await runner.warm.wait()
            machine = known_after_import(runner.torch_version, await runner.devices())
            here = [one for one in questions if not missing(one, machine)]
            progress.update(task, total=len(here))
            export = await make_export(
                runner,
                bank,
                here,
                wish,
                local_now(),
                at_once=workers,
                advanced=lambda: progress.advance(task),
            )
    return export, [one for one in questions if missing(one, machine)]


def _say_not_run(questions: Sequence[Question]) -> None:
    if questions:
        count = len(questions)
        text = ngettext(
            "{count} question was left out: it needs what isn't here.",
            "{count} questions were left out: they need what isn't here.",
            count,
        )
        print(text.format(count=count), file=sys.stderr)


def _say_failed(export: Export) -> int:
    failed = [card for card in export.cards if not card.works]
    if not failed:
        return exit_codes.DONE
    text = ngettext(
        "{count} card has no answer, for its program didn't do what it should:",
        "{count} cards have no answer, for their programs didn't do what they should:",
        len(failed),
    )
    print(text.format(count=len(failed)), file=sys.stderr)
    for card in failed[:NAMED]:
        print(f"  {card.id}", file=sys.stderr)
    if len(failed) > NAMED:
        print(_("  ... and {count} more").format(count=len(failed) - NAMED), file=sys.stderr)
    return exit_codes.NEGATIVE
