"""What a bank is made of: how many questions of each kind, difficulty and topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from quizbank.question import Question
from quizbank.vocabulary import KINDS, Kind


@dataclass(frozen=True, slots=True)
class Mix:
    """Questions counted; kinds and difficulties that nobody asks are counted as 0."""

    questions: int
    kinds: Mapping[Kind, int]
    difficulties: Mapping[int, int]
    topics: Mapping[str, int]

    def share(self, kind: Kind) -> float:
        """The share of the questions that are of this kind, 0 to 1."""
        return self.kinds[kind] / self.questions if self.questions else 0.0


def mix_of(questions: Iterable[Question]) -> Mix:
    """Count questions; topics are in the order in which they come."""
    questions = list(questions)
    kinds = Counter(question.kind for question in questions)
    difficulties = Counter(question.difficulty for question in questions)
    return Mix(
        questions=len(questions),
        kinds={kind: kinds[kind] for kind in KINDS},
        difficulties={one: difficulties[one] for one in range(1, 6)},
        topics=dict(Counter(question.topic for question in questions)),
    )
