"""What the schedule makes of an answer, in words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from textual.content import Content

from quizbank.practice import Practice
from tui.wording import rating_text


def rating_words(practice: Practice, now: Callable[[], datetime]) -> Content:
    """Return the rating that holds for the current answer, and after how many days it is asked again."""
    name, text = rating_text(practice, now())
    return Content(text).stylize("bold", 0, len(name)) if name else Content.styled(text, "$text-muted")
