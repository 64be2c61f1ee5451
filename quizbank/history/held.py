"""Which sessions are going on: each is held by a lock that the system takes back when its process ends."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from quizbank.errors import SessionRunning

_LOOKING_SECONDS = 0.5
"""Another process that looks whether a session is held holds it for less."""


class HeldSessions:
    """Holds sessions of the history in a file, for as long as this process lives at most.

    Of a history in memory (``history`` is None) no other process knows, and where no lock can be had
    every session without an end counts as interrupted.
    """

    def __init__(self, history: Path | None) -> None:
        self._folder = None if history is None else history.with_name(f"{history.stem}-sessions")
        self._held: dict[str, FileLock] = {}

    def hold(self, session: str, unfinished: Collection[str]) -> None:
        """Keep a session from being taken up elsewhere; what is left of others goes unless ``unfinished``.

        Raises SessionRunning where another process holds it.
        """
        if self._folder is None or session in self._held:
            return
        with suppress(OSError, NotImplementedError):
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = self._lock(session)
            try:
                lock.acquire(timeout=_LOOKING_SECONDS, poll_interval=0.01)
            except Timeout:
                raise SessionRunning from None
            self._held[session] = lock
            self._sweep(unfinished)

    def release(self, session: str) -> None:
        """Let go of a session that has ended."""
        lock = self._held.pop(session, None)
        if lock is not None:
            lock.release()
            with suppress(OSError):
                self._path(session).unlink(missing_ok=True)

    def elsewhere(self, session: str) -> bool:
        """Tell whether a session is going on in another process."""
        if self._folder is None or session in self._held or not self._path(session).exists():
            return False
        lock = self._lock(session)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return True
        except (OSError, NotImplementedError):
            return False
        lock.release()
        return False

    def close(self) -> None:
        """Let go of all sessions; those without an end can be taken up again."""
        # Their files stay: whoever holds one by then must not find another in its place.
        while self._held:
            _session, lock = self._held.popitem()
            lock.release()

    def _sweep(self, unfinished: Collection[str]) -> None:
        """Remove the files that killed processes left of sessions that have ended since."""
        for path in self._path("*").parent.glob("*.lock"):
            if path.stem not in self._held and path.stem not in unfinished:
                with suppress(OSError):
                    path.unlink(missing_ok=True)

    def _path(self, session: str) -> Path:
        return (self._folder or Path()) / f"{session}.lock"

    def _lock(self, session: str) -> FileLock:
        return FileLock(self._path(session), thread_local=False)
