"""The fields of Anki's notes, and what they look like there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from quizbank.cards import words
from quizbank.cards.card import Card
from quizbank.cards.deck import deck_name, guid, tags
from quizbank.cards.markup import Markup
from quizbank.question import Text

FIELDS = ("Front", "Back", "Explanation", "Misconception", "Hint", "Source", "ID", "Extra")
"""Frozen: a field that is added, renamed or moved keeps every learner's notes from being updated.

``Extra`` is always empty; it is there for what nobody has thought of yet.
"""


@dataclass(frozen=True, slots=True)
class Note:
    """A card as Anki keeps it; ``fields`` are HTML in the order of FIELDS."""

    card: Card
    guid: str
    deck: str
    tags: tuple[str, ...]
    fields: tuple[str, ...]

    @property
    def cloze(self) -> bool:
        return self.card.hole is not None

    @property
    def digest(self) -> str:
        """What changes whenever the card says something else; where it ran alone is no reason."""
        said = [field for name, field in zip(FIELDS, self.fields, strict=True) if name != "Source"]
        return _digest([self.deck, *self.tags, *said])


@lru_cache(maxsize=4096)  # an export asks twice: whether the card has changed, and what to write
def note_of(card: Card) -> Note:
    """Return the note of a card."""
    basic, cloze = Markup(anki=True), Markup(anki=True, cloze=True)
    front = cloze if card.hole is not None else basic
    asked = card.front[:1], card.front[1:]
    hole = () if card.hole is None else (card.hole,)
    hints = "".join(f"<li>{basic.words(hint)}</li>" for hint in card.hints)
    links = "".join(f'<a href="{basic.text(one)}">{basic.text(one)}</a><br>' for one in card.links)
    fields = (
        front.blocks((*asked[0], *hole, *asked[1])),
        basic.blocks(card.back),
        basic.blocks(card.explanation),
        basic.blocks(card.misconception),
        f"<ol>{hints}</ol>" if hints else "",
        f"{links}{basic.text(card.origin)}",
        basic.text(card.id),
        "",
    )
    return Note(card, guid(card), deck_name(card), tuple(tags(card)), fields)


@cache
def style() -> str:
    """Return the style sheet of every card."""
    return Path(__file__).with_name("card.css").read_text(encoding="utf-8")


def templates(*, cloze: bool) -> tuple[str, str]:
    """Return the front and the back of a note type's only template."""
    # On the back of a cloze card the text comes again, with what was hidden.
    asked = "{{cloze:Front}}" if cloze else "{{Front}}"
    hints = f"<details><summary>{_both(words.HINTS)}</summary>{{{{Hint}}}}</details>"
    front = f'<div class="td">{asked}{{{{#Hint}}}}{hints}{{{{/Hint}}}}</div>'
    again = f'<div class="td">{asked}</div>' if cloze else "{{FrontSide}}"
    behind = "\n".join(
        [
            "{{Back}}",
            _where_given("Explanation", f"<h4>{_both(words.EXPLANATION)}</h4>"),
            _where_given("Misconception", f"<h4>{_both(words.MISCONCEPTION)}</h4>"),
            _where_given("Extra"),
            "<footer>{{Source}}<br>{{ID}}</footer>",
        ]
    )
    return front, f'{again}<hr id="answer"><div class="td">{behind}</div>'


def types_digest() -> str:
    """Return what changes whenever a note type does."""
    said = [style(), *templates(cloze=False), *templates(cloze=True), *FIELDS]
    return _digest(said)


def _where_given(field: str, head: str = "") -> str:
    return f"{{{{#{field}}}}}<section>{head}{{{{{field}}}}}</section>{{{{/{field}}}}}"


def _both(text: Text) -> str:
    """Return a word in both languages: a note type doesn't know which its notes are in."""
    return f"{text.en} · {text.zh}"


def _digest(said: Iterable[str]) -> str:
    return hashlib.sha256("\x1f".join(said).encode()).hexdigest()[:32]
