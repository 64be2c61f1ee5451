"""After the last question: the candidate ticks which key points their spoken answers covered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalGroup, VerticalScroll
from textual.content import Content
from textual.message import Message as Event

from quizbank.interview.record import AskedRecord
from quizbank.interview.sitting import Sitting
from quizbank.message import Message
from quizbank.question import Recall
from tui.i18n import _, current_language
from tui.screens.base import BaseScreen
from tui.services import Services
from tui.widgets.answers.choice import in_language
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.pick_list import PickList
from tui.widgets.prose import foreign, prose
from tui.widgets.words import Words


class InterviewPointsScreen(BaseScreen):
    """One spoken answer after the other, each with its notes; posts Done after the last."""

    @dataclass
    class Done(Event):
        sitting: Sitting

    CSS_PATH = "interview_points.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command("next", ("enter", "f5"), Message("next"), Message("Keep these points, and go on")),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, services: Services, sitting: Sitting) -> None:
        super().__init__(services)
        self.sitting = sitting
        self._spoken = sitting.interview.to_tick
        self._position = 0

    def compose(self) -> ComposeResult:
        yield Words(self._heading, id="heading")
        yield VerticalScroll(id="points")
        yield KeyBar()

    async def on_mount(self) -> None:
        await self._show()

    async def action_next(self) -> None:
        picked = frozenset(self.query_one(PickList).picked)
        self.sitting.interview.tick_points(self._asked.number, picked)
        self._position += 1
        if self._position < len(self._spoken):
            await self._show()
        else:
            self.post_message(self.Done(self.sitting))

    @property
    def _asked(self) -> AskedRecord:
        return self._spoken[min(self._position, len(self._spoken) - 1)]

    async def _show(self) -> None:
        asked = self._asked
        question = self.services.bank[asked.question_id]
        if not isinstance(question, Recall):
            raise TypeError(f"{question.id} has no points")
        notes = asked.answer.get("notes") if isinstance(asked.answer, dict) else None
        points = self.query_one("#points", VerticalScroll)
        await points.remove_children()
        picks = PickList((in_language(point.text) for point in question.points), single=False)
        await points.mount(
            Words(lambda: prose(question.prompt[current_language()]), classes="prompt"),
            VerticalGroup(Words(lambda: foreign(str(notes or ""))), classes="notes"),
            Words(lambda: _("Tick what you said, as a strict interviewer would."), classes="task"),
            picks,
        )
        points.query_one(".notes").display = bool(notes)
        self.query_one("#heading", Words).translate()
        picks.focus()

    def _heading(self) -> Content:
        number, count = min(self._position + 1, len(self._spoken)), len(self._spoken)
        text = _("The interview is over. Spoken answer {number} of {count}").format(
            number=number, count=count
        )
        return Content.styled(text, "bold")
