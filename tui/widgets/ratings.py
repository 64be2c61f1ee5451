"""What the schedule makes of an answer, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from textual.content import Content

from quizbank.card import Rating
from quizbank.message import Message
from quizbank.practice import Practice
from tui.i18n import _, ngettext, say

RATING_NAMES: Mapping[Rating, Message] = {
    Rating.AGAIN: Message("again"),
    Rating.HARD: Message("hard"),
    Rating.GOOD: Message("good"),
    Rating.EASY: Message("easy"),
}


def rating_words(practice: Practice, now: Callable[[], datetime]) -> Content:
    """Return the rating that holds for the current answer, and after how many days it is asked again."""
    rating, days = practice.rating, practice.due_in(now())
    if practice.mode == "cram":
        return Content.styled(_("The schedule stays as it is: this is a cram."), "$text-muted")
    if rating is None or days is None:
        return Content.styled(_("The schedule stays as it is: this says nothing about you."), "$text-muted")
    if days == 0:
        when = _("asked again today")
    else:
        when = ngettext("asked again in {count} day", "asked again in {count} days", days).format(count=days)
    if rating is Rating.AGAIN and practice.drill is not None:
        when = _("{when}, and once more in this drill if time allows").format(when=when)
    name = say(RATING_NAMES[rating])
    return Content(_("{rating}: {when}").format(rating=name, when=when)).stylize("bold", 0, len(name))
