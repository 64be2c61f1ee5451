"""Whatever a question or a program says, every format says it again to the letter."""

from __future__ import annotations

import html
import re
import sqlite3
import zipfile
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizbank.cards import anki_text, apkg, hashcards, jsonl, obsidian, page
from quizbank.cards.deck import Deck
from quizbank.cards.plain_text import fit
from quizbank.prose import paragraphs, spans
from quizbank.vocabulary import LANGUAGES, Language
from tests.quizbank.cards.making import changed, deck_of, evidence, sample, samples

# Pieces that mean something to one of the formats, among characters of every kind.
_PIECES = [
    "{{c1::",
    "}}",
    "::",
    "{",
    "}",
    "[sound:",
    "[latex]",
    "\\(",
    "\\[",
    "[",
    "](",
    "<b>",
    "</pre>",
    "</script>",
    "<!--",
    "&amp;",
    "&#91;",
    "`",
    "```",
    "~~~",
    "==",
    "%%",
    "$x$",
    "#tag",
    "?",
    "Q:",
    "A: ",
    "C:",
    "---",
    "***",
    "_x_",
    "**",
    "1. ",
    "- ",
    "> ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "\x1f",
    "\x00",
    "\x85",
    "\u2028",
    '"',
    "'",
    "שלום",
    "\u202e",
    "🎉",
    "中文",
    "，",
    "\\",
    "|",
    "^",
    "https://x.y",
    "    x",
    "+",
    "=",
    "!",
]
anything = st.lists(st.sampled_from(_PIECES) | st.text(max_size=6), max_size=12).map("".join)
said = anything.map(lambda text: f"x{text}x")  # neither empty nor blank


@st.composite
def decks(draw: st.DrawFn) -> tuple[Deck, str, str]:
    """Return one card with its prompt and its output."""
    prompt, printed = draw(said), draw(said)
    question = changed(sample("recall"), prompt={"en": prompt, "zh": "说"})
    return deck_of((question, evidence(question, printed=printed))), prompt, printed


def shown(text: str) -> str:
    """Return a text as a reader sees it: its paragraphs without what marks code, and blanks alike."""
    read = ("".join(piece for piece, _ in spans(one)) for one in paragraphs(fit(text)))
    return squeezed("\n".join(read))


def squeezed(text: str) -> str:
    return " ".join(text.split())


def seen(markup: str) -> str:
    """Return what a browser shows of HTML."""
    return squeezed(html.unescape(re.sub(r"<(?:/?[a-z][^>]*)>", lambda tag: _gap(tag[0]), markup)))


def _gap(tag: str) -> str:
    return "" if re.match(r"</?(?:code|span|b|mark|svg|a)\b", tag) else " "


def printed_in(markup: str) -> list[str]:
    """Return the outputs in HTML, with each blank as it is."""
    return [html.unescape(one) for one in re.findall(r'<pre class="out">(.*?)</pre>', markup, re.DOTALL)]


def output(printed: str) -> str:
    return fit(printed.rstrip("\n"))


def fields_of(package: bytes) -> list[str]:
    with zipfile.ZipFile(BytesIO(package)) as archive, sqlite3.connect(":memory:") as database:
        database.deserialize(archive.read("collection.anki2"))
        found: list[str] = database.execute("SELECT flds FROM notes").fetchone()[0].split("\x1f")
    return found


@given(decks())
@settings(deadline=None, max_examples=60)
def test_apkg(made: tuple[Deck, str, str]) -> None:
    deck, prompt, printed = made
    fields = fields_of(apkg.write(deck)[0].content)
    assert len(fields) == 8
    assert seen(fields[0]) == shown(prompt)
    assert printed_in(fields[1]) == [output(printed)]
    assert not re.search(r"\[(sound:|latex\]|\$\$?\]|anki:)", "".join(fields))
    assert not re.search(r"\\[(\[]", re.sub(r"<(pre|code)\b.*?</\1>", "", fields[0], flags=re.DOTALL))


@given(decks())
@settings(deadline=None, max_examples=60)
def test_anki_text(made: tuple[Deck, str, str]) -> None:
    deck, prompt, printed = made
    rows = anki_text.write(deck)[0].content.decode().split("\n", 6)[6]
    fields = [one.replace('""', '"') for one in re.findall(r'(?:^|\t)"((?:[^"]|"")*)"', rows)]
    assert len(fields) == 5
    assert seen(fields[2]) == shown(prompt)
    assert printed_in(fields[3]) == [output(printed)]


@given(decks())
@settings(deadline=None, max_examples=60)
def test_page(made: tuple[Deck, str, str]) -> None:
    deck, prompt, printed = made
    text = page.write(deck)[0].content.decode()
    front = re.findall(r'<article class="td side front"><div class="fit">(.*?)<footer>', text, re.DOTALL)
    assert [seen(one) for one in front] == [shown(prompt)]
    assert printed_in(text) == [output(printed)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_kinds_are_in_every_format(language: Language) -> None:
    deck = deck_of(*samples(), languages=(language,))
    for module in (anki_text, apkg, hashcards, jsonl, obsidian, page):
        files = module.write(deck)
        assert files == module.write(deck), "the same cards, other bytes"
        whole = b"".join(one.content for one in files)
        if module is not apkg:
            for question, _ in samples():
                assert question.explanation[language].encode() in whole
                assert question.id.encode() in whole


def test_a_card_without_an_answer_gives_none_anywhere() -> None:
    deck = deck_of(*((one, evidence(one, failure="boom", proofs=())) for one, _ in samples()))
    for module in (anki_text, hashcards, obsidian, page):
        whole = b"".join(one.content for one in module.write(deck)).decode()
        assert whole.count("boom") == 6
        for answer in ("It happens.", "detach()", "return 2 * x", "ones are float32", "✓"):
            assert answer not in whole, (module.__name__, answer)
