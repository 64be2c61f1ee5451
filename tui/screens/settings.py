"""The settings, changed one by one in their file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.message import Message as Event
from textual.widgets import Input

from quizbank.message import Message
from tui.copying import from_home
from tui.i18n import _, say
from tui.learner import local_now, study_day_of
from tui.screens.base import BaseScreen
from tui.screens.everywhere import HELP, LANGUAGE
from tui.services import Services
from tui.settings import MEANINGS, NAMES, SettingProblem, Settings, change_setting, load_settings
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.prose import foreign, prose
from tui.widgets.text_fields import Line
from tui.widgets.words import Words

AT_ONCE = frozenset({"language", "theme", "questions", "minutes", "new_a_day", "interview"})
"""What a running app can take over; everything else holds from the next start on."""


class SettingRow(VerticalGroup):
    """One setting: its name, value and key, what it means, and what is wrong with what was typed."""

    def __init__(self, key: str, value: object, path: Path) -> None:
        super().__init__()
        self.key = key
        self._kept = written(value)
        self._path = path
        self._usual = written(Settings.model_fields[key].default)
        self._line = Line(lambda: self._usual or _("none"))
        self._line.value = self._kept
        self._said = Words(str, classes="said")

    def compose(self) -> ComposeResult:
        with HorizontalGroup():
            yield Words(lambda: Content.styled(say(NAMES[self.key]), "bold"), classes="name")
            yield self._line
            yield Words(lambda: Content.styled(self.key, "$text-muted"), classes="key")
        yield Words(lambda: prose(say(MEANINGS[self.key])), classes="meaning")
        yield self._said

    def keep(self) -> bool:
        """Write what was typed into the file; tell whether anything has changed there."""
        typed = self._line.value.strip()
        if typed == self._kept:
            if self.has_class("bad"):
                self._say(None)
            return False
        problem = change_setting(self._path, self.key, typed, self._today())
        if problem is not None:
            self._say(partial(self._what_is_wrong, problem), bad=True)
            return False
        self._kept = written(getattr(load_settings(self._path).settings, self.key))
        self._line.value = self._kept
        self._say(self._saved)
        return True

    def _say(self, words: Callable[[], Content] | None, *, bad: bool = False) -> None:
        self.set_class(bad, "bad")
        self._said.set_class(words is not None, "shown")
        self._said.show(words or Content)
        if words is not None:
            # What is said makes the row taller, and is for the name above it.
            self.call_after_refresh(self.scroll_visible, animate=False, top=True)

    def _saved(self) -> Content:
        text = _("Saved.") if self.key in AT_ONCE else _("Saved; it holds from the next start on.")
        return Content.styled(f"✓ {text}", "$text-success")

    def _today(self) -> date:
        return study_day_of(local_now(), load_settings(self._path).settings.day_start)

    def _what_is_wrong(self, problem: SettingProblem) -> Content:
        return Content.assemble(("✗ ", "bold $text-error"), foreign(str(problem)).stylize("$text-error"))


class Rows(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The settings; the arrow keys are left to the screen, which goes from row to row."""


class SettingsScreen(BaseScreen):
    """All settings in one list; each is written when it is left or entered."""

    @dataclass
    class Changed(Event):
        """The file gives other values for these keys now."""

        settings: Settings
        keys: frozenset[str]

    class Left(Event):
        """The learner goes back."""

    CSS_PATH = "settings.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command("use", ("enter",), Message("use it"), Message("Use this value")),
        Command(
            "move('{key}')",
            ("up", "down"),
            Message("choose"),
            Message("Go to the next or the previous setting"),
            shown="↑↓",
            in_palette=False,
        ),
        LANGUAGE,
        HELP,
        Command("leave", ("escape", "f10"), Message("close"), Message("Close the settings")),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, services: Services, path: Path) -> None:
        super().__init__(services)
        self._path = path

    def compose(self) -> ComposeResult:
        yield Words(self._title, id="top")
        with Rows():
            values = load_settings(self._path).settings
            for key in Settings.model_fields:
                yield SettingRow(key, getattr(values, key), self._path)
        yield KeyBar()

    def on_mount(self) -> None:
        self.query(Line).first().focus()

    def on_descendant_blur(self) -> None:
        self._keep()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._keep()

    def action_use(self) -> None:
        self._keep()

    def action_move(self, key: str) -> None:
        if key == "down":
            self.focus_next(Line)
        else:
            self.focus_previous(Line)

    def action_leave(self) -> None:
        self._keep()
        self.post_message(self.Left())

    def _keep(self) -> None:
        changed = frozenset(row.key for row in self.query(SettingRow) if row.keep())
        if changed:
            self.post_message(self.Changed(load_settings(self._path).settings, changed))

    def _title(self) -> Content:
        kept = _("Kept in {path}").format(path=from_home(self._path))
        return Content.assemble((_("Settings"), "bold $text-accent"), "  ", (kept, "$text-muted"))


def written(value: object) -> str:
    """Return a setting as it is typed."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
