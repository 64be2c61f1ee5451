"""Typing a prediction."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content

from quizbank.answer import Answer, Typed
from quizbank.question import Predict
from tui.i18n import _, say
from tui.widgets.answers.base import Answering
from tui.widgets.labels import EXPECTED, asked_for
from tui.widgets.prose import prose
from tui.widgets.text_fields import AnswerEditor, Line
from tui.widgets.words import Words


class PredictAnswer(Answering):
    """One line for a value; several for printed text."""

    def __init__(self, question: Predict) -> None:
        super().__init__()
        self._question = question
        self._field: Line | AnswerEditor
        if question.expects == "printed":
            self._field = AnswerEditor(classes="printed")
        else:
            self._field = Line(lambda: say(EXPECTED[question.expects]))

    def compose(self) -> ComposeResult:
        yield Words(self._instruction, classes="task")
        yield self._field
        if isinstance(self._field, AnswerEditor):
            yield Words(
                lambda: _("Type the lines as they are printed; blanks at their ends don't matter."),
                classes="quiet",
            )

    def answer(self) -> Typed:
        return Typed(self._field.text if isinstance(self._field, AnswerEditor) else self._field.value)

    def restore(self, answer: Answer) -> None:
        if not isinstance(answer, Typed):
            return
        if isinstance(self._field, AnswerEditor):
            self._field.text = answer.text
        else:
            self._field.value = answer.text

    def on_input_changed(self) -> None:
        self.scroll_visible(animate=False)

    def on_text_area_changed(self) -> None:
        self.scroll_visible(animate=False)

    def take_focus(self) -> None:
        self._field.focus(scroll_visible=False)

    def _instruction(self) -> Content:
        return prose(say(asked_for(self._question)))
