"""Whoever practises: what is kept about them, and the scheduler that goes by it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from quizbank.card import Card
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

    def day(self, now: datetime) -> date:
        """Return the study day of a time."""
        return self.history.day(now)
