"""Text files that are whole or not there, and never in the place of somebody else's."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from quizbank.errors import FileNotWritten
from quizbank.message import Message


def write_text(path: Path, text: str, *, replace: bool = False) -> None:
    """Write a file under a temporary name and give it its own when it is complete.

    Only its owner can read it. One that is there already stays as it is, unless ``replace`` says otherwise.
    Raises FileNotWritten.
    """
    if path.exists() and not replace:
        raise FileNotWritten(
            Message("{path} is there already; give --force to replace it, or another name.", path=path)
        )
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            temporary.replace(path)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileNotWritten(
            Message("{path} can't be written: {reason}.", path=path, reason=reason)
        ) from error
