"""Printed text as it is compared: line by line, as a reader sees it. Standard library only."""

from __future__ import annotations

import unicodedata


def printed_lines(text: str) -> list[str]:
    """Return the lines that say something, widths folded and runs of blanks joined."""
    folded = unicodedata.normalize("NFKC", text).strip()
    return [" ".join(line.split()) for line in folded.splitlines() if line.strip()]
