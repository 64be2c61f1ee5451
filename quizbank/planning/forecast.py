"""The days ahead as they are expected to go, for the learner to see where their minutes lead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from quizbank.card import Card, Rating, Review
from quizbank.planning.deck import Deck
from quizbank.planning.goal import Goal
from quizbank.planning.plan import plan
from quizbank.planning.standing import expected_seconds
from quizbank.scheduler import Scheduler


@dataclass(frozen=True, slots=True)
class DayAhead:
    """One day of a forecast, as it stands at the day's end.

    ``new`` and ``reviews`` count questions asked the first time and later ones. ``recall`` is over the whole
    deck, unseen questions as 0: on the interview's day if this were the last day of practice, or, without an
    interview, on the next day. ``known`` is that of the next day in either case.
    """

    day: date
    seconds: float
    new: int
    reviews: int
    recall: float
    unseen: int
    known: float


def forecast(
    deck: Deck,
    cards: Mapping[str, Card],
    day: date,
    until: date,
    goal: Goal,
    scheduler: Scheduler,
    rng: Random,
) -> tuple[DayAhead, ...]:
    """Return the days from ``day`` up to the one before ``until``, practised as planned.

    A card can't be half passed, so each answer is either good or again; which one is settled by carrying
    the expected misses along and missing whenever they add up to one. That has no noise, unlike a drawn
    course, and misses as many as expected, unlike one in which every answer is good.
    """
    cards = dict(cards)
    misses = {True: _Misses(), False: _Misses()}  # new questions and others, as they fail unlike each other
    days = []
    while day < until:
        today = plan(deck, cards, day, goal, scheduler, rng)
        seconds, new, reviews = 0.0, 0, 0
        for entry in today.entries:
            if goal.seconds is not None and seconds + entry.seconds > goal.seconds:
                break
            before = cards.get(entry.question_id)
            seconds += entry.seconds
            missed = misses[before is None].next(goal.first_pass if before is None else entry.recall)
            rating = Rating.AGAIN if missed else Rating.GOOD
            revision = deck.revisions[entry.question_id]
            review = Review(entry.question_id, day, rating, entry.seconds, revision)
            after = scheduler.review(before, review)
            if missed:
                # The repeat within the day, which this time works out.
                after = scheduler.review(after, replace(review, rating=Rating.GOOD))
                question = deck.questions[deck.position[entry.question_id]]
                seconds += expected_seconds(question, after)
            cards[entry.question_id] = after
            new += before is None
            reviews += before is not None
        day += timedelta(days=1)
        evening = plan(deck, cards, day, replace(goal, seconds=0), scheduler, rng)
        recall = evening.recall if evening.recall_then is None else evening.recall_then
        days.append(
            DayAhead(day - timedelta(days=1), seconds, new, reviews, recall, evening.unseen, evening.recall)
        )
    return tuple(days)


class _Misses:
    """Expected misses, carried along until they make a whole one."""

    def __init__(self) -> None:
        self._owed = 0.5  # half a miss, so that the count is rounded rather than cut off

    def next(self, chance: float) -> bool:
        """Whether the next answer, passed with this chance, is the one to miss."""
        self._owed += 1 - chance
        missed = self._owed >= 1
        self._owed -= missed
        return missed
