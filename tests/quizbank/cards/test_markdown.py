from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from quizbank.cards.card import Card, Item, Listed, Program, Words
from quizbank.cards.deck import MARK
from quizbank.cards.hashcards import hashcards
from quizbank.cards.markdown import Markdown, back, front
from quizbank.cards.obsidian import obsidian
from tests.quizbank.cards.random_cards import blocks, cards, lines_of, marked_card
from tests.quizbank.cards.reading import read_html

RENDERER = MarkdownIt("commonmark")


def read(markdown: str) -> list[str]:
    return read_html(RENDERER.render(markdown))


def read_obsidian(note: str) -> Iterator[tuple[str, str, str]]:
    """Yield tag, front and back, by the rules of Obsidian's spaced repetition."""
    lines = note.split("\n")
    assert lines[:3] == ["---", f"generator: {MARK}", "---"]
    text: list[str] = []
    number, parted = 3, -1
    while number < len(lines):
        line = lines[number]
        if not line.strip():
            if parted >= 0:
                yield text[0], "\n".join(text[1:parted]), "\n".join(text[parted + 1 :])
            text, parted = [], -1
        else:
            assert not line.startswith("<!--")
            outside = line.startswith(("```", "~~~"))
            assert outside or "::" not in line, "a card on one line"
            assert outside or "==" not in line, "a cloze"
            if line.strip() in ("?", "??"):
                assert line == "?" and parted < 0
                parted = len(text)
            text.append(line)
            if outside:
                fence = re.match("`+|~+", line)
                assert fence
                number += 1
                while not lines[number].startswith(fence[0]):
                    text.append(lines[number])
                    number += 1
                text.append(lines[number])
        number += 1
    assert not text


def read_hashcards(deck: str) -> Iterator[tuple[str, str]]:
    """Yield front and back, by the rules of hashcards; what it refuses fails."""
    assert deck.startswith("---\n")
    name, _, rest = deck[4:].partition("\n---\n")
    assert tomllib.loads(name)["name"].startswith(MARK)
    question: list[str] = []
    answer: list[str] = []
    state = ""
    for line in rest.split("\n"):
        assert not line.startswith("C:")
        if line.startswith("Q:"):
            assert state == ""
            state, question = "Q", [line[2:].strip()]
        elif line.startswith("A:"):
            assert state == "Q"
            state, answer = "A", [line[2:].strip()]
        elif line.strip() == "---":
            assert state == "A"
            yield "\n".join(question), "\n".join(answer)
            state = ""
        elif state:
            (question if state == "Q" else answer).append(line)
        else:
            assert not line.strip()
    if state:
        assert state == "A"
        yield "\n".join(question), "\n".join(answer)


@given(st.lists(cards, max_size=3))
@example([marked_card()])
@settings(max_examples=25, deadline=None)
def test_obsidian_finds_every_card_as_it_is(some: list[Card]) -> None:
    found = list(read_obsidian(obsidian(some)))
    assert [tag for tag, _, _ in found] == [
        f"#flashcards/pytorch/{card.id.partition('/')[0]}" for card in some
    ]
    for card, (_, asked, answered) in zip(some, found, strict=True):
        assert read(asked) == list(lines_of(front(card)))
        *said, source = read(answered)
        assert said == list(lines_of(back(card)))
        assert source == " · ".join([card.id, card.origin, *card.links])


@given(st.lists(cards, min_size=1, max_size=3))
@example([marked_card()])
@settings(max_examples=25, deadline=None)
def test_hashcards_finds_every_card_as_it_is(some: list[Card]) -> None:
    found = list(read_hashcards(hashcards(some)))
    for card, (asked, answered) in zip(some, found, strict=True):
        assert read(asked) == list(lines_of(front(card)))
        *said, source = read(answered)
        assert said == list(lines_of(back(card)))
        assert source == " · ".join([card.id, card.origin, *card.links])


@given(blocks)
@settings(max_examples=50, deadline=None)
def test_without_blank_lines_outside_of_code(some: tuple[Words, ...]) -> None:
    text = Markdown().blocks(some)
    outside = re.sub(r"(?ms)^(`{3,})[a-z]*\n.*?^\1$", "code", text)
    assert "\n\n" not in outside


def test_what_a_list_says_is_not_continued_by_what_follows() -> None:
    said = Words((("en", "after"),))
    listed = Listed((Item(Words((("en", "one"),)), holds=True, notes=(Program("x = 1"),)),), counted=True)
    for dialect in (Markdown(), Markdown(spaced=True)):
        shown = RENDERER.render(dialect.blocks((listed, said)))
        assert re.search(r"</ol>.*<p>after</p>", shown, re.DOTALL)
        shown = RENDERER.render(dialect.blocks((listed, listed)))
        assert shown.count("<ol>") == 2


def test_a_program_in_lines_keeps_its_indentation() -> None:
    lines = Listed((Item(Program("for x in y:")), Item(Program("    step(x)"))), counted=True)
    assert Markdown().block(lines) == "```python\nfor x in y:\n    step(x)\n```"
    assert Markdown(indent=" ").block(lines) == " ```python\n for x in y:\n     step(x)\n ```"
