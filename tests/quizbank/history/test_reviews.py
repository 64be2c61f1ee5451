"""What planning and fitting read from a history: the reviews behind its cards."""

from __future__ import annotations

from datetime import timedelta

from quizbank.card import Rating, Review
from quizbank.history.events import Rated, Undone
from tests.quizbank.history.samples import NOW, RULES, answered, in_memory, renaming

VIEWS = "tensors/views"
LEAVES = "autograd/leaves"
DAY = timedelta(days=1)


def test_reviews_are_the_answers_that_moved_cards_with_the_ratings_that_hold() -> None:
    with in_memory() as history:
        first = history.append(answered(), NOW)
        history.append(answered(LEAVES, scheduled=False), NOW)
        history.append(answered(LEAVES, proposed=None, score="unjudged"), NOW)
        history.append(Rated(first.uuid, Rating.HARD), NOW)
        second = history.append(answered(seconds=12.0), NOW + DAY)
        changed = history.append(Rated(second.uuid, Rating.EASY), NOW + DAY)
        history.append(Undone(changed.uuid), NOW + DAY)
        day = history.day(NOW)
        hard = Review(VIEWS, day, Rating.HARD, 30.0)
        good = Review(VIEWS, day + DAY, Rating.GOOD, 12.0)
        assert history.reviews() == [hard, good]
        assert history.reviews(day) == [hard]
        assert history.reviews(day + DAY) == [good]
        assert history.reviews(day + 2 * DAY) == []


def test_reviews_lead_to_the_cards() -> None:
    with in_memory() as history:
        for number, rating in enumerate(Rating):
            history.append(answered(proposed=rating), NOW + number * DAY)
        card = None
        for review in history.reviews():
            card = RULES.advance(card, review)
        assert [card] == history.cards()


def test_what_came_before_a_reset_is_no_review_any_more_unless_that_is_undone() -> None:
    with in_memory() as history:
        history.append(answered(), NOW)
        history.append(answered(LEAVES), NOW)
        history.reset([VIEWS], NOW)
        history.append(answered(proposed=Rating.AGAIN), NOW)
        day = history.day(NOW)
        for found in (history.reviews(), history.reviews(day)):
            assert [(one.question_id, one.rating) for one in found] == [
                (LEAVES, Rating.GOOD),
                (VIEWS, Rating.AGAIN),
            ]
        reset = history.events()[2]
        history.append(Undone(reset.uuid), NOW)
        assert len(history.reviews(day)) == 3


def test_reviews_go_by_the_ids_of_today() -> None:
    with in_memory(renaming({"tensors/old": VIEWS})) as history:
        history.append(answered("tensors/old"), NOW)
        assert [one.question_id for one in history.reviews()] == [VIEWS]


def test_first_answers_count_each_question_once() -> None:
    with in_memory() as history:
        assert history.first_answers() == (0, 0)
        history.append(answered(score="wrong"), NOW)
        history.append(answered(), NOW + DAY)
        history.append(answered(LEAVES, score="unjudged"), NOW)
        history.append(answered(LEAVES), NOW)
        withdrawn = history.append(answered("tensors/copies"), NOW)
        history.append(Undone(withdrawn.uuid), NOW)
        assert history.first_answers() == (1, 2)
