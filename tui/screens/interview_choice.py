"""A dialog to choose whom a mock interview is for and how long it takes, or to go on with one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.content import Content

from quizbank.bank import Bank
from quizbank.interview.blueprint import MINUTES, builtin, read_blueprint
from quizbank.interview.checkpoint import Checkpoint
from quizbank.message import Message
from quizbank.question import Text
from quizbank.vocabulary import ROLES
from tui.i18n import _, current_language
from tui.new_interview import USUAL_MINUTES, USUAL_ROLE
from tui.screens.browse_filter import Entry, FilterScreen
from tui.screens.everywhere import HELP, LANGUAGE
from tui.widgets.command import Command, bindings_of
from tui.widgets.labels import duration

GO_ON = "go on"
"""The value of the entry that takes up what was interrupted; no role is called so."""


class InterviewChoiceScreen(FilterScreen):
    """Dismisses with an entry whose value is a role or GO_ON, or None; ``minutes`` is the length chosen."""

    KEYS: ClassVar[Sequence[Command]] = (
        Command(
            "choose", ("enter",), Message("begin"), Message("Begin; the clock runs at once"), in_palette=False
        ),
        Command("move", ("up", "down"), Message("move"), Message("Go up and down"), shown="↑↓"),
        Command(
            "length('{key}')",
            ("left", "right"),
            Message("minutes"),
            Message("Make the interview shorter or longer"),
            shown="←→",
        ),
        Command("dismiss", ("escape", "q"), Message("close"), Message("Leave it as it is")),
        LANGUAGE,
        HELP,
    )
    BINDINGS = bindings_of(command for command in KEYS if command.action_name == "length")

    def __init__(self, bank: Bank, kept: Checkpoint | None) -> None:
        """``kept`` is the interview that was interrupted."""
        self.minutes = USUAL_MINUTES
        left = 0 if kept is None else max(0, int(kept.plan.seconds - kept.spent.total))
        entries = [] if kept is None else [Entry(GO_ON, partial(_going_on, kept.plan.title), left)]
        for role in ROLES:
            title = read_blueprint(builtin(role), bank.topics).title
            entries.append(Entry(role, partial(_titled, title), 0))
        super().__init__(Message("Mock interview"), entries, USUAL_ROLE if kept is None else GO_ON)

    def action_length(self, key: str) -> None:
        step = 1 if key == "right" else -1
        position = MINUTES.index(self.minutes) + step
        self.minutes = MINUTES[max(0, min(len(MINUTES) - 1, position))]
        self.translate()

    def _label(self, entry: Entry) -> Content:
        if entry.value == GO_ON:
            length = _("{time} left").format(time=duration(entry.count))
        else:
            length = _("{minutes} min").format(minutes=self.minutes)
        return Content.assemble((length, "$text-accent"), "  ", entry.words())


def _titled(title: Text) -> Content:
    return Content(title[current_language()])


def _going_on(title: Text) -> Content:
    return Content(_("go on: {title}").format(title=title[current_language()]))
