"""What topics are called: the one part of the bank that can be had without reading its questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import tomli

from quizbank.vocabulary import Language

BUILT_IN = Path(__file__).parent / "bank"
TOPICS_FILE = "topics.toml"

Titles = Mapping[str, dict[Language, str]]
"""The titles of topics, by slug, in the order in which they are shown."""


def read_titles(directory: Path) -> Titles:
    """Return what the topics file of a bank or pack says, unchecked; nothing where there is none.

    Raises OSError, and ValueError for what isn't TOML.
    """
    try:
        return tomli.loads((directory / TOPICS_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
