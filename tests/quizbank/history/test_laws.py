from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from quizbank.history import tables
from quizbank.history.events import Event
from quizbank.history.store import History
from quizbank.history.wire import read_event, write_event
from tests.quizbank.history.samples import NOW, in_memory, renaming
from tests.quizbank.history.strategies import Course, courses, law, live

RENAMED = renaming({"tensors/old-name": "autograd/leaves"})


def lived(course: Course, seed: int = 0) -> list[Event]:
    """Return the log of a course of events."""
    with in_memory(RENAMED, seed) as history:
        live(history, course)
        return history.events()


def merged(*logs: Iterable[Event]) -> History:
    history = in_memory(RENAMED)
    for log in logs:
        history.merge(log, NOW)
    return history


def seen(history: History) -> list[object]:
    """Return all that a learner can tell of a history."""
    return [
        history.events(),
        history.standings(),
        history.home({"autograd/leaves"}, history.day(NOW)),
        history.past_answers("autograd/leaves"),
        history.sessions(),
        history.unfinished(),
        history.wanted(),
        history.interviews(),
        history.topics_before(NOW),
    ]


@law
@given(courses)
def test_what_is_kept_up_to_date_is_what_a_replay_gives(course: Course) -> None:
    with in_memory(RENAMED) as history:
        live(history, course)
        assert history.consistent(NOW)


@law
@given(courses, st.data())
def test_it_is_so_when_events_arrive_in_any_order_and_portions(course: Course, data: st.DataObject) -> None:
    log = lived(course)
    arriving = data.draw(st.permutations(log))
    cut = data.draw(st.integers(0, len(log)))
    with merged(arriving[:cut], arriving[cut:]) as history, merged(log) as whole:
        assert history.consistent(NOW)
        assert seen(history) == seen(whole)


@law
@given(courses)
def test_a_long_log_is_taken_in_by_a_replay_to_the_same_effect(course: Course) -> None:
    log = lived(course)
    with merged(log) as one_by_one:
        many, tables.MANY = tables.MANY, 0
        try:
            replayed = merged(log)
        finally:
            tables.MANY = many
        with replayed:
            assert seen(replayed) == seen(one_by_one)


@law
@given(courses, courses, courses)
def test_merging_is_associative_commutative_and_idempotent(a: Course, b: Course, c: Course) -> None:
    logs: Sequence[list[Event]] = [lived(course, seed) for seed, course in enumerate((a, b, c))]
    with (
        merged(*logs) as left,
        merged(*reversed(logs)) as right,
        merged(logs[1], logs[2]) as pair,
        merged(logs[0], pair.events()) as grouped,
    ):
        assert seen(left) == seen(right) == seen(grouped)
        assert left.merge(right.events(), NOW) == 0
        assert seen(left) == seen(right)


@law
@given(courses, courses)
def test_two_machines_that_hear_of_each_other_agree(before: Course, after: Course) -> None:
    with in_memory(RENAMED, 1) as here, in_memory(RENAMED, 2) as there:
        live(here, before)
        there.merge(here.events(), NOW)
        live(there, after)
        live(here, after)
        here.merge(there.events(), NOW)
        there.merge(here.events(), NOW)
        assert seen(here) == seen(there)
        assert here.consistent(NOW)


@law
@given(courses)
def test_stamps_rise_whatever_the_clock_does(course: Course) -> None:
    stamps = [event.stamp for event in lived(course)]
    assert all(earlier < later for earlier, later in pairwise(stamps))


@law
@given(courses)
def test_an_event_is_the_same_after_it_was_written_and_read(course: Course) -> None:
    for event in lived(course):
        assert read_event(write_event(event)) == event


@law
@given(courses)
def test_nothing_is_lost_between_export_and_import(course: Course) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        in_memory(RENAMED) as history,
        in_memory(RENAMED) as other,
    ):
        live(history, course)
        path = Path(folder) / "history.jsonl"
        number = history.export_to(path)
        assert other.import_from(path, NOW) == number == len(history.events())
        assert seen(other) == seen(history)
        text = path.read_bytes()
        other.export_to(path)
        assert path.read_bytes() == text
