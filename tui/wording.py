"""What things are called, on every screen and on none; translated where they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from quizbank.card import Rating
from quizbank.message import Message
from quizbank.practice import Practice
from quizbank.question import Predict
from quizbank.session import Score
from quizbank.vocabulary import Kind
from tui.i18n import _, ngettext, say

KIND_NAMES: Mapping[Kind, Message] = {
    "choice": Message("choice"),
    "predict": Message("prediction"),
    "blank": Message("fill in"),
    "code": Message("write code"),
    "order": Message("put in order"),
    "recall": Message("say it aloud"),
}


def kind_word_and_name(kind: Kind) -> str:
    """Return a kind as it is typed on the command line, and what it is called where that differs."""
    name = say(KIND_NAMES[kind])
    return kind if name == kind else _("{word} ({name})").format(word=kind, name=name)


EXPECTED: Mapping[str, Message] = {
    "value": Message("such as 2.5, True, [1, 2] or tensor([[1, 2], [3, 4]])"),
    "shape": Message("such as (2, 3) or 2x3; () for a scalar"),
    "dtype": Message("such as float32"),
    "bool": Message("True or False"),
    "exception": Message("such as ValueError, or none if nothing is raised"),
}

RATING_NAMES: Mapping[Rating, Message] = {
    Rating.AGAIN: Message("again"),
    Rating.HARD: Message("hard"),
    Rating.GOOD: Message("good"),
    Rating.EASY: Message("easy"),
}


@dataclass(frozen=True, slots=True)
class Look:
    """How a verdict looks: never by its colour alone."""

    glyph: str
    word: Message
    style: str
    css_class: str


SCORES: Mapping[Score, Look] = {
    "right": Look("✓", Message("Right"), "bold $text-success", "right"),
    "wrong": Look("✗", Message("Wrong"), "bold $text-error", "wrong"),
    "skipped": Look("–", Message("Skipped"), "bold $text-warning", "skipped"),
    "unjudged": Look("?", Message("Not counted"), "bold $text-warning", "unjudged"),
}

NOT_KNOWN = Look("✗", Message("Not known"), "bold $text-error", "wrong")
"""Of a question that was given up, or had no answer when time was up: it counts as wrong."""


def asked_for(question: Predict) -> Message:
    """Return the sentence that says what a prediction has to give."""
    match question.expects:
        case "printed":
            return Message("What does it print?")
        case "exception":
            return Message("Which exception does it raise?")
        case "shape":
            return Message("The shape of `{expression}`:", expression=question.ask)
        case "dtype":
            return Message("The dtype of `{expression}`:", expression=question.ask)
        case "bool" | "value":
            return Message("The value of `{expression}`:", expression=question.ask)


def duration(seconds: float) -> str:
    """Return a stretch of time as minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"


def rating_text(practice: Practice, now: datetime) -> tuple[str, str]:
    """Return the name of the rating that holds for the current answer, and what the schedule makes of it.

    The name is empty where the schedule stays as it is.
    """
    rating, days = practice.rating, practice.due_in(now)
    if practice.mode == "cram":
        return "", _("The schedule stays as it is: this is a cram.")
    if rating is None or days is None:
        return "", _("The schedule stays as it is: this says nothing about you.")
    if days == 0:
        when = _("asked again today")
    else:
        when = ngettext("asked again in {count} day", "asked again in {count} days", days).format(count=days)
    if rating is Rating.AGAIN and practice.drill is not None:
        when = _("{when}, and once more in this drill if time allows").format(when=when)
    name = say(RATING_NAMES[rating])
    return name, _("{rating}: {when}").format(rating=name, when=when)
