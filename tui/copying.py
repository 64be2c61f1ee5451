"""Text for the learner to take along: through the terminal's clipboard, or as a file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textual.app import App

from tui import places
from tui.i18n import _, ngettext

MOST_BYTES = 74_994
"""What an OSC 52 sequence carries at most in common terminals: 100,000 bytes of base64."""


class Copier:
    """Copies to the clipboard of the terminal; the same text copied once more is saved as a file.

    A terminal never tells whether it took what it was sent, so the learner is told what to do if it didn't.
    Where it is known not to, text is saved at once.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._can = takes_copies(environ)
        self._last: str | None = None

    async def copy(self, app: App[Any], text: str, name: str, key: str) -> str:
        """Copy the text, or save it under this name; return what happened. ``key`` copies once more."""
        if not self._can:
            return await _saved(text, name, _("This terminal has no clipboard, so it is saved: {path}"))
        if text == self._last:
            self._last = None
            return await _saved(text, name, _("Saved: {path}"))
        if len(text.encode()) > MOST_BYTES:
            return await _saved(
                text, name, _("That is too long for a terminal's clipboard, so it is saved: {path}")
            )
        app.copy_to_clipboard(text)
        self._last = text
        count = text.rstrip("\n").count("\n") + 1
        copied = ngettext("{count} line copied.", "{count} lines copied.", count).format(count=count)
        unsure = _("Your terminal may not allow it; {key} again saves it as a file.").format(key=key)
        return f"{copied} {unsure}"


def takes_copies(environ: Mapping[str, str]) -> bool:
    """Tell whether the terminal may have a clipboard that an app can write to; many can't be asked."""
    name = environ.get("TERM", "")
    in_screen = name.startswith("screen") and "TMUX" not in environ
    return environ.get("TERM_PROGRAM") != "Apple_Terminal" and name not in ("dumb", "linux") and not in_screen


async def _saved(text: str, name: str, told: str) -> str:
    try:
        path = await asyncio.to_thread(save_new, places.saved_folder(), name, text)
    except OSError as error:
        return _("It can't be saved: {reason}.").format(reason=error.strerror or error)
    return told.format(path=from_home(path))


def from_home(path: Path) -> str:
    """Return a path as one would type it: ``~`` stands for the home folder."""
    home = Path.home()
    return str(Path("~") / path.relative_to(home)) if path.is_relative_to(home) else str(path)


def save_new(folder: Path, name: str, text: str) -> Path:
    """Write a file beside those that are there, and return its path; one with this text is taken as it is.

    Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem, suffix = Path(name).stem, Path(name).suffix
    number = 1
    while True:
        path = folder / (name if number == 1 else f"{stem}-{number}{suffix}")
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            if path.read_text(encoding="utf-8", errors="replace") != text:
                number += 1
                continue
        return path
