"""The clocks of an interview: the whole, the section and the question, in the candidate's own seconds."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from quizbank.interview.record import Seconds
from quizbank.question import Model

MOST_BETWEEN_TICKS = 5.0
"""Seconds that count at most from one look at the clock to the next. Looks come every second; when one is
late by more, the machine was asleep or the program stopped, and nobody could have answered."""


class Mark(Enum):
    """How far a limit is used up."""

    CALM = 0.0
    HALF = 0.5
    NEARLY = 0.8
    OVER = 1.0


def mark_of(spent: float, limit: float) -> Mark:
    """Return the last mark that was passed."""
    share = spent / limit if limit > 0 else 1.0
    return max((mark for mark in Mark if share >= mark.value), key=lambda mark: mark.value)


class Spent(Model):
    """Seconds that are gone; ``standstill`` is what didn't count since nothing was running."""

    total: Seconds = 0.0
    section: Seconds = 0.0
    question: Seconds = 0.0
    standstill: Seconds = 0.0


class Clock:
    """Counts while the candidate thinks, and stands while the tool works.

    ``monotonic`` counts seconds from anywhere and never goes back. Whoever shows the clock calls ``tick``
    every second; what a delayed tick would add beyond MOST_BETWEEN_TICKS isn't the candidate's.
    """

    def __init__(self, monotonic: Callable[[], float], spent: Spent | None = None) -> None:
        self._monotonic = monotonic
        self._spent = spent or Spent()
        self._last = monotonic()
        self._running = False

    @property
    def running(self) -> bool:
        return self._running

    @property
    def spent(self) -> Spent:
        """What is gone up to now."""
        self.tick()
        return self._spent

    def run(self) -> None:
        """Count from now on."""
        self.tick()
        self._running = True

    def pause(self) -> None:
        """Let time stand still from now on."""
        self.tick()
        self._running = False

    def tick(self) -> None:
        """Count what has gone since the last look."""
        now = self._monotonic()
        gone = max(0.0, now - self._last)
        self._last = now
        if not self._running:
            return
        counted = min(gone, MOST_BETWEEN_TICKS)
        spent = self._spent
        self._spent = Spent(
            total=spent.total + counted,
            section=spent.section + counted,
            question=spent.question + counted,
            standstill=spent.standstill + (gone - counted),
        )

    def next_question(self) -> None:
        """Start the question's clock anew."""
        self.tick()
        self._spent = self._spent.model_copy(update={"question": 0.0})

    def next_section(self) -> None:
        """Start the section's clock anew, and the question's."""
        self.tick()
        self._spent = self._spent.model_copy(update={"section": 0.0, "question": 0.0})
