"""The app on a terminal of its own, in a fork that a test kills."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

CONTROLS = re.compile(rb"\x1b\[[0-9;?<>=]*[ -/]*[@-~]")


class Terminal:
    """One life of the app; ``opener`` gives it birth."""

    def __init__(self, opener: subprocess.Popen[str]) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        assert opener.stdin is not None
        assert opener.stdout is not None
        self._ends = opener.stdout
        opener.stdin.write(f"{os.ttyname(theirs)}\n")
        opener.stdin.flush()
        self._pid = int(opener.stdout.readline())
        self._theirs = theirs
        self.shown = b""

    @property
    def words(self) -> str:
        """What was written on it so far, without colours and cursor."""
        return CONTROLS.sub(b"", self.shown).decode(errors="replace")

    def press(self, keys: bytes) -> None:
        os.write(self._ours, keys)

    def until(self, seen: Callable[[], object], end: float) -> bool:
        """Read what is shown until something is seen, or until a moment of the monotonic clock."""
        while not seen() and time.monotonic() < end:
            if select.select([self._ours], [], [], 0.005)[0]:
                self.shown += os.read(self._ours, 1 << 16)
        return bool(seen())

    def kill(self) -> None:
        """End the app at once, and read what was on its way."""
        os.kill(self._pid, signal.SIGKILL)
        assert self._ends.readline() == "ended\n"
        os.close(self._theirs)
        while select.select([self._ours], [], [], 0)[0]:
            try:
                self.shown += os.read(self._ours, 1 << 16)
            except OSError:  # nobody has the other side open any more
                break
        os.close(self._ours)


@contextmanager
def opener(module: str, path: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a program that opens the app on each terminal it is told."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TERM": "xterm-256color"},
        cwd=Path(__file__).parent.parent.parent,
    )
    try:
        yield process
    finally:
        process.communicate()
