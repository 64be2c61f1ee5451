"""A column that is longer than the screen, to be scrolled by keys."""

from __future__ import annotations

from textual.containers import VerticalScroll


class Pages(VerticalScroll):
    """Jumps where a key says, at once: an animation over ssh is a wait."""

    def action_scroll_down(self) -> None:
        self.scroll_down(animate=False)

    def action_scroll_up(self) -> None:
        self.scroll_up(animate=False)

    def action_page_down(self) -> None:
        self.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self.scroll_page_up(animate=False)

    def action_scroll_home(self) -> None:
        self.scroll_home(animate=False)

    def action_scroll_end(self) -> None:
        self.scroll_end(animate=False)
