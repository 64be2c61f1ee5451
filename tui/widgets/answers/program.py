"""Writing a program."""

from __future__ import annotations

from textual.app import ComposeResult

from quizbank.answer import Answer, Written
from quizbank.question import Code
from tui.i18n import _
from tui.widgets.answers.base import Answering
from tui.widgets.python_editor import AnswerCode
from tui.widgets.words import Words


class ProgramAnswer(Answering):
    """An editor with the question's starter in it."""

    fills_side = True

    def __init__(self, question: Code) -> None:
        super().__init__()
        self._editor = AnswerCode(question.starter.rstrip("\n") + "\n")

    def compose(self) -> ComposeResult:
        yield self._editor
        yield Words(lambda: _("Tab and shift+tab indent; Esc leaves the editor."), classes="quiet")

    def answer(self) -> Written:
        return Written(self._editor.text)

    def restore(self, answer: Answer) -> None:
        if isinstance(answer, Written):
            self._editor.text = answer.code

    def put(self, code: str) -> None:
        """Put another program in the place of what is written; it can be undone in the editor."""
        self._editor.put(code)

    def take_focus(self) -> None:
        self._editor.focus(scroll_visible=False)

    def show_line(self, line: int) -> None:
        self._editor.move_cursor((line - 1, 0), center=True)

    def freeze(self, frozen: bool) -> None:
        """Make the editor read-only: its text stays readable and can be scrolled."""
        self._editor.read_only = frozen
