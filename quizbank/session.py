"""One sitting: what was answered, and the summary at its end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Score = Literal["right", "wrong", "skipped", "unjudged"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One question of a session and how it went; ``seconds`` is the time until the answer was given."""

    question_id: str
    topic: str
    score: Score
    seconds: float


@dataclass(frozen=True, slots=True)
class TopicScore:
    """How one topic went; skipped questions count as wrong."""

    topic: str
    right: int
    total: int

    @property
    def share(self) -> float:
        return self.right / self.total


@dataclass(frozen=True, slots=True)
class Summary:
    """A session in figures; ``weakest`` lists topics with mistakes, the worst first."""

    right: int
    wrong: int
    skipped: int
    unjudged: int
    seconds: float
    weakest: tuple[TopicScore, ...]

    @property
    def total(self) -> int:
        return self.right + self.wrong + self.skipped + self.unjudged


def summarise(attempts: Iterable[Attempt]) -> Summary:
    """Count a session's attempts."""
    counts: dict[Score, int] = defaultdict(int)
    by_topic: dict[str, list[bool]] = defaultdict(list)
    seconds = 0.0
    for attempt in attempts:
        counts[attempt.score] += 1
        seconds += attempt.seconds
        if attempt.score != "unjudged":
            by_topic[attempt.topic].append(attempt.score == "right")
    topics = [TopicScore(topic, sum(results), len(results)) for topic, results in by_topic.items()]
    weakest = sorted(
        (one for one in topics if one.right < one.total), key=lambda one: (one.share, -one.total)
    )
    return Summary(
        counts["right"], counts["wrong"], counts["skipped"], counts["unjudged"], seconds, tuple(weakest)
    )
