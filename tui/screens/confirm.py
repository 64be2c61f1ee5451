"""A question to be answered with yes or no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.screen import ModalScreen

from quizbank.message import Message
from tui.screens.everywhere import CTRL_C, HELP, LANGUAGE, QUIT, THEME
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.words import Words


class ConfirmScreen(ModalScreen[bool]):
    """Asks once; anything but yes leaves things as they are."""

    CSS_PATH = "confirm.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command("answer(True)", ("y", "enter"), Message("yes"), Message("Do it")),
        Command("answer(False)", ("n", "escape"), Message("no"), Message("Leave it as it is")),
        LANGUAGE,
        THEME,
        HELP,
        QUIT,
        CTRL_C,
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, question: Callable[[], str]) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with VerticalGroup(id="dialog"):
            yield Words(self._question)
            yield KeyBar()

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)
