"""The line at the bottom: which key does what, where the learner is now."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tui.i18n import say
from tui.widgets.command import live_commands
from tui.widgets.words import Words

SEPARATOR = "  "


class KeyBar(Words):
    """Lists the commands of the moment; never breaks a line within one."""

    DEFAULT_CSS = """
    KeyBar {
        dock: bottom;
        height: auto;
        max-height: 3;
        padding: 0 1;
        background: $panel;
        color: $text-muted;
    }
    """

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__(self._listed)

    def on_mount(self) -> None:
        super().on_mount()
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.translate())

    def on_resize(self) -> None:
        self.translate()

    def _listed(self) -> Content:
        items = [
            Content.assemble((live.shown, "bold $text-accent"), " ", say(live.command.label))
            for live in live_commands(self.screen)
            if live.command.in_bar
        ]
        return Content("\n").join(_lines(items, self.app.size.width - self.gutter.width))


def _lines(items: Iterable[Content], width: int) -> list[Content]:
    """Put as many items on each line as it takes whole."""
    lines: list[Content] = []
    for item in items:
        longer = Content(SEPARATOR).join([*lines[-1:], item])
        if lines and longer.cell_length <= width:
            lines[-1] = longer
        else:
            lines.append(item)
    return lines
