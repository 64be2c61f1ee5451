"""What can be seen of a run beside its output: tensors, steps, graph, devices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message as Event

from quizbank.message import Message
from runner.inspected import Inspection, Trace
from runner.protocol import Result
from tui.i18n import _, ngettext, say
from tui.views.graph_tree import graph_view
from tui.views.inspection import WIDEST, inspection_view
from tui.views.lines import broken
from tui.views.side_by_side import side_by_side
from tui.views.steps import INDENT, step_view
from tui.widgets.command import Command, bindings_of
from tui.widgets.pictured import Parts, Pictured


class View(Enum):
    """What is seen of a run; the values are the widgets' names."""

    OUTPUT = "output"
    TENSORS = "tensors"
    STEPS = "steps"
    GRAPH = "graph"
    DEVICES = "devices"


VIEW_NAMES = {
    View.OUTPUT: Message("output"),
    View.TENSORS: Message("tensors"),
    View.STEPS: Message("steps"),
    View.GRAPH: Message("graph"),
    View.DEVICES: Message("devices"),
}

NOT_YET = Message("Nothing has run yet. F5 runs the code.")
RUNNING = Message("Running ...")
TOO_EARLY = Message("There is nothing to look at: the program's process ended first.")
NO_GRAPH = Message("No tensor has a graph behind it.")


class RunView(VerticalScroll, can_focus=True):
    """One way to look at a run, to be scrolled by the arrow keys."""

    KEYS: ClassVar[Sequence[Command]] = ()

    def __init__(self, view: View) -> None:
        super().__init__(id=view.value)
        self._picture = Pictured(partial(_sentence, NOT_YET))

    def compose(self) -> ComposeResult:
        yield self._picture

    def show(self, parts: Parts) -> None:
        """Show these parts, from their beginning."""
        self._picture.show(parts)
        self.scroll_home(animate=False)
        self.refresh_bindings()

    def say(self, message: Message) -> None:
        """Show a sentence instead of a run."""
        self.show(partial(_sentence, message))


class TensorsView(RunView):
    """The inspector's table; where it is too wide, in two pages."""

    KEYS: ClassVar[Sequence[Command]] = (
        Command(
            "turn",
            ("right", "left"),
            Message("more columns"),
            Message("Show the other attributes of the tensors"),
            shown="←→",
        ),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self) -> None:
        super().__init__(View.TENSORS)
        self._result: Result | None = None
        self._rest = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "turn":
            seen = self._result.inspection if self._result is not None else None
            return seen is not None and bool(seen.tensors) and self._width < WIDEST
        return True

    def show_run(self, result: Result) -> None:
        """Show what a run left behind."""
        self._result = result
        if result.inspection is None:
            self.say(TOO_EARLY)
        else:
            self.show(partial(self._tables, result.inspection, result.device))

    def action_turn(self) -> None:
        self._rest = not self._rest
        if self._result is not None:
            self.show_run(self._result)

    def on_resize(self) -> None:
        self.refresh_bindings()

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    def _tables(self, seen: Inspection, device: str, width: int) -> Iterable[RenderableType]:
        return inspection_view(seen, device, width, rest=self._rest and width < WIDEST)


class StepsView(RunView):
    """The trace, one statement at a time, with what it changed."""

    @dataclass
    class Moved(Event):
        """Another step is shown; ``line`` is where it begins, counted from 1."""

        line: int

    KEYS: ClassVar[Sequence[Command]] = (
        Command("step(1)", ("down", "right"), Message("step"), Message("Go to the next step"), shown="↑↓"),
        Command(
            "step(-1)", ("up", "left"), Message("step back"), Message("Go to the step before"), in_bar=False
        ),
        Command(
            "last_step(0)", ("home",), Message("first step"), Message("Go to the first step"), in_bar=False
        ),
        Command(
            "last_step(-1)", ("end",), Message("last step"), Message("Go to the last step"), in_bar=False
        ),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self) -> None:
        super().__init__(View.STEPS)
        self._trace = Trace()
        self._device = ""
        self._at = 0

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self._trace.steps) if action in ("step", "last_step") else True

    @property
    def count(self) -> int:
        return len(self._trace.steps)

    def show_run(self, result: Result) -> None:
        """Show a run from its first step."""
        self._trace, self._device, self._at = result.trace or Trace(), result.device, 0
        if self._trace.steps:
            self._show_step()
        else:
            self.say(TOO_EARLY)

    def action_step(self, by: int) -> None:
        self._go(self._at + by)

    def action_last_step(self, at: int) -> None:
        self._go(at % self.count)

    def on_focus(self) -> None:
        if self.count:
            self._tell()

    def _go(self, at: int) -> None:
        at = max(0, min(at, self.count - 1))
        if at != self._at:
            self._at = at
            self._show_step()
            self._tell()

    def _tell(self) -> None:
        self.post_message(self.Moved(self._trace.steps[self._at].first_line))

    def _show_step(self) -> None:
        self.show(self._step)

    def _step(self, width: int) -> Iterable[RenderableType]:
        step = self._trace.steps[self._at]
        text = _("Step {number} of {total}").format(number=self._at + 1, total=self.count)
        yield Text(text, style="dim")
        yield from step_view(step, self._device, width)
        if not (step.changes or step.printed or step.raised):
            yield Text(" " * INDENT + _("It changed nothing that could be seen."), style="dim")
        if self._trace.left_out and self._at == self.count - 1:
            text = ngettext(
                "... and {count} more statement", "... and {count} more statements", self._trace.left_out
            )
            yield Text(text.format(count=self._trace.left_out), style="dim")


class GraphView(RunView):
    """The autograd graph behind one tensor; the arrow keys choose another one."""

    @dataclass
    class Wanted(Event):
        """The graph of another tensor is to be worked out."""

        name: str

    KEYS: ClassVar[Sequence[Command]] = (
        Command(
            "other(1)",
            ("right",),
            Message("other tensor"),
            Message("Show the graph of the next tensor"),
            shown="←→",
        ),
        Command(
            "other(-1)",
            ("left",),
            Message("tensor before"),
            Message("Show the graph of the tensor before"),
            in_bar=False,
        ),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self) -> None:
        super().__init__(View.GRAPH)
        self._names: Sequence[str] = ()
        self._name = ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return len(self._names) > 1 if action == "other" else True

    def name_among(self, names: Sequence[str]) -> str | None:
        """Return whose graph to show of these tensors: the same as before if it is still there."""
        self._names = names
        if self._name not in names:
            self._name = names[0] if names else ""
        return self._name or None

    def show_run(self, result: Result) -> None:
        """Show the graph that a run was asked for."""
        if result.graph is None:
            self.say(TOO_EARLY)
        else:
            self.show(partial(graph_view, result.graph))

    def action_other(self, by: int) -> None:
        at = (self._names.index(self._name) + by) % len(self._names)
        self._name = self._names[at]
        self.post_message(self.Wanted(self._name))


class DevicesView(RunView):
    """The same program on several devices."""

    def __init__(self) -> None:
        super().__init__(View.DEVICES)

    def show_runs(self, results: Sequence[Result]) -> None:
        """Show runs of one program side by side."""
        self.show(lambda _width: [side_by_side(results)])


def _sentence(message: Message, width: int) -> Iterable[RenderableType]:
    return broken(Text(say(message), style="dim"), width)
