"""Opening an address in the learner's browser; run as a program, this file does it and says whether.

It happens in a process of its own, without the terminal: starting a browser takes its time, may write
something, and a browser for the terminal would draw over the app.
"""

from __future__ import annotations

import asyncio
import sys
import webbrowser
from asyncio.subprocess import DEVNULL
from pathlib import PurePath

PATIENCE = 5.0
"""Seconds after which a browser that is still running counts as open."""

IN_TERMINAL = frozenset({"www-browser", "links", "elinks", "lynx", "w3m"})


async def opened(address: str) -> bool:
    """Open an address in a browser and return whether there is one that could be started."""
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            __file__,
            address,
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    try:
        return await asyncio.wait_for(process.wait(), PATIENCE) == 0
    except TimeoutError:
        return True


def main(address: str) -> int:
    """Open an address in a browser with a window; return 0 if that worked, or else 1."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return 1
    if PurePath(getattr(browser, "name", "")).name in IN_TERMINAL:
        return 1
    return 0 if browser.open(address) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
