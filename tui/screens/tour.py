"""Four steps through what a newcomer has to know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content
from textual.screen import ModalScreen

from quizbank.message import Message
from tui.i18n import _, say
from tui.screens.everywhere import CTRL_C, HELP, LANGUAGE, PALETTE, QUIT, THEME
from tui.widgets.command import Command, bindings_of, key_name
from tui.widgets.key_bar import KeyBar
from tui.widgets.prose import prose
from tui.widgets.words import Words


def _key(command: Command) -> str:
    return key_name(command.keys[0])


STEPS: Sequence[tuple[Message, Message]] = (
    (
        Message("Welcome to torchdrill"),
        Message(
            "It drills you for PyTorch interviews. Every answer is judged by really running the code on your "
            "torch, so whatever works is right, and afterwards you see what it really gave."
        ),
    ),
    (
        Message("What to do first"),
        Message(
            "On the start screen, choose a topic and press `enter` for a short session. Later, `d` drills "
            "what you are about to forget, and `b` lets you search and read all questions."
        ),
    ),
    (
        Message("When you are stuck"),
        Message(
            "In a question, `h` gives a hint and `i` shows what is right. While you type, use the keys that "
            "the last line shows. You can leave at any time: what you answered is kept, and an interrupted "
            "session can be taken up again."
        ),
    ),
    (
        Message("Find your way"),
        Message(
            "The last line shows the keys of the moment; `{help}` explains them all, and `{palette}` finds a "
            "command by its name. `{language}` switches between English and Chinese, `{theme}` the colours. "
            "Tell the settings, `s` on the start screen, when your interview is.",
            help=_key(HELP),
            palette=_key(PALETTE),
            language=_key(LANGUAGE),
            theme=_key(THEME),
        ),
    ),
)


class TourScreen(ModalScreen[None]):
    """A dialog that goes from step to step."""

    CSS_PATH = "tour.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command("step(1)", ("enter", "right"), Message("go on"), Message("Go on to the next step")),
        Command("step(-1)", ("left",), Message("step back"), Message("Go back to the step before")),
        Command("leave", ("escape", "q"), Message("leave it"), Message("Leave the tour")),
        LANGUAGE,
        THEME,
        HELP,
        QUIT,
        CTRL_C,
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self) -> None:
        super().__init__()
        self._step = 0

    def compose(self) -> ComposeResult:
        with VerticalGroup(id="dialog"):
            yield Words(self._title, classes="title")
            yield Words(lambda: prose(say(STEPS[self._step][1])))
            yield KeyBar()

    def on_mount(self) -> None:
        self.translate()

    def translate(self) -> None:
        """Show where the learner is, in the language of the moment."""
        text = _("Step {number} of {total}").format(number=self._step + 1, total=len(STEPS))
        self.query_one("#dialog").border_subtitle = Content(text)

    def action_step(self, by: int) -> None:
        if self._step + by == len(STEPS):
            self.dismiss()
            return
        self._step = max(0, self._step + by)
        self.translate()
        for words in self.query(Words):
            words.translate()

    def action_leave(self) -> None:
        self.dismiss()

    def _title(self) -> Content:
        return Content.styled(say(STEPS[self._step][0]), "bold $text-primary")
