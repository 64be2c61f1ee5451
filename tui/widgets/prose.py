"""Texts of questions and foreign text as ``Content``: nothing here is ever parsed as markup.

``prose`` is for texts written for a reader, where only backticks have a meaning. ``foreign`` is for
everything that a program produced or contains: snippets, outputs, exceptions.
"""

from __future__ import annotations

import re
import unicodedata

from textual.content import Content, Span

CODE_STYLE = "bold $text-accent"

_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
_CODE = re.compile(r"`([^`\n]+)`")


def prose(text: str) -> Content:
    """Return a question's text: backticks become a style, blank lines part paragraphs, lines are joined."""
    paragraphs = [_joined(part) for part in _PARAGRAPHS.split(visible(text).strip())]
    return Content("\n\n").join(_with_code(paragraph) for paragraph in paragraphs)


def foreign(text: str) -> Content:
    """Return text from outside as it is, with everything that a terminal would obey made visible."""
    return Content(visible(text))


def visible(text: str) -> str:
    """Return the text with control and direction characters replaced by something to look at."""
    return _UNSEEN.sub(lambda found: _picture(found[0]), text.replace("\r\n", "\n"))


def _picture(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def is_wide(character: str) -> bool:
    """Tell whether a character is one of those between which Chinese text may be broken."""
    return unicodedata.east_asian_width(character) in "WF"


def _joined(paragraph: str) -> str:
    """Join hard-wrapped lines; Chinese takes no blank where two lines meet."""
    lines = [line.strip() for line in paragraph.split("\n")]
    whole = lines[0]
    for line in lines[1:]:
        meets_wide = whole and line and is_wide(whole[-1]) and is_wide(line[0])
        whole += line if meets_wide else f" {line}"
    return whole


def _with_code(paragraph: str) -> Content:
    pieces: list[str] = []
    spans: list[Span] = []
    length = 0
    for index, piece in enumerate(_CODE.split(paragraph)):
        if index % 2:
            spans.append(Span(length, length + len(piece), CODE_STYLE))
        pieces.append(piece)
        length += len(piece)
    return Content("".join(pieces), spans)
