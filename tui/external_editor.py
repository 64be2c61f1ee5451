"""A text in the editor that the learner has chosen for their terminal."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from quizbank.message import Message


class EditorFailed(Exception):
    """The editor can't be had, or what it left can't be read."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


def editor_command(environment: Mapping[str, str]) -> list[str]:
    """Return the learner's editor as a command line. Raises EditorFailed when none is set."""
    for name in ("VISUAL", "EDITOR"):
        if value := environment.get(name, "").strip():
            try:
                return shlex.split(value)
            except ValueError:
                raise EditorFailed(
                    Message("`{name}` can't be read: {value}", name=name, value=value)
                ) from None
    raise EditorFailed(
        Message("No editor is set. Set one before starting torchdrill, such as: export EDITOR=nano")
    )


def edited(command: list[str], text: str, name: str) -> str:
    """Return the text as the editor left it; it has the terminal until it ends.

    Raises EditorFailed when the editor can't be started, reports a failure, or leaves no text.
    """
    with tempfile.TemporaryDirectory(prefix="torchdrill-") as folder:
        path = Path(folder) / name
        path.write_text(text, encoding="utf-8")
        # Ctrl+c is for the editor, which a handler, unlike SIG_IGN, isn't handed down to.
        kept = signal.signal(signal.SIGINT, lambda _number, _frame: None)
        try:
            status = subprocess.run([*command, os.fspath(path)], check=False).returncode
        except OSError as error:
            reason = error.strerror or str(error)
            raise EditorFailed(
                Message("{editor} can't be started: {reason}.", editor=command[0], reason=reason)
            ) from None
        finally:
            signal.signal(signal.SIGINT, kept)
        if status:
            raise EditorFailed(
                Message(
                    "{editor} ended with status {status}; your text is as it was.",
                    editor=command[0],
                    status=status,
                )
            )
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise EditorFailed(
                Message("What {editor} left is no readable text; yours is as it was.", editor=command[0])
            ) from None
