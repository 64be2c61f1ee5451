"""Cards as one HTML file that needs nothing else: a list to read, or two-sided cards to print.

``file.html#cards`` shows the cards. A page of fronts is followed by the page of their backs, which fits when
the printer turns sheets along their long edge. A card is half of a page, on A4 as on Letter; where one is too
long, the sheet's cards get a sheet each.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from quizbank.cards import words
from quizbank.cards.card import Block, Card, Words
from quizbank.cards.deck import MARK, NAME, Deck, Written
from quizbank.cards.markup import Markup
from quizbank.cards.note import style
from quizbank.question import Text

A_SHEET = 2
"""Cards on a side of a sheet."""
_MARKUP = Markup()
_RULES = re.compile(r"([^{}]+)\{([^{}]*)\}")


def write(deck: Deck) -> tuple[Written, ...]:
    """Return the page."""
    cards = [
        "\n".join(['<div class="sheet">', *map(_card, deck.cards[start : start + A_SHEET]), "</div>"])
        for start in range(0, len(deck.cards), A_SHEET)
    ]
    page = f"""\
<!DOCTYPE html>
<html lang="{deck.languages[0]}">
<head>
<meta charset="utf-8">
<meta name="generator" content="{MARK}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{NAME}</title>
<style>
{style()}{_part("page.css")}{_at_night()}</style>
</head>
<body class="card">
<main>
<nav>{_shown(words.VIEWS, deck)}</nav>
{chr(10).join(cards)}
</main>
<script>
{_part("page.js")}</script>
</body>
</html>
"""
    return (Written(page.encode()),)


def _card(card: Card) -> str:
    hole = () if card.hole is None else (card.hole,)
    emptied = "" if card.hole is None else f"<pre><code>{_MARKUP.code(card.hole.emptied)}</code></pre>"
    front = _MARKUP.blocks(card.front[:1]) + emptied + _MARKUP.blocks(card.front[1:])
    behind = [_MARKUP.blocks((*(hole if card.works else ()), *card.back))]
    behind += [
        f"<section>{_MARKUP.blocks((_head(head, card), *blocks))}</section>"
        for head, blocks in ((words.EXPLANATION, card.explanation), (words.MISCONCEPTION, card.misconception))
        if blocks
    ]
    name = f"<footer>{_MARKUP.text(card.topic)} · {_MARKUP.text(card.id)} · {'★' * card.difficulty}</footer>"
    origin = f"<footer>{_MARKUP.text(card.id)} · {_MARKUP.text(card.origin)}</footer>"
    return (
        f'<article class="td side front"><div class="fit">{front}{name}</div></article>\n'
        f'<article class="td side back"><div class="fit">{chr(10).join(behind)}{origin}</div></article>'
    )


def _head(text: Text, card: Card) -> Block:
    return Words(tuple((language, text[language]) for language in card.languages), head=True)


def _shown(views: tuple[tuple[str, Text], ...], deck: Deck) -> str:
    return " · ".join(
        f'<a href="{place}">{" / ".join(_MARKUP.text(text[language]) for language in deck.languages)}</a>'
        for place, text in views
    )


@cache
def _at_night() -> str:
    """Return what Anki's night mode changes, for dark screens; paper is always white."""
    rules = [
        f"  {rule[1].replace('.card.nightMode', '.card').replace('.nightMode ', '').strip()} {{{rule[2]}}}\n"
        for rule in _RULES.finditer(style())
        if ".nightMode" in rule[1]
    ]
    return f"@media screen and (prefers-color-scheme: dark) {{\n{''.join(rules)}}}\n"


@cache
def _part(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
