"""``torchdrill stats``: the statistics as plain tables."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import date
from pathlib import Path
from random import Random

from rich.text import Text

from quizbank.choose import Filter, askable
from quizbank.drill import Order
from quizbank.statistics.overview import overview
from quizbank.statistics.retention import retention
from quizbank.vocabulary import Language
from runner.machine import known_before_import
from tui import exit_codes
from tui.commands.printing import Flowing, console, prose
from tui.commands.selection import choose_language, open_bank, settings
from tui.i18n import say
from tui.learner import local_now, opened_learner
from tui.statistics_tables import Statistics, View, lead, nothing_yet, table


def show_statistics(order: Order, lang: Language | None, packs: list[Path], *, as_json: bool) -> int:
    """Print the figures. Raises HistoryError, ScheduleError."""
    choose_language(lang)
    bank, now = open_bank(packs), local_now()
    with opened_learner(bank, now, settings()) as learner:
        day, record = learner.day(now), learner.history.recorder()()
        figures = overview(record, {question.id: question for question in bank}, day)
        questions = askable(bank.active, Filter(), known_before_import())
        rng = Random(day.toordinal())
        ahead = retention(questions, record, day, order.goal, learner.scheduler, rng)
    if as_json:
        report = {**asdict(figures), "retention": asdict(ahead)}
        print(json.dumps(report, indent=2, ensure_ascii=False, default=_plain))
        return exit_codes.DONE
    out = console()
    if not figures.answers + figures.skipped:
        out.print(Flowing(prose(nothing_yet())))
        return exit_codes.DONE
    shown = Statistics(bank, figures, ahead)
    for view in View:
        out.print(Text(say(view.value), style="bold"))
        out.print(Flowing(Text(lead(view, shown))))
        found = table(view, shown, prose)
        if found.row_count:
            out.print()
            out.print(found)
        out.print()
    return exit_codes.DONE


def _plain(value: object) -> object:
    """Return what JSON can hold of what it doesn't know."""
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} can't be written as JSON")
