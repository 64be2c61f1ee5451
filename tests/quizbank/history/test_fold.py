from __future__ import annotations

from itertools import permutations

from quizbank.card import Rating
from quizbank.history.events import Event, Fact, Flagged, Rated, Reset, Undone
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


def test_an_unjudged_answer_says_nothing_of_the_last_score() -> None:
    before = Standing(last_score="wrong")
    assert (
        step(before, VIEWS, event("a", answered(score="unjudged", proposed=None)), Amendments(), RULES)
        == before
    )
