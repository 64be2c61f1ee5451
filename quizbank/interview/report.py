"""An interview as a reader of it wants it: its marks, what was asked, what was said, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from quizbank.bank import Bank
from quizbank.history.mocks import PastInterview
from quizbank.history.store import History
from quizbank.interview.drill_plan import Reason, Suggestion, drill_plan
from quizbank.interview.record import AskedRecord, Ending, InterviewRecord, Verdict, Why
from quizbank.interview.scorecard import QuestionMark, Scorecard, mark
from quizbank.message import Message
from quizbank.question import Question
from quizbank.vocabulary import Kind, Language

VERDICTS: Mapping[Verdict, tuple[str, Message]] = {
    "right": ("✓", Message("Right")),
    "partly": ("◐", Message("Partly right")),
    "wrong": ("✗", Message("Wrong")),
    "unanswered": ("–", Message("Not answered")),
    "self_rated": ("☑", Message("Rated by yourself")),
}
"""Glyph and word of each verdict; neither needs a colour."""

ENDINGS: Mapping[Ending, Message] = {
    "finished": Message("gone through to the end"),
    "out of time": Message("ended by the clock"),
    "left": Message("left before the end"),
    "incomplete": Message("interrupted, and not taken up again"),
}

WHYS: Mapping[Why, Message] = {
    "planned": Message("planned"),
    "follow_up": Message("follow-up"),
    "sibling": Message("a step back: an easier one"),
    "second_try": Message("a step back: once more, with a hint"),
}

REASONS: Mapping[Reason, Message] = {
    "missed": Message("missed"),
    "follow_up": Message("follow-up of question {number}"),
    "sibling": Message("close to question {number}"),
}

KIND_WORDS: Mapping[Kind, Message] = {
    "choice": Message("choice"),
    "predict": Message("prediction"),
    "blank": Message("fill in"),
    "code": Message("write code"),
    "order": Message("put in order"),
    "recall": Message("say it aloud"),
}


@dataclass(frozen=True, slots=True)
class Total:
    """What an interview came to, from 0 to 1; a share is None where nothing of its part was asked."""

    number: int
    record: InterviewRecord
    objective: float | None
    self_rated: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """An interview with its marks; ``earlier`` is what those before it came to, the oldest first."""

    number: int
    record: InterviewRecord
    card: Scorecard
    plan: tuple[Suggestion, ...]
    bank: Bank
    earlier: tuple[Total, ...] = ()

    def question(self, asked: AskedRecord) -> Question | None:
        """Return what was asked as the bank has it today, None where it is lost."""
        return self.bank.find(asked.question_id)

    def topic(self, slug: str, language: Language) -> str:
        """Return what a topic is called."""
        topic = self.bank.topics.get(slug)
        return slug if topic is None else topic[language]

    def children(self, parent: int | None) -> list[QuestionMark]:
        """Return what a question led to; for None, what nothing led to."""
        known = {one.asked.number for one in self.card.questions}
        return [
            one
            for one in self.card.questions
            if (one.asked.parent if _leads(one.asked, known) else None) == parent
        ]

    def tree(self) -> Iterator[tuple[int, QuestionMark]]:
        """Yield every question after the one that led to it, and how deep it is, from 0."""
        yield from self._below(None, 0)

    def _below(self, parent: int | None, depth: int) -> Iterator[tuple[int, QuestionMark]]:
        for one in self.children(parent):
            yield depth, one
            yield from self._below(one.asked.number, depth + 1)


def make_report(past: PastInterview, history: History, bank: Bank) -> Report:
    """Mark an interview of a history, beside all that came before it. Raises HistoryError."""
    record = past.record
    card = mark(record, _known(record, bank), history.topics_before(record.started))
    earlier = tuple(total(one, bank) for one in history.interviews() if one.number < past.number)
    return Report(past.number, record, card, drill_plan(record, bank), bank, earlier)


def total(past: PastInterview, bank: Bank) -> Total:
    """Return what an interview came to."""
    marks = mark(past.record, _known(past.record, bank)).total
    return Total(past.number, past.record, marks.objective.share, marks.self_rated.share)


def _known(record: InterviewRecord, bank: Bank) -> dict[str, Question]:
    found = {one.question_id: bank.find(one.question_id) for one in record.asked}
    return {question_id: question for question_id, question in found.items() if question is not None}


def _leads(asked: AskedRecord, known: set[int]) -> bool:
    """Tell whether a question's parent is there, and before it, so that the tree has no circle."""
    return asked.parent in known and asked.parent is not None and asked.parent < asked.number
