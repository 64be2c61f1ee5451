"""How the texts of questions are read: paragraphs, and ``code`` in backticks."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WIDE = r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]"
_BREAK_BETWEEN_WIDE = re.compile(rf"(?<={_WIDE})\s*\n\s*(?={_WIDE})")


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs, each on one line: a blank line parts them, a single line break is a space.

    Between Chinese characters a line break is nothing at all.
    """
    blocks = re.split(r"\n[ \t]*\n", text.strip())
    return [" ".join(_BREAK_BETWEEN_WIDE.sub("", block).split()) for block in blocks if block.strip()]


def spans(paragraph: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a paragraph, and whether each is code."""
    for index, piece in enumerate(paragraph.split("`")):
        if piece:
            yield piece, index % 2 == 1
