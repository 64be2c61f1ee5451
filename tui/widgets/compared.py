"""What the learner said beside what torch says."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup
from textual.content import Content

from quizbank.answer import Answer, Arranged, Filled, Typed, Written
from quizbank.question import Blank, Code, Order, Predict
from runner.judge import Verdict, right_answer, typed_answer
from tui.i18n import _
from tui.widgets.answers.blank import with_holes
from tui.widgets.code import CodeView, highlighted
from tui.widgets.labels import check_mark
from tui.widgets.prose import foreign
from tui.widgets.words import Words


class Compared(HorizontalGroup):
    """A prediction and the live answer, side by side."""

    def __init__(self, question: Predict, answer: Answer, verdict: Verdict) -> None:
        super().__init__()
        self._right = verdict.right
        self._mine = answer.text if isinstance(answer, Typed) else ""
        self._live = typed_answer(question, verdict.result)
        if self._live is None and verdict.result.value is not None:
            self._live = verdict.result.value.text

    def compose(self) -> ComposeResult:
        with VerticalGroup(classes="mine"):
            yield Words(
                lambda: Content.assemble(check_mark(self._right), " ", _("You said")), classes="title"
            )
            yield Words(lambda: foreign(self._mine.rstrip("\n")))
        with VerticalGroup(classes="theirs"):
            yield Words(lambda: Content.assemble(check_mark(True), " ", _("torch says")), classes="title")
            yield Words(lambda: foreign((self._live or "").rstrip("\n")))


class Programs(VerticalGroup):
    """The learner's program, and a right one when it was wrong."""

    def __init__(self, question: Blank | Code | Order, answer: Answer, verdict: Verdict) -> None:
        super().__init__()
        self._question = question
        self._answer = answer
        self._verdict = verdict

    def compose(self) -> ComposeResult:
        raised = self._verdict.result.raised
        frames = [frame for frame in raised.frames if frame.block == "answer"] if raised is not None else []
        # The editor keeps showing a written program.
        if not isinstance(self._question, Code):
            yield from _program(
                lambda: _("Your program"),
                program(self._question, self._answer),
                frames[-1].line if frames else None,
            )
        if not self._verdict.right:
            right = right_answer(self._question, self._verdict.result)
            if right is not None:
                yield from _program(lambda: _("One that is right"), program(self._question, right), None)


def program(question: Blank | Code | Order, answer: Answer) -> Content:
    """Return the program that an answer makes."""
    match question, answer:
        case Blank(), Filled():
            return with_holes(question, answer.holes)
        case Code(), Written():
            return highlighted(answer.code)
        case Order(), Arranged():
            return highlighted(question.arrange(answer.order))
    return Content()


def _program(title: Callable[[], str], code: Content, raised_in: int | None) -> ComposeResult:
    yield Words(title, classes="title")
    view = CodeView(classes="program")
    view.show(code, raised_in=raised_in)
    yield view
