from __future__ import annotations

import pytest

from quizbank.interview.clock import MOST_BETWEEN_TICKS, Clock, Mark, Spent, mark_of
from tests.quizbank.interview.samples import HandClock


def test_it_counts_while_it_runs() -> None:
    hand = HandClock()
    clock = Clock(hand)
    hand.pass_by(10, clock)
    assert clock.spent.total == 0
    clock.run()
    hand.pass_by(30.5, clock)
    clock.pause()
    hand.pass_by(100, clock)
    assert clock.spent == Spent(total=30.5, section=30.5, question=30.5)


def test_each_clock_starts_anew_by_itself() -> None:
    hand = HandClock()
    clock = Clock(hand)
    clock.run()
    hand.pass_by(10, clock)
    clock.next_question()
    hand.pass_by(5, clock)
    assert clock.spent == Spent(total=15, section=15, question=5)
    clock.next_section()
    hand.pass_by(2, clock)
    assert clock.spent == Spent(total=17, section=2, question=2)


def test_a_machine_that_was_asleep_costs_next_to_nothing() -> None:
    hand = HandClock()
    clock = Clock(hand)
    clock.run()
    hand.pass_by(10, clock)
    hand.seconds += 8 * 3600
    assert clock.spent.total == 10 + MOST_BETWEEN_TICKS
    assert clock.spent.standstill == 8 * 3600 - MOST_BETWEEN_TICKS


def test_late_ticks_lose_nothing() -> None:
    hand = HandClock()
    clock = Clock(hand)
    clock.run()
    for late in [1.3, 0.9, 2.4, 1.0, MOST_BETWEEN_TICKS] * 100:
        hand.seconds += late
        clock.tick()
    assert clock.spent.total == pytest.approx(100 * (1.3 + 0.9 + 2.4 + 1.0 + MOST_BETWEEN_TICKS))
    assert clock.spent.standstill == 0


def test_a_clock_that_goes_back_takes_nothing_away() -> None:
    hand = HandClock()
    clock = Clock(hand)
    clock.run()
    hand.pass_by(10, clock)
    hand.seconds -= 500
    assert clock.spent.total == 10
    hand.pass_by(1, clock)
    assert clock.spent.total == 11


def test_it_goes_on_from_where_it_was() -> None:
    hand = HandClock()
    clock = Clock(hand, Spent(total=600, section=60, question=6, standstill=1))
    hand.seconds += 99  # nothing counts before it runs
    clock.run()
    hand.pass_by(1, clock)
    assert clock.spent == Spent(total=601, section=61, question=7, standstill=1)


@pytest.mark.parametrize(
    ("spent", "mark"),
    [
        (0, Mark.CALM),
        (49.9, Mark.CALM),
        (50, Mark.HALF),
        (79.9, Mark.HALF),
        (80, Mark.NEARLY),
        (99.9, Mark.NEARLY),
        (100, Mark.OVER),
        (1e6, Mark.OVER),
    ],
)
def test_marks(spent: float, mark: Mark) -> None:
    assert mark_of(spent, 100) is mark


def test_no_time_at_all_is_over() -> None:
    assert mark_of(0, 0) is Mark.OVER
