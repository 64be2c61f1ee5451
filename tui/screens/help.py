"""Every command that can be given where the learner is, with its keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from quizbank.message import Message
from tui.i18n import _, say
from tui.screens.everywhere import CTRL_C, LANGUAGE, QUIT, THEME
from tui.widgets.command import Command, LiveCommand, bindings_of, key_name
from tui.widgets.key_bar import KeyBar
from tui.widgets.words import Words


class HelpScreen(ModalScreen[None]):
    """Made from the commands of the moment, so it can't be out of date."""

    CSS_PATH = "help.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command(
            "dismiss",
            ("escape", "enter", "question_mark", "f1", "q"),
            Message("close"),
            Message("Close this help"),
        ),
        LANGUAGE,
        THEME,
        QUIT,
        CTRL_C,
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, commands: Sequence[LiveCommand]) -> None:
        super().__init__()
        self._commands = commands

    def compose(self) -> ComposeResult:
        with VerticalGroup(id="dialog"):
            with VerticalScroll():
                for live in self._commands:
                    with HorizontalGroup():
                        yield Static(Content.styled(_keys(live), "bold $text-accent"), classes="keys")
                        yield Words(partial(say, live.command.help))
            yield KeyBar()

    def on_mount(self) -> None:
        self.translate()

    def translate(self) -> None:
        """Name the box in the language of the moment."""
        self.query_one("#dialog").border_title = Content(_("What the keys do here"))


def _keys(live: LiveCommand) -> str:
    return live.command.shown or ", ".join(key_name(key) for key in live.keys)
