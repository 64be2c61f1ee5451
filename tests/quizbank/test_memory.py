from __future__ import annotations

from datetime import timedelta

import fsrs
import numpy as np
from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS
from hypothesis import given
from hypothesis import strategies as st

from quizbank import memory
from quizbank.scheduler import PARAMETERS, noon
from tests.decks import TODAY

BOUNDS = list(zip(LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True))
ANY_PARAMETERS = st.one_of(st.just(PARAMETERS), st.tuples(*(st.floats(low, high) for low, high in BOUNDS)))
RATING = st.integers(1, 4)


@given(
    ANY_PARAMETERS,
    st.lists(st.tuples(st.floats(0.01, 500), st.floats(1, 10), st.integers(1, 500), RATING), min_size=1),
)
def test_a_later_review_is_the_same_as_the_packages(
    parameters: tuple[float, ...], states: list[tuple[float, float, int, int]]
) -> None:
    w = np.array(parameters)
    s, d, days = (np.array(column, dtype=float) for column in list(zip(*states, strict=True))[:3])
    ratings = np.array([state[3] for state in states])
    recalled = memory.recall(w, s, days)
    passed = memory.stability_after_pass(w, s, d, recalled, ratings)
    lapsed = memory.stability_after_lapse(w, s, d, recalled)
    within = memory.stability_same_day(w, s, ratings)
    stabilities = np.where(ratings > 1, passed, lapsed)
    difficulties = memory.next_difficulty(w, d, ratings)
    theirs = _packages(parameters)
    for index, (stability, difficulty, gap, rating) in enumerate(states):
        card = _card(stability, difficulty)
        day = noon(TODAY + timedelta(days=gap))
        after, _log = theirs.review_card(card, fsrs.Rating(rating), day)
        repeat, _log = theirs.review_card(card, fsrs.Rating(rating), noon(TODAY))
        assert _close(recalled[index], theirs.get_card_retrievability(card, day))
        assert _close(stabilities[index], after.stability)
        assert _close(difficulties[index], after.difficulty)
        assert _close(within[index], repeat.stability)


@given(ANY_PARAMETERS, RATING)
def test_a_first_review_is_the_same_as_the_packages(parameters: tuple[float, ...], rating: int) -> None:
    w, ratings = np.array(parameters), np.asarray(rating)
    new = fsrs.Card(card_id=1, due=noon(TODAY))
    after, _log = _packages(parameters).review_card(new, fsrs.Rating(rating), noon(TODAY))
    assert _close(float(memory.first_stability(w, ratings)), after.stability)
    assert _close(float(memory.first_difficulty(w, ratings)), after.difficulty)


def test_many_sets_of_parameters_at_once_are_each_its_own() -> None:
    ws = np.array([PARAMETERS, [1.1 * one for one in PARAMETERS]])
    s, d, days = np.array([1.0, 20.0, 3.0]), np.array([2.0, 5.0, 9.0]), np.array([3.0, 1.0, 40.0])
    together = memory.stability_after_lapse(ws.T[:, :, None], s, d, memory.recall(ws.T[:, :, None], s, days))
    for row, w in zip(together, ws, strict=True):
        assert np.array_equal(row, memory.stability_after_lapse(w, s, d, memory.recall(w, s, days)))


def _packages(parameters: tuple[float, ...]) -> fsrs.Scheduler:
    return fsrs.Scheduler(parameters, learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def _card(stability: float, difficulty: float) -> fsrs.Card:
    noon_today = noon(TODAY)
    return fsrs.Card(
        card_id=1,
        state=fsrs.State.Review,
        stability=stability,
        difficulty=difficulty,
        due=noon_today,
        last_review=noon_today,
    )


def _close(ours: float, theirs: float | None) -> bool:
    assert theirs is not None
    return abs(ours - theirs) <= 1e-9 * max(1.0, abs(theirs))
