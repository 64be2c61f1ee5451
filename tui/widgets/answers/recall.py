"""Answering aloud, then ticking the points that were covered."""

from __future__ import annotations

from textual.app import ComposeResult

from quizbank.answer import Ticked
from quizbank.question import Recall
from tui.i18n import _
from tui.widgets.answers.base import Answering
from tui.widgets.answers.choice import in_language
from tui.widgets.pick_list import PickList
from tui.widgets.words import Words


class RecallAnswer(Answering, can_focus=True):
    """Hides the points until the learner has said their answer."""

    def __init__(self, question: Recall) -> None:
        super().__init__()
        self._list = PickList((in_language(point.text) for point in question.points), single=False)
        self._list.display = False
        self._instruction = Words(self._say_it, classes="task")

    def compose(self) -> ComposeResult:
        yield self._instruction
        yield self._list

    def answer(self) -> Ticked:
        return Ticked(frozenset(self._list.picked))

    def advance(self) -> bool:
        if self._list.display:
            return False
        self._list.display = True
        self._instruction.show(lambda: _("Tick the points that you covered; be honest, it's your interview."))
        self._list.focus()
        return True

    def take_focus(self) -> None:
        if self._list.display:
            self._list.focus(scroll_visible=False)
        else:
            self.focus(scroll_visible=False)

    def _say_it(self) -> str:
        return _("Say your answer aloud, as in the interview. Then press enter to see the points to cover.")
