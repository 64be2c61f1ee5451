"""Histories of any course, for laws."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import settings
from hypothesis import strategies as st

from quizbank.card import Rating
from quizbank.errors import UnknownEvent
from quizbank.history.events import (
    Answered,
    Ended,
    Event,
    Fact,
    Flagged,
    Hinted,
    Interviewed,
    Rated,
    Replanned,
    Reset,
    Started,
    Undone,
    Unflagged,
    Wanted,
)
from quizbank.history.store import History
from quizbank.session import Score
from tests.quizbank.history.samples import NOW, answered, plan
from tests.quizbank.interview.records import Script

# A busy machine is no reason to fail.
law = settings(deadline=None, max_examples=60)

QUESTIONS = ("tensors/views", "tensors/old-name", "autograd/leaves")

_question = st.sampled_from(QUESTIONS)
_scores: list[Score] = ["right", "wrong", "skipped", "unjudged"]
_rating = st.sampled_from(Rating)
# Which earlier event a fact is about: hypothesis can't know their uuids, so it says how far back.
_back = st.integers(1, 3).map(lambda number: f"{number} back")

_answers = st.builds(
    answered,
    _question,
    st.sampled_from(_scores),
    proposed=st.none() | _rating,
    seconds=st.floats(0, 600),
    scheduled=st.booleans(),
    session=st.none() | _back,
)

# The same interview may be written down twice, once as it stood when it was broken off.
_interviews = st.builds(
    lambda uuid, ending: Interviewed(
        Script(changes={"uuid": uuid, "ending": ending}).ask(answer={"options": [1]}, output="张量").record()
    ),
    st.sampled_from(("first", "second")),
    st.sampled_from(("finished", "incomplete")),
)

facts: st.SearchStrategy[Fact] = st.one_of(
    _answers,
    _answers,
    st.builds(Rated, _back, _rating),
    st.builds(Undone, _back),
    st.builds(Undone, _back),
    st.builds(Reset, st.lists(_question, max_size=3).map(tuple)),
    st.builds(Flagged, _question, st.text(max_size=5)),
    st.builds(Unflagged, _question),
    st.builds(Started, st.just("drill"), st.just(plan(*QUESTIONS)), st.integers(), st.just({})),
    st.builds(Replanned, _back, st.just(plan(*QUESTIONS[:2]))),
    st.builds(Hinted, _back, _question),
    st.builds(Ended, _back, st.booleans()),
    st.builds(Wanted, st.lists(_question, max_size=3).map(tuple)),
    _interviews,
)

# The clock may be put back by days between any two events.
moments = st.integers(-5 * 86_400, 5 * 86_400).map(lambda seconds: NOW + timedelta(seconds=seconds))
Course = list[tuple[Fact, datetime]]
courses = st.lists(st.tuples(facts, moments), max_size=12)


def aimed(fact: Fact, log: list[Event]) -> Fact:
    """Return the fact with the uuid of the event that it is about."""

    def uuid(back: str) -> str:
        number = int(back.partition(" ")[0])
        return log[-number].uuid if number <= len(log) else "nobody"

    match fact:
        case Rated(answer=back):
            return Rated(uuid(back), fact.rating)
        case Undone(event=back):
            return Undone(uuid(back))
        case Replanned(session=back):
            return Replanned(uuid(back), fact.plan)
        case Answered(session=str(back)):
            return replace(fact, session=uuid(back))
        case Hinted(session=back):
            return Hinted(uuid(back), fact.question_id)
        case Ended(session=back):
            return Ended(uuid(back), fact.finished)
        case _:
            return fact


def live(history: History, course: Course) -> None:
    """Let events happen; what is about an event that isn't there or isn't of the kind is refused."""
    log = history.events()
    for fact, now in course:
        with suppress(UnknownEvent):
            log.append(history.append(aimed(fact, log), now))
