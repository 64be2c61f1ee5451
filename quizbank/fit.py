"""FSRS parameters of a learner's own, fitted to their reviews; nothing is changed by it.

Whether a question was known on a later day is a coin with FSRS's recall as its chance, so the likelihood is
maximised by Fisher scoring, with a pull towards the usual parameters that many reviews overcome. That takes
seconds with NumPy alone; the fsrs package's own optimizer would need torch, pandas and tqdm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS

from quizbank import memory
from quizbank.card import Review
from quizbank.memory import AGAIN, Array, Flags, Ratings
from quizbank.scheduler import PARAMETERS

# What the fsrs package asks for, too; below it the usual parameters predict better than any fit.
LEAST_REVIEWS = 512
# Learners' parameters are taken to lie around the usual ones by about half their size.
SPREAD = 0.5
LEAST_SPREAD = 0.05
# Later reviews of one question say little more about the parameters.
MOST_STEPS = 64
MOST_ROUNDS = 30
# A round that gains less log-likelihood than this changes no due day.
LEAST_PROGRESS = 1e-3

_USUAL: Array = np.array(PARAMETERS)
_LOWEST: Array = np.array(LOWER_BOUNDS_PARAMETERS)
_HIGHEST: Array = np.array(UPPER_BOUNDS_PARAMETERS)
_SPREADS: Array = np.maximum(SPREAD * _USUAL, LEAST_SPREAD)


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


@dataclass(frozen=True, slots=True)
class _Step:
    """The next review of the questions that have one, the first ones of a list; days since the last."""

    days: Array
    ratings: Ratings

    @property
    def later(self) -> Flags:
        return self.days > 0


def fit(reviews: Sequence[Review]) -> Fitted | NotEnough:
    """Fit the parameters to all of a learner's reviews, in the order in which they happened."""
    first, steps = _steps(reviews)
    count = sum(int(step.later.sum()) for step in steps)
    if count < LEAST_REVIEWS:
        return NotEnough(LEAST_REVIEWS - count)
    known = np.concatenate([(step.ratings > AGAIN)[step.later] for step in steps])
    w, score = _USUAL, _score(_predict(_USUAL[None], first, steps), known, _USUAL[None])[0]
    for _ in range(MOST_ROUNDS):
        direction = _direction(w, first, steps, known)
        tries = np.stack([_within_bounds(w + direction * 0.5**halvings) for halvings in range(6)])
        scores = _score(_predict(tries, first, steps), known, tries)
        best = int(scores.argmax())
        if scores[best] < score + LEAST_PROGRESS:
            break
        w, score = tries[best], scores[best]
    loss, usual = -_likelihood(_predict(np.stack([w, _USUAL]), first, steps), known) / count
    return Fitted(tuple(float(one) for one in w), count, float(loss), float(usual))


def _steps(reviews: Sequence[Review]) -> tuple[Ratings, list[_Step]]:
    by_question: dict[str, list[Review]] = {}
    for review in reviews:
        by_question.setdefault(review.question_id, []).append(review)
    # The longest histories first, so that those with a further review are always the first ones.
    histories = sorted((one[:MOST_STEPS] for one in by_question.values()), key=len, reverse=True)
    steps = []
    for number in range(1, len(histories[0]) if histories else 0):
        going = [history for history in histories if len(history) > number]
        days = [max((one[number].day - one[number - 1].day).days, 0) for one in going]
        ratings = [int(one[number].rating) for one in going]
        steps.append(_Step(np.array(days, dtype=float), np.array(ratings)))
    return np.array([int(history[0].rating) for history in histories], dtype=int), steps


def _predict(ws: Array, first: Ratings, steps: Sequence[_Step]) -> Array:
    """Return the recall predicted before each next-day review, one row for each row of parameters."""
    w = ws.T[:, :, None]
    s = ws[:, first - 1]
    d = memory.first_difficulty(w, first[None])
    predicted = []
    for step in steps:
        going = len(step.days)
        s, d = s[:, :going], d[:, :going]
        recalled = memory.recall(w, s, step.days)
        predicted.append(recalled[:, step.later])
        passed = memory.stability_after_pass(w, s, d, recalled, step.ratings)
        lapsed = memory.stability_after_lapse(w, s, d, recalled)
        within = memory.stability_same_day(w, s, step.ratings)
        s = np.where(step.later, np.where(step.ratings > AGAIN, passed, lapsed), within)
        d = memory.next_difficulty(w, d, step.ratings)
    return np.clip(np.concatenate(predicted, axis=1), 1e-6, 1 - 1e-6)


def _likelihood(predicted: Array, known: Flags) -> Array:
    return np.asarray(np.log(np.where(known, predicted, 1 - predicted)).sum(axis=1))


def _score(predicted: Array, known: Flags, ws: Array) -> Array:
    return np.asarray(_likelihood(predicted, known) - (((ws - _USUAL) / _SPREADS) ** 2).sum(axis=1) / 2)


def _direction(w: Array, first: Ratings, steps: Sequence[_Step], known: Flags) -> Array:
    """Return the step of Fisher scoring: the score's slope over its expected curvature."""
    change = 1e-4 * _SPREADS
    change = np.where(w + change > _HIGHEST, -change, change)
    predicted = _predict(np.vstack([w, w + np.diag(change)]), first, steps)
    recalled = predicted[0]
    slopes = (predicted[1:] - recalled) / change[:, None]
    spread = recalled * (1 - recalled)
    gradient = slopes @ ((known - recalled) / spread) - (w - _USUAL) / _SPREADS**2
    curvature = (slopes / spread) @ slopes.T + np.diag(1 / _SPREADS**2)
    return np.asarray(np.linalg.solve(curvature, gradient))


def _within_bounds(w: Array) -> Array:
    bounded: Array = np.clip(w, _LOWEST, _HIGHEST)
    # A better first answer never lasts less long; where the reviews say so, the two are taken for the same.
    for _ in range(3):
        for better in (1, 2, 3):
            pair = bounded[better - 1 : better + 1]
            if pair[0] > pair[1]:
                pair[:] = pair.mean()
    bounded[:4] = np.maximum.accumulate(bounded[:4])
    return bounded
