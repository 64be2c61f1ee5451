"""Picking options."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.content import Content

from quizbank.answer import Answer, Picked
from quizbank.message import Message
from quizbank.question import Choice, Text
from tui.i18n import _, current_language
from tui.widgets.answers.base import Answering
from tui.widgets.pick_list import PickList
from tui.widgets.prose import prose
from tui.widgets.words import Words


class ChoiceAnswer(Answering):
    """The options of a choice in the order of a shuffle."""

    def __init__(self, question: Choice, order: Sequence[int]) -> None:
        super().__init__()
        self._question = question
        self._order = tuple(order)
        texts = [question.options[position].text for position in order]
        self._list = PickList(map(in_language, texts), single=question.pick == "one")

    def compose(self) -> ComposeResult:
        yield Words(self._how_many, classes="task")
        yield self._list

    def answer(self) -> Picked:
        return Picked(frozenset(self._order[shown] for shown in self._list.picked))

    def restore(self, answer: Answer) -> None:
        if isinstance(answer, Picked) and answer.options <= set(self._order):
            self._list.pick(self._order.index(option) for option in answer.options)

    def missing(self) -> Message | None:
        return (
            None
            if self._list.picked
            else Message("Nothing is picked yet: press a digit, or go there with ↑ ↓.")
        )

    def take_focus(self) -> None:
        self._list.focus(scroll_visible=False)

    def _how_many(self) -> str:
        return _("Pick one.") if self._question.pick == "one" else _("Pick all that apply.")


def in_language(text: Text) -> Callable[[], Content]:
    """Return a function that gives the text in the language of the moment."""
    return lambda: prose(text[current_language()])
