from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from quizbank.planning.deck import Deck
from quizbank.planning.forecast import DayAhead, forecast
from quizbank.planning.goal import Goal
from quizbank.scheduler import Scheduler
from tests.bench.simulation import DAYS, INTERVIEW, START, due_first, measure, ours, sample_deck
from tests.decks import TODAY, cards_after, question, review

TOWARDS = {"ours": ours(INTERVIEW)}


def ahead(deck: Deck, minutes: float, days: int = DAYS, interview: date | None = INTERVIEW) -> list[DayAhead]:
    goal = Goal(60 * minutes, interview)
    until = START + timedelta(days=days)
    return list(forecast(deck, {}, START, until, goal, Scheduler(), Random(0)))


def test_a_forecast_says_day_by_day_where_the_minutes_lead() -> None:
    deck = sample_deck(questions=60)
    days = ahead(deck, minutes=10)
    assert [one.day for one in days] == [START + timedelta(days=n) for n in range(DAYS)]
    assert [one.unseen for one in days] == [
        60 - sum(one.new for one in days[: number + 1]) for number in range(DAYS)
    ]
    assert days[0].reviews == 0
    assert all(0 < one.seconds <= 600 + 60 for one in days)
    recalls = [one.recall for one in days]
    assert recalls == sorted(recalls)


def test_more_minutes_lead_further() -> None:
    deck = sample_deck()
    assert ahead(deck, minutes=5)[-1].unseen > 0 == ahead(deck, minutes=15)[-1].unseen
    assert ahead(deck, minutes=5)[-1].recall < ahead(deck, minutes=15)[-1].recall


def test_a_forecast_misses_as_many_new_questions_as_expected() -> None:
    deck = sample_deck(questions=100)
    goal = Goal(interview=INTERVIEW, first_pass=0.65)
    [day] = forecast(deck, {}, START, START + timedelta(days=1), goal, Scheduler(), Random(0))
    assert day.new == 100
    assert day.seconds == pytest.approx(100 * 60 + 35 * 30)


def test_a_forecast_comes_true_on_average() -> None:
    predicted = ahead(sample_deck(), minutes=15)[-1]
    [happened] = measure(4, TOWARDS, minutes=[15])
    assert predicted.recall == pytest.approx(happened.recall, abs=0.06)
    assert predicted.unseen == happened.unseen == 0


def test_without_a_date_the_forecast_is_of_the_next_day() -> None:
    days = ahead(sample_deck(), minutes=15, days=5, interview=None)
    assert sum(one.new for one in days) == 200 - days[-1].unseen
    assert all(one.new <= 10 for one in days)
    assert days[0].recall == pytest.approx(10 / 200 * 0.9, abs=0.01)


def test_a_forecast_changes_no_card_and_keeps_up_with_revisions() -> None:
    cards = cards_after(review("a/one", ago=1))
    before = dict(cards)
    deck = Deck([question("a/one", revision=2)])
    days = forecast(deck, cards, TODAY, TODAY + timedelta(days=3), Goal(), Scheduler(), Random(0))
    assert cards == before
    assert [one.reviews for one in days] == [1, 0, 0]


def test_towards_a_date_more_is_known_than_by_what_is_due_first() -> None:
    ours_, usual = measure(3, TOWARDS | {"due first": due_first}, minutes=[15])
    assert ours_.unseen == 0 < usual.unseen
    assert ours_.recall > usual.recall + 0.05
    assert ours_.hours <= 15.2 * DAYS / 60 + 0.1
