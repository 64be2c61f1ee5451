"""A dialog to choose in which format cards are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual.content import Content

from quizbank.cards.vocabulary import Format, Style
from quizbank.message import Message
from tui.i18n import say
from tui.screens.browse_filter import Entry, FilterScreen
from tui.screens.everywhere import HELP, LANGUAGE
from tui.widgets.command import Command

FORMATS: Mapping[str, tuple[Message, Format, Style | None]] = {
    "apkg": (Message("Anki package"), "apkg", None),
    "anki-text": (Message("Text for Anki"), "anki-text", None),
    "obsidian": (Message("Markdown for Obsidian"), "markdown", "obsidian"),
    "hashcards": (Message("Markdown for hashcards"), "markdown", "hashcards"),
    "html": (Message("Page to print"), "html", None),
    "jsonl": (Message("JSON Lines with everything"), "jsonl", None),
}


class ExportScreen(FilterScreen):
    """Dismisses with the chosen format as its entry's value, or None to export nothing."""

    KEYS: ClassVar[Sequence[Command]] = (
        Command("choose", ("enter",), Message("choose"), Message("Write cards like this"), in_palette=False),
        Command("move", ("up", "down"), Message("move"), Message("Go up and down"), shown="↑↓"),
        Command("dismiss", ("escape", "q"), Message("close"), Message("Write nothing")),
        LANGUAGE,
        HELP,
    )

    def __init__(self, count: int) -> None:
        """``count`` is how many cards it would be."""
        entries = [
            Entry(name, partial(_words, words), count) for name, (words, _format, _style) in FORMATS.items()
        ]
        super().__init__(Message("Export"), entries, entries[0].value)


def _words(words: Message) -> Content:
    return Content(say(words))
