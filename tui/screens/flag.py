"""A dialog for the flag of a question and its note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

from quizbank.message import Message
from tui.i18n import _
from tui.screens.everywhere import HELP, LANGUAGE
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.text_fields import Line
from tui.widgets.words import Words

MAX_NOTE = 1000


@dataclass(frozen=True, slots=True)
class FlagWanted:
    """The note that the flag is to have, empty for none; None takes the flag away."""

    note: str | None


class FlagScreen(ModalScreen[FlagWanted | None]):
    """Dismisses with what the learner wants, or None to leave the flag as it is."""

    CSS_PATH = "flag.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command("keep", ("enter",), Message("flag"), Message("Flag the question with this note, or none")),
        Command("unflag", ("f7",), Message("remove the flag"), Message("Take the flag and its note away")),
        Command("dismiss", ("escape",), Message("cancel"), Message("Leave it as it is")),
        LANGUAGE,
        HELP,
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, note: str | None) -> None:
        """``note`` is the one of a flag that is there; None where there is no flag."""
        super().__init__()
        self._flagged = note is not None
        self._line = Line(lambda: _("A note, if you like"))
        self._line.max_length = MAX_NOTE
        self._line.value = note or ""

    def compose(self) -> ComposeResult:
        with VerticalGroup(id="dialog"):
            yield Words(self._why)
            yield self._line
            yield KeyBar()

    def on_mount(self) -> None:
        self._line.focus()
        self.translate()

    def translate(self) -> None:
        """Name the dialog in the language of the moment."""
        title = _("Flagged") if self._flagged else _("Flag this question")
        self.query_one("#dialog").border_title = Content(title)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._flagged if action == "unflag" else True

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_keep()

    def action_keep(self) -> None:
        self.dismiss(FlagWanted(self._line.value.strip()))

    def action_unflag(self) -> None:
        self.dismiss(FlagWanted(None))

    def _why(self) -> str:
        if self._flagged:
            return _("Change the note, or remove the flag.")
        return _("Flagged questions are found again by browsing. What is there to remember, or to put right?")
