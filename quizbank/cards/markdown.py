"""Cards as Markdown: what its dialects have in common.

Nothing in a text acts as Markdown, as Obsidian's own marks, or as a mark by which a program tells cards
apart. Lists keep each item on one line, so that code blocks always begin at the margin, where those programs
look for them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from string import punctuation

from quizbank.cards import words
from quizbank.cards.card import Block, Card, Drawing, Filled, Item, Listed, Output, Program, Words
from quizbank.cards.drawing import told
from quizbank.cards.plain_text import fit
from quizbank.prose import paragraphs, spans
from quizbank.question import Text

BREAK = "<br>"
RULE = "***"
CUT = "---"
"""Parts cards, where a dialect says so with a line."""

_ACTING = re.compile(r"[\\`*_\[\]<#|~$^]|&(?=[#\w])|%(?=%)|(?<=%)%|=(?==)|(?<==)=|:(?=:|//)|(?<=:):")
_AT_START = re.compile(r"^(?:(?=[-+=?>])|(\d{1,9})(?=[.)])|([QAC])(?=:))")
_FENCES = re.compile(r"`{3,}|~{3,}")
# In backticks these would still part a question from its answer, make a cloze, or lose their blanks.
_UNSAFE_CODE = re.compile(r"`|::|==|^\s|\s$|^$")
_CUTS = str.maketrans({"-": "&#45;", ":": "&#58;"})
_ENTITIES = {ord(character): f"&#{ord(character)};" for character in punctuation + "\t"}


@dataclass(frozen=True, slots=True)
class Markdown:
    """How blocks become Markdown.

    ``spaced`` puts blank lines between blocks, where they don't end a card; ``indent`` goes before every line
    of code; ``headings`` says whether a head may be one.
    """

    spaced: bool = False
    indent: str = ""
    headings: bool = True

    def blocks(self, blocks: Iterable[Block]) -> str:
        """Return blocks one below the other, without a blank line at either end."""
        shown = [(block, text) for block in blocks if (text := self.block(block))]
        pieces = [text for _, text in shown[:1]]
        for (above, _), (below, text) in pairwise(shown):
            pieces += [self._between(above, below), text]
        return "".join(pieces)

    def block(self, block: Block) -> str:
        match block:
            case Words(head=True):
                lines = [f"#### {one}" if self.headings else f"**{one}**" for one in _lines(block)]
                return ("\n\n" if self.spaced else "\n").join(lines)
            case Words():
                return ("\n\n" if self.spaced else f"{BREAK}\n").join(
                    _AT_START.sub(r"\1\2\\", line) for line in _lines(block)
                )
            case Program():
                return self._fence(block.source, "python")
            case Filled():
                return self._fence("".join(piece for piece, _ in block.pieces()), "python")
            case Output():
                return self._fence(block.text, "text")
            case Drawing():
                return self._fence(told(block.graph), "text")
            case Listed():
                return self._list(block)

    def _between(self, above: Block, below: Block) -> str:
        listed = isinstance(above, Listed) and not _is_program(above)
        # What follows a list would go on in its last item, or be counted with it.
        rule = listed and isinstance(below, Listed) and not _is_program(below)
        if self.spaced:
            return f"\n\n{RULE}\n\n" if rule else "\n\n"
        texts = isinstance(below, Words) and not below.head
        if rule or (listed and texts):
            return f"\n{RULE}\n"
        return f"{BREAK}\n" if texts and isinstance(above, Words) and not above.head else "\n"

    def _fence(self, source: str, language: str) -> str:
        source = fit(source)
        if self.spaced and any(line.strip() == CUT for line in source.split("\n")):
            # A line that parts cards does so in a fence as well, indented or not.
            return (
                f'<pre><code class="language-{language}">{html.escape(source).translate(_CUTS)}</code></pre>'
            )
        longest = max((len(run) for run in _FENCES.findall(source)), default=2)
        fence = "`" * (longest + 1)
        return "\n".join(
            f"{self.indent}{line}" for line in (f"{fence}{language}", *source.split("\n"), fence)
        )

    def _list(self, listed: Listed) -> str:
        if _is_program(listed):
            sources = [item.body.source for item in listed.items if isinstance(item.body, Program)]
            apart = "\n\n" if any("\n" in one for one in sources) and not listed.counted else "\n"
            return self._fence(apart.join(sources), "python")
        return "\n".join(
            f"{number}. {_item(item)}" if listed.counted else f"- {_item(item)}"
            for number, item in enumerate(listed.items, 1)
        )


def front(card: Card) -> tuple[Block, ...]:
    """Return what is asked; a program to fill comes right after the question."""
    if card.hole is None:
        return card.front
    return (*card.front[:1], Program(card.hole.emptied), *card.front[1:])


def back(card: Card) -> Iterator[Block]:
    """Yield what is answered."""
    if card.hole is not None and card.works:
        yield card.hole
    yield from card.back
    for head, blocks in ((words.EXPLANATION, card.explanation), (words.MISCONCEPTION, card.misconception)):
        if blocks:
            yield _head(head, card)
            yield from blocks


def source(card: Card) -> str:
    """Return one line on where a card comes from: its id, what ran, and where to read on."""
    said = [code(card.id), _escaped(card.origin), *(f"<{link}>" for link in card.links)]
    return " · ".join(said)


def code(text: str) -> str:
    """Return code within a line."""
    text = fit(text)
    if not _UNSAFE_CODE.search(text):
        return f"`{text}`"
    bare = text.lstrip(" ")
    return f"<code>{'&nbsp;' * (len(text) - len(bare))}{bare.translate(_ENTITIES)}</code>" if text else ""


def _head(text: Text, card: Card) -> Words:
    return Words(tuple((language, text[language]) for language in card.languages), head=True)


def _is_program(listed: Listed) -> bool:
    """Tell whether a list is the lines of a program, about which nothing else is said."""
    return all(
        isinstance(item.body, Program) and item.holds is None and not item.notes for item in listed.items
    )


def _lines(text: Words) -> list[str]:
    """Return a text's paragraphs, in every language, each on one line."""
    return [_line(one) for _, said in text.texts for one in paragraphs(fit(said))]


def _line(paragraph: str) -> str:
    return "".join(code(piece) if is_code else _escaped(piece) for piece, is_code in spans(paragraph))


def _escaped(prose: str) -> str:
    return _ACTING.sub(r"\\\g<0>", fit(prose))


def _item(item: Item) -> str:
    mark = {None: "", True: "✓ ", False: "✗ "}[item.holds]
    said = [line for block in (item.body, *item.notes) for line in _in_one_line(block)]
    line = mark + BREAK.join(said) or BREAK
    # A mark keeps what follows from beginning a line.
    return line if mark else _AT_START.sub(r"\1\2\\", line)


def _in_one_line(block: Block) -> Iterator[str]:
    """Yield a block as pieces of one line; the reader sees a line for each."""
    match block:
        case Words():
            yield from _lines(block)
        case Program():
            yield from map(code, fit(block.source).split("\n"))
        case Filled():
            yield from map(code, fit("".join(piece for piece, _ in block.pieces())).split("\n"))
        case Output():
            yield from map(code, fit(block.text).split("\n"))
        case Drawing():
            yield from map(code, told(block.graph).split("\n"))
        case Listed():
            yield from map(_item, block.items)
