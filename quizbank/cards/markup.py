"""Cards as HTML: for Anki, whose own marks in a text must not act, and for a page of its own."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass

from quizbank.cards.card import Block, Drawing, Filled, Item, Listed, Output, Program, Words
from quizbank.cards.drawing import drawn
from quizbank.cards.highlight import highlighted
from quizbank.cards.plain_text import fit
from quizbank.prose import paragraphs, spans

_ACTING = re.compile(r"\[(?=sound:|/?latex\]|/?\$\$?\]|anki:)", re.IGNORECASE)
_MATHS = re.compile(r"\\(?=[(\[\])])")
_CLOZE = str.maketrans({"{": "&#123;", "}": "&#125;", ":": "&#58;"})


@dataclass(frozen=True, slots=True)
class Markup:
    """How text becomes HTML.

    ``anki`` takes what Anki would act on out of its way, ``cloze`` also what would end a cloze. Where code
    isn't ``coloured``, it has no classes.
    """

    anki: bool = False
    cloze: bool = False
    coloured: bool = True

    def blocks(self, blocks: Iterable[Block]) -> str:
        """Return blocks as HTML, one below the other."""
        return "\n".join(map(self.block, blocks))

    def block(self, block: Block) -> str:
        match block:
            case Words():
                return self.words(block)
            case Program():
                return f"<pre><code>{self.code(block.source)}</code></pre>"
            case Output():
                return f'<pre class="out">{self.text(block.text)}</pre>'
            case Filled():
                return f"<pre><code>{self._filled(block)}</code></pre>"
            case Listed():
                tag = "ol" if block.counted else "ul"
                items = "\n".join(map(self._item, block.items))
                # Anki's lists of lines would have bullets beside the marks.
                return f'<{tag} class="items">\n{items}\n</{tag}>'
            case Drawing():
                return drawn(block.graph, self.text)

    def words(self, words: Words) -> str:
        """Return a text in each of its languages, paragraph by paragraph."""
        tag = "h4" if words.head else "p"
        return "\n".join(
            f'<{tag} lang="{language}">{self.line(paragraph)}</{tag}>'
            for language, text in words.texts
            for paragraph in paragraphs(fit(text))
        )

    def line(self, paragraph: str) -> str:
        """Return one paragraph with its code marked."""
        return "".join(
            f"<code>{self.text(piece)}</code>" if code else self._prose(piece)
            for piece, code in spans(paragraph)
        )

    def code(self, source: str) -> str:
        """Return a program's lines, coloured by class."""
        if not self.coloured:
            return self.text(source)
        return "".join(
            f'<span class="{kind}">{self.text(piece)}</span>' if kind else self.text(piece)
            for piece, kind in highlighted(fit(source))
        )

    def text(self, text: str) -> str:
        """Return text as it is to be shown, to the letter."""
        escaped = html.escape(fit(text), quote=True)
        if self.anki:
            escaped = _ACTING.sub("&#91;", escaped)
        return escaped.translate(_CLOZE) if self.cloze else escaped

    def _prose(self, text: str) -> str:
        if not self.anki:
            return self.text(text)
        # Mathematics is looked for across entities, but not across elements.
        pieces = map(self.text, _MATHS.split(text))
        return '<span class="tex2jax_ignore">\\</span>'.join(pieces)

    def _item(self, item: Item) -> str:
        kind = {None: "", True: ' class="right"', False: ' class="wrong"'}[item.holds]
        mark = {None: "", True: "✓", False: "✗"}[item.holds]
        said = self.blocks((item.body, *item.notes))
        return f"<li{kind}>{f'<b>{mark}</b>' if mark else ''}<div>{said}</div></li>"

    def _filled(self, filled: Filled) -> str:
        """Return a program with its holes as Anki's clozes, or else with what fills them marked."""
        pieces = []
        for piece, number in filled.pieces():
            if number is None:
                pieces.append(self.code(piece))
            elif self.cloze:
                pieces.append(f"{{{{c{number}::{self.text(piece)}}}}}")
            else:
                pieces.append(f"<mark>{self.text(piece)}</mark>")
        return "".join(pieces)
