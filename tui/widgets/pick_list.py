"""A list to pick from with arrows, digits or space: one item, or any number of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup
from textual.content import Content
from textual.message import Message as Event
from textual.reactive import reactive
from textual.widgets import Static

from quizbank.message import Message
from tui.widgets.command import Command, bindings_of
from tui.widgets.words import Words

MOVE_KEYS = ("up", "down", "k", "j")


class PickRow(HorizontalGroup):
    """One item: cursor, mark and number, then its text."""

    @dataclass
    class Clicked(Event):
        index: int

    def __init__(self, index: int, words: Callable[[], Content | str]) -> None:
        super().__init__()
        self._index = index
        self._text = words
        self._mark = Static(markup=False, classes="mark")

    def compose(self) -> ComposeResult:
        yield self._mark
        yield Words(self._text)

    def show(self, glyph: str, *, picked: bool, under_cursor: bool) -> None:
        """Draw the mark for the item's state."""
        self.set_class(under_cursor, "-cursor")
        self._mark.update(
            Content.assemble(
                ("❯ " if under_cursor else "  ", "bold $text-accent"),
                (f"{glyph} ", "bold $text-accent" if picked else "$foreground-disabled"),
                (f"{self._index + 1}", "$text-muted"),
            )
        )

    def on_click(self) -> None:
        self.post_message(self.Clicked(self._index))


class PickList(VerticalGroup, can_focus=True):
    """Items by their position; ``picked`` holds the positions of the picked ones.

    With ``single``, moving the cursor picks, as radio buttons do everywhere.
    """

    DEFAULT_CSS = """
    PickList {
        PickRow { height: auto; }
        PickRow .mark { width: 7; }
        PickRow Words { width: 1fr; }
        &:focus PickRow.-cursor { background: $primary-muted; }
    }
    """

    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "toggle_number('{key}')",
            tuple("12345678"),
            Message("pick"),
            Message("Pick the item with this number, or take it back"),
            shown="1-8",
            in_palette=False,
        ),
        Command(
            "move('{key}')",
            MOVE_KEYS,
            Message("move"),
            Message("Go up and down"),
            shown="↑↓",
            in_palette=False,
        ),
        Command(
            "pick",
            ("space",),
            Message("toggle"),
            Message("Pick the item under the cursor, or take it back"),
            in_palette=False,
        ),
    )
    BINDINGS = bindings_of(COMMANDS)

    cursor = reactive(-1)

    def __init__(self, items: Iterable[Callable[[], Content | str]], *, single: bool) -> None:
        super().__init__()
        self._rows = [PickRow(index, words) for index, words in enumerate(items)]
        self._single = single
        digits = f"1-{len(self._rows)}"
        self.KEYS = [
            replace(command, shown=digits) if command.shown == "1-8" else command for command in self.COMMANDS
        ]
        self.picked: set[int] = set()

    def compose(self) -> ComposeResult:
        yield from self._rows

    def on_mount(self) -> None:
        if not self._single:
            self.cursor = 0
        self._draw()

    def watch_cursor(self, cursor: int) -> None:
        self._draw()
        if self.has_focus and 0 <= cursor < len(self._rows):
            self._rows[cursor].scroll_visible(animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not (action == "pick" and self._single)

    def pick(self, positions: Iterable[int]) -> None:
        """Pick these items and no others, with the cursor on the first of them."""
        self.picked = set(positions)
        self.cursor = min(self.picked, default=-1 if self._single else 0)
        self._draw()

    def action_toggle_number(self, key: str) -> None:
        self._toggle(int(key) - 1)

    def action_pick(self) -> None:
        self._toggle(self.cursor)

    def action_move(self, key: str) -> None:
        step = -1 if key in ("up", "k") else 1
        start = len(self._rows) if self.cursor < 0 and step < 0 else self.cursor
        self.cursor = (start + step) % len(self._rows)
        if self._single:
            self.picked = {self.cursor}
            self._draw()

    def on_pick_row_clicked(self, event: PickRow.Clicked) -> None:
        event.stop()
        self._toggle(event.index)

    def _toggle(self, index: int) -> None:
        if not 0 <= index < len(self._rows):
            return
        self.cursor = index
        self.picked = {index} if self._single else self.picked ^ {index}
        self._draw()

    def _draw(self) -> None:
        glyphs = "○●" if self._single else "□■"
        for index, row in enumerate(self._rows):
            picked = index in self.picked
            row.show(glyphs[picked], picked=picked, under_cursor=index == self.cursor)

    def on_focus(self, event: events.Focus) -> None:
        self._draw()
