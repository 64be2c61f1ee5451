"""Leaving at any moment is immediate, and leaves nothing running."""

from __future__ import annotations

import fcntl
import os
import pty
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

import pytest

from tests.tui.driving import driven
from tests.tui.fake_runner import FakeRunner
from tui.screens.confirm import ConfirmScreen

PATIENCE = 60.0
"""Seconds after which something is taken never to happen."""


async def test_whoever_leaves_does_not_wait_for_the_import() -> None:
    runner = FakeRunner(ready=False)
    async with driven("plain/pick-one", runner=runner) as driver:
        await driver.until_text("importing torch ...")
        await driver.press("ctrl+q")
        await driver.on_screen(ConfirmScreen)
        await driver.press("y")
        await driver.until(lambda: not driver.app.is_running, "the end of the app")
    assert not runner.imported.is_set()
    assert not runner.running


class Terminal:
    """A terminal with the app in it."""

    def __init__(self, directory: Path) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", _ADOPT, "quiz", "--count", "1", "--lang", "en"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "HOME": str(directory)},
        )
        os.close(theirs)
        self._shown = b""

    def until_shown(self, text: bytes) -> None:
        deadline = time.monotonic() + PATIENCE
        while text not in self._shown:
            assert time.monotonic() < deadline, f"{text!r} was never shown: {self._shown[-2000:]!r}"
            if select.select([self._ours], [], [], 0.1)[0]:
                self._shown += os.read(self._ours, 1 << 16)

    def close(self) -> None:
        if self._ours >= 0:
            os.close(self._ours)
            self._ours = -1


# Makes its terminal the controlling one, as a shell's is, so that closing it hangs up.
_ADOPT = """\
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from tui.start import main
main()
"""


@contextmanager
def opened(directory: Path) -> Iterator[Terminal]:
    terminal = Terminal(directory)
    try:
        terminal.until_shown(b"Question 1")
        yield terminal
    finally:
        terminal.close()
        terminal.process.kill()
        terminal.process.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="finds the processes in /proc")
@pytest.mark.parametrize(
    "end",
    [Terminal.close, lambda terminal: terminal.process.send_signal(signal.SIGTERM)],
    ids=["closed terminal", "SIGTERM"],
)
def test_an_end_from_outside_ends_everything(tmp_path: Path, end: Callable[[Terminal], None]) -> None:
    with opened(tmp_path) as terminal:
        terminal.until_shown(b"torch 2")
        started = descendants(terminal.process.pid)
        assert started
        end(terminal)
        assert terminal.process.wait(PATIENCE) == 0
        deadline = time.monotonic() + PATIENCE
        while alive := [pid for pid in started if Path(f"/proc/{pid}").exists()]:
            assert time.monotonic() < deadline, f"{alive} are still there"
            time.sleep(0.05)


def descendants(pid: int) -> list[int]:
    """Return the processes below a process."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [below for child in map(int, children) for below in (child, *descendants(child))]
