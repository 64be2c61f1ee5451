"""A dialog to choose one value of a filter, or any."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from quizbank.message import Message
from quizbank.search import Value
from tui.i18n import say
from tui.screens.everywhere import HELP, LANGUAGE
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar


@dataclass(frozen=True, slots=True)
class Entry:
    """A value, or None for any; what to call it now, and how many questions it leaves."""

    value: Value | None
    words: Callable[[], Content]
    count: int


class FilterScreen(ModalScreen[Entry | None]):
    """Dismisses with the chosen entry, or None to leave the filter as it is."""

    CSS_PATH = "browse_filter.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command("choose", ("enter",), Message("choose"), Message("Show only these"), in_palette=False),
        Command("move", ("up", "down"), Message("move"), Message("Go up and down"), shown="↑↓"),
        Command("dismiss", ("escape", "q"), Message("close"), Message("Leave it as it is")),
        LANGUAGE,
        HELP,
    )
    # The list has the keys to move and to choose.
    BINDINGS = bindings_of(command for command in KEYS if command.action not in ("choose", "move"))

    def __init__(self, title: Message, entries: Sequence[Entry], current: Value | None) -> None:
        super().__init__()
        self._title = title
        self._entries = entries
        self._current = [entry.value for entry in entries].index(current)

    def compose(self) -> ComposeResult:
        with VerticalGroup(id="dialog"):
            yield OptionList(*(Option(self._label(entry)) for entry in self._entries), markup=False)
            yield KeyBar()

    def on_mount(self) -> None:
        options = self.query_one(OptionList)
        options.highlighted = self._current
        options.focus()
        self.translate()

    def translate(self) -> None:
        """Name everything in the language of the moment."""
        self.query_one("#dialog").border_title = Content(say(self._title))
        options = self.query_one(OptionList)
        for index, entry in enumerate(self._entries):
            options.replace_option_prompt_at_index(index, self._label(entry))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._entries[event.option_index])

    def _label(self, entry: Entry) -> Content:
        return Content.assemble((f"{entry.count:>6}", "$text-accent"), "  ", entry.words())
