"""Answering aloud or in writing, then ticking the points that were covered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import TextArea

from quizbank.answer import Answer, Ticked
from quizbank.message import Message
from quizbank.question import Recall
from tui.i18n import _
from tui.widgets.answers.base import Answering
from tui.widgets.answers.choice import in_language
from tui.widgets.command import Command, bindings_of
from tui.widgets.pick_list import PickList
from tui.widgets.prose import foreign
from tui.widgets.text_fields import AnswerEditor
from tui.widgets.words import Words


class RecallAnswer(Answering, can_focus=True):
    """Hides the points until the learner has answered; what they wrote stays beside the points.

    With ``asks_points`` False, as in an interview, the points aren't shown at all.
    """

    KEYS: ClassVar[Sequence[Command]] = (
        Command(
            "show_points",
            ("enter", "f5", "ctrl+s"),
            Message("show the points"),
            Message("Show the points to cover, once you have answered"),
        ),
        Command(
            "write", ("w", "tab"), Message("write"), Message("Write your answer down instead of saying it")
        ),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, question: Recall, *, asks_points: bool = True) -> None:
        super().__init__()
        self.asks_points = asks_points
        self._points = len(question.points)
        self._editor = AnswerEditor(lambda: _("Notes, if you like"), classes="notes")
        self._written = Words(lambda: foreign(self.written()), classes="written")
        self._written.display = False
        self._list = PickList((in_language(point.text) for point in question.points), single=False)
        self._list.display = False
        self._instruction = Words(self._say_it, classes="task")

    def compose(self) -> ComposeResult:
        yield self._instruction
        with Container(classes="written-and-points"):
            yield self._editor
            yield self._written
            yield self._list

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "show_points":
                return self.asks_points and not self._list.display
            case "write":
                return not self._list.display and not self._editor.has_focus
        return True

    def answer(self) -> Ticked:
        return Ticked(frozenset(self._list.picked))

    def restore(self, answer: Answer) -> None:
        if not self.asks_points or not isinstance(answer, Ticked):
            return
        if answer.points <= set(range(self._points)):
            self._list.pick(answer.points)
            self.action_show_points()

    def restore_notes(self, text: str) -> None:
        """Show what the learner wrote as if they had just written it."""
        self._editor.text = text
        self._written.translate()

    def written(self) -> str:
        return self._editor.text.strip()

    def advance(self) -> bool:
        if self._list.display or not self.asks_points:
            return False
        self.action_show_points()
        return True

    def action_show_points(self) -> None:
        self._list.display = True
        self._editor.display = False
        self._written.display = bool(self.written())
        self._written.translate()
        self._instruction.show(lambda: _("Tick the points that you covered; be honest, it's your interview."))
        self._list.focus()

    def action_write(self) -> None:
        self._editor.focus()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.scroll_visible(animate=False)

    def take_focus(self) -> None:
        if self._list.display:
            self._list.focus(scroll_visible=False)
        else:
            self.focus(scroll_visible=False)

    def _say_it(self) -> str:
        if not self.asks_points:
            return _("Answer aloud, as in the interview, or in writing. The points come at the end.")
        return _("Answer aloud, as in the interview, or in writing. Then have the points shown.")
