"""What is shown on a terminal that is too small for anything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

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
    """Covers the screen below, which stays as it is, until the app finds the terminal large enough."""

    CSS = "TooSmallScreen { align: center middle; Words { width: auto; max-width: 100%; } }"
    KEYS: ClassVar[Sequence[Command]] = (LANGUAGE, QUIT)
    BINDINGS = bindings_of(KEYS)

    def compose(self) -> ComposeResult:
        yield Words(self._how_large)

    def on_resize(self) -> None:
        self.query_one(Words).translate()

    def _how_large(self) -> str:
        width, height = self.app.size
        text = _("Your terminal is {width}×{height}; torchdrill needs {wide}×{high}.")
        return text.format(width=width, height=height, wide=SMALLEST.width, high=SMALLEST.height)
