"""Lends the terminal to the learner's own editor, and says what was in the way."""

from __future__ import annotations

import os

from textual.app import App, SuspendNotSupported

from tui.external_editor import EditorFailed, edited, editor_command
from tui.i18n import _, say


def edited_elsewhere(app: App[None], text: str, name: str) -> str | None:
    """Return a text as the learner's editor left it; None, once that is said, where it stays as it was.

    ``name`` is what the editor's file is called.
    """
    try:
        command = editor_command(os.environ)
        with app.suspend():
            return edited(command, text, name)
    except EditorFailed as error:
        app.notify(say(error.message), severity="warning", markup=False)
    except SuspendNotSupported:
        app.notify(_("This terminal can't be lent to an editor."), severity="warning", markup=False)
    return None
