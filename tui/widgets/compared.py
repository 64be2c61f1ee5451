"""What the learner said beside what torch says."""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher
from functools import partial
from itertools import zip_longest

from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup
from textual.content import Content

from quizbank.answer import Answer, Arranged, Filled, Typed, Written
from quizbank.question import Blank, Code, Order, Predict
from runner.judge import Verdict, right_answer, typed_answer
from runner.printed_text import printed_lines
from tui.i18n import _
from tui.widgets.answers.blank import with_holes
from tui.widgets.code import GUTTER_STYLE, CodeView, highlighted
from tui.widgets.labels import check_mark
from tui.widgets.live import more_lines
from tui.widgets.prose import foreign
from tui.widgets.words import Words

MAX_ROWS = 60
"""More lines than a learner types; the rest is counted."""


class Compared(VerticalGroup):
    """A prediction and the live answer, side by side; printed text line by line."""

    def __init__(self, question: Predict, answer: Answer | None, verdict: Verdict) -> None:
        super().__init__()
        self._right = verdict.right
        self._answered = answer is not None
        mine = answer.text if isinstance(answer, Typed) else ""
        live = typed_answer(question, verdict.result)
        if live is None:
            live = verdict.result.value.text if verdict.result.value is not None else ""
        self._printed = question.expects == "printed"
        self._rows: list[tuple[str | None, str | None]]
        if self._printed:
            self._rows = paired_lines(mine, live)
        else:
            self._rows = [(mine.rstrip("\n"), live.rstrip("\n"))]

    def compose(self) -> ComposeResult:
        with HorizontalGroup():
            if self._answered:
                yield Words(
                    lambda: Content.assemble(check_mark(self._right), " ", _("You said")), classes="title"
                )
            yield Words(lambda: Content.assemble(check_mark(True), " ", _("torch says")), classes="title")
        for mine, live in self._rows[:MAX_ROWS]:
            with HorizontalGroup():
                if self._answered:
                    yield Words(partial(self._cell, mine, live, right=False))
                yield Words(partial(self._cell, live, mine, right=True))
        if (hidden := len(self._rows) - MAX_ROWS) > 0:
            yield Words(lambda: more_lines(hidden), classes="quiet")

    def _cell(self, text: str | None, other: str | None, *, right: bool) -> Content:
        """Return a line with the mark that says whether the other side has the same."""
        if not self._printed:
            return foreign(text or "")
        shown = Content.styled("∅", GUTTER_STYLE) if text is None else foreign(text)
        if printed_lines(text or "") == printed_lines(other or ""):
            return Content.assemble("  ", shown)
        return Content.assemble(
            check_mark(right), " ", shown.stylize("$text-success" if right else "$text-error")
        )


def paired_lines(mine: str, live: str) -> list[tuple[str | None, str | None]]:
    """Pair the lines of two printed texts, as they are compared; None stands where one has no such line."""
    ours, theirs = ([line for line in text.splitlines() if line.strip()] for text in (mine, live))
    keys = (
        ["\n".join(printed_lines(line)) for line in ours],
        ["\n".join(printed_lines(line)) for line in theirs],
    )
    pairs: list[tuple[str | None, str | None]] = []
    for _tag, first, last, start, end in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        pairs += zip_longest(ours[first:last], theirs[start:end])
    return pairs


class Programs(VerticalGroup):
    """The learner's program, and a right one when it was wrong."""

    def __init__(self, question: Blank | Code | Order, answer: Answer | None, verdict: Verdict) -> None:
        super().__init__()
        self._question = question
        self._answer = answer
        self._verdict = verdict

    def compose(self) -> ComposeResult:
        raised = self._verdict.result.raised
        frames = [frame for frame in raised.frames if frame.block == "answer"] if raised is not None else []
        # The editor keeps showing a written program.
        if self._answer is not None and not isinstance(self._question, Code):
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
