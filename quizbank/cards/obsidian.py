"""Cards for Obsidian's spaced repetition plugin: question, a line with ``?``, answer; a blank line ends one.

What the plugin adds below a card, its dates, is lost when the file is replaced; so keep exports in a file
for each purpose.
"""

from __future__ import annotations

from collections.abc import Sequence

from quizbank.cards.card import Card
from quizbank.cards.deck import MARK, Deck, Written
from quizbank.cards.markdown import RULE, Markdown, back, front, source

TAG = "flashcards/pytorch"

_HEAD = f"---\ngenerator: {MARK}\n---\n"


def write(deck: Deck) -> tuple[Written, ...]:
    """Return the note with the cards."""
    return (Written(obsidian(deck.cards).encode()),)


def obsidian(cards: Sequence[Card]) -> str:
    """Return a note with a card for each, in decks by topic."""
    return "\n".join([_HEAD, *map(_card, cards)])


def _card(card: Card) -> str:
    dialect = Markdown()
    tag = f"#{TAG}/{card.id.partition('/')[0]}"
    answer = dialect.blocks(back(card))
    lines = [tag, dialect.blocks(front(card)), "?", answer, RULE, source(card)]
    return "\n".join(line for line in lines if line) + "\n"
