"""Text that is worked out when it is shown, so that it follows a change of language."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.selection import Selection
from textual.widgets import Static

from tui.widgets.flowing import Flowing


class Words(Static):
    """Shows what ``words`` returns, and asks again when the language changes."""

    def __init__(
        self,
        words: Callable[[], Content | str],
        *,
        id: str | None = None,  # noqa: A002  # textual's own name for it
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self._words = words
        self._flowing = Flowing(Content())

    def on_mount(self) -> None:
        self.translate()

    def show(self, words: Callable[[], Content | str]) -> None:
        """Show these words from now on."""
        self._words = words
        self.translate()

    def translate(self) -> None:
        """Show the words in the language of the moment."""
        words = self._words()
        self._flowing = self.flow(words if isinstance(words, Content) else Content(words))
        self.update(self._flowing)

    def flow(self, content: Content) -> Flowing:
        """Return the words as they are drawn."""
        return Flowing(content)

    @property
    def plain(self) -> str:
        """The text on the screen, unbroken."""
        return self._flowing.content.plain

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        return selection.extract(self._flowing.at(self.content_size.width).plain), "\n"
