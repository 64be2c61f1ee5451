"""Cards as text for Anki's own importer: one file for its Basic note type, and one for Cloze.

Such a note has two fields and brings no style, so all that is behind goes into the second one.
"""

from __future__ import annotations

from quizbank.cards import words
from quizbank.cards.card import Block, Card, Words
from quizbank.cards.deck import MARK, Deck, Written, deck_name, guid, tags
from quizbank.cards.markup import Markup
from quizbank.question import Text

# No column of note types: they go by other names in other languages, and such rows would be dropped.
HEAD = "#separator:tab\n#html:true\n#guid column:1\n#deck column:2\n#tags column:5\n"
_NOTE_TYPES = (("basic", False), ("cloze", True))
_BASIC = Markup(anki=True, coloured=False)
_CLOZE = Markup(anki=True, cloze=True, coloured=False)


def write(deck: Deck) -> tuple[Written, ...]:
    """Return a file for each note type that there are cards of; a part is named where there are two."""
    files = []
    for part, cloze in _NOTE_TYPES:
        rows = [_row(card) for card in deck.cards if (card.hole is not None) is cloze]
        if rows:
            content = f"{HEAD}# {MARK}\n" + "".join(rows)
            files.append(Written(content.encode(), part))
    return tuple(files) if len(files) > 1 else tuple(Written(one.content) for one in files)


def _row(card: Card) -> str:
    markup = _BASIC if card.hole is None else _CLOZE
    hole = () if card.hole is None else (card.hole,)
    fields = (
        guid(card),
        deck_name(card),
        _left(markup.blocks((*card.front[:1], *hole, *card.front[1:]))),
        _left("\n".join(_behind(card))),
        " ".join(tags(card)),
    )
    # A row that isn't quoted, and begins with #, would be a remark.
    return "\t".join(f'"{field.replace(chr(34), 2 * chr(34))}"' for field in fields) + "\n"


def _behind(card: Card) -> list[str]:
    parts = [_BASIC.blocks(card.back)]
    headed: tuple[tuple[Text, tuple[Block, ...]], ...] = (
        (words.EXPLANATION, card.explanation),
        (words.MISCONCEPTION, card.misconception),
        (words.HINTS, card.hints),
    )
    for head, blocks in headed:
        if blocks:
            texts = Words(tuple((language, head[language]) for language in card.languages), head=True)
            parts.append(_BASIC.blocks((texts, *blocks)))
    links = "".join(f'<br><a href="{_BASIC.text(one)}">{_BASIC.text(one)}</a>' for one in card.links)
    parts.append(f"<p><small>{_BASIC.text(card.origin)} · {_BASIC.text(card.id)}{links}</small></p>")
    return parts


def _left(markup: str) -> str:
    return f'<div style="text-align: left">{markup}</div>'
