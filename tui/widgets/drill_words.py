"""How a drill ended, and where it leads, in words."""

from __future__ import annotations

from quizbank.drill import Drill, Outlook
from tui.i18n import _, ngettext


def ending_text(drill: Drill) -> str:
    """Say why a drill is over; nothing of one that the learner left."""
    match drill.ending:
        case "budget":
            minutes = round(drill.order.minutes)
            text = ngettext(
                "The {count} minute is used up, or too little is left of it for another question.",
                "The {count} minutes are used up, or too little is left of them for another question.",
                minutes,
            )
            return text.format(count=minutes)
        case "count":
            count = drill.order.count or 0
            text = ngettext("That was {count} question.", "Those were {count} questions.", count)
            return text.format(count=count)
        case "nothing" if drill.order.crams:
            return _("That was everything.")
        case "nothing":
            return _("Nothing more is worth its time today; come back tomorrow.")
        case None:
            return ""


def outlook_text(outlook: Outlook, drill: Drill) -> str:
    """Say what is predicted for a drill's questions."""
    if outlook.interview is None:
        known = _("Of the {total} questions of this drill you would know about {recall:.0%} now.")
        text = known.format(total=len(drill.questions), recall=outlook.recall)
    else:
        known = _(
            "With {minutes:g} minutes every day, you would know about {recall:.0%} of {total} on {date}."
        )
        text = known.format(
            minutes=drill.order.minutes,
            recall=outlook.recall,
            total=len(drill.questions),
            date=outlook.interview.isoformat(),
        )
    unseen = ngettext(
        "{count} question was never asked.", "{count} questions were never asked.", outlook.unseen
    )
    if outlook.interview is not None:
        unseen = ngettext(
            "{count} question stays unseen at this pace.",
            "{count} questions stay unseen at this pace.",
            outlook.unseen,
        )
    return f"{text}\n{unseen.format(count=outlook.unseen)}" if outlook.unseen else text
