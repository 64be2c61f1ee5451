"""A history to write to, whatever becomes of its file in the meantime."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from quizbank.errors import HistoryError, SessionRunning, UnknownEvent
from quizbank.history.events import Event, Fact
from quizbank.history.fold import Rules
from quizbank.history.store import History, history_in_memory
from quizbank.message import Message


class Journal:
    """Writes to a history; while its file takes nothing, to memory, and from there to the file later.

    Nothing that a learner does is refused over a full disk or another program that holds the file.
    """

    def __init__(self, history: History, rules: Rules) -> None:
        self._kept = history
        self._rules = rules
        self._waiting: History | None = None
        self._failure: Message | None = None

    @property
    def history(self) -> History:
        """The history to ask, which knows everything that was written."""
        return self._kept if self._waiting is None else self._waiting

    @property
    def not_kept(self) -> Message | None:
        """Why the latest events are in memory alone; None where they are kept."""
        return self._failure if self._waiting is not None else self._kept.not_kept

    def append(self, fact: Fact, now: datetime) -> Event:
        """Write down what happened, in the file if it can be, and return it as an event.

        Raises UnknownEvent as ``History.append`` does.
        """
        self._hand_over(now)
        if self._waiting is None:
            try:
                return self._kept.append(fact, now)
            except UnknownEvent:
                raise
            except HistoryError as error:
                self._failure = error.message
                self._waiting = self._copied(now)
        return self._waiting.append(fact, now)

    def hold(self, session: str) -> None:
        """Keep a session from being taken up by another process. Raises SessionRunning."""
        try:
            self._kept.hold(session)
        except SessionRunning:
            raise
        except HistoryError:
            # The file can't be read now; the session goes on in memory, as all else does then.
            return

    def release(self, session: str) -> None:
        """Let go of a session that has ended."""
        self._kept.release(session)

    def close(self, now: datetime) -> Message | None:
        """Close the history; return why not everything is in its file, if so."""
        self._hand_over(now)
        reason = self.not_kept
        if self._waiting is not None:
            self._waiting.close()
        self._kept.close()
        return reason

    def _hand_over(self, now: datetime) -> None:
        """Bring what waits in memory into the file, if that can be written again."""
        if self._waiting is not None:
            with suppress(HistoryError):
                self._kept.merge(self._waiting.events(), now)
                self._waiting.close()
                self._waiting = None

    def _copied(self, now: datetime) -> History:
        copy = history_in_memory(self._rules, now)
        with suppress(HistoryError):
            copy.merge(self._kept.events(), now)
        return copy
