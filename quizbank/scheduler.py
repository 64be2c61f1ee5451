"""When a question is due again: FSRS-6 as the fsrs package computes it, in whole study days."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from functools import lru_cache

import fsrs
from fsrs.scheduler import DEFAULT_PARAMETERS

from quizbank.card import Card, Rating, Review
from quizbank.errors import ScheduleError
from quizbank.message import Message

PARAMETERS: tuple[float, ...] = tuple(DEFAULT_PARAMETERS)
RETENTION = 0.9
LOWEST_RETENTION, HIGHEST_RETENTION = 0.7, 0.97
# Whoever hasn't met a question for a year is asked again: by then torch itself has changed.
LONGEST_INTERVAL = 365
# The first answer includes reading the question and working it out; a repeat takes about half as long.
REPEAT_SHARE = 0.5
# Answers get quicker, so the latest one counts as much as all that came before it.
LATEST_SHARE = 0.5


@lru_cache(maxsize=1024)
def noon(day: date) -> datetime:
    """Return the moment that stands for a study day: fsrs counts whole days, and in UTC alone."""
    return datetime.combine(day, time(12), UTC)


class Scheduler:
    """Turns a card and a review into the card after it.

    ``retention`` is the recall, 0.7 to 0.97, at which a question is due again. Due days aren't fuzzed:
    what is due is taken weakest first within the day's minutes, so heaps of equal due days do no harm, and
    a replay of the same reviews always gives the same cards.
    """

    def __init__(self, retention: float = RETENTION, parameters: Sequence[float] = PARAMETERS) -> None:
        """Raise ScheduleError for a retention or parameters that FSRS can't work with."""
        if not LOWEST_RETENTION <= retention <= HIGHEST_RETENTION:
            raise ScheduleError(
                Message(
                    "A retention of {retention} can't be scheduled; choose one from {lowest} to {highest}.",
                    retention=retention,
                    lowest=LOWEST_RETENTION,
                    highest=HIGHEST_RETENTION,
                )
            )
        try:
            # No steps: a question that was missed comes back within the session, not after minutes.
            self._fsrs = fsrs.Scheduler(
                parameters=parameters,
                desired_retention=retention,
                learning_steps=(),
                relearning_steps=(),
                maximum_interval=LONGEST_INTERVAL,
                enable_fuzzing=False,
            )
        except ValueError as error:
            raise _unusable(str(error)) from None
        if list(parameters[:4]) != sorted(parameters[:4]):
            raise _unusable("the first four must not fall, so that a better first answer lasts longer")
        self.retention = retention
        self.parameters = tuple(parameters)

    def review(self, card: Card | None, review: Review) -> Card:
        """Return the card after a review; None is a question that was never reviewed.

        A review dated before the last one, as after a flight west, counts as one on the same day. Within a
        day, FSRS's short-term formula applies.
        """
        if card is None:
            return self._first(review)
        if card.question_id != review.question_id:
            raise ValueError(f"a review of {review.question_id} can't change the card of {card.question_id}")
        day = max(review.day, card.last_review)
        before = fsrs.Card(
            card_id=0,
            state=fsrs.State.Review,
            stability=card.stability,
            difficulty=card.difficulty,
            due=noon(card.due),
            last_review=noon(card.last_review),
        )
        after = self._after(before, review.rating, day)
        lapsed = review.rating is Rating.AGAIN and card.last_rating is not Rating.AGAIN
        return Card(
            question_id=card.question_id,
            stability=_known(after.stability),
            difficulty=_known(after.difficulty),
            due=after.due.date(),
            last_review=day,
            last_rating=review.rating,
            reviews=card.reviews + 1,
            lapses=card.lapses + lapsed,
            # Within the day the answer was just shown, which says nothing about the time it takes later.
            seconds=card.seconds
            if day == card.last_review
            else card.seconds + LATEST_SHARE * (review.seconds - card.seconds),
            revision=review.revision,
        )

    def recall(self, card: Card, day: date) -> float:
        """Return the probability, 0 to 1, of knowing a question on a day; 1 on the day of its review."""
        before = fsrs.Card(
            card_id=0,
            state=fsrs.State.Review,
            stability=card.stability,
            difficulty=card.difficulty,
            due=noon(card.due),
            last_review=noon(card.last_review),
        )
        return self._fsrs.get_card_retrievability(before, noon(day))

    def days(self, card: Card | None, review: Review) -> int:
        """Return how many days after a review the question would be due, to show before it is rated."""
        after = self.review(card, review)
        return (after.due - after.last_review).days

    def _first(self, review: Review) -> Card:
        after = self._after(fsrs.Card(card_id=0, due=noon(review.day)), review.rating, review.day)
        return Card(
            question_id=review.question_id,
            stability=_known(after.stability),
            difficulty=_known(after.difficulty),
            due=after.due.date(),
            last_review=review.day,
            last_rating=review.rating,
            reviews=1,
            lapses=0,
            seconds=REPEAT_SHARE * review.seconds,
            revision=review.revision,
        )

    def _after(self, card: fsrs.Card, rating: Rating, day: date) -> fsrs.Card:
        return self._fsrs.review_card(card, fsrs.Rating(rating), noon(day))[0]


def _known(value: float | None) -> float:
    assert value is not None, "fsrs leaves nothing open after a review"
    return value


def _unusable(reason: str) -> ScheduleError:
    return ScheduleError(
        Message(
            "These FSRS parameters can't be used: {reason}. Give 21 numbers, or leave them out for the usual "
            "ones.",
            reason=reason,
        )
    )
