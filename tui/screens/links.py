"""A dialog with a question's documentation, to be opened or copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from quizbank.message import Message
from tui.browser import opened
from tui.i18n import _
from tui.screens.everywhere import HELP, LANGUAGE
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.prose import foreign


class LinksScreen(ModalScreen[str | None]):
    """Dismisses with what happened, to be told; None when nothing did."""

    CSS_PATH = "links.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command("open", ("enter", "o"), Message("open"), Message("Open it in your browser")),
        Command("copy", ("c",), Message("copy"), Message("Copy the address")),
        Command("move", ("up", "down"), Message("move"), Message("Go up and down"), shown="↑↓"),
        Command("dismiss", ("escape", "q"), Message("close"), Message("Go back to the question")),
        LANGUAGE,
        HELP,
    )
    # The list has the keys to move.
    BINDINGS = bindings_of(command for command in KEYS if command.action != "move")

    def __init__(self, links: Sequence[str]) -> None:
        super().__init__()
        self._links = links

    def compose(self) -> ComposeResult:
        with VerticalGroup(id="dialog"):
            yield OptionList(*(Option(foreign(link)) for link in self._links), markup=False)
            yield KeyBar()

    def on_mount(self) -> None:
        links = self.query_one(OptionList)
        links.highlighted = 0
        links.focus()
        self.translate()

    def translate(self) -> None:
        """Name the dialog in the language of the moment."""
        self.query_one("#dialog").border_title = Content(_("To read on"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return len(self._links) > 1 if action == "move" else True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_open()

    def action_open(self) -> None:
        self.run_worker(self._open(self._link), group="link", exclusive=True, exit_on_error=False)

    def action_copy(self) -> None:
        self.dismiss(self._copied(self._link))

    @property
    def _link(self) -> str:
        return self._links[self.query_one(OptionList).highlighted or 0]

    async def _open(self, link: str) -> None:
        self.query_one("#dialog").border_subtitle = Content(_("Opening your browser ..."))
        if await opened(link):
            self.dismiss(_("Opened in your browser: {link}").format(link=link))
        else:
            self.dismiss(_("No browser can be opened from here.") + " " + self._copied(link))

    def _copied(self, link: str) -> str:
        self.app.copy_to_clipboard(link)
        return _("Copied, if your terminal allows that: {link}").format(link=link)
