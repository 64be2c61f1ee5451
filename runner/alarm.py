"""The clock of one run: interrupts a program when its time is over. Runs in the child."""

from __future__ import annotations

import signal
import types
from collections.abc import Iterator
from contextlib import contextmanager


class OutOfTime(BaseException):
    """Interrupts a snippet at its wall-clock limit; not an Exception, so a bare ``except`` lets it pass."""


class Alarm:
    """Made before anybody waits: to install a handler takes longer than a small snippet's first line.

    On Windows it never rings; there the client's kill is the only limit.
    """

    def __init__(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, _interrupt)

    @contextmanager
    def after(self, seconds: float) -> Iterator[None]:
        """Raise OutOfTime in the block when it takes longer."""
        if not hasattr(signal, "setitimer"):
            yield
            return
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


def _interrupt(signum: int, frame: types.FrameType | None) -> None:
    raise OutOfTime
