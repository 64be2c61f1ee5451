"""What is shown on a terminal that is too small for anything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen

from tui.i18n import _
from tui.screens.everywhere import LANGUAGE, QUIT
from tui.widgets.command import Command, bindings_of
from tui.widgets.words import Words

SMALLEST = Size(60, 20)


def fits(size: Size) -> bool:
    """Tell whether a terminal of this size, in cells, is large enough for the app."""
    return size.width >= SMALLEST.width and size.height >= SMALLEST.height


class TooSmallScreen(Screen[None]):
    """Covers the screen below until the terminal is larger; that goes on as it was."""

    CSS = "TooSmallScreen { align: center middle; Words { width: auto; max-width: 100%; } }"
    KEYS: ClassVar[Sequence[Command]] = (LANGUAGE, QUIT)
    BINDINGS = bindings_of(KEYS)

    def compose(self) -> ComposeResult:
        yield Words(self._how_large)

    def on_resize(self, event: events.Resize) -> None:
        self._look(event.size)

    def on_screen_resume(self) -> None:
        self._look(self.app.size)

    def _look(self, size: Size) -> None:
        # A resize is told twice, and a second dismissal would take the screen below along.
        if not self.is_current:
            return
        if fits(size):
            self.dismiss()
        else:
            self.query_one(Words).translate()

    def _how_large(self) -> str:
        width, height = self.app.size
        text = _("Your terminal is {width}×{height}; torchdrill needs {wide}×{high}.")
        return text.format(width=width, height=height, wide=SMALLEST.width, high=SMALLEST.height)
