"""How a run ended, and the exception that ended it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from runner.ending import kept_from
from runner.protocol import Ended, Frame, Raised, Result
from tui.i18n import _, say
from tui.views.lines import plain


def result_lines(result: Result) -> Iterator[Text]:
    """Yield what happened in a run, as lines to print after its output."""
    if result.value is not None:
        yield plain(result.value.text)
    if result.raised is not None and result.ended is Ended.RAISED:
        yield from raised_lines(result.raised)
    elif result.ended is not Ended.FINISHED:
        yield Text(ending(result), style="bold red")
        if result.raised is not None:
            yield from raised_lines(result.raised)


def raised_lines(raised: Raised) -> Iterator[Text]:
    """Yield an exception the way Python prints it, with the program's own lines only."""
    if raised.frames:
        yield Text("Traceback (most recent call last):", style="dim")
    for frame in raised.frames:
        place = plain(f'  File "{frame.block}", line {frame.line}, in {frame.function}')
        place.stylize("dim")
        yield place
        yield from _source_lines(frame, around=frame is raised.frames[-1])
    colon = ": " if raised.message else ""
    yield Text.assemble((f"{plain(raised.type).plain}{colon}", "bold red"), plain(raised.message))
    if (remark := kept_from(raised)) is not None:
        yield Text(say(remark), style="dim")


def _source_lines(frame: Frame, *, around: bool) -> Iterator[Text]:
    """Yield the line that a frame is at, marked, and on request the lines around it."""
    lines = [one for one in frame.around if around or one[0] == frame.line]
    while lines and not lines[-1][1].strip() and lines[-1][0] > frame.line:
        lines.pop()
    if not lines:
        lines = [(frame.line, frame.source)]
    width = len(str(lines[-1][0]))
    for number, source in lines:
        here = number == frame.line
        gutter = f"  {'❯' if here else ' '} {number:{width}} | "
        yield Text.assemble(
            (gutter, "bold red" if here else "dim"), (plain(source).plain, "" if here else "dim")
        )


def ending(result: Result) -> str:
    """Say in the learner's words how a run ended."""
    match result.ended:
        case Ended.FINISHED:
            return _("finished")
        case Ended.RAISED:
            return _("raised an exception")
        case Ended.EXITED:
            return _("ended its own process (status {status})").format(status=result.exit_status)
        case Ended.TIMED_OUT:
            return _("stopped: out of time")
        case Ended.OUT_OF_MEMORY:
            return _("stopped: out of memory")
        case Ended.TOO_MUCH_OUTPUT:
            return _("stopped: too much output")
        case Ended.CRASHED:
            return _("crashed (signal {signal})").format(signal=-(result.exit_status or 0))
