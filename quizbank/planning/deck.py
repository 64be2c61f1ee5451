"""The questions that can be asked, with what planning needs of them laid out as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from quizbank.errors import ScheduleError
from quizbank.memory import Array
from quizbank.message import Message
from quizbank.question import Question


class Deck:
    """The active questions among those given, in the order of their ids; built once, used for many plans.

    ``weights`` says by topic how much its questions count, 1 where it is silent; only their proportions
    matter.
    """

    def __init__(
        self,
        questions: Iterable[Question],
        weights: Mapping[str, float] | None = None,
    ) -> None:
        """Raise ScheduleError for a weight that is below 0 or no number."""
        by_id = {question.id: question for question in questions if question.status == "active"}
        self.ids = tuple(sorted(by_id))
        self.position = {question_id: index for index, question_id in enumerate(self.ids)}
        self.questions = tuple(by_id[question_id] for question_id in self.ids)
        self.revisions = {question.id: question.revision for question in self.questions}
        self.seconds: Array = np.array([60 * question.minutes for question in self.questions])
        self.weights = self._weigh(weights or {})
        self._topics: dict[str, list[int]] = {}
        for index, question in enumerate(self.questions):
            self._topics.setdefault(question.topic, []).append(index)

    def __len__(self) -> int:
        return len(self.ids)

    def siblings(self, index: int) -> list[int]:
        """Return the positions of the questions of the same topic, the one at ``index`` included."""
        return self._topics[self.questions[index].topic]

    def follow_ups(self, index: int) -> list[int]:
        """Return the positions of a question's follow-ups that can be asked."""
        named = self.questions[index].follow_ups
        return [self.position[one] for one in named if one in self.position]

    def mean(self, recall: Array) -> float:
        """Return the mean of one recall for each question, by weight: the share that would be known."""
        total = float(self.weights.sum())
        return float((recall * self.weights).sum()) / total if total else 0.0

    def _weigh(self, weights: Mapping[str, float]) -> Array:
        for topic, weight in weights.items():
            if not 0 <= weight < float("inf"):
                raise ScheduleError(
                    Message(
                        "The topic {topic} can't have the weight {weight}; give 0 or more, where 1 is usual.",
                        topic=topic,
                        weight=weight,
                    )
                )
        given: Array = np.array([float(weights.get(question.topic, 1)) for question in self.questions])
        # A mean of 1 keeps gains, and so the least gain worth a minute, the same whatever the unit.
        return given / given.mean() if given.any() else given
