"""What ends the app from outside: a closed terminal, or a request to end."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

_NAMES = ("SIGHUP", "SIGTERM")


def ends_with(end: Callable[[], object]) -> None:
    """Call ``end`` on the running loop instead of dying at once, so that nothing that was started stays."""
    for name in _NAMES:
        number = getattr(signal, name, None)
        # Windows has no such handlers, and only the main thread may set them.
        if number is not None:
            with suppress(NotImplementedError, RuntimeError, ValueError):
                asyncio.get_running_loop().add_signal_handler(number, end)


def ends_by_itself() -> None:
    """Give the signals their usual meaning back."""
    for name in _NAMES:
        number = getattr(signal, name, None)
        if number is not None:
            with suppress(NotImplementedError, RuntimeError, ValueError):
                asyncio.get_running_loop().remove_signal_handler(number)
