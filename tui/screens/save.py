"""A dialog that saves a text as a file, and never overwrites one without asking."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

from quizbank.message import Message
from tui.i18n import _, say
from tui.saving import save_text
from tui.screens.confirm import ConfirmScreen
from tui.screens.everywhere import HELP, LANGUAGE
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.prose import prose
from tui.widgets.text_fields import Line
from tui.widgets.words import Words


class SaveScreen(ModalScreen[Path | None]):
    """Dismisses with the file's path, or None when nothing was saved."""

    CSS_PATH = "save.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command("save", ("enter",), Message("save"), Message("Save under this name"), in_palette=False),
        Command("dismiss", ("escape",), Message("close"), Message("Save nothing")),
        LANGUAGE,
        HELP,
    )
    # Enter is the text field's own key, and comes back as its message.
    BINDINGS = bindings_of(command for command in KEYS if command.action != "save")

    def __init__(self, name: str, text: str) -> None:
        """``name`` is the suggestion for the file's name."""
        super().__init__()
        self._line = Line()
        self._line.value = name
        self._text = text
        self._complaint: Message | None = None

    def compose(self) -> ComposeResult:
        with VerticalGroup(id="dialog"):
            yield Words(
                lambda: _("Where to? Without a folder it is saved in {here}.").format(here=Path.cwd())
            )
            yield self._line
            yield Words(self._why_not, id="complaint")
            yield KeyBar()

    def on_mount(self) -> None:
        self.translate()
        self.query_one("#complaint").display = False
        self._line.focus()
        self._line.cursor_position = len(self._line.value.removesuffix(".py"))

    def translate(self) -> None:
        """Name the box in the language of the moment."""
        self.query_one("#dialog").border_title = Content(_("Save as a file"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.run_worker(self._save(event.value.strip()), group="dialog", exclusive=True, exit_on_error=False)

    async def _save(self, name: str) -> None:
        if not name:
            self._complain(Message("The file needs a name."))
            return
        try:
            path = Path(name).expanduser().absolute()
            if path.is_dir():
                self._complain(Message("{path} is a folder; give the file a name, too.", path=path))
                return
            if path.exists() and not await self._may_replace(path):
                return
            save_text(path, self._text)
        except (OSError, RuntimeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self._complain(Message("It can't be saved there: {reason}.", reason=reason))
        else:
            self.dismiss(path)

    async def _may_replace(self, path: Path) -> bool:
        def question() -> str:
            return _("{path} is there already. Replace it?").format(path=path)

        return await self.app.push_screen_wait(ConfirmScreen(question))

    def _complain(self, message: Message) -> None:
        self._complaint = message
        complaint = self.query_one("#complaint", Words)
        complaint.translate()
        complaint.display = True

    def _why_not(self) -> Content:
        return Content() if self._complaint is None else prose(say(self._complaint))
