from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbank.card import Rating
from quizbank.history.events import Interviewed, Undone, Wanted
from quizbank.history.fold import Standing
from quizbank.history.store import History, open_history
from quizbank.history.wire import read_event, write_event
from quizbank.interview.record import InterviewRecord
from quizbank.session import TopicScore
from tests.quizbank.history.samples import NOW, RULES, answered, in_memory, renaming
from tests.quizbank.history.strategies import law
from tests.quizbank.interview.records import BEGAN, Script, scripts

VIEWS = "tensors/views"
LEAVES = "autograd/leaves"
HOUR = timedelta(hours=1)


def interview(uuid: str, **changes: object) -> Interviewed:
    return Interviewed(Script(changes={"uuid": uuid, **changes}).ask(VIEWS).record())


def records(history: History) -> list[InterviewRecord]:
    return [one.record for one in history.interviews()]


def test_interviews_are_numbered_as_they_ended(history: History) -> None:
    first, second = interview("a"), interview("b")
    history.append(first, NOW)
    history.append(answered(), NOW)
    history.append(second, NOW + HOUR)
    assert [(one.number, one.record) for one in history.interviews()] == [
        (1, first.record),
        (2, second.record),
    ]
    for number, fact in ((1, first), (2, second), (-1, second)):
        found = history.interview(number)
        assert found is not None and found.record == fact.record
    assert [history.interview(number) for number in (0, 3, -2)] == [None, None, None]


def test_the_same_interview_written_down_twice_is_one(path: Path) -> None:
    with open_history(path, RULES, NOW) as history:
        history.append(interview("a", ending="finished"), NOW)
        history.append(interview("a", ending="incomplete"), NOW)
        assert [one.ending for one in records(history)] == ["finished"]
    with open_history(path, RULES, NOW) as again:
        assert [one.ending for one in records(again)] == ["finished"]


def test_an_earlier_interview_of_another_machine_takes_its_place() -> None:
    with in_memory(seed=1) as here, in_memory(seed=2) as there:
        here.append(interview("late"), NOW)
        there.append(interview("early"), NOW - HOUR)
        here.merge(there.events(), NOW)
        assert [one.uuid for one in records(here)] == ["early", "late"]
        assert here.consistent(NOW)


@law
@given(scripts(st.text(max_size=20)))
def test_a_record_comes_back_as_it_was(script: Script) -> None:
    record = script.record()
    with in_memory() as history:
        event = history.append(Interviewed(record), NOW)
        assert records(history) == [record]
        assert read_event(write_event(event)) == event
        assert InterviewRecord.model_validate_json(record.model_dump_json()) == record


def test_half_a_character_costs_that_character_and_not_the_interview(history: History) -> None:
    history.append(Interviewed(Script().ask(scratchpad="x\ud800").record()), NOW)
    assert records(history)[0].asked[0].scratchpad == "x?"


def test_topics_before_an_interview_leave_out_what_came_with_it(history: History) -> None:
    history.append(answered(VIEWS), BEGAN - HOUR)
    history.append(answered(VIEWS, "wrong"), BEGAN - HOUR)
    history.append(answered(LEAVES, "unjudged", proposed=None), BEGAN - HOUR)
    gone = history.append(answered(VIEWS), BEGAN - HOUR)
    history.append(Undone(gone.uuid), BEGAN - HOUR)
    history.append(answered(VIEWS), BEGAN)
    assert history.topics_before(BEGAN) == {"tensors": TopicScore("tensors", 1, 2)}


def test_what_is_wanted_is_due_until_it_is_answered(history: History) -> None:
    history.append(answered(VIEWS, proposed=Rating.EASY), NOW)
    card = history.standing(VIEWS).card
    history.append(Wanted((VIEWS, LEAVES)), NOW)
    assert history.wanted() == [LEAVES, VIEWS]
    assert history.standing(VIEWS) == Standing(card, "right", wanted=True)
    home = history.home([VIEWS, LEAVES, "tensors/copies"], date(2026, 3, 2))
    assert (home.due, home.new) == (2, 1)
    history.append(answered(LEAVES, "wrong", proposed=Rating.AGAIN), NOW)
    assert history.wanted() == [VIEWS]


@pytest.mark.parametrize("fact", [answered(scheduled=False), answered(proposed=None, score="unjudged")])
def test_an_answer_that_moves_no_card_leaves_the_wish(fact: object, history: History) -> None:
    history.append(Wanted((VIEWS,)), NOW)
    history.append(fact, NOW)  # type: ignore[arg-type]  # both are answers
    assert history.wanted() == [VIEWS]


def test_a_wish_can_be_undone_and_goes_by_the_id_of_today() -> None:
    with in_memory(renaming({"tensors/old-name": LEAVES})) as history:
        wish = history.append(Wanted(("tensors/old-name",)), NOW)
        assert history.wanted() == [LEAVES]
        history.append(Undone(wish.uuid), NOW)
        assert history.wanted() == []
        assert history.consistent(NOW)
