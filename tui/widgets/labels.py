"""What things are called on the screen; translated where they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from textual.content import Content

from quizbank.message import Message
from quizbank.question import Predict
from quizbank.session import Score
from quizbank.vocabulary import Kind
from tui.i18n import say

KIND_NAMES: Mapping[Kind, Message] = {
    "choice": Message("choice"),
    "predict": Message("prediction"),
    "blank": Message("fill in"),
    "code": Message("write code"),
    "order": Message("put in order"),
    "recall": Message("say it aloud"),
}

EXPECTED: Mapping[str, Message] = {
    "value": Message("such as 2.5, True, [1, 2] or tensor([[1, 2], [3, 4]])"),
    "shape": Message("such as (2, 3) or 2x3; () for a scalar"),
    "dtype": Message("such as float32"),
    "bool": Message("True or False"),
    "exception": Message("such as ValueError, or none if nothing is raised"),
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


def verdict_words(score: Score) -> Content:
    """Return glyph and word of a verdict in its colour."""
    look = SCORES[score]
    return Content.styled(f"{look.glyph} {say(look.word)}", look.style)


def check_mark(right: bool) -> Content:
    """Return the mark of one thing that is right or wrong."""
    look = SCORES["right" if right else "wrong"]
    return Content.styled(look.glyph, look.style)


def difficulty_dots(difficulty: int) -> Content:
    """Return a difficulty of 1 to 5 as filled and empty dots."""
    return Content.assemble(("●" * difficulty, "$text-warning"), ("○" * (5 - difficulty), "$foreground 35%"))


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
