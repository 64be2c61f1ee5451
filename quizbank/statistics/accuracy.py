"""How often answers were right, by topic and over time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from quizbank.history.record import DayTally

EVERYTHING = ""
"""Stands for all topics where a topic's slug is expected."""

LATELY = 28
"""How many days, today included, count as of late."""

# A history shorter than this has too few weeks for a line, and is shown day by day.
_BY_WEEK_FROM = 28

_Sums = dict[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Share:
    """Right answers out of judged ones; a skipped question is in neither."""

    right: int = 0
    judged: int = 0

    @property
    def value(self) -> float | None:
        """The share from 0 to 1; None where nothing was judged."""
        return self.right / self.judged if self.judged else None


@dataclass(frozen=True, slots=True)
class Period:
    """The judged answers of a day or of seven; ``last`` is the last of its days."""

    last: date
    share: Share


@dataclass(frozen=True, slots=True)
class TopicAccuracy:
    """How a topic's answers went: in all, in the last 28 days, and in the 28 before those.

    ``periods`` leaves out those without a judged answer; the last one ends today at the latest. ``skipped``
    counts how often a question was passed over.
    """

    topic: str
    total: Share
    lately: Share
    before: Share
    periods: tuple[Period, ...]
    skipped: int

    @property
    def change(self) -> float | None:
        """By how much the share rose of late, -1 to 1; None where one of the two spans is empty."""
        if self.lately.value is None or self.before.value is None:
            return None
        return self.lately.value - self.before.value


def days_a_period(tallies: Iterable[DayTally], today: date) -> int:
    """Return 1 or 7: how many days make a point of a line, by the length of the history."""
    first = min((one.day for one in tallies), default=today)
    return 7 if (today - first).days >= _BY_WEEK_FROM else 1


def accuracy(tallies: Iterable[DayTally], today: date) -> tuple[TopicAccuracy, ...]:
    """Return all topics together, as EVERYTHING, then each one, the weakest first.

    Topics of which everything was skipped come last.
    """
    tallies = list(tallies)
    days = days_a_period(tallies, today)
    # Right and judged answers by how many days ago: plain numbers, for a long history has ten thousand.
    everything: _Sums = {}
    by_topic: dict[str, _Sums] = defaultdict(dict)
    skipped: Counter[str] = Counter()
    for one in tallies:
        if one.skipped:
            skipped[one.topic] += one.skipped
            skipped[EVERYTHING] += one.skipped
        if one.judged:
            # A clock that was put back leaves answers of days to come; they count as today's.
            ago = max(0, (today - one.day).days)
            for sums in (everything, by_topic[one.topic]):
                right, judged = sums.get(ago, (0, 0))
                sums[ago] = right + one.right, judged + one.judged
    names = {*by_topic, *skipped} - {EVERYTHING}
    topics = [_of(topic, by_topic.get(topic, {}), skipped[topic], today, days) for topic in names]
    topics.sort(key=lambda one: (one.total.value is None, one.total.value, one.topic))
    return (_of(EVERYTHING, everything, skipped[EVERYTHING], today, days), *topics)


def _of(topic: str, sums: _Sums, skipped: int, today: date, days: int) -> TopicAccuracy:
    periods: _Sums = {}
    for ago, (right, judged) in sums.items():
        before = periods.get(ago // days, (0, 0))
        periods[ago // days] = before[0] + right, before[1] + judged
    points = (
        Period(today - timedelta(days=number * days), Share(*periods[number]))
        for number in sorted(periods, reverse=True)
    )
    return TopicAccuracy(
        topic,
        _share(sums, range(max(sums, default=0) + 1)),
        _share(sums, range(LATELY)),
        _share(sums, range(LATELY, 2 * LATELY)),
        tuple(points),
        skipped,
    )


def _share(sums: _Sums, ago: range) -> Share:
    found = [pair for days, pair in sums.items() if days in ago]
    return Share(sum(right for right, _ in found), sum(judged for _, judged in found))
