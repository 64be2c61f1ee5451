"""FSRS parameters of a learner's own, fitted to their reviews by the fsrs package; nothing is changed by it.

The package's optimizer brings torch and pandas along, so it is an extra, and imported only here, when asked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import fsrs

from quizbank.card import Card, Rating, Review
from quizbank.errors import ScheduleError
from quizbank.message import Message
from quizbank.scheduler import Scheduler, noon

LEAST_REVIEWS = 512
"""So many next-day reviews the package asks for; below that it returns the usual parameters."""
_LEAST_CHANCE = 1e-6


@dataclass(frozen=True, slots=True)
class NotEnough:
    """Too few reviews to fit: ``more`` are missing, of questions last reviewed on an earlier day."""

    more: int


@dataclass(frozen=True, slots=True)
class Fitted:
    """Parameters that a Scheduler takes, and the mean log loss of its predictions with them.

    ``usual_loss`` is that of the usual parameters on the same ``reviews`` next-day reviews.
    """

    parameters: tuple[float, ...]
    reviews: int
    loss: float
    usual_loss: float


def fit(reviews: Sequence[Review]) -> Fitted | NotEnough:
    """Fit the parameters to all of a learner's reviews, in the order in which they happened.

    Raises ScheduleError where the optimizer isn't installed.
    """
    usual = list(_predicted(reviews, Scheduler()))
    if len(usual) < LEAST_REVIEWS:
        return NotEnough(LEAST_REVIEWS - len(usual))
    parameters = _usable(_optimal(reviews))
    own = list(_predicted(reviews, Scheduler(parameters=parameters)))
    return Fitted(parameters, len(own), _log_loss(own), _log_loss(usual))


def _optimal(reviews: Sequence[Review]) -> list[float]:
    ids = dict.fromkeys(one.question_id for one in reviews)
    numbers = {question_id: number for number, question_id in enumerate(ids)}
    logs = [
        fsrs.ReviewLog(numbers[one.question_id], fsrs.Rating(one.rating), noon(one.day), None)
        for one in reviews
    ]
    try:
        optimizer = fsrs.Optimizer(logs)
    except ImportError:
        raise ScheduleError(
            Message("To fit parameters, install the extra for it: pip install 'torchdrill[fit]'")
        ) from None
    return optimizer.compute_optimal_parameters()


def _usable(parameters: Sequence[float]) -> tuple[float, ...]:
    """Return parameters by which a better first answer never lasts less long, as a Scheduler wants them."""
    lasting = [max(parameters[: number + 1]) for number in range(4)]
    return (*lasting, *parameters[4:])


def _predicted(reviews: Sequence[Review], scheduler: Scheduler) -> Iterator[tuple[float, bool]]:
    """Yield, for each next-day review, the recall predicted before it, and whether it was known."""
    cards: dict[str, Card] = {}
    for review in reviews:
        card = cards.get(review.question_id)
        if card is not None and review.day > card.last_review:
            yield scheduler.recall(card, review.day), review.rating is not Rating.AGAIN
        cards[review.question_id] = scheduler.review(card, review)


def _log_loss(predicted: Sequence[tuple[float, bool]]) -> float:
    chances = (recall if known else 1 - recall for recall, known in predicted)
    return -math.fsum(math.log(max(chance, _LEAST_CHANCE)) for chance in chances) / len(predicted)
