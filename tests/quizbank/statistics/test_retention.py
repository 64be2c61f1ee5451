from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from quizbank.card import Card
from quizbank.history.record import QuestionTally, Record
from quizbank.planning.goal import Goal
from quizbank.question import Question
from quizbank.scheduler import Scheduler
from quizbank.statistics.progress import KNOWN_STABILITY, Progress, progress
from quizbank.statistics.retention import MOST_WEEKS_AHEAD, WEEKS_AHEAD, Retention, retention
from tests.decks import TODAY, cards_after, question, review

SCHEDULER = Scheduler()
DAY = timedelta(days=1)


def record(cards: dict[str, Card]) -> Record:
    tallies = tuple(QuestionTally(name, 1, 1, 1, 30.0, True) for name in cards)
    return Record((), tallies, (), cards)


def ahead(questions: list[Question], cards: dict[str, Card], goal: Goal) -> Retention:
    return retention(questions, record(cards), TODAY, goal, SCHEDULER, Random(0))


def test_without_practice_what_is_known_fades_as_the_scheduler_says() -> None:
    cards = cards_after(review("a/1", ago=3), review("a/2", ago=1, rating=4))
    questions = [question("a/1"), question("a/2"), question("a/3")]
    found = ahead(questions, cards, Goal(600))
    assert [one.day for one in found.days] == [TODAY + n * DAY for n in range(7 * WEEKS_AHEAD + 1)]
    for one in (found.days[0], found.days[20]):
        expected = sum(SCHEDULER.recall(card, one.day) for card in cards.values()) / 3
        assert one.idle == pytest.approx(expected)
    idle = [one.idle for one in found.days]
    assert idle == sorted(idle, reverse=True)


def test_practice_keeps_it_up() -> None:
    questions = [question(f"a/{number}") for number in range(40)]
    found = ahead(questions, cards_after(review("a/0")), Goal(600))
    assert found.days[0].practised == found.days[0].idle
    assert found.days[-1].practised is not None
    assert found.days[-1].practised > 0.8 > 0.1 > found.days[-1].idle
    assert found.goal is found.days[-1]


def test_the_interview_ends_the_drills_and_is_among_the_days() -> None:
    questions, day = [question(f"a/{number}") for number in range(10)], TODAY + 20 * DAY
    found = ahead(questions, {}, Goal(600, day))
    assert found.interview == found.goal.day == day
    assert found.days[-1].day == day + 7 * DAY
    assert found.goal.practised is not None
    assert found.days[-1].practised is None


@pytest.mark.parametrize("days", [-1, 7 * MOST_WEEKS_AHEAD + 1])
def test_an_interview_that_is_over_or_far_away_is_left_out(days: int) -> None:
    found = ahead([question("a/1")], {}, Goal(600, TODAY + days * DAY))
    assert (found.interview, len(found.days)) == (None, 7 * WEEKS_AHEAD + 1)


def test_an_interview_today_is_there_without_drills_before_it() -> None:
    found = ahead([question("a/1")], {}, Goal(600, TODAY))
    assert (found.goal.day, found.goal.practised) == (TODAY, 0.0)


def test_an_empty_bank_has_a_forecast_of_nothing() -> None:
    assert {one.idle for one in ahead([], {}, Goal(600)).days} == {0.0}


def test_progress_counts_what_is_known_learned_and_new_by_topic() -> None:
    cards = cards_after(review("a/1", ago=2, rating=4), review("a/2", ago=2, rating=1), review("b/1"))
    assert cards["a/1"].stability >= KNOWN_STABILITY > cards["a/2"].stability
    questions = [question(one) for one in ("a/1", "a/2", "a/3", "b/1")]
    found = progress(questions, cards, TODAY, SCHEDULER)
    recall = (SCHEDULER.recall(cards["a/1"], TODAY) + SCHEDULER.recall(cards["a/2"], TODAY)) / 3
    assert (found["a"].known, found["a"].learning, found["a"].new) == (1, 1, 1)
    assert found["a"].recall == pytest.approx(recall)
    assert found["b"] == Progress(0, 1, 0, 1.0)
    whole = found["a"] + found["b"]
    assert (whole.total, whole.known, whole.learning, whole.new) == (4, 1, 2, 1)
    assert whole.recall == pytest.approx((3 * recall + 1) / 4)
    assert Progress() + Progress() == Progress()


def test_half_of_a_question_that_changed_is_taken_to_be_known() -> None:
    cards = cards_after(review("a/1"))
    [same] = progress([question("a/1")], cards, TODAY, SCHEDULER).values()
    [changed] = progress([question("a/1", revision=2)], cards, TODAY, SCHEDULER).values()
    assert (same.recall, changed.recall) == (1.0, 0.5)
