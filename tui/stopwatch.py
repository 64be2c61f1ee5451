"""How long a learner has been at something, without the pauses."""

from __future__ import annotations

from collections.abc import Callable


class Stopwatch:
    """Counts seconds of ``clock`` while it runs; stopping and starting again goes on where it was."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._before = 0.0
        self._since: float | None = None

    @property
    def seconds(self) -> float:
        """The seconds that it ran so far."""
        return self._before + (0.0 if self._since is None else self._clock() - self._since)

    def reset(self) -> None:
        """Go back to 0, and stand still."""
        self._before, self._since = 0.0, None

    def start(self) -> None:
        """Run, or run on."""
        if self._since is None:
            self._since = self._clock()

    def stop(self) -> None:
        """Stand still."""
        self._before, self._since = self.seconds, None
