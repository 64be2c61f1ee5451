"""A column that is longer than the screen, to be scrolled by keys."""

from __future__ import annotations

from textual.binding import Binding
from textual.containers import VerticalScroll


class Pages(VerticalScroll, inherit_bindings=False):
    """Goes where a key says at once, for an animation over ssh is a wait; paging is left to the screen."""

    BINDINGS = [  # noqa: RUF012  # textual declares it without ClassVar
        Binding("up", "scroll_up", show=False),
        Binding("down", "scroll_down", show=False),
        Binding("home", "scroll_home", show=False),
        Binding("end", "scroll_end", show=False),
    ]

    def action_scroll_up(self) -> None:
        self.scroll_up(animate=False)

    def action_scroll_down(self) -> None:
        self.scroll_down(animate=False)

    def action_scroll_home(self) -> None:
        self.scroll_home(animate=False)

    def action_scroll_end(self) -> None:
        self.scroll_end(animate=False)

    def page(self, pages: int) -> None:
        """Scroll by pages, down or up; a line stays, to read on from."""
        self.scroll_relative(y=pages * max(1, self.scrollable_content_region.height - 1), animate=False)
