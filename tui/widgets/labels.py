"""What things are called on the screen; translated where they are shown."""

from __future__ import annotations

from textual.content import Content

from quizbank.session import Score
from tui.i18n import say
from tui.wording import EXPECTED, KIND_NAMES, SCORES, Look, asked_for, duration

__all__ = [
    "EXPECTED",
    "KIND_NAMES",
    "SCORES",
    "Look",
    "asked_for",
    "check_mark",
    "difficulty_dots",
    "duration",
    "verdict_words",
]


def verdict_words(score: Score) -> Content:
    """Return glyph and word of a verdict in its colour."""
    return look_words(SCORES[score])


def look_words(look: Look) -> Content:
    """Return glyph and word of a look in its colour."""
    return Content.styled(f"{look.glyph} {say(look.word)}", look.style)


def check_mark(right: bool) -> Content:
    """Return the mark of one thing that is right or wrong."""
    look = SCORES["right" if right else "wrong"]
    return Content.styled(look.glyph, look.style)


def difficulty_dots(difficulty: int) -> Content:
    """Return a difficulty of 1 to 5 as filled and empty dots."""
    return Content.assemble(
        ("●" * difficulty, "$text-warning"), ("○" * (5 - difficulty), "$foreground-disabled")
    )
