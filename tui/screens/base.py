"""What all screens share: services, and failures that are shown instead of ending the app."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.dom import DOMNode
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from runner.errors import RunnerError
from tui.failure import write_log
from tui.i18n import _, say
from tui.widgets.command import Command

if TYPE_CHECKING:
    from tui.services import Services


class ShowsFailures(DOMNode):
    """Shows what went wrong in a worker, which would otherwise vanish or end the app.

    Comes last among the bases: Textual reads its style rules along the first.
    """

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        error = event.worker.error
        if event.state is WorkerState.ERROR and error is not None:
            self.worker_failed(event.worker, error)

    def worker_failed(self, worker: Worker[Any], error: BaseException) -> None:
        """Tell the learner, and write down what nobody foresaw."""
        if not isinstance(error, RunnerError):
            write_log(error)
        self.app.notify(
            failure_text(error), title=_("Something went wrong"), severity="error", markup=False, timeout=15
        )


def failure_text(error: BaseException) -> str:
    """Return what to tell the learner about an error, in their language where it has words for them."""
    return say(error.message) if isinstance(error, RunnerError) else f"{type(error).__name__}: {error}"


class CommandScreen(Screen[None], ShowsFailures):
    """A screen with commands of its own."""

    KEYS: ClassVar[Sequence[Command]] = ()

    async def may_quit(self) -> bool:
        """Ask before the app is left, if there is something to lose."""
        return True

    def torch_changed(self) -> None:
        """Show that torch has been imported, or can't be."""


class BaseScreen(CommandScreen):
    """A screen that asks the services for something."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
