"""The cards of one export, and what every format gives for them."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from quizbank.cards.card import Card
from quizbank.cards.evidence import Evidence
from quizbank.question import Question
from quizbank.vocabulary import Language

MARK = "torchdrill flashcards"
"""Stands at the beginning or end of every file that an export writes, so that the next one knows it."""
NAME = "torchdrill"
TYPES = "note types"

_BETWEEN_TAGS = re.compile(r"[\s:\"\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards with the questions and runs that they came from, in the bank's order.

    ``changed`` says by id when a card's content came to be what it is, and as TYPES when Anki's note types
    did; what isn't there is of ``now``.
    """

    cards: tuple[Card, ...]
    sources: tuple[tuple[Question, Evidence], ...]
    languages: tuple[Language, ...]
    now: datetime
    changed: Mapping[str, datetime]

    def moment(self, name: str) -> int:
        """Return the second, since 1970, in which something came to be what it is."""
        return int(self.changed.get(name, self.now).timestamp())


@dataclass(frozen=True, slots=True)
class Written:
    """A file's content; ``part`` sets it apart from others of the same export."""

    content: bytes
    part: str = ""


def guid(card: Card) -> str:
    """Return what Anki knows the card by for ever: made of the question's first id alone."""
    digest = hashlib.sha256(f"{NAME}/{card.oldest_id}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


def deck_name(card: Card) -> str:
    """Return the card's subdeck; a title can't start another level."""
    return f"{NAME}::{' '.join(card.topic.replace('::', ' ').split()) or NAME}"


def tags(card: Card) -> list[str]:
    """Return hierarchical tags, in which nothing could be read as a blank or as another level."""
    topic = card.id.partition("/")[0]
    found = [f"topic::{topic}", f"kind::{card.kind}", f"difficulty::{card.difficulty}"]
    found += [f"about::{clean}" for tag in card.tags if (clean := _BETWEEN_TAGS.sub("-", tag).strip("-"))]
    found += ["retired"] if card.retired else []
    found += [] if card.works else ["without-answer"]
    return [f"{NAME}::{one}" for one in found]
