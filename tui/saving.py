"""Writing a learner's text to a file of their choice."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def save_text(path: Path, text: str) -> None:
    """Write a file whole or not at all: under a temporary name first, which then replaces it.

    Raises OSError.
    """
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
        unfinished = Path(file.name)
        try:
            file.write(text)
            file.close()
            unfinished.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
