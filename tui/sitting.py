"""The course of one session: which question is on, what was answered, what comes next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from quizbank.bank import Bank
from quizbank.choose import shuffled_lines, shuffled_options
from quizbank.question import Choice, Order, Question
from quizbank.session import Attempt, Score, Summary, summarise


@dataclass(frozen=True, slots=True)
class Record:
    """How one question went, the first time it was answered in this session."""

    question: Question
    score: Score
    seconds: float
    hints: int


class Sitting:
    """Questions in order, one of them current. A question's shuffle is drawn once."""

    def __init__(self, plan: Iterable[Question], rng: Random) -> None:
        self.questions = list(plan)
        self.position = 0
        self.records: list[Record] = []
        self._rng = rng
        self._orders: dict[int, tuple[int, ...]] = {}

    @property
    def question(self) -> Question:
        return self.questions[self.position]

    @property
    def order(self) -> tuple[int, ...]:
        """The order in which to show the current question's options or lines."""
        if self.position not in self._orders:
            match self.question:
                case Choice() as choice:
                    order = shuffled_options(choice, self._rng)
                case Order() as order_question:
                    order = shuffled_lines(order_question, self._rng)
                case _:
                    order = []
            self._orders[self.position] = tuple(order)
        return self._orders[self.position]

    @property
    def answered(self) -> bool:
        """Whether the current question's score stands already; trying again doesn't change it."""
        return len(self.records) > self.position

    def record(self, score: Score, seconds: float, hints: int) -> None:
        """Keep how the current question went, if it is the first time."""
        if not self.answered:
            self.records.append(Record(self.question, score, seconds, hints))

    def advance(self) -> bool:
        """Go on to the next question; False when there is none."""
        if self.position + 1 >= len(self.questions):
            return False
        self.position += 1
        return True

    def follow_up(self, bank: Bank) -> Question | None:
        """Return what an interviewer would ask after the current question, unless that was asked already."""
        asked = {question.id for question in self.questions[: self.position + 1]}
        for question_id in self.question.follow_ups:
            if question_id in bank.questions and question_id not in asked:
                question = bank[question_id]
                if question.status == "active":
                    return question
        return None

    def ask_next(self, question: Question) -> None:
        """Make a question the next one; if it was to come later, it comes now instead."""
        later = [one for one in self.questions[self.position + 1 :] if one.id != question.id]
        self.questions[self.position + 1 :] = [question, *later]

    @property
    def summary(self) -> Summary:
        return summarise(
            Attempt(record.question.id, record.question.topic, record.score, record.seconds)
            for record in self.records
        )

    @property
    def missed(self) -> list[Question]:
        """The questions answered wrong or skipped."""
        return [record.question for record in self.records if record.score in ("wrong", "skipped")]
