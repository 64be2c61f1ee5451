"""``torchdrill plan``: the days until the interview, as they are expected to go."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from quizbank.choose import askable
from quizbank.drill import Drill, Order
from quizbank.planning.forecast import DayAhead
from quizbank.vocabulary import Language
from runner.machine import known_before_import
from tui import exit_codes
from tui.commands.printing import console
from tui.commands.selection import choose_language, filter_of, open_bank, settings
from tui.i18n import _, ngettext, sentences
from tui.learner import local_now, opened_learner

DAYS_WITHOUT_INTERVIEW = 14


def show_plan(
    topics: list[str] | None, order: Order, lang: Language | None, packs: list[Path], *, as_json: bool
) -> int:
    """Print the plan. Raises UnknownTopic, ScheduleError, HistoryError."""
    choose_language(lang)
    bank, now = open_bank(packs), local_now()
    questions = askable(bank.active, filter_of(bank, topics, None, None), known_before_import())
    with opened_learner(bank, now, settings()) as learner:
        today = learner.day(now)
        drill = Drill(questions, order, today)
        until = order.interview or today + timedelta(days=DAYS_WITHOUT_INTERVIEW)
        days = drill.ahead(learner, now, until)
    if as_json:
        report = {
            "interview": order.interview.isoformat() if order.interview is not None else None,
            "minutes_a_day": order.minutes,
            "questions": len(questions),
            "days": [{**asdict(one), "day": one.day.isoformat()} for one in days],
        }
        print(json.dumps(report, indent=2))
        return exit_codes.DONE
    out = console()
    if days:
        out.print(_table(days))
    out.print(Text(_last_line(days, order, len(questions))), soft_wrap=True)
    return exit_codes.DONE


def _table(days: Sequence[DayAhead]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(_("day"))
    for head in (_("minutes"), _("new"), _("reviews"), _("recall"), _("unseen")):
        table.add_column(head, justify="right")
    for one in days:
        table.add_row(
            f"{one.day:%Y-%m-%d}",
            str(round(one.seconds / 60)),
            str(one.new),
            str(one.reviews),
            f"{one.recall:.0%}",
            str(one.unseen),
        )
    return table


def _last_line(days: Sequence[DayAhead], order: Order, total: int) -> str:
    """Say what the table comes to, and how far to believe it."""
    if not days:
        return _("The interview is today: `torchdrill drill --cram` goes through everything once more.")
    last = days[-1]
    if order.interview is None:
        text = _("After {days} days you would know about {recall:.0%} of {total} questions.")
    else:
        text = _("On {date} you would know about {recall:.0%} of {total} questions.")
    known = text.format(days=len(days), date=order.interview, recall=last.recall, total=total)
    unseen = ngettext(
        "{count} is still unseen then; more minutes a day reach more.",
        "{count} are still unseen then; more minutes a day reach more.",
        last.unseen,
    ).format(count=last.unseen)
    caution = _("A forecast: it takes you to practise every day, and to forget as most people do.")
    return sentences(known, unseen if last.unseen else "", caution)
