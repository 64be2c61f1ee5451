"""Keys that come before there is anything for them to act on: they wait, and then act in order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection
from contextlib import suppress

from textual import events
from textual.app import App
from textual.dom import DOMNode

SECONDS = 1.0
"""So long the next key waits at most for a widget to be done with the one before."""


class TypedAhead(App[None]):
    """An app that keeps keys while ``keeps_keys``; those ``at_once`` act as long as none waits before them.

    ``always`` act in any case: how to leave.
    """

    at_once: Collection[str] = ()
    always: Collection[str] = ()

    def __init__(self) -> None:
        super().__init__()
        self.keeps_keys = False
        self._waiting: deque[events.Key] = deque()
        self._given: events.Key | None = None

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and event is not self._given and self._keeps(event):
            self._waiting.append(event)
        else:
            await super().on_event(event)

    def _keeps(self, event: events.Key) -> bool:
        if not self.keeps_keys or event.is_forwarded or event.key in self.always:
            return False
        return bool(self._waiting) or event.key not in self.at_once

    def drop_keys(self) -> None:
        """Forget the keys that wait, for there will be nothing for them to act on, and keep no more."""
        self._waiting.clear()
        self.keeps_keys = False

    async def give_keys(self) -> None:
        """Let the keys act that wait, each after all that the one before led to, and keep no more."""
        while self._waiting:
            self._given = self._waiting.popleft()
            self.post_message(self._given)
            # The way of a key, and of what it asks the app for, which may be another screen.
            await _done(self)
            for node in list((self.focused or self.screen).ancestors_with_self):
                await _done(node)
            await _done(self.screen)
        self.keeps_keys = False


async def _done(node: DOMNode) -> None:
    """Wait until a node has seen to everything that was in its queue."""
    done = asyncio.Event()
    if node.call_later(done.set):
        with suppress(TimeoutError):  # its message loop has ended in the meantime
            await asyncio.wait_for(done.wait(), SECONDS)
