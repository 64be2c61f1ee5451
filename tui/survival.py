"""An app that outlives what nobody foresaw: one plain dialog and a log file, never a traceback."""

from __future__ import annotations

import math
import sys
from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.message import Message
from textual.screen import Screen

from tui import late
from tui.failure import write_log
from tui.i18n import _

if TYPE_CHECKING:
    from tui.screens.failure import FailureScreen

SETTLES = 0.8
"""Seconds for which keys don't count once a failure has changed the screen under whoever types."""


class SurvivesFailures(App[None]):
    """Textual ends the app on any exception that isn't caught; this one says so and starts over at home.

    It ends when starting over fails, too, with a sentence on the terminal. ``survives = False`` is
    Textual's way, for tests that want to see what went wrong. ``settles`` is SETTLES, but for tests.
    """

    survives = True
    settles = SETTLES

    def __init__(self) -> None:
        super().__init__()
        self._starting_over = False
        self._deaf_until = -math.inf
        self._told_at_the_end: list[str] = []

    @abstractmethod
    def first_screen(self) -> Screen[Any]:
        """Return a new screen to start over on."""

    def failed(self, error: Exception, *, broken: bool) -> None:
        """Write the details down and tell the learner; ``broken`` is when the screen can't go on."""
        log = write_log(error)
        if self._starting_over or not self.is_running or not self.screen_stack:
            self._end(error, log)
        elif not any(isinstance(screen, late.FailureScreen) for screen in self.screen_stack):
            self.push_screen(late.FailureScreen(error, log, broken=broken))
            self._settle()
        elif broken and isinstance(self.screen, late.FailureScreen):
            # The screen below may go on failing while nobody can see it; it is replaced in the end.
            self.screen.broken = True

    def _settle(self) -> None:
        """Let no key act for a moment: what is typed now was meant for what was there before."""
        self._deaf_until = Message().time + self.settles

    async def on_event(self, event: events.Event) -> None:
        # A key that was sent to the screen that failed comes by here, too, on its way up.
        if isinstance(event, events.Key) and event.time < self._deaf_until:
            return
        await super().on_event(event)

    def _handle_exception(self, error: Exception) -> None:
        if self.survives:
            self.failed(error, broken=True)
        else:
            super()._handle_exception(error)

    async def run_action(
        self,
        action: Any,
        default_namespace: DOMNode | None = None,
        namespaces: Any = None,
    ) -> bool:
        # An exception would end the message loop of whoever has the key, which may be the app's own.
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except Exception as error:
            self._handle_exception(error)
            return True

    async def _dispatch_message(self, message: Message) -> None:
        # Without its own message loop the app could do nothing any more, not even end.
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            self._handle_exception(error)

    async def on_failure_screen_closed(self, event: FailureScreen.Closed) -> None:
        if event.broken:
            await self._start_over()
        else:
            self.pop_screen()
            self._settle()

    async def _start_over(self) -> None:
        """Put a new first screen in the place of everything."""
        self._starting_over = True
        with self.batch_update():
            while len(self.screen_stack) > 1:
                # Not awaited: a screen whose message loop has ended may never answer.
                self.pop_screen()
            await self.push_screen(self.first_screen())
        self._settle()
        self._starting_over = False

    def _end(self, error: Exception, log: Path | None) -> None:
        self._told_at_the_end = [
            _("Something unforeseen went wrong: {error}").format(error=error),
            _("Nothing that you answered is lost."),
        ]
        if log is not None:
            self._told_at_the_end.append(_("The details are in {path}.").format(path=log))
        self._return_code = 3
        self._close_messages_no_wait()

    def tell_at_the_end(self) -> None:
        """Say on stderr what ended the app, once the terminal is the learner's again."""
        for line in self._told_at_the_end:
            print(line, file=sys.stderr)
