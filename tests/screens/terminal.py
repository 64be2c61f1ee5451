"""A real terminal of a given size, driven by keys, and pictured as it looks."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.screens.picture import svg

PATIENCE_SECONDS = 30.0
STEP_SECONDS = 0.1
CLOCK = re.compile(r"\d+:\d\d")
"""What never comes to rest."""


class Terminal:
    """A tmux server of its own with one window; ``environment`` is added to what the command sees."""

    def __init__(
        self, name: str, width: int, height: int, command: Sequence[str], environment: Mapping[str, str]
    ) -> None:
        self._socket = f"torchdrill-{name}-{os.getpid()}"
        self._size = (width, height)
        self._command = command
        self._environment = environment

    def __enter__(self) -> Self:
        width, height = map(str, self._size)
        variables = {"COLORTERM": "truecolor", **self._environment}
        settings = [part for pair in variables.items() for part in ("-e", "=".join(pair))]
        self._tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", width, "-y", height, *settings, *self._command
        )
        self._tmux("set", "-g", "status", "off")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], stderr=subprocess.DEVNULL, check=False)

    def press(self, *keys: str) -> None:
        """Press keys, each by tmux's name of it, at a pace at which a person could."""
        for key in keys:
            self._tmux("send-keys", key)
            time.sleep(STEP_SECONDS)

    def write(self, text: str) -> None:
        """Type a text."""
        for character in text:
            self._tmux("send-keys", "-l", character)
            time.sleep(STEP_SECONDS / 5)

    def wait_for(self, pattern: str) -> None:
        """Wait until the screen shows something and has come to rest. Raises TimeoutError with the screen."""
        end = time.monotonic() + PATIENCE_SECONDS
        before = ""
        while time.monotonic() < end:
            shown = CLOCK.sub("", self.text)
            if shown == before and re.search(pattern, shown):
                return
            before = shown
            time.sleep(3 * STEP_SECONDS)
        raise TimeoutError(f"{pattern!r} didn't come; on the screen is:\n{before}")

    @property
    def text(self) -> str:
        """What the screen shows, a line for each of its lines."""
        return self._tmux("capture-pane", "-p")

    def picture(self, file: Path, title: str) -> None:
        """Write what the screen shows as an SVG picture, and as text beside it."""
        file.parent.mkdir(parents=True, exist_ok=True)
        # With the spaces at the ends of lines, for they have a colour too.
        lines = self._tmux("capture-pane", "-e", "-N", "-p").splitlines()
        file.with_suffix(".svg").write_text(svg(lines, self._size[0], title), encoding="utf-8")
        file.with_suffix(".txt").write_text(self.text.rstrip("\n") + "\n", encoding="utf-8")

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-u", "-L", self._socket, *arguments]
        return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
