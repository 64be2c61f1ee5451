"""Single questions: how long they take, and which are the hardest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from quizbank.card import Card
from quizbank.history.record import QuestionTally
from quizbank.question import Question
from quizbank.statistics.accuracy import Share

# One miss says little about a question; with two answers it is a beginning.
_FEWEST_ANSWERS = 2


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a question's answers take on average, against what it says itself, in seconds."""

    question_id: str
    answers: int
    taken: float
    expected: float

    @property
    def ratio(self) -> float:
        """1 is as expected, 2 twice as long."""
        return self.taken / self.expected


@dataclass(frozen=True, slots=True)
class Hard:
    """A question that is often missed; ``lapses`` is how often it was forgotten once it had been known."""

    question_id: str
    share: Share
    lapses: int

    @property
    def estimate(self) -> float:
        """The chance of a right answer by Laplace's rule of succession, so that few answers weigh little."""
        return (self.share.right + 1) / (self.share.judged + 2)


def paces(tallies: Iterable[QuestionTally], questions: Mapping[str, Question]) -> tuple[Pace, ...]:
    """Return the questions that still exist, the slowest against what is expected first."""
    found = [
        Pace(one.question_id, one.timed, one.seconds / one.timed, 60 * questions[one.question_id].minutes)
        for one in tallies
        if one.timed and one.question_id in questions
    ]
    return tuple(sorted(found, key=lambda one: (-one.ratio, one.question_id)))


def usual_ratio(paces: Iterable[Pace]) -> float | None:
    """Return the time that all answers took, by what was expected of them; None without answers."""
    paces = list(paces)
    expected = sum(one.answers * one.expected for one in paces)
    return sum(one.answers * one.taken for one in paces) / expected if expected else None


def hardest(
    tallies: Iterable[QuestionTally], questions: Mapping[str, Question], cards: Mapping[str, Card]
) -> tuple[Hard, ...]:
    """Return the questions that were missed at least once in two answers or more, the hardest first."""
    found = [
        Hard(
            one.question_id,
            Share(one.right, one.judged),
            cards[one.question_id].lapses if one.question_id in cards else 0,
        )
        for one in tallies
        if one.question_id in questions and one.judged >= _FEWEST_ANSWERS and one.right < one.judged
    ]
    return tuple(sorted(found, key=lambda one: (one.estimate, -one.lapses, one.question_id)))
