"""What the headers of sessions and interviews have in common."""

from __future__ import annotations

from textual.containers import VerticalGroup

from tui.widgets.words import Words


class TwoLines(VerticalGroup):
    """Two lines at the top, ``.upper`` and ``.lower``, each of Words at the ``.left`` and the ``.right``.

    Redrawn by ``translate`` whenever something changed.
    """

    DEFAULT_CSS = """
    TwoLines {
        dock: top;
        height: 2;
        HorizontalGroup { height: 1; padding: 0 1; }
        .upper { background: $panel; }
        .lower { background: $boost; }
        Words { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        .left { width: 1fr; }
        .right { width: auto; }
    }
    """
    ALLOW_SELECT = False

    def translate(self) -> None:
        """Show the state of things."""
        for words in self.query(Words):
            words.translate()
