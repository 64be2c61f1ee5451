"""FSRS-6's formulas over arrays, for planning thousands of questions at once.

The fsrs package computes one review at a time; these are the same formulas (see its documentation, "The
Algorithm", FSRS-6), and tests hold them to it. ``w`` are the 21 parameters along the first axis; its other
axes, if any, broadcast with the rest. Stability ``s`` is in days, difficulty ``d`` from 1 to 10, ratings 1
to 4, recall 0 to 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ratings = NDArray[np.int_]
Flags = NDArray[np.bool_]

LEAST_STABILITY = 0.001
AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4


def recall(w: Array, s: Array, days: Array) -> Array:
    """Return the recall after whole days without a review; days before it count as 0."""
    factor = 0.9 ** (-1 / w[20]) - 1
    return np.asarray((1 + factor * np.maximum(days, 0) / s) ** -w[20])


def first_stability(w: Array, ratings: Ratings) -> Array:
    """Return the stability after the first review."""
    return np.maximum(w[ratings - 1], LEAST_STABILITY)


def first_difficulty(w: Array, ratings: Ratings) -> Array:
    """Return the difficulty after the first review."""
    return np.clip(_first_difficulty(w, ratings), 1, 10)


def next_difficulty(w: Array, d: Array, ratings: Ratings) -> Array:
    """Return the difficulty after a further review, of the same day or a later one."""
    moved = d - w[6] * (ratings - GOOD) * (10 - d) / 9
    difficulty: Array = np.clip(w[7] * _first_difficulty(w, np.asarray(EASY)) + (1 - w[7]) * moved, 1, 10)
    return difficulty


def stability_after_pass(w: Array, s: Array, d: Array, recalled: Array, ratings: Ratings) -> Array:
    """Return the stability after hard, good or easy on a later day, when recall was ``recalled``."""
    weighed = np.where(ratings == HARD, w[15], 1) * np.where(ratings == EASY, w[16], 1)
    growth = np.exp(w[8]) * (11 - d) * s ** -w[9] * np.expm1((1 - recalled) * w[10]) * weighed
    return np.asarray(np.maximum(s * (1 + growth), LEAST_STABILITY))


def stability_after_lapse(w: Array, s: Array, d: Array, recalled: Array) -> Array:
    """Return the stability after again on a later day, when recall was ``recalled``."""
    fallen = w[11] * d ** -w[12] * ((s + 1) ** w[13] - 1) * np.exp((1 - recalled) * w[14])
    return np.asarray(np.maximum(np.minimum(fallen, s / np.exp(w[17] * w[18])), LEAST_STABILITY))


def stability_same_day(w: Array, s: Array, ratings: Ratings) -> Array:
    """Return the stability after a further review on the same day."""
    growth = np.exp(w[17] * (ratings - GOOD + w[18])) * s ** -w[19]
    growth = np.where(ratings == AGAIN, growth, np.maximum(growth, 1))
    return np.asarray(np.maximum(s * growth, LEAST_STABILITY))


def _first_difficulty(w: Array, ratings: Ratings) -> Array:
    return np.asarray(w[4] - np.exp(w[5] * (ratings - 1)) + 1)
