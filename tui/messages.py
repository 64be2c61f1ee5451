"""What several screens ask of the app."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message as Event

from quizbank.question import Question


@dataclass
class PlayWanted(Event):
    """The learner wants to play with a question's code, beginning with ``original``."""

    question: Question
    original: str
