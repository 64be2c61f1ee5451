"""Cards as Markdown for hashcards: a file is a deck, and ``Q:`` and ``A:`` begin its questions and answers.

Its cloze cards have no room for an explanation behind, so blanks are questions here, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from quizbank.cards.card import Card
from quizbank.cards.deck import MARK, NAME, Deck, Written
from quizbank.cards.markdown import answered, asked


def write(deck: Deck) -> tuple[Written, ...]:
    """Return one deck."""
    cards = "\n\n---\n\n".join(map(_card, deck.cards))
    return (Written(f'---\n# {MARK}\nname = "{NAME}"\n---\n\n{cards}\n'.encode()),)


def _card(card: Card) -> str:
    return f"Q: {_paragraphs(asked(card))}\n\nA: {_paragraphs(answered(card))}"


def _paragraphs(pieces: Iterable[str]) -> str:
    """Return pieces one below the other; marks count inside fences, so those are set in by a blank."""
    return "\n\n".join(_set_in(piece) if piece.startswith("```") else piece for piece in pieces)


def _set_in(fence: str) -> str:
    return "\n".join(f" {line}" if line else "" for line in fence.split("\n"))
