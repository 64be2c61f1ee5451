"""The line at the bottom: which key does what, where the learner is now."""

from __future__ import annotations

from textual.content import Content

from tui.i18n import say
from tui.widgets.command import live_commands
from tui.widgets.words import Words

GAP = Content("  ")


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
        # A layout that is asked for in the middle of one is lost, and with it the second line.
        self.call_after_refresh(self.translate)

    def _listed(self) -> Content:
        shown = [
            Content.assemble(
                (live.shown, "bold $text-accent"), "\u00a0", say(live.command.label).replace(" ", "\u00a0")
            )
            for live in live_commands(self.screen)
            if live.command.in_bar
        ]
        # Broken here, for Chinese may be broken between any two characters, those of a key's name too.
        width = self.content_size.width or self.app.size.width - 2
        lines: list[list[Content]] = [[]]
        for one in shown:
            if lines[-1] and GAP.join([*lines[-1], one]).cell_length > width:
                lines.append([])
            lines[-1].append(one)
        return Content("\n").join(GAP.join(line) for line in lines)
