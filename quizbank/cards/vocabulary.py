"""The words for formats that commands and screens share; light enough for ``--help``."""

from __future__ import annotations

from typing import Literal

Format = Literal["apkg", "anki-text", "markdown", "html", "jsonl"]
FORMATS: tuple[Format, ...] = ("apkg", "anki-text", "markdown", "html", "jsonl")

Style = Literal["obsidian", "hashcards"]
STYLES: tuple[Style, ...] = ("obsidian", "hashcards")

SUFFIXES: dict[Format, str] = {
    "apkg": ".apkg",
    "anki-text": ".txt",
    "markdown": ".md",
    "html": ".html",
    "jsonl": ".jsonl",
}
