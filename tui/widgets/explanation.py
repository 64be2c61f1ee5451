"""A question's explanation, after its verdict or before it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.widget import Widget

from quizbank.question import Question, Text
from tui.i18n import _, current_language
from tui.widgets.prose import prose
from tui.widgets.words import Words


class ExplainedFirst(VerticalGroup):
    """What to read again of a question that is forgotten time after time, before it is asked."""

    def __init__(self, question: Question) -> None:
        super().__init__(id="explained")
        self._question = question

    def compose(self) -> ComposeResult:
        yield Words(
            lambda: _("You keep forgetting this one, so read its explanation first. Then it is asked."),
            classes="task",
        )
        yield from explained(self._question)


def explained(question: Question) -> Iterator[Widget]:
    """Yield the explanation, and why the wrong answer is tempting."""
    yield from _titled(lambda: _("Explanation"), question.explanation)
    if question.misconception is not None:
        yield from _titled(lambda: _("Why the wrong answer is tempting"), question.misconception)


def _titled(title: Callable[[], str], text: Text) -> Iterator[Widget]:
    yield Words(title, classes="title")
    yield Words(lambda: prose(text[current_language()]), classes="paragraph")
