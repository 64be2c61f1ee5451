"""The line at the bottom: which key does what, where the learner is now."""

from __future__ import annotations

from textual.content import Content

from tui.i18n import say
from tui.widgets.command import live_commands
from tui.widgets.words import Words


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

    def _listed(self) -> Content:
        shown = [
            Content.assemble(
                (live.shown, "bold $text-accent"), "\u00a0", say(live.command.label).replace(" ", "\u00a0")
            )
            for live in live_commands(self.screen)
            if live.command.in_bar
        ]
        return Content("  ").join(shown)
