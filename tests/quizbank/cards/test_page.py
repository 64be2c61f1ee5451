from __future__ import annotations

import re
from dataclasses import replace
from itertools import zip_longest

from hypothesis import example, given, settings
from hypothesis import strategies as st

from quizbank.cards import page
from quizbank.cards.card import Block, Card, Drawing
from quizbank.cards.deck import Deck
from quizbank.cards.evidence import Graph, GraphNode
from quizbank.cards.markdown import back, front
from tests.quizbank.cards.making import NOW, deck_of, samples
from tests.quizbank.cards.random_cards import cards, lines_of, marked_card
from tests.quizbank.cards.reading import read_html

SIDES = re.compile(r'<article class="td side (front|back)"><div class="fit">(.*?)</div></article>', re.DOTALL)


def written(*shown: Card) -> str:
    return page.write(Deck(shown, (), ("en", "zh"), NOW, {}))[0].content.decode()


def sides(text: str) -> list[tuple[str, list[str]]]:
    return [(side[1], read_html(side[2])) for side in SIDES.finditer(text)]


PICTURED = "MulBackward0 ← w"
"""What the picture of the cards' graph says in words."""


def said(blocks: list[Block]) -> list[str]:
    """Return what a reader should see, with a mark beside its line rather than on one before it."""
    lines = [line.removesuffix(PICTURED).rstrip() for line in lines_of(blocks)]
    return [line for line in lines if line]


def without_pictures(lines: list[str]) -> list[str]:
    return [line for line in lines if line not in ("MulBackward0", "w")]


@given(st.lists(cards, min_size=1, max_size=3))
@example([marked_card()])
@settings(max_examples=15, deadline=None)
def test_every_side_says_what_the_card_does(some: list[Card]) -> None:
    found = sides(written(*some))
    assert [name for name, _ in found] == ["front", "back"] * len(some)
    for number, card in enumerate(some):
        *asked, name = found[2 * number][1]
        *answered, origin = found[2 * number + 1][1]
        compare(without_pictures(asked), said(list(front(card))))
        compare(without_pictures(answered), said(list(back(card))))
        assert card.id in name and card.id in origin and card.origin in origin


def compare(found: list[str], expected: list[str]) -> None:
    """Compare word by word: a mark stands on a line of its own in HTML, and beside its text on a page."""
    for seen, wanted in zip_longest(" ".join(found).split(), " ".join(expected).split()):
        assert seen == wanted


def test_two_cards_share_a_sheet() -> None:
    text = written(*[marked_card()] * 5)
    sheets = text.split('<div class="sheet">')[1:]
    assert [len(SIDES.findall(sheet)) for sheet in sheets] == [4, 4, 2]


def test_the_page_needs_nothing_else() -> None:
    text = page.write(deck_of(*samples()))[0].content.decode()
    assert not re.search(r"<(link|img|iframe|script src)|@import|url\(", text)


def test_dark_screens_get_dark_cards_and_paper_none() -> None:
    text = page.write(deck_of(*samples()))[0].content.decode()
    night = text.split("@media screen and (prefers-color-scheme: dark) {")
    assert any(".card {" in one and "#1c2128" in one for one in night[1:])
    assert "nightMode" not in "".join(night[1:])


def test_a_graph_is_a_picture() -> None:
    drawing = Drawing(Graph("loss", (GraphNode("MulBackward0", (1,)), GraphNode("AccumulateGrad", (), "w"))))
    assert "<svg" in written(replace(marked_card(), back=(drawing,)))
