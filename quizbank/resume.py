"""An interrupted session, taken up where it was left."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime
from random import Random

from quizbank.bank import Bank
from quizbank.choose import Filter, askable
from quizbank.drill import MINUTES, Drill, Order
from quizbank.history.events import Answered, Started
from quizbank.history.figures import Unfinished
from quizbank.learner import Learner
from quizbank.machine import Machine, missing
from quizbank.practice import Practice
from quizbank.question import Question
from quizbank.session import Attempt, Session


def resumable(learner: Learner) -> Unfinished | None:
    """Return the last session that was interrupted and can be taken up by ``resume``."""
    unfinished = learner.history.unfinished()
    return None if unfinished is None or unfinished.started.mode == "mock" else unfinished


def resume(
    learner: Learner, unfinished: Unfinished, bank: Bank, machine: Machine, now: datetime
) -> Practice | None:
    """Take up a session at the same question with the same shuffle.

    Returns None when nothing of it is left to ask; then its end is noted. Raises SessionRunning where another
    process has taken it up in the meantime.
    """
    learner.journal.hold(unfinished.session)
    started, plan = unfinished.started, unfinished.plan
    attempts = []
    answered: Counter[str] = Counter()
    for event in unfinished.answers:
        fact = event.fact
        question = _find(bank, fact.question_id) if isinstance(fact, Answered) else None
        if isinstance(fact, Answered) and question is not None:
            answered[question.id] += 1
            attempts.append(Attempt(question, fact.counts_as, fact.seconds, fact.hints))
    remaining = []
    for question_id in plan.question_ids:
        question = _find(bank, question_id)
        # A drill asks what was missed again, so a question may stand in the plan several times.
        if answered[question_id] > 0:
            answered[question_id] -= 1
        elif question is not None and not missing(question, machine):
            remaining.append(question)
    asked = [attempt.question for attempt in attempts]
    session = Session([*asked, *remaining], Random(started.seed), plan.shuffles, attempts)
    drill = None
    if started.mode in ("drill", "cram"):
        drill = _drill_again(started, bank, machine, learner.day(now))
    spent = sum(attempt.seconds for attempt in attempts)
    hints = unfinished.hints
    practice = Practice(learner, session, started.mode, unfinished.session, drill, spent, hints)
    if session.over and not practice.ask_more(now):
        practice.end(now, finished=True)
        return None
    return practice


def _find(bank: Bank, question_id: str) -> Question | None:
    """Return a question of before, by its id of then; None where no pack has it any more."""
    return next((one for one in bank if question_id == one.id or question_id in one.formerly), None)


def _drill_again(started: Started, bank: Bank, machine: Machine, day: date) -> Drill:
    """Return the drill that a session was started as."""
    settings = started.settings if isinstance(started.settings, dict) else {}
    topics, minutes, count = (settings.get(name) for name in ("topics", "minutes", "count"))
    interview = settings.get("interview")
    until = date.fromisoformat(interview) if isinstance(interview, str) else None
    order = Order(
        minutes if isinstance(minutes, int | float) else MINUTES,
        until if until is not None and until >= day else None,
        count if isinstance(count, int) else None,
        started.mode == "cram",
    )
    wanted = Filter(frozenset(map(str, topics)) if isinstance(topics, list) else frozenset())
    return Drill(askable(bank.active, wanted, machine), order, day)
