"""Putting lines in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from quizbank.answer import Answer, Arranged
from quizbank.message import Message
from quizbank.question import Order
from tui.i18n import _
from tui.widgets.answers.base import Answering
from tui.widgets.code import Numbered, highlighted
from tui.widgets.command import Command, bindings_of
from tui.widgets.words import Words


class LineList(Static, can_focus=True):
    """The lines; the one under the cursor can be moved, or grabbed so that the arrows move it."""

    KEYS: ClassVar[Sequence[Command]] = (
        Command(
            "go('{key}')",
            ("up", "down", "k", "j"),
            Message("go"),
            Message("Go up and down"),
            shown="↑↓",
            in_palette=False,
        ),
        Command(
            "carry('{key}')",
            ("shift+up", "shift+down", "K", "J"),
            Message("move line"),
            Message("Move the line up and down"),
            shown="shift+↑↓",
            in_palette=False,
        ),
        Command(
            "grab",
            ("space",),
            Message("grab"),
            Message("Grab the line, so that ↑ and ↓ move it"),
            in_palette=False,
        ),
        Command(
            "move('{key}')",
            ("up", "down", "k", "j"),
            Message("move line"),
            Message("Move the line up and down"),
            shown="↑↓",
            in_palette=False,
        ),
        Command(
            "drop", ("enter", "space"), Message("drop"), Message("Let go of the line here"), in_palette=False
        ),
    )
    BINDINGS = bindings_of(KEYS)

    cursor = reactive(0)
    grabbed = reactive(False)

    def __init__(self, question: Order, order: Sequence[int]) -> None:
        super().__init__(markup=False)
        self._question = question
        self.order = list(order)

    def on_mount(self) -> None:
        self._draw()

    def on_focus(self, event: events.Focus) -> None:
        self._draw()

    def on_blur(self, event: events.Blur) -> None:
        self._draw()

    def watch_cursor(self) -> None:
        self._draw()
        if self.has_focus:
            self.scroll_visible(animate=False)

    def watch_grabbed(self) -> None:
        self._draw()
        if self.is_mounted:
            self.refresh_bindings()

    def put_in_order(self, order: Sequence[int]) -> None:
        """Put the lines into this order; the cursor goes to the first, and no line is grabbed."""
        self.order = list(order)
        self.cursor = 0
        self.grabbed = False
        self._draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "go" | "grab" | "carry":
                return not self.grabbed
            case "move" | "drop":
                return self.grabbed
        return True

    def action_go(self, key: str) -> None:
        step = -1 if key in ("up", "k") else 1
        self.cursor = max(0, min(len(self.order) - 1, self.cursor + step))

    def action_move(self, key: str) -> None:
        self._carry(-1 if key in ("up", "k") else 1)

    def action_carry(self, key: str) -> None:
        self._carry(-1 if key in ("shift+up", "K") else 1)

    def action_grab(self) -> None:
        self.grabbed = True

    def action_drop(self) -> None:
        self.grabbed = False

    def _carry(self, step: int) -> None:
        here, there = self.cursor, self.cursor + step
        if 0 <= there < len(self.order):
            self.order[here], self.order[there] = self.order[there], self.order[here]
            self.cursor = there

    def _draw(self) -> None:
        lines: list[Content] = []
        gutter: list[Content] = []
        for position, number in enumerate(self.order):
            code = highlighted(self._question.lines[number - 1].strip("\n"))
            here = position == self.cursor and self.has_focus
            if here:
                code = code.stylize("on $primary-muted")
            glyph = ("↕" if self.grabbed else "❯") if here else " "
            label = Content.assemble(
                (f"{glyph} ", "bold $text-accent"), (f"{position + 1:>2} ", "$text-muted")
            )
            parts = code.split("\n", allow_blank=True)
            lines += parts
            gutter += [label, *[Content()] * (len(parts) - 1)]
        self.update(Numbered(Content("\n").join(lines), gutter))


class OrderAnswer(Answering):
    """The lines of a program, from a shuffle."""

    def __init__(self, question: Order, order: Sequence[int]) -> None:
        super().__init__()
        self._list = LineList(question, order)

    def compose(self) -> ComposeResult:
        yield Words(
            lambda: _("Put the lines in order; every order that passes the tests is right."), classes="task"
        )
        yield self._list

    def answer(self) -> Arranged:
        return Arranged(tuple(self._list.order))

    def restore(self, answer: Answer) -> None:
        if isinstance(answer, Arranged) and sorted(answer.order) == sorted(self._list.order):
            self._list.put_in_order(answer.order)

    def take_focus(self) -> None:
        self._list.focus(scroll_visible=False)
