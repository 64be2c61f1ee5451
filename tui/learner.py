"""Opening what is kept about the learner, by this project's rules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime

from quizbank.history.events import offset_of, study_day
from quizbank.history.fold import Rules
from quizbank.history.journal import Journal
from quizbank.history.store import History, history_in_memory, open_history, open_or_do_without
from quizbank.learner import Learner
from quizbank.message import Message
from quizbank.parameters import read_parameters
from quizbank.question import Question
from quizbank.scheduler import Scheduler
from tui import places
from tui.i18n import say
from tui.settings import Settings

BUSY_SECONDS = 0.5
"""How long the app stands still at most for another program that holds the history."""


def rules_of(
    scheduler: Scheduler, questions: Iterable[Question], day_start: int = Settings().day_start
) -> Rules:
    """Return what a history derives its tables by."""
    name = f"fsrs-6 {scheduler.retention} {scheduler.parameters}"
    formerly = {old: question.id for question in questions for old in question.formerly}
    return Rules(scheduler.review, name, formerly, day_start)


@contextmanager
def opened_learner(
    questions: Iterable[Question],
    now: datetime,
    settings: Settings,
) -> Iterator[Learner]:
    """Open the history, which is made where there is none, and close it again.

    What became of a damaged file is said on stderr. Raises HistoryError, ScheduleError.
    """
    learner = _open(questions, lambda rules: open_history(places.history_file(), rules, now), settings)
    try:
        for notice in notices(learner, now):
            print(say(notice), file=sys.stderr)
        yield learner
    finally:
        learner.journal.close(now)


def open_learner_or_do_without(
    questions: Iterable[Question],
    now: datetime,
    settings: Settings,
) -> Learner:
    """Open the history, or one in memory where it can't be used, which ``notices`` says.

    Raises ScheduleError.
    """

    def opened(rules: Rules) -> History:
        return open_or_do_without(places.history_file(), rules, now, busy_seconds=BUSY_SECONDS)

    return _open(questions, opened, settings)


def learner_in_memory(questions: Iterable[Question], now: datetime) -> Learner:
    """Return a learner of whom nothing is known, and nothing is kept."""
    rules = rules_of(scheduler := Scheduler(), questions)
    return Learner(Journal(history_in_memory(rules, now), rules), scheduler)


def notices(learner: Learner, now: datetime) -> list[Message]:
    """Return what the learner should know of their history before they go on."""
    history = learner.history
    recovery = history.recovery.message if history.recovery is not None else None
    found = (learner.journal.not_kept, recovery, history.clock_warning(now))
    return [one for one in found if one is not None]


def study_day_of(now: datetime, day_start: int = Settings().day_start) -> date:
    """Return the learner's day, which begins at an hour of the local time."""
    return study_day(now, offset_of(now), day_start)


def local_now() -> datetime:
    """Return the time with the learner's time zone."""
    return datetime.now().astimezone()


def _open(
    questions: Iterable[Question],
    opened: Callable[[Rules], History],
    settings: Settings,
) -> Learner:
    scheduler = Scheduler(settings.retention, read_parameters(places.parameters_file()))
    rules = rules_of(scheduler, questions, settings.day_start)
    return Learner(Journal(opened(rules), rules), scheduler)
