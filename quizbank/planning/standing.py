"""Where a learner stands on a day: the cards of a deck as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np

from quizbank import memory
from quizbank.card import Card
from quizbank.memory import Array, Flags
from quizbank.planning.deck import Deck
from quizbank.question import Question

# Whoever went for a coffee over a question isn't given its whole break the next time.
MOST_OVERTIME = 2.0
# Reading a question and pressing a key.
LEAST_SECONDS = 5.0
# Of a question that changed since it was answered, half is taken to be known.
REVISED_KNOWN = 0.5


def expected_seconds(question: Question, card: Card | None) -> float:
    """Return how long an answer will take: what the question says, then the learner's own repeats."""
    if card is None:
        return 60 * question.minutes
    return max(min(card.seconds, MOST_OVERTIME * 60 * question.minutes), LEAST_SECONDS)


@dataclass(frozen=True, slots=True)
class Standing:
    """One entry for each question of a deck; what was never seen has a recall of 0.

    ``recall`` is of the question as it was answered, ``known`` of what it is now. ``elapsed`` is in days
    since the last review, ``seconds`` what an answer will take. ``today`` marks questions that were reviewed
    on this day already, ``revised`` those that changed since.
    """

    cards: tuple[Card | None, ...]
    seen: Flags
    today: Flags
    due: Flags
    revised: Flags
    stability: Array
    difficulty: Array
    elapsed: Array
    recall: Array
    known: Array
    seconds: Array

    @property
    def unseen(self) -> int:
        """How many questions were never asked."""
        return int(np.count_nonzero(~self.seen))


def standing(deck: Deck, cards: Mapping[str, Card], day: date, w: Array) -> Standing:
    """Look up a deck's cards as of a day; ``w`` are the FSRS parameters."""
    found = tuple(cards.get(question_id) for question_id in deck.ids)
    seen: Flags = np.array([card is not None for card in found], dtype=bool)
    # A stand-in that every formula takes; the mask hides what it gives.
    rows: list[tuple[float, float, int, int, float, bool]] = [
        (1.0, 5.0, 0, 0, 0.0, False)
        if card is None
        else (
            card.stability,
            card.difficulty,
            card.last_review.toordinal(),
            card.due.toordinal(),
            card.seconds,
            card.revision < deck.revisions[card.question_id],
        )
        for card in found
    ]
    table: Array = np.array(rows, dtype=float).reshape(len(found), 6)
    stability, difficulty, last, due, own, revised = (np.ascontiguousarray(one) for one in table.T)
    now = day.toordinal()
    elapsed = now - last
    limited = np.clip(own, LEAST_SECONDS, np.maximum(MOST_OVERTIME * deck.seconds, LEAST_SECONDS))
    recall = np.where(seen, memory.recall(w, stability, elapsed), 0.0)
    return Standing(
        cards=found,
        seen=seen,
        today=seen & (last >= now),
        due=seen & ((due <= now) | (revised > 0)),
        revised=seen & (revised > 0),
        stability=stability,
        difficulty=difficulty,
        elapsed=elapsed,
        recall=recall,
        known=discounted(recall, revised > 0),
        seconds=np.where(seen, limited, deck.seconds),
    )


def discounted(recall: Array, revised: Flags) -> Array:
    """Return how much is known of questions some of which changed since they were answered."""
    return recall * np.where(revised, REVISED_KNOWN, 1.0)
