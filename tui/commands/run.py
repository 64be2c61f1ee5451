"""``torchdrill run``: a file or a question's snippet, run the way an answer is run."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from quizbank.errors import BankError, Problem
from quizbank.message import Message
from quizbank.question import Question
from runner.client import Runner
from runner.conversation import Watch
from runner.devices import choose_device
from runner.judge import ends_as_declared, request_for
from runner.protocol import Block, Ended, Output, Plain, Request, Result
from tui import exit_codes
from tui.commands.printing import console
from tui.commands.selection import choose_language, open_bank
from tui.i18n import _
from tui.views.graph_tree import graph_view
from tui.views.inspection import inspection_view
from tui.views.lines import plain
from tui.views.outcome import result_lines
from tui.views.side_by_side import compared, side_by_side
from tui.views.steps import trace_view
from tui.visible import visible


@dataclass(frozen=True, slots=True)
class Shown:
    """What to show of a run beside its outcome; ``graph`` names the tensor whose graph to draw."""

    inspect: bool = False
    trace: bool = False
    graph: str | None = None


def run_snippet(what: str, devices: list[str], seconds: float, shown: Shown, *, as_json: bool) -> int:
    """Run a file or a question's snippet, on several devices one after the other."""
    choose_language(None)
    question: Question | None = None
    if what.endswith(".py"):
        request = Request((Block(Path(what).name, _read(Path(what))),), seconds=seconds)
    else:
        question = open_bank()[what]
        request = request_for(question, None, seconds=seconds)
    # Runs can only be held side by side by what is in them.
    inspect = shown.inspect or len(devices) > 1
    request = replace(request, inspect=inspect, trace=shown.trace, graph=shown.graph)
    # Of one plain run the output is shown as it comes; a trace shows it step by step instead.
    live = len(devices) == 1 and not as_json and not shown.trace
    results = asyncio.run(_run(request, devices, _show_output if live else None))
    if as_json:
        print(json.dumps(_plain(results), ensure_ascii=False, indent=2))
    else:
        _print(results, shown)
    fine = all(
        result.ended is Ended.FINISHED or (question is not None and ends_as_declared(question, result))
        for result in results
    )
    return exit_codes.DONE if fine else exit_codes.NEGATIVE


async def _run(request: Request, devices: list[str], watch: Watch | None) -> list[Result]:
    """Run on each device in turn: at the same time they would spoil each other's clock.

    Raises NoSuchDevice before anything is run.
    """
    async with Runner() as runner:
        here = await runner.devices()
        for device in devices:
            choose_device(device, here)  # now, rather than after the runs on those before it
        return [await runner.request_on(replace(request, device=device), watch) for device in devices]


def _show_output(output: Output) -> None:
    sys.stdout.write(visible(output.text))
    sys.stdout.flush()


def _plain(results: list[Result]) -> dict[str, Plain]:
    if len(results) == 1:
        return results[0].to_plain()
    differences = [asdict(row) for row in compared(results) if row.differs]
    return {"runs": [result.to_plain() for result in results], "differences": differences}


def _print(results: list[Result], shown: Shown) -> None:
    out = console()
    for result in results:
        if len(results) > 1 and (shown.inspect or shown.trace or shown.graph is not None):
            out.print(Text(f"\n── {result.device}", style="bold"))
        for part in _parts(result, shown, out.width, alone=len(results) == 1):
            out.print(part, soft_wrap=isinstance(part, Text))
        if len(results) == 1 and result.torch:
            note = f"{result.seconds * 1000:.1f} ms · torch {result.torch} · {result.device}"
            console(stderr=True).print(note, style="dim")
    if len(results) > 1:
        out.print()
        out.print(side_by_side(results))


def _parts(result: Result, shown: Shown, width: int, *, alone: bool) -> Iterator[RenderableType]:
    """Yield what to print of a run after its output; the comparison of several has their outputs, too.

    A trace shows output where it was printed; what came from below Python it doesn't know.
    """
    trace = result.trace
    if trace is not None:
        if alone and "".join(step.printed for step in trace.steps) != result.text:
            yield plain(result.text.removesuffix("\n"))
        yield from trace_view(trace, result.device, width)
    elif alone and result.text and not result.text.endswith("\n"):
        yield Text()
    if alone:
        yield from result_lines(result)
    if shown.inspect and result.inspection is not None:
        yield from inspection_view(result.inspection, result.device, width)
    if (shown.inspect and result.inspection is None) or (shown.graph is not None and result.graph is None):
        yield Text(_("There is nothing to look at: the program's process ended first."), style="dim")
    if result.graph is not None:
        yield Text()
        yield from graph_view(result.graph, width)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or Message("is not UTF-8")
        raise BankError([Problem(path, 1, "", Message("can't be read: {reason}", reason=reason))]) from None
