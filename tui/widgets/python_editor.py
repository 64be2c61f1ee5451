"""Editors for Python: a new line is indented as code is, and indentation goes by levels."""

from __future__ import annotations

import re

from textual.binding import Binding
from textual.events import Key
from textual.widgets import TextArea
from textual.widgets.text_area import Selection

from tui.widgets.text_fields import LEFT_TO_A_QUESTION, Editor

LEVEL = 4
"""Blanks of one level of indentation."""

_COMMENT = re.compile(r"\s#.*")


def indentation_after(before: str) -> str:
    """Return what a new line begins with when the one above it ends in ``before``."""
    indentation = before[: len(before) - len(before.lstrip())]
    # A number sign within a string is taken for a comment's, which matters only behind a colon.
    opens = before.rstrip().endswith(":") or _COMMENT.sub("", before).rstrip().endswith(":")
    return indentation + " " * LEVEL if opens and not before.lstrip().startswith("#") else indentation


def indented(line: str) -> str:
    """Return a line one level further in; an empty one stays empty."""
    return " " * LEVEL + line if line.strip() else line


def outdented(line: str) -> str:
    """Return a line one level further out, as far as its indentation goes."""
    if line.startswith("\t"):
        return line[1:]
    return line[min(LEVEL, len(line) - len(line.lstrip(" "))) :]


class PythonEditor(Editor):
    """Enter keeps the indentation, tab and shift+tab change it, backspace takes a level away at once."""

    def __init__(self, text: str) -> None:
        super().__init__(text=text, python=True)

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        return super().check_consume_key(key, character) or (not self.read_only and key == "shift+tab")

    def on_key(self, event: Key) -> None:
        """Take the keys that indent before TextArea does, which would put blanks in a selection's place."""
        if self.read_only:
            return
        match event.key:
            case "enter":
                self._begin_line()
            case "tab" if not self.selection.is_empty:
                self._shift(further_in=True)
            case "shift+tab":
                self._shift(further_in=False)
            case _:
                return
        event.stop()
        event.prevent_default()

    def put(self, code: str) -> None:
        """Put other code in the place of all that is written; it can be undone with the editor's own key."""
        if code != self.text:
            self.replace(code, (0, 0), self.document.end)
            self.move_cursor((0, 0))

    def action_delete_left(self) -> None:
        row, column = self.cursor_location
        before = self.document.get_line(row)[:column]
        if self.read_only or not self.selection.is_empty or not before or before.strip(" "):
            super().action_delete_left()
        else:
            self._delete_via_keyboard((row, (column - 1) // LEVEL * LEVEL), (row, column))

    def _begin_line(self) -> None:
        (row, column), end = sorted(self.selection)
        before = self.document.get_line(row)[:column]
        self._replace_via_keyboard("\n" + indentation_after(before), (row, column), end)

    def _shift(self, *, further_in: bool) -> None:
        """Indent or outdent the lines of the selection, which stays; without one, the cursor's line."""
        selection = self.selection
        (first, _column), (last, last_column) = sorted(selection)
        if last > first and last_column == 0:
            last -= 1  # nothing of that line is selected
        old = [self.document.get_line(row) for row in range(first, last + 1)]
        new = [indented(line) if further_in else outdented(line) for line in old]
        if new == old:
            return
        moved = {first + index: len(b) - len(a) for index, (a, b) in enumerate(zip(old, new, strict=True))}
        self.replace("\n".join(new), (first, 0), (last, len(old[-1])), maintain_selection_offset=False)
        self.selection = Selection(
            *((row, max(0, column + moved.get(row, 0)) if column else 0) for row, column in selection)
        )


class AnswerCode(PythonEditor, inherit_bindings=False):
    """Python as an answer: function keys are the question's, and so is paging, for it may be long."""

    BINDINGS = [  # noqa: RUF012  # textual declares it without ClassVar
        one for one in TextArea.BINDINGS if not (isinstance(one, Binding) and one.key in LEFT_TO_A_QUESTION)
    ]


class CodeEditor(PythonEditor, inherit_bindings=False):
    """Python to be played with: escape and all function keys are left to the screen."""

    BINDINGS = [  # noqa: RUF012  # textual declares it without ClassVar
        one for one in TextArea.BINDINGS if not (isinstance(one, Binding) and one.key in ("f6", "f7"))
    ]

    def on_key(self, event: Key) -> None:
        if event.key == "escape":
            event.prevent_default()  # TextArea would go on to the next widget
