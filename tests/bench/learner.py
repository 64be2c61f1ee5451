"""How quick the learner's history and schedule are, and how far the schedule gets them."""

from __future__ import annotations

import tempfile
import time
from datetime import timedelta
from pathlib import Path
from random import Random

from quizbank.drill import Drill, Order
from quizbank.history.fold import Rules
from quizbank.history.journal import Journal
from quizbank.history.store import open_history
from quizbank.learner import Learner
from quizbank.scheduler import Scheduler
from tests.bench import history as kept
from tests.bench.figures import Bar, median
from tests.bench.simulation import Outcome, measure, speed_bars, table
from tests.decks import question

TOWARDS_THE_DATE = "ours, towards the date"
WITHIN = 0.02
"""How far below the best policy known the schedule may stay, in recall on the interview's day."""
BEST = {30: 0.984, 15: 0.873}
"""Recall by minutes a day: the best rows of the study that led to the rule."""


def learner_bars(runs: int) -> tuple[list[Bar], str]:
    """Return the bars, and the table of the simulation."""
    outcomes = measure(runs)
    figures = kept.measure()
    bars = [
        *_next_question(),
        *speed_bars(),
        Bar("home figures, 100,000 answers", 1e3 * figures["home figures"], 50, unit="ms"),
        Bar("statistics, 100,000 answers", 1e3 * figures["statistics"], 200, unit="ms"),
        Bar("append an answer, on the disk", 1e3 * figures["append an answer"], 20, unit="ms"),
        Bar("rebuild from 100,000 answers", figures["rebuild from 100,000 answers"], 10, unit="s"),
        *_recalls(outcomes),
    ]
    return bars, table(outcomes)


def _recalls(outcomes: list[Outcome]) -> list[Bar]:
    ours = {one.minutes: one for one in outcomes if one.policy == TOWARDS_THE_DATE}
    return [
        *(
            Bar(f"recall on the day, {minutes} min a day", ours[minutes].recall, best - WITHIN, True, "")
            for minutes, best in BEST.items()
        ),
        Bar("never asked by the day, 15 min a day", ours[15].unseen, 0.5, unit=""),
    ]


def _next_question() -> list[Bar]:
    """Time the whole way from a history on the disk to the next question, both with a date and without."""
    scheduler, now = Scheduler(), kept.BEGIN + kept.ANSWERS * kept.APART
    rules = Rules(scheduler.review, "default")
    questions = [question(one) for one in kept.QUESTIONS]
    with tempfile.TemporaryDirectory() as folder, open_history(Path(folder) / "h.db", rules, now) as history:
        history.merge(kept.events(Random(0)), now)
        learner = Learner(Journal(history, rules), scheduler)
        bars = []
        for name, interview in (("without a date", None), ("towards a date", now + timedelta(days=21))):
            day = learner.day(now)
            drill = Drill(questions, Order(interview=interview and interview.date()), day)
            taken = []
            for _ in range(20):
                started = time.perf_counter()
                drill.next(learner, (), now, 0.0)
                taken.append(time.perf_counter() - started)
            bars.append(
                Bar(f"next question out of 100,000 answers, {name}", 1e3 * median(taken), 20, unit="ms")
            )
    return bars
