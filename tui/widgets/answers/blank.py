"""Filling the holes of a snippet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import HorizontalGroup
from textual.content import Content
from textual.message import Message as Event
from textual.widgets import Static

from quizbank.answer import Answer, Filled
from quizbank.message import Message
from quizbank.question import HOLE, Blank
from tui.i18n import _
from tui.widgets.answers.base import Answering
from tui.widgets.code import highlighted
from tui.widgets.command import Command, bindings_of
from tui.widgets.text_fields import Line
from tui.widgets.words import Words

HOLE_STYLE = "bold reverse $text-accent"
FILLED_STYLE = "bold underline $text-accent"


class BlankAnswer(Answering):
    """One line of Python per hole."""

    @dataclass
    class Changed(Event):
        """Something was typed into a hole."""

        holes: tuple[str, ...]

    KEYS: ClassVar[Sequence[Command]] = (
        Command("next_hole", ("tab", "down"), Message("next hole"), Message("Go on to the next hole")),
        Command(
            "previous_hole",
            ("shift+tab", "up"),
            Message("hole before"),
            Message("Go back to the hole before"),
        ),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, question: Blank) -> None:
        super().__init__()
        self._question = question
        self._lines = [Line() for _hole in question.holes]

    def compose(self) -> ComposeResult:
        yield Words(lambda: _("Fill in Python; whatever passes the tests is right."), classes="task")
        for number, line in enumerate(self._lines, 1):
            with HorizontalGroup(classes="hole"):
                yield Static(Content.styled(f" __{number}__ ", HOLE_STYLE), classes="hole-name")
                yield line

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "next_hole":
                return self._beside(1) is not None
            case "previous_hole":
                return self._beside(-1) is not None
        return True

    def action_next_hole(self) -> None:
        self._go(1)

    def action_previous_hole(self) -> None:
        self._go(-1)

    def _go(self, step: int) -> None:
        if (line := self._beside(step)) is not None:
            line.focus()

    def _beside(self, step: int) -> Line | None:
        """Return the hole so many after the one with the cursor; None where there is none."""
        here = next((number for number, line in enumerate(self._lines) if line.has_focus), None)
        if here is None or not 0 <= here + step < len(self._lines):
            return None
        return self._lines[here + step]

    def on_input_changed(self, event: Line.Changed) -> None:
        event.stop()
        self.scroll_visible(animate=False)
        self.post_message(self.Changed(self.answer().holes))

    def answer(self) -> Filled:
        return Filled(tuple(line.value for line in self._lines))

    def restore(self, answer: Answer) -> None:
        if isinstance(answer, Filled) and len(answer.holes) == len(self._lines):
            for line, typed in zip(self._lines, answer.holes, strict=True):
                line.value = typed

    def advance(self) -> bool:
        """Go on to the next hole that is empty, if the cursor isn't in it already."""
        empty = next((line for line in self._lines if not line.value.strip()), None)
        if empty is None or empty.has_focus:
            return False
        empty.focus()
        return True

    def take_focus(self) -> None:
        empty = (line for line in self._lines if not line.value.strip())
        next(empty, self._lines[0]).focus(scroll_visible=False)


def with_holes(question: Blank, holes: tuple[str, ...]) -> Content:
    """Return the snippet with what was typed in place of its holes, all of them marked."""
    pieces: list[str] = []
    marks: list[tuple[int, int, str]] = []
    length = end = 0
    for hole in HOLE.finditer(question.snippet.rstrip("\n")):
        typed = holes[int(hole[1]) - 1].strip() if holes else ""
        before, shown = question.snippet[end : hole.start()], typed or hole[0]
        length += len(before)
        marks.append((length, length + len(shown), FILLED_STYLE if typed else HOLE_STYLE))
        length += len(shown)
        pieces += [before, shown]
        end = hole.end()
    code = highlighted("".join(pieces) + question.snippet[end:])
    for start, stop, style in marks:
        code = code.stylize(style, start, stop)
    return code
