"""Whether a terminal is painted in colours at all; with none, frames, underlines and glyphs tell the same."""

from __future__ import annotations

from collections.abc import MutableMapping


def settle_colours(environment: MutableMapping[str, str]) -> None:
    """Have ``NO_COLOR`` there if no colours are wanted or the terminal has none, and only then.

    An empty one doesn't count (no-color.org), but Textual goes by its being there.
    """
    if environment.get("NO_COLOR"):
        return
    environment.pop("NO_COLOR", None)
    if not environment.get("COLORTERM") and _has_none(environment.get("TERM", "")):
        environment["NO_COLOR"] = "1"


def _has_none(term: str) -> bool:
    """Tell whether a terminal is known to have no colours."""
    try:
        import curses
    except ImportError:  # as on Windows
        return False
    try:
        curses.setupterm(term, 1)
    except curses.error:  # nobody has described it
        return False
    return curses.tigetnum("colors") < 2
