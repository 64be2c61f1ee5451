"""Cards as Markdown for Obsidian's plugin for spaced repetition: question, a line with ``?``, answer."""

from __future__ import annotations

from quizbank.cards.card import Card
from quizbank.cards.deck import MARK, Deck, Written
from quizbank.cards.markdown import answered, asked

TAG = "#flashcards/pytorch"


def write(deck: Deck) -> tuple[Written, ...]:
    """Return one note with all cards, each tagged with its topic."""
    cards = "\n\n".join(map(_card, deck.cards))
    return (Written(f"---\nmade_by: {MARK}\n---\n\n{cards}\n".encode()),)


def _card(card: Card) -> str:
    # An empty line would end the card, but for those in fences.
    topic = card.id.partition("/")[0]
    question, answer = "\n".join(asked(card)), "\n".join(answered(card))
    return f"{TAG}/{topic} {question}\n?\n{answer}"
