"""What the dialects of Markdown share: text that is shown to the letter, and programs in fences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from quizbank.cards import words
from quizbank.cards.card import Block, Card, Drawing, Filled, Item, Listed, Output, Program, Words
from quizbank.cards.drawing import told
from quizbank.cards.plain_text import fit
from quizbank.prose import paragraphs, spans
from quizbank.question import Text

# With the extensions that readers have: marks, mathematics, remarks, tags, and clozes of either dialect.
_SPECIAL = re.compile(r"[\\`*_\[\]<>&~$|^{}#]|(?<==)=|(?<=:):|(?<=%)%")
_AT_START = re.compile(r"^(?:[-+?=:]|[QACS]:|\d+[.)])")
_RUNS = re.compile(r"`+")


def pieces(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield blocks as Markdown: each piece is one line of text, or a fence, which may have empty lines."""
    for block in blocks:
        match block:
            case Words():
                yield from _words(block)
            case Program():
                yield fence(block.source, "python")
            case Output():
                yield fence(block.text)
            case Filled():
                yield fence("".join(piece for piece, _ in block.pieces()), "python")
            case Listed():
                yield from _listed(block)
            case Drawing():
                yield fence(told(block.graph))


def asked(card: Card) -> Iterator[str]:
    """Yield what stands in front; holes are empty there."""
    hole = () if card.hole is None else (Program(card.hole.emptied),)
    yield from pieces((*card.front[:1], *hole, *card.front[1:]))


def answered(card: Card) -> Iterator[str]:
    """Yield what stands behind."""
    if card.hole is not None and card.works:
        yield from pieces((card.hole,))
    yield from pieces(card.back)
    for head, blocks in ((words.EXPLANATION, card.explanation), (words.MISCONCEPTION, card.misconception)):
        if blocks:
            yield from _words(_head(head, card))
            yield from pieces(blocks)
    yield from (f"<{link}>" for link in card.links)
    yield line(f"{card.origin} · {card.id}")


def line(paragraph: str) -> str:
    """Return one paragraph so that Markdown shows it to the letter, with its code as code."""
    text = "".join(_code(piece) if code else _prose(piece) for piece, code in spans(paragraph))
    return _AT_START.sub(lambda start: f"{start[0][:-1]}\\{start[0][-1]}", text)


def fence(source: str, language: str = "") -> str:
    """Return a program or its output in a fence that nothing in it can close."""
    source = fit(source)
    ticks = "`" * max(3, 1 + max((len(run) for run in _RUNS.findall(source)), default=0))
    return f"{ticks}{language}\n{source}\n{ticks}"


def _words(block: Words) -> Iterator[str]:
    for _, text in block.texts:
        for paragraph in paragraphs(fit(text)):
            yield f"**{line(paragraph)}**" if block.head else line(paragraph)


def _listed(block: Listed) -> Iterator[str]:
    # A real list would take in whatever follows it without an empty line.
    programs = [item.body.source for item in block.items if isinstance(item.body, Program)]
    if len(programs) == len(block.items):
        yield fence("\n".join(programs), "python")
        return
    for number, item in enumerate(block.items, 1):
        yield from _item(item, f"{number}\\. " if block.counted else "• ")


def _item(item: Item, lead: str) -> Iterator[str]:
    mark = {None: "", True: "✓ ", False: "✗ "}[item.holds]
    for index, piece in enumerate(pieces((item.body,))):
        yield f"{'' if index else lead + mark}{piece}"
    yield from pieces(item.notes)


def _head(text: Text, card: Card) -> Words:
    return Words(tuple((language, text[language]) for language in card.languages), head=True)


def _prose(text: str) -> str:
    return _SPECIAL.sub(lambda special: f"\\{special[0]}", text)


def _code(text: str) -> str:
    # One blank on each side is taken away, unless there is nothing else.
    padded = text.startswith(" ") and text.endswith(" ") and text.strip()
    return f"` {text} `" if padded else f"`{text}`"
