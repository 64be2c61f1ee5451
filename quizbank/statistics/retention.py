"""What will be remembered on the days to come, with practice and without."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

import numpy as np

from quizbank import memory
from quizbank.history.record import Record
from quizbank.planning.deck import Deck
from quizbank.planning.forecast import forecast
from quizbank.planning.goal import Goal, first_pass
from quizbank.planning.standing import discounted, standing
from quizbank.question import Question
from quizbank.scheduler import Scheduler

WEEKS_AHEAD = 8
MOST_WEEKS_AHEAD = 12
# How far the line without practice goes on after the interview, so that the day doesn't hide in the margin.
_AFTER = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class DayRecall:
    """The predicted recall over all questions on a day, 0 to 1, those never asked as 0.

    ``idle`` if nothing is practised any more; ``practised`` with a drill on each day before, None where no
    drills are planned: after the interview.
    """

    day: date
    idle: float
    practised: float | None


@dataclass(frozen=True, slots=True)
class Retention:
    """A forecast from today on; ``interview`` is None where it isn't among the days."""

    days: tuple[DayRecall, ...]
    interview: date | None

    @property
    def goal(self) -> DayRecall:
        """The day that counts: the interview's, or the last one."""
        return next((one for one in self.days if one.day == self.interview), self.days[-1])


def retention(
    questions: Iterable[Question],
    record: Record,
    day: date,
    goal: Goal,
    scheduler: Scheduler,
    rng: Random,
) -> Retention:
    """Predict the recall from ``day`` to a week after the interview, or for eight weeks.

    An interview that is over, or further away than twelve weeks, is left out; how often new questions are
    passed is taken from the record. Takes a second for thousands of questions.
    """
    deck, cards = Deck(questions), record.cards
    goal = replace(goal, first_pass=first_pass(*record.first_answers))
    interview = goal.interview
    if interview is not None and not day <= interview <= day + timedelta(weeks=MOST_WEEKS_AHEAD):
        interview = None
    end = day + timedelta(weeks=WEEKS_AHEAD) if interview is None else interview
    planned = goal if goal.interview is None or goal.interview >= day else replace(goal, interview=None)
    drills = forecast(deck, cards, day, end, planned, scheduler, rng)
    last = end if interview is None else interview + _AFTER
    now = standing(deck, cards, day, np.array(scheduler.parameters))
    practised = {day: deck.mean(now.known)} | {one.day + timedelta(days=1): one.known for one in drills}
    days = []
    for ahead in range((last - day).days + 1):
        elapsed = now.elapsed + float(ahead)
        recall = memory.recall(np.array(scheduler.parameters), now.stability, elapsed)
        idle = deck.mean(discounted(np.where(now.seen, recall, 0.0), now.revised))
        then = day + timedelta(days=ahead)
        days.append(DayRecall(then, idle, practised.get(then)))
    return Retention(tuple(days), interview)
