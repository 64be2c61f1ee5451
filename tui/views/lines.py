"""Lines of text from outside: to the letter, and broken to a width."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from quizbank.prose import line_starts
from tui.visible import visible


def plain(text: str) -> Text:
    """Return foreign text to the letter, control characters made visible."""
    return Text(visible(text))


def broken(text: Text, width: int) -> Iterator[Text]:
    """Yield a text in lines of at most ``width`` cells."""
    for line in text.split("\n", allow_blank=True):
        for part in line.divide(line_starts(line.plain, max(20, width), cell_len)):
            part.rstrip()
            yield part


def indented(text: Text, indent: int, width: int) -> Iterator[Text]:
    """Yield a text broken into lines that all start at the same column."""
    for line in broken(text, width - indent):
        yield Text.assemble(" " * indent, line)
