"""What the schedule makes of an answer, in words."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue
from textual.content import Content

from quizbank.card import Rating
from quizbank.message import Message
from quizbank.practice import Practice
from runner.judge import Verdict
from tui.i18n import _, ngettext, say

RATING_NAMES: Mapping[Rating, Message] = {
    Rating.AGAIN: Message("again"),
    Rating.HARD: Message("hard"),
    Rating.GOOD: Message("good"),
    Rating.EASY: Message("easy"),
}


def rating_words(rating: Rating | None, days: int | None, practice: Practice) -> Content:
    """Return the rating that holds for an answer, and after how many days its question is asked again."""
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
    return Content.assemble((say(RATING_NAMES[rating]), "bold"), ": ", when)


def evidence_of(verdict: Verdict) -> JsonValue:
    """Return what a verdict rests on, to be kept."""
    raised = verdict.result.raised
    return {
        "ended": verdict.result.ended.value,
        "parts": [part.right for part in verdict.parts],
        "raised": raised.type if raised is not None else None,
    }
