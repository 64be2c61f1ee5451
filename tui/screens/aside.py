"""What a learner can do with a question beside answering it: flag it, take things along, read on."""

from __future__ import annotations

import os
from collections.abc import Coroutine
from typing import Any

from textual.content import Content

from quizbank.practice import Practice
from quizbank.search import State
from runner.judge import Verdict
from tui.copying import Copier
from tui.i18n import _, say
from tui.screens.base import BaseScreen
from tui.screens.flag import FlagScreen
from tui.screens.links import LinksScreen
from tui.services import Services
from tui.widgets.command import live_commands
from tui.widgets.facets import STATE_MARKS, STATE_NAMES
from tui.widgets.live import gave_something, live_text
from tui.widgets.prose import foreign
from tui.widgets.question_view import QuestionView

TOLD_SECONDS = 8.0


class AsideScreen(BaseScreen):
    """A screen with a question of a practice on it; ``verdict`` is what the run gave, once there was one."""

    def __init__(self, services: Services, practice: Practice) -> None:
        super().__init__(services)
        self.practice = practice
        self.session = practice.session
        self.verdict: Verdict | None = None
        self._copier = Copier(os.environ)

    @property
    def view(self) -> QuestionView:
        return self.query_one(QuestionView)

    def flag_changed(self) -> None:
        """Show the flag as it is now."""
        raise NotImplementedError

    @property
    def has_output(self) -> bool:
        """Whether there was a run that gave something to take along."""
        return self.verdict is not None and gave_something(self.session.question, self.verdict.result)

    def action_flag(self) -> None:
        self._start(self._flag(), "dialog")

    def action_docs(self) -> None:
        self._start(self._read_on(), "dialog")

    def action_copy_code(self) -> None:
        self._start(self._copied("copy_code", self.view.code, ".py"), "copy")

    def action_copy_output(self) -> None:
        if self.verdict is not None:
            output = live_text(self.session.question, self.verdict.result)
            self._start(self._copied("copy_output", output, ".txt"), "copy")

    def _start(self, work: Coroutine[Any, Any, None], group: str) -> None:
        self.run_worker(work, group=group, exclusive=True, exit_on_error=False)

    async def _flag(self) -> None:
        wanted = await self.app.push_screen_wait(FlagScreen(self.practice.flag))
        if wanted is not None:
            self.practice.set_flag(wanted.note, self.services.now())
            self.flag_changed()

    async def _read_on(self) -> None:
        told = await self.app.push_screen_wait(LinksScreen(self.session.question.links))
        if told is not None:
            self.app.notify(told, markup=False, timeout=TOLD_SECONDS)

    def _copied(self, action: str, text: str, suffix: str) -> Coroutine[Any, Any, None]:
        # Worked out now: the learner may be further on by the time that it is copied.
        key = next((live.shown for live in live_commands(self) if live.command.action == action), "")
        return self._copy(text, self.session.question.id.replace("/", "-") + suffix, key)

    async def _copy(self, text: str, name: str, key: str) -> None:
        self.app.notify(
            await self._copier.copy(self.app, text, name, key), markup=False, timeout=TOLD_SECONDS
        )


def flag_words(note: str | None) -> Content:
    """Return that a question is flagged, with the note of the flag; nothing without a flag."""
    if note is None:
        return Content()
    mark, style = STATE_MARKS[State.FLAGGED]
    if not note:
        return Content.styled(f"{mark} {say(STATE_NAMES[State.FLAGGED])}", style)
    before, _note, after = _("flagged: {note}").partition("{note}")
    return Content.assemble((f"{mark} {before}", style), foreign(note), after)
