"""How much the recall on the interview's day rises by asking a question now."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from quizbank import memory
from quizbank.memory import AGAIN, GOOD, Array, Flags
from quizbank.planning.deck import Deck
from quizbank.planning.standing import Standing, discounted

# Below this much recall a minute, by weight, more practice isn't worth its time: in the simulation of
# tests/bench/simulation.py, 30 minutes a day lead to 0.986 with no bound, to 0.981 in 7 % less time with this
# one, and to 0.968 in 22 % less with twice as much.
LEAST_GAIN_A_MINUTE = 0.06


@dataclass(frozen=True, slots=True)
class Gains:
    """One entry for each question of a deck.

    ``recall_then`` is that on the interview's day if nothing more is asked, ``gain`` what asking adds to
    it, ``rate`` the gain by weight a second. ``worth`` marks what is worth asking today: whatever wasn't
    asked yet and gains enough a minute. A new question always does, since its minutes buy more than a
    single answer's recall, and long ones would never be met.
    """

    recall_then: Array
    gain: Array
    rate: Array
    worth: Flags


def gains(deck: Deck, now: Standing, days: int, first_pass: float, w: Array) -> Gains:
    """Weigh every question; ``days`` from now to the interview, ``w`` the FSRS parameters.

    The gain is p * R(after good) + (1 - p) * R(after again) - R(unasked), each R on the interview's day,
    where p is today's recall, or ``first_pass`` for a new question.
    """
    ahead = np.asarray(float(days))
    unasked = np.where(now.seen, memory.recall(w, now.stability, now.elapsed + ahead), 0.0)
    then = discounted(unasked, now.revised)
    passed, failed = _after(now, w)
    chance = np.where(now.seen, now.recall, first_pass)
    expected = chance * memory.recall(w, passed, ahead) + (1 - chance) * memory.recall(w, failed, ahead)
    gain = expected - then
    rate = deck.weights * gain / now.seconds
    enough = np.where(now.seen, rate >= LEAST_GAIN_A_MINUTE / 60, rate > 0)
    return Gains(then, gain, rate, enough & ~now.today)


def _after(now: Standing, w: Array) -> tuple[Array, Array]:
    good, again = np.asarray(GOOD), np.asarray(AGAIN)
    passed = memory.stability_after_pass(w, now.stability, now.difficulty, now.recall, good)
    failed = memory.stability_after_lapse(w, now.stability, now.difficulty, now.recall)
    return (
        np.where(now.seen, passed, memory.first_stability(w, good)),
        np.where(now.seen, failed, memory.first_stability(w, again)),
    )
