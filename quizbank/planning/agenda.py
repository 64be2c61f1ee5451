"""What a study day holds: the questions to ask, each with why and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from quizbank.card import Card

Why = Literal["again", "wanted", "forward", "new", "due", "revised", "gain", "cram"]

# The fourth time that something known is forgotten, it isn't practice that is missing.
LEECH_LAPSES = 4
LEECH_EVERY = 2
# Once it is known for a week, asking without the explanation first says whether that helped.
LEECH_STABILITY = 7.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One question to ask.

    ``why``: "again" was missed earlier on the day, "wanted" and "cram" were asked for, "forward" is related
    to one that was missed, "new" was never seen, "due" and "revised" (its text changed) are due, "gain" is
    worth its time.
    ``recall`` is that of the day, 0 if never seen. ``gain`` is how much the recall on the interview's day is
    expected to rise by asking it; 0 without an interview. ``seconds`` is what it will take.
    """

    question_id: str
    why: Why
    seconds: float
    recall: float = 0.0
    gain: float = 0.0
    explain_first: bool = False


@dataclass(frozen=True, slots=True)
class Agenda:
    """The questions of a day in order, and what is known by weight over the whole deck, unseen ones as 0.

    ``recall`` is today's. With an interview, ``recall_then`` is that day's if nothing more is practised,
    and ``recall_after`` if the agenda is; else both are None. ``unseen`` counts questions never asked.
    """

    day: date
    entries: tuple[Entry, ...]
    recall: float
    unseen: int
    recall_then: float | None = None
    recall_after: float | None = None

    @property
    def seconds(self) -> float:
        """How long the agenda will take."""
        return sum(entry.seconds for entry in self.entries)


def is_leech(card: Card) -> bool:
    """Whether a question was forgotten so often that asking it again isn't enough."""
    return card.lapses >= LEECH_LAPSES


def explain_first(card: Card | None) -> bool:
    """Whether a leech should be asked with its explanation shown first.

    At its fourth lapse and at every second one after, until it is known for a week.
    """
    return (
        card is not None
        and is_leech(card)
        and (card.lapses - LEECH_LAPSES) % LEECH_EVERY == 0
        and card.stability < LEECH_STABILITY
    )
