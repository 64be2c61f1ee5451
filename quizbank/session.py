"""One session: its course from question to question, what was answered, and the summary at its end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal

from quizbank.bank import Bank
from quizbank.choose import shuffled_lines, shuffled_options
from quizbank.machine import ANY, Machine, missing
from quizbank.question import Choice, Order, Question

Score = Literal["right", "wrong", "skipped", "unjudged"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """How one question went; ``seconds`` is the time until the answer was given."""

    question: Question
    score: Score
    seconds: float
    hints: int = 0


@dataclass(frozen=True, slots=True)
class TopicScore:
    """How one topic went: right answers, out of ``total`` judged ones; a skipped question is in neither."""

    topic: str
    right: int
    total: int

    @property
    def share(self) -> float:
        return self.right / self.total


@dataclass(frozen=True, slots=True)
class Summary:
    """A session in figures; ``weakest`` lists topics with mistakes, the worst first.

    ``share`` is that of right answers among those that were judged, None without one; to skip is no answer.
    """

    right: int
    wrong: int
    skipped: int
    unjudged: int
    seconds: float
    weakest: tuple[TopicScore, ...]

    @property
    def total(self) -> int:
        return self.right + self.wrong + self.skipped + self.unjudged

    @property
    def share(self) -> float | None:
        judged = self.right + self.wrong
        return self.right / judged if judged else None


class Session:
    """Questions in order, one of them current. A question's shuffle is drawn once.

    ``attempts`` holds one per question that is over, in the same order: the first answer is the one that
    counts. Given with ``orders``, they take up a session where it was left.
    """

    def __init__(
        self,
        plan: Iterable[Question],
        rng: Random,
        orders: Mapping[str, tuple[int, ...]] | None = None,
        attempts: Iterable[Attempt] = (),
    ) -> None:
        self.questions = list(plan)
        self.attempts = list(attempts)
        self.position = len(self.attempts)
        self._rng = rng
        self._orders = dict(orders or {})

    @property
    def question(self) -> Question:
        """The current question."""
        return self.questions[self.position]

    @property
    def order(self) -> tuple[int, ...]:
        """The order in which to show the current question's options or lines."""
        return self._order_of(self.question)

    @property
    def orders(self) -> dict[str, tuple[int, ...]]:
        """The orders of all questions with options or lines, by id."""
        return {one.id: order for one in self.questions if (order := self._order_of(one))}

    @property
    def answered(self) -> bool:
        """Whether the current question's score stands already; trying again doesn't change it."""
        return len(self.attempts) > self.position

    def record(self, score: Score, seconds: float, hints: int) -> None:
        """Keep how the current question went, if it is the first time."""
        if not self.answered:
            self.attempts.append(Attempt(self.question, score, seconds, hints))

    def advance(self) -> bool:
        """Go on to the next question; False when there is none."""
        if self.position + 1 >= len(self.questions):
            return False
        self.position += 1
        return True

    def follow_up(self, bank: Bank, machine: Machine = ANY) -> Question | None:
        """Return what an interviewer would ask after the current question, unless that was asked already."""
        asked = {question.id for question in self.questions[: self.position + 1]}
        for question_id in self.question.follow_ups:
            if question_id in bank.questions and question_id not in asked:
                question = bank[question_id]
                if question.status == "active" and not missing(question, machine):
                    return question
        return None

    def ask_next(self, question: Question) -> None:
        """Make a question the next one; if it was to come later, it comes now instead."""
        later = [one for one in self.questions[self.position + 1 :] if one.id != question.id]
        self.questions[self.position + 1 :] = [question, *later]

    def comes_next(self, question: Question) -> bool:
        """Tell whether a question is the one after the current."""
        return [one.id for one in self.questions[self.position + 1 : self.position + 2]] == [question.id]

    def ask_last(self, question: Question) -> None:
        """Add a question at the end; one that was asked before comes shuffled anew."""
        self._orders.pop(question.id, None)
        self.questions.append(question)

    def leave_out(self, machine: Machine) -> list[Question]:
        """Take out, and return, the questions still to be answered that the machine can't run.

        The current one may be among them; then the one after it is current, if there is one.
        """
        first = len(self.attempts)
        waiting = self.questions[first:]
        self.questions[first:] = [one for one in waiting if not missing(one, machine)]
        return [one for one in waiting if missing(one, machine)]

    def _order_of(self, question: Question) -> tuple[int, ...]:
        known = self._orders.get(question.id)
        # A question may have changed since its shuffle was kept.
        if known is None or sorted(known) != sorted(_shuffled(question, Random(0))):
            known = self._orders[question.id] = _shuffled(question, self._rng)
        return known

    @property
    def over(self) -> bool:
        """Whether there is no current question."""
        return self.position >= len(self.questions)

    @property
    def summary(self) -> Summary:
        return summarise(self.attempts)

    @property
    def missed(self) -> list[Question]:
        """The questions answered wrong or skipped."""
        return [attempt.question for attempt in self.attempts if attempt.score in ("wrong", "skipped")]


def _shuffled(question: Question, rng: Random) -> tuple[int, ...]:
    match question:
        case Choice():
            return tuple(shuffled_options(question, rng))
        case Order():
            return tuple(shuffled_lines(question, rng))
        case _:
            return ()


def summarise(attempts: Iterable[Attempt]) -> Summary:
    """Count a session's attempts."""
    counts: dict[Score, int] = defaultdict(int)
    by_topic: dict[str, list[bool]] = defaultdict(list)
    seconds = 0.0
    for attempt in attempts:
        counts[attempt.score] += 1
        seconds += attempt.seconds
        if attempt.score in ("right", "wrong"):
            by_topic[attempt.question.topic].append(attempt.score == "right")
    topics = [TopicScore(topic, sum(results), len(results)) for topic, results in by_topic.items()]
    weakest = sorted(
        (one for one in topics if one.right < one.total), key=lambda one: (one.share, -one.total)
    )
    return Summary(
        counts["right"], counts["wrong"], counts["skipped"], counts["unjudged"], seconds, tuple(weakest)
    )
