"""The line to search in: arrows go through what is found without leaving it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.message import Message as Event
from textual.widgets import Input

from quizbank.message import Message
from tui.i18n import _
from tui.widgets.command import Command, bindings_of
from tui.widgets.text_fields import Line


class SearchLine(Line):
    """Posts Input.Changed with each key, Moved for arrows, and Left when the learner goes to the list."""

    @dataclass
    class Moved(Event):
        """Go through what is found by this key."""

        key: str

    class Left(Event):
        """The search stands; on to the list."""

    KEYS: ClassVar[Sequence[Command]] = (
        Command("leave", ("enter",), Message("to the list"), Message("Go to what was found")),
        Command(
            "go('{key}')",
            ("up", "down", "pageup", "pagedown"),
            Message("move"),
            Message("Go through what was found"),
            shown="↑↓",
            in_palette=False,
        ),
        Command("clear", ("escape",), Message("clear"), Message("Empty the search, or leave it when empty")),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self) -> None:
        super().__init__(self._invitation)
        self.compact = True

    def _invitation(self) -> str:
        """Name the key that leads here, until it has been pressed: letters are commands till then."""
        if self.has_focus:
            return _("a word of the prompt, code, an id, a tag")
        return _("/ searches prompts, code, ids and tags")

    def watch_has_focus(self, _has_focus: bool) -> None:
        super().watch_has_focus(_has_focus)
        self.translate()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Left())

    def action_leave(self) -> None:
        self.post_message(self.Left())

    def action_go(self, key: str) -> None:
        self.post_message(self.Moved(key))

    def action_clear(self) -> None:
        if self.value:
            self.value = ""
        else:
            self.post_message(self.Left())
