"""What is printed where the locale has no Unicode: glyphs give way to ASCII, and end no command."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable
from typing import TextIO

STAND_INS = str.maketrans(
    {
        **dict.fromkeys("✓", "+"),
        **dict.fromkeys("✗×", "x"),
        **dict.fromkeys("❯→", ">"),
        **dict.fromkeys("←", "<"),
        **dict.fromkeys("●★■█▒•", "*"),
        **dict.fromkeys("○☆□░·", "."),
        **dict.fromkeys("─━–—", "-"),
        **dict.fromkeys("│┃", "|"),
        **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼", "+"),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("“”", '"'),
        **dict.fromkeys("\u00a0", " "),
        "…": "...",
    }
)
"""One character for one, so that columns stay where they are; but for the ellipsis, which ends a line."""
HANDLER = "torchdrill"


def stand_in(error: UnicodeError) -> tuple[str, int]:
    """Return what to print instead of what an encoding lacks: something alike, or a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end].translate(STAND_INS)
    return "".join(one if one.isascii() else "?" for one in lacking), error.end


def print_what_can_be(streams: Iterable[TextIO]) -> None:
    """Have these streams print a stand-in for each character that their encoding lacks."""
    codecs.register_error(HANDLER, stand_in)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper) and codecs.lookup(stream.encoding).name != "utf-8":
            stream.reconfigure(errors=HANDLER)
