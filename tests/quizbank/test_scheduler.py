from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbank.card import Card, Rating, Review
from quizbank.errors import ScheduleError
from quizbank.scheduler import LONGEST_INTERVAL, PARAMETERS, Scheduler, noon
from tests.decks import TODAY, cards_after, review

RATINGS = st.sampled_from(Rating)
HISTORIES = st.lists(st.tuples(st.integers(0, 400), RATINGS), min_size=1, max_size=12)
SCHEDULERS = st.floats(0.7, 0.97).map(Scheduler)


def replay(scheduler: Scheduler, history: list[tuple[int, Rating]]) -> Card:
    card = None
    day = TODAY
    for gap, rating in history:
        day += timedelta(days=gap)
        card = scheduler.review(card, Review("a/b", day, rating, 30.0))
    assert card is not None
    return card


@given(SCHEDULERS, HISTORIES)
def test_a_review_is_pure_and_draws_nothing(scheduler: Scheduler, history: list[tuple[int, Rating]]) -> None:
    state = random.getstate()
    first = replay(scheduler, history)
    random.seed(len(history))
    again = replay(Scheduler(scheduler.retention), history)
    random.setstate(state)
    assert first == again
    before = replace(first)
    scheduler.review(first, Review("a/b", first.due, Rating.AGAIN, 1.0))
    assert first == before


@given(HISTORIES)
def test_cards_are_those_of_the_fsrs_package(history: list[tuple[int, Rating]]) -> None:
    theirs = fsrs.Scheduler(
        learning_steps=(), relearning_steps=(), maximum_interval=LONGEST_INTERVAL, enable_fuzzing=False
    )
    card = fsrs.Card(card_id=1, due=noon(TODAY))
    day = TODAY
    for gap, rating in history:
        day += timedelta(days=gap)
        card, _log = theirs.review_card(card, fsrs.Rating(rating), noon(day))
    ours = replay(Scheduler(), history)
    assert (ours.stability, ours.difficulty, ours.due) == (card.stability, card.difficulty, card.due.date())


@given(SCHEDULERS, HISTORIES, st.lists(st.integers(0, 1000), min_size=2, max_size=6))
def test_recall_is_a_probability_that_falls(
    scheduler: Scheduler, history: list[tuple[int, Rating]], later: list[int]
) -> None:
    card = replay(scheduler, history)
    recalls = [scheduler.recall(card, card.last_review + timedelta(days=days)) for days in sorted(later)]
    assert all(0 < recall <= 1 for recall in recalls)
    assert recalls == sorted(recalls, reverse=True)
    assert scheduler.recall(card, card.last_review) == 1
    assert scheduler.recall(card, card.last_review - timedelta(days=3)) == 1


@given(SCHEDULERS, HISTORIES, st.integers(0, 400))
def test_a_better_rating_is_never_due_earlier(
    scheduler: Scheduler, history: list[tuple[int, Rating]], gap: int
) -> None:
    card = replay(scheduler, history)
    day = card.last_review + timedelta(days=gap)
    dues = [scheduler.review(card, Review("a/b", day, rating, 9.0)).due for rating in Rating]
    assert dues == sorted(dues)
    firsts = [scheduler.review(None, Review("a/b", day, rating, 9.0)).due for rating in Rating]
    assert firsts == sorted(firsts)


@given(HISTORIES, st.floats(0.7, 0.97), st.floats(0.7, 0.97))
def test_who_wants_to_know_more_is_asked_sooner(
    history: list[tuple[int, Rating]], one: float, other: float
) -> None:
    low, high = sorted((one, other))
    assert replay(Scheduler(high), history).due <= replay(Scheduler(low), history).due


def test_lapses_are_what_was_known_and_is_not() -> None:
    ratings = [1, 1, 3, 1, 1, 2, 1]
    cards = cards_after(*(review("a/b", 50 - 5 * index, rating) for index, rating in enumerate(ratings)))
    assert (cards["a/b"].lapses, cards["a/b"].reviews) == (2, 7)


def test_a_day_before_the_last_review_counts_as_that_day() -> None:
    card = cards_after(review("a/b", ago=2, rating=1))["a/b"]
    back = Scheduler().review(card, review("a/b", ago=5))
    same = Scheduler().review(card, review("a/b", ago=2))
    assert back == same
    assert back.last_review == card.last_review


def test_a_repeat_within_the_day_helps_little_and_says_nothing_about_time() -> None:
    missed = cards_after(review("a/b", rating=1, seconds=60))["a/b"]
    again = Scheduler().review(missed, review("a/b", rating=3, seconds=2))
    tomorrow = Scheduler().review(missed, review("a/b", ago=-1, rating=3, seconds=10))
    assert missed.seconds == again.seconds == 30
    assert tomorrow.seconds == 20
    assert missed.stability < again.stability < tomorrow.stability
    assert missed.due == again.due == TODAY + timedelta(days=1)


def test_a_card_keeps_the_revision_that_was_answered() -> None:
    card = cards_after(review("a/b", ago=3), review("a/b", revision=2))["a/b"]
    assert card.revision == 2


def test_the_days_of_a_rating_are_known_before_it_is_given() -> None:
    card = cards_after(review("a/b", ago=3))["a/b"]
    days = [Scheduler().days(card, review("a/b", rating=rating)) for rating in Rating]
    assert days[0] == 1
    assert days == sorted(set(days))
    assert Scheduler().days(None, review("a/b", rating=3)) == 2


def test_nothing_waits_for_more_than_a_year() -> None:
    card = replay(Scheduler(0.7), [(0, Rating.EASY), *[(300, Rating.EASY)] * 6])
    assert card.stability > LONGEST_INTERVAL
    assert card.due == card.last_review + timedelta(days=LONGEST_INTERVAL)


@pytest.mark.parametrize("retention", [0.69, 0.98, 1.5, -1, float("nan")])
def test_a_retention_that_makes_no_sense_is_refused(retention: float) -> None:
    with pytest.raises(ScheduleError, match=r"choose one from 0\.7 to 0\.97"):
        Scheduler(retention)


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        (PARAMETERS[:20], "Expected 21"),
        ((float("nan"), *PARAMETERS[1:]), "out of bounds"),
        ((*PARAMETERS[:20], 5.0), "out of bounds"),
        ((9.0, *PARAMETERS[1:]), "must not fall"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(parameters: tuple[float, ...], reason: str) -> None:
    with pytest.raises(ScheduleError, match=reason):
        Scheduler(parameters=parameters)


def test_a_review_of_another_question_is_a_mistake() -> None:
    card = cards_after(review("a/b"))["a/b"]
    with pytest.raises(ValueError, match="a/c"):
        Scheduler().review(card, review("a/c"))
