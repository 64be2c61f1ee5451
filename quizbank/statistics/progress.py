"""How far a topic's questions have come, for the home screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np

from quizbank import memory
from quizbank.card import Card
from quizbank.planning.standing import REVISED_KNOWN
from quizbank.question import Question
from quizbank.scheduler import Scheduler

KNOWN_STABILITY = 7.0
"""A question is known when its recall takes a week or more to fall to 90 %."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many questions are known, being learned and new, and the predicted recall, new ones as 0."""

    known: int = 0
    learning: int = 0
    new: int = 0
    recall: float = 0.0

    @property
    def total(self) -> int:
        return self.known + self.learning + self.new

    def __add__(self, other: Progress) -> Progress:
        total = self.total + other.total
        summed = self.total * self.recall + other.total * other.recall
        return Progress(
            self.known + other.known,
            self.learning + other.learning,
            self.new + other.new,
            summed / total if total else 0.0,
        )


def progress(
    questions: Iterable[Question], cards: Mapping[str, Card], day: date, scheduler: Scheduler
) -> dict[str, Progress]:
    """Return the progress of each topic that has questions, as of a day."""
    found = [(question, cards.get(question.id)) for question in questions]
    seen = [card for _, card in found if card is not None]
    recalls = iter(
        memory.recall(
            np.array(scheduler.parameters),
            np.array([card.stability for card in seen]),
            np.array([float((day - card.last_review).days) for card in seen]),
        ).tolist()
    )
    topics: dict[str, list[float]] = {}  # known, learning, new, recall in sum
    for question, card in found:
        sums = topics.setdefault(question.topic, [0, 0, 0, 0.0])
        if card is None:
            sums[2] += 1
            continue
        sums[0 if card.stability >= KNOWN_STABILITY else 1] += 1
        sums[3] += next(recalls) * (REVISED_KNOWN if card.revision < question.revision else 1)
    return {
        topic: Progress(int(known), int(learning), int(new), recall / (known + learning + new))
        for topic, (known, learning, new, recall) in topics.items()
    }
