"""A drill: which question comes next, decided anew after every answer, and why it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from random import Random
from typing import Literal

from quizbank.learner import Learner
from quizbank.planning.agenda import Agenda, Entry
from quizbank.planning.deck import Deck
from quizbank.planning.forecast import DayAhead, forecast
from quizbank.planning.goal import Goal, first_pass
from quizbank.planning.plan import cram, plan
from quizbank.question import Question
from quizbank.session import Attempt

MINUTES = 30.0
NEW_A_DAY = 10

Ending = Literal["count", "budget", "nothing"]


@dataclass(frozen=True, slots=True)
class Order:
    """What a learner wants of a drill; ``count`` is how many questions at most, None any number.

    ``crams`` goes through everything, the weakest first, and leaves the schedule as it is.
    """

    minutes: float = MINUTES
    interview: date | None = None
    count: int | None = None
    crams: bool = False
    new_a_day: int = NEW_A_DAY

    @property
    def goal(self) -> Goal:
        """What to plan for. Raises ScheduleError."""
        return Goal(seconds=60 * self.minutes, interview=self.interview, new_a_day=self.new_a_day)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Where practice leads, over the drill's questions, those never asked as 0.

    ``recall`` is predicted for the interview's day with a drill a day until then, ``unseen`` what is never
    asked by that day; without an interview both are of today.
    """

    recall: float
    unseen: int
    interview: date | None = None


class Drill:
    """Asks what is worth most now, until the minutes are over or nothing is worth them."""

    def __init__(self, questions: Iterable[Question], order: Order, day: date) -> None:
        """Raise ScheduleError for minutes that no day has, or an interview that is over on ``day``."""
        self.order = order
        self.questions = list(questions)
        if order.interview is not None:
            order.goal.days_left(day)
        self.ending: Ending | None = None
        self._crammed: Sequence[Entry] | None = None
        self._first_pass: float | None = None
        self._deck: tuple[tuple[str, ...], Deck] = ((), Deck(()))

    @property
    def seconds(self) -> float:
        """How long the drill may take."""
        return 60 * self.order.minutes

    def next(
        self, learner: Learner, attempts: Sequence[Attempt], now: datetime, spent: float
    ) -> Entry | None:
        """Return what to ask after these attempts; None when the drill is over, which ``ending`` explains.

        ``spent`` is how many seconds of the drill are gone.
        """
        if self.order.count is not None and len(attempts) >= self.order.count:
            self.ending = "count"
            return None
        # A question that doesn't work on this torch leaves no card behind, and would come again for ever.
        useless = {attempt.question.id for attempt in attempts if attempt.score == "unjudged"}
        deck = self._deck_of([question for question in self.questions if question.id not in useless])
        if self.order.crams:
            entry = self._next_to_cram(deck, learner, attempts, now)
            self.ending = "nothing" if entry is None else "budget" if spent >= self.seconds else None
        else:
            entry = next(iter(self._agenda(deck, learner, now, spent).entries), None)
            self.ending = None
            if entry is None:
                endless = replace(self._goal(learner, now), seconds=None)
                more = self._plan(deck, learner, now, endless, 0.0).entries
                self.ending = "budget" if more else "nothing"
        return entry if self.ending is None else None

    def outlook(self, learner: Learner, now: datetime) -> Callable[[], Outlook]:
        """Return what works out where practice leads; it asks no history, and takes a while for far dates."""
        deck, day, goal = Deck(self.questions), learner.day(now), self._goal(learner, now)
        cards, scheduler, interview = learner.cards(), learner.scheduler, goal.interview
        tomorrow = day + timedelta(days=1)

        def look() -> Outlook:
            if interview is not None and interview > tomorrow:
                # What today's minutes could still do is left out: the drill is over.
                last = forecast(deck, cards, tomorrow, interview, goal, scheduler, _rng(day))[-1]
                return Outlook(last.recall, last.unseen, interview)
            agenda = plan(deck, cards, day, replace(goal, seconds=0), scheduler, _rng(day))
            recall = agenda.recall if agenda.recall_then is None else agenda.recall_then
            return Outlook(recall, agenda.unseen, interview)

        return look

    def ahead(self, learner: Learner, now: datetime, until: date) -> tuple[DayAhead, ...]:
        """Return the days from now up to the one before ``until``, with a drill on each."""
        day, goal = learner.day(now), self._goal(learner, now)
        return forecast(Deck(self.questions), learner.cards(), day, until, goal, learner.scheduler, _rng(day))

    def _agenda(self, deck: Deck, learner: Learner, now: datetime, spent: float) -> Agenda:
        return self._plan(deck, learner, now, self._goal(learner, now), spent)

    def _plan(self, deck: Deck, learner: Learner, now: datetime, goal: Goal, spent: float) -> Agenda:
        day = learner.day(now)
        answers = learner.history.reviews(day)
        wanted = learner.history.wanted()
        return plan(deck, learner.cards(), day, goal, learner.scheduler, _rng(day), answers, spent, wanted)

    def _deck_of(self, questions: Sequence[Question]) -> Deck:
        """Return the deck of these questions, which are the same from one answer to the next."""
        ids = tuple(question.id for question in questions)
        if self._deck[0] != ids:
            self._deck = ids, Deck(questions)
        return self._deck[1]

    def _goal(self, learner: Learner, now: datetime) -> Goal:
        if self._first_pass is None:  # one drill hardly moves it, and it is asked of the whole history
            self._first_pass = first_pass(*learner.history.first_answers())
        goal = replace(self.order.goal, first_pass=self._first_pass)
        # A drill may run on into the day after the interview.
        over = goal.interview is not None and goal.interview < learner.day(now)
        return replace(goal, interview=None) if over else goal

    def _next_to_cram(
        self, deck: Deck, learner: Learner, attempts: Sequence[Attempt], now: datetime
    ) -> Entry | None:
        if self._crammed is None:
            day = learner.day(now)
            self._crammed = cram(deck, learner.cards(), day, learner.scheduler, _rng(day))
        asked = {attempt.question.id for attempt in attempts}
        return next(
            (
                one
                for one in self._crammed
                if one.question_id not in asked and one.question_id in deck.position
            ),
            None,
        )


def _rng(day: date) -> Random:
    """Return the randomness that decides between equals, the same all day."""
    return Random(day.toordinal())
