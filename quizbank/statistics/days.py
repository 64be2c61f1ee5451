"""How much was answered on each day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from quizbank.history.record import DayTally
from quizbank.statistics.accuracy import Share


@dataclass(frozen=True, slots=True)
class Day:
    """The answers of one study day, judged or not, how they went and how long they took, and the skips."""

    day: date
    answers: int
    share: Share
    seconds: float
    skipped: int


def days(tallies: Iterable[DayTally], today: date, most: int) -> tuple[Day, ...]:
    """Return the days from the first on which something was asked up to today; the ``most`` last ones."""
    found: dict[date, list[float]] = {}  # answers, right, judged, seconds, skipped
    for one in tallies:
        sums = found.setdefault(min(one.day, today), [0, 0, 0, 0.0, 0])
        for index, value in enumerate((one.answers, one.right, one.judged, one.seconds, one.skipped)):
            sums[index] += value
    if not found:
        return ()
    first = max(min(found), today - timedelta(days=most - 1))
    every = (first + timedelta(days=number) for number in range((today - first).days + 1))
    return tuple(_of(day, *found.get(day, (0, 0, 0, 0.0, 0))) for day in every)


def _of(day: date, answers: float, right: float, judged: float, seconds: float, skipped: float) -> Day:
    return Day(day, int(answers), Share(int(right), int(judged)), seconds, int(skipped))
