"""Finds out in another process what keeps a snippet in: trying it forks, which threads and all is no good."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from runner.sandbox import NONE, PACKAGE, Sandbox, find_out

_SECONDS = 30.0


def finding_out() -> Callable[[], Sandbox]:
    """Begin to find out, and return what waits for the answer; a process that fails has it tried here."""
    if sys.platform != "linux":
        return lambda: NONE
    source = (
        f"import sys; sys.path.append({str(PACKAGE.parent)!r}); from runner.sandbox import find_out; "
        "print(*find_out().to_words(), 'found')"
    )
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", source],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )

    def found() -> Sandbox:
        try:
            words = process.communicate(timeout=_SECONDS)[0].split()
        except subprocess.TimeoutExpired:
            process.kill()
            words = process.communicate()[0].split()
        return Sandbox.from_words(words[:-1]) if words[-1:] == ["found"] else find_out()

    return found
