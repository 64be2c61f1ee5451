"""What is shown when something went wrong that nobody foresaw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content
from textual.message import Message as Event
from textual.screen import Screen

from quizbank.message import Message
from tui.i18n import _
from tui.screens.everywhere import LANGUAGE
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.prose import foreign
from tui.widgets.words import Words


class FailureScreen(Screen[None]):
    """Hides the screen that failed: drawing that again might fail again."""

    @dataclass
    class Closed(Event):
        """The learner wants to go on; ``broken`` says that the screens below can't."""

        broken: bool

    CSS_PATH = "failure.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command(
            "close",
            ("enter", "escape"),
            Message("go on"),
            Message("Close this and go on from the start screen"),
        ),
        Command("app.quit", ("q", "f10"), Message("quit"), Message("Leave torchdrill")),
        LANGUAGE,
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, error: Exception, log: Path | None, *, broken: bool) -> None:
        super().__init__()
        self.broken = broken
        self._error = error
        self._log = log

    def compose(self) -> ComposeResult:
        with VerticalGroup(id="dialog"):
            yield Words(lambda: Content.styled(_("Something went wrong"), "bold $text-error"))
            yield Words(lambda: foreign(f"{type(self._error).__name__}: {self._error}"), classes="error")
            yield Words(lambda: _("Nothing that you answered is lost. Go on, or leave and start again."))
            yield Words(self._where, classes="quiet")
            yield KeyBar()

    def action_close(self) -> None:
        self.post_message(self.Closed(self.broken))

    def _where(self) -> str:
        if self._log is None:
            return _("The details could not be written to the log file.")
        return _("The details are in {path}.").format(path=self._log)
