"""The formats that cards can be written in."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from quizbank.cards.deck import Deck, Written
from quizbank.cards.vocabulary import Format, Style

Writer = Callable[[Deck], tuple[Written, ...]]

_MODULES: dict[tuple[Format, Style | None], str] = {
    ("apkg", None): "apkg",
    ("anki-text", None): "anki_text",
    ("markdown", "obsidian"): "obsidian",
    ("markdown", "hashcards"): "hashcards",
    ("html", None): "page",
    ("jsonl", None): "jsonl",
}


def writer_of(format_: Format, style: Style | None = None) -> Writer:
    """Return what writes a deck in this format; imported only now, for each needs something else."""
    module = import_module(f"quizbank.cards.{_MODULES[format_, style]}")
    write: Writer = module.write
    return write
