"""How a clock with a limit looks, in an interview and in a timed quiz."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor

from textual.content import Content

from quizbank.interview.clock import Mark, mark_of
from quizbank.message import Message
from tui.i18n import say
from tui.widgets.labels import duration

MARKS: Mapping[Mark, tuple[str, Message | None]] = {
    Mark.CALM: ("$text-muted", None),
    Mark.HALF: ("$text-primary", Message("half")),
    Mark.NEARLY: ("bold $text-warning", Message("nearly over")),
    Mark.OVER: ("bold $text-error", Message("over")),
}
"""The style and the word of a clock from each share of its limit on; colour alone says nothing."""


def marked_time(seconds: float, limit: float, between: str = " / ") -> Content:
    """Return the time spent and its limit, with the mark that was passed last."""
    style, word = MARKS[mark_of(seconds, limit)]
    time = f"{duration(floor(seconds))}{between}{duration(ceil(limit))}"
    return Content.styled(time if word is None else f"{time} {say(word)}", style)
