"""Which way to answer fits which kind of question."""

from __future__ import annotations

from collections.abc import Sequence

from quizbank.question import Blank, Choice, Code, Order, Predict, Question, Recall
from tui.widgets.answers.arrange import OrderAnswer
from tui.widgets.answers.base import Answering
from tui.widgets.answers.blank import BlankAnswer
from tui.widgets.answers.choice import ChoiceAnswer
from tui.widgets.answers.predict import PredictAnswer
from tui.widgets.answers.program import ProgramAnswer
from tui.widgets.answers.recall import RecallAnswer


def answering(question: Question, order: Sequence[int]) -> Answering:
    """Return the widget that takes an answer; ``order`` is the shuffle of options or lines."""
    match question:
        case Choice():
            return ChoiceAnswer(question, order)
        case Predict():
            return PredictAnswer(question)
        case Blank():
            return BlankAnswer(question)
        case Code():
            return ProgramAnswer(question)
        case Order():
            return OrderAnswer(question, order)
        case Recall():
            return RecallAnswer(question)
