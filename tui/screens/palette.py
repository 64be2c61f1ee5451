"""The command palette, in the learner's language and with its keys at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.command import CommandPalette, Hit, Hits
from textual.system_commands import SystemCommandsProvider

from quizbank.message import Message
from tui.i18n import _
from tui.screens.everywhere import CTRL_C, QUIT
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar


class Commands(SystemCommandsProvider):
    """Textual's own search says in English that it found nothing; this finds a line that says so."""

    async def search(self, query: str) -> Hits:
        found = False
        async for hit in super().search(query):
            found = True
            yield hit
        if not found:
            yield Hit(0.01, _("No command is called that."), lambda: None)


class Palette(CommandPalette):
    """Finds a command by its name."""

    # Textual binds these keys; they stand here to be shown.
    KEYS: ClassVar[Sequence[Command]] = (
        Command("cursor", ("up", "down"), Message("choose"), Message("Go up and down"), shown="↑↓"),
        Command("select", ("enter",), Message("do it"), Message("Give the command")),
        Command("escape", ("escape",), Message("close"), Message("Close the list of commands")),
        QUIT,
        CTRL_C,
    )
    BINDINGS = bindings_of([QUIT, CTRL_C])

    def __init__(self) -> None:
        super().__init__([Commands], placeholder=_("Find a command ..."), id="--command-palette")

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield KeyBar()
