from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from quizbank.card import Rating
from quizbank.history.events import Answered, Event, Fact, Flagged, Rated, Reset, Undone
from quizbank.history.fold import Amendments, Standing, amendments, concerned, step
from tests.quizbank.history.samples import NOW, RULES, answered, renaming

VIEWS = "tensors/views"


def event(uuid: str, fact: Fact, stamp: int = 0) -> Event:
    return Event(uuid, stamp, NOW, 480, fact)


def test_amendments_are_the_same_in_whatever_order_they_come() -> None:
    events = [
        event("a", Rated("answer", Rating.AGAIN), 1),
        event("b", Rated("answer", Rating.HARD), 2),
        event("c", Rated("answer", Rating.EASY), 3),
        event("d", Undone("c"), 4),
    ]
    for some in permutations(events):
        assert amendments(some) == Amendments(frozenset({"c"}), {"answer": Rating.HARD})


def test_of_two_ratings_with_one_stamp_the_greater_uuid_holds() -> None:
    events = [event("b", Rated("answer", Rating.HARD)), event("a", Rated("answer", Rating.EASY))]
    assert amendments(events).ratings == {"answer": Rating.HARD}


def test_undoing_an_undoing_does_nothing() -> None:
    amended = amendments([event("undoing", Undone("answer")), event("again", Undone("undoing"))])
    assert step(Standing(), VIEWS, event("answer", answered()), amended, RULES) == Standing()


def test_an_event_concerns_questions_by_their_ids_of_today() -> None:
    rules = renaming({"old/a": "new/a", "old/b": "new/a"})
    assert concerned(Reset(("old/a", "old/b", VIEWS)), rules) == {"new/a", VIEWS}
    assert concerned(Flagged("old/b", ""), rules) == {"new/a"}
    assert concerned(Undone("x"), rules) == frozenset()


def after(*facts: Answered) -> Standing:
    """Return how the learner stands after these answers."""
    standing = Standing()
    for number, fact in enumerate(facts):
        standing = step(standing, VIEWS, event(str(number), fact), Amendments(), RULES)
    return standing


def passed_over() -> Answered:
    return replace(answered(VIEWS, "skipped"), answer=None, evidence=None)


def given_up() -> Answered:
    return replace(answered(VIEWS, "skipped"), answer=None)


def test_what_was_passed_over_is_skipped_and_not_wrong() -> None:
    assert after(passed_over()).last_score == "skipped"
    assert after(answered(VIEWS, "right"), passed_over()).last_score == "skipped"
    assert after(passed_over(), answered(VIEWS, "right")).last_score == "right"


def test_to_skip_what_was_wrong_leaves_it_wrong() -> None:
    assert after(answered(VIEWS, "wrong"), passed_over()).last_score == "wrong"


def test_what_was_given_up_or_came_too_late_is_wrong() -> None:
    assert after(answered(VIEWS, "right"), given_up()).last_score == "wrong"
    assert after(answered(VIEWS, "skipped")).last_score == "wrong"
    assert given_up().counts_as == "wrong" and passed_over().counts_as == "skipped"


def test_an_unjudged_answer_says_nothing_of_the_last_score() -> None:
    before = Standing(last_score="wrong")
    assert (
        step(before, VIEWS, event("a", answered(score="unjudged", proposed=None)), Amendments(), RULES)
        == before
    )
