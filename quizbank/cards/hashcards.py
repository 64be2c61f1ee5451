"""Cards for hashcards: ``Q:`` and ``A:`` at the margin, ``---`` between cards, and no other text.

The program knows a card by its content, so one that says something else is new to it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from quizbank.cards.card import Card
from quizbank.cards.deck import MARK, Deck, Written
from quizbank.cards.markdown import CUT, Markdown, back, front, source
from quizbank.cards.plain_text import fit


def write(deck: Deck) -> tuple[Written, ...]:
    """Return the deck's file."""
    return (Written(hashcards(deck.cards).encode()),)


def hashcards(cards: Sequence[Card]) -> str:
    """Return a deck with a card for each; it is named after the topic if there is only one.

    A file without a card would break the learner's whole collection, so don't keep one.
    """
    topics = {card.topic for card in cards}
    name = f"{MARK}: {' '.join(fit(topics.pop()).split())}" if len(topics) == 1 else MARK
    # Without control characters and surrogates, a JSON string is a TOML string as well.
    head = f"{CUT}\nname = {json.dumps(name, ensure_ascii=False)}\n{CUT}\n\n"
    return head + f"\n{CUT}\n\n".join(map(_card, cards))


def _card(card: Card) -> str:
    dialect = Markdown(spaced=True, indent=" ", headings=False)
    question = dialect.blocks(front(card))
    answer = "\n\n".join(filter(None, (dialect.blocks(back(card)), source(card))))
    return f"{_begun('Q', question)}\n\n{_begun('A', answer)}\n"


def _begun(mark: str, text: str) -> str:
    """Return a side with its mark; code stays on lines of its own."""
    return f"{mark}: {text}" if text[:1] not in (" ", "<") else f"{mark}:\n{text}"
