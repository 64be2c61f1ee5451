"""How the texts of questions are read: paragraphs, ``code`` in backticks, and where lines may be broken."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
_CODE = re.compile(r"`([^`\n]+)`")

# Chinese text writes these as wide as a character, but Unicode shares them with other scripts.
_SHARED = frozenset("“”‘’…—·")
# What must not begin a line, and what must not end one.
_CLOSING = frozenset("，。、；：？！）】》」』〉”’…—·%,.;:?!)]}")
_OPENING = frozenset("（【《「『〈“‘([{")


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs, each on one line: a blank line parts them, a single line break is a space.

    Between Chinese characters a line break is nothing at all.
    """
    return [_joined(part) for part in _PARAGRAPHS.split(text.strip()) if part]


def spans(paragraph: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a paragraph, and whether each is code; a backtick without a partner stays."""
    for index, piece in enumerate(_CODE.split(paragraph)):
        if piece:
            yield piece, index % 2 == 1


def line_starts(text: str, width: int, cells: Callable[[str], int]) -> list[int]:
    """Return the offsets at which lines begin, but for the first, so that none is wider than ``width``.

    For one line in English, Chinese, or both in one sentence. ``cells`` measures text as the screen will
    show it. Blanks at the ends of lines don't count, and are left for the caller to strip.
    """
    starts: list[int] = []
    column = start = 0
    for end in [*_chances(text), len(text)]:
        unit = text[start:end]
        wide = cells(unit.rstrip())
        if column and column + wide > width:
            starts.append(start)
            column = 0
        if wide > width:
            for offset, character in enumerate(unit, start):
                if column and column + cells(character.strip()) > width:
                    starts.append(offset)
                    column = 0
                column += cells(character)
        else:
            column += cells(unit)
        start = end
    return starts


def _joined(paragraph: str) -> str:
    lines = [line.strip() for line in paragraph.split("\n")]
    whole = lines[0]
    for line in lines[1:]:
        whole += line if whole and line and _meets_chinese(whole[-1], line[0]) else f" {line}"
    return whole


def _meets_chinese(last: str, first: str) -> bool:
    """Tell whether two characters that meet at a line break are those of Chinese text."""
    return any(map(_is_wide, (last, first))) and all(
        _is_wide(character) or character in _SHARED for character in (last, first)
    )


def _chances(text: str) -> list[int]:
    """Return the offsets at which a line may begin."""
    return [
        index
        for index in range(1, len(text))
        if not _is_blank(text[index])
        and not _closes(text, index)
        and text[index - 1] not in _OPENING
        and (_is_blank(text[index - 1]) or _is_wide(text[index - 1]) or _is_wide(text[index]))
    ]


def _closes(text: str, index: int) -> bool:
    """Tell whether the character there belongs to what stands before it; the dot of ``.cuda()`` doesn't."""
    named = text[index] == "." and text[index + 1 : index + 2].isidentifier()
    return text[index] in _CLOSING and not named


def _is_wide(character: str) -> bool:
    """Tell whether a character is one of those between which Chinese text may be broken."""
    return unicodedata.east_asian_width(character) in "WF"


def _is_blank(character: str) -> bool:
    """Tell whether a line may be broken after the character; a no-break space says no."""
    return character.isspace() and character != "\u00a0"
