"""Whoever practises: what is kept about them, and the scheduler that goes by it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from quizbank.card import Card
from quizbank.history.events import Flagged, Unflagged
from quizbank.history.journal import Journal
from quizbank.history.store import History
from quizbank.scheduler import Scheduler


@dataclass(frozen=True, slots=True)
class Learner:
    """A journal, and the scheduler by which its history derives the cards."""

    journal: Journal
    scheduler: Scheduler

    @property
    def history(self) -> History:
        return self.journal.history

    def cards(self) -> dict[str, Card]:
        """Return the cards of all questions that were reviewed, by id."""
        return {card.question_id: card for card in self.history.cards()}

    def flag(self, question_id: str) -> str | None:
        """Return the note of a question's flag, empty where it has none; None without a flag."""
        return self.history.standing(question_id).flag

    def set_flag(self, question_id: str, note: str | None, now: datetime) -> None:
        """Flag a question with a note, change the note, or with None take the flag away."""
        if note != self.flag(question_id):
            fact = Unflagged(question_id) if note is None else Flagged(question_id, note)
            self.journal.append(fact, now)

    def day(self, now: datetime) -> date:
        """Return the study day of a time."""
        return self.history.day(now)
