"""Printing questions and results on a plain terminal; text from snippets is never read as markup."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.syntax import Syntax
from rich.text import Text

from quizbank.prose import line_starts, paragraphs, spans
from runner.protocol import Ended, Frame, Raised, Result
from tui.i18n import _
from tui.visible import visible

CODE_THEME = "ansi_dark"


def console(*, stderr: bool = False) -> Console:
    return Console(stderr=stderr, highlight=False, soft_wrap=False)


def prose(text: str) -> Text:
    """Return a question's text, paragraph by paragraph, with its code in the colour of code.

    Where there is no colour, the backticks stay.
    """
    read = paragraphs(visible(text))
    out = console()
    if out.no_color or out.color_system is None:
        return Text("\n\n".join(read))
    return Text("\n\n").join(
        Text.assemble(*((piece, "cyan" if code else "") for piece, code in spans(paragraph)))
        for paragraph in read
    )


class Flowing:
    """Text broken where a reader of either language expects it; rich breaks at blanks only.

    ``lead`` stands before the first line, and the others are indented as far.
    """

    def __init__(self, text: Text, lead: Text | None = None) -> None:
        self._text = text
        self._lead = lead or Text()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        lead, indent = self._lead, " " * self._lead.cell_len
        for line in broken(self._text, options.max_width - len(indent)):
            yield Text.assemble(lead, line)
            lead = Text(indent if line else "")


def broken(text: Text, width: int) -> Iterator[Text]:
    """Yield a text in lines of at most ``width`` cells."""
    for line in text.split("\n", allow_blank=True):
        for part in line.divide(line_starts(line.plain, max(20, width), cell_len)):
            part.rstrip()
            yield part


def code(source: str) -> Syntax:
    return Syntax(source.strip("\n"), "python", theme=CODE_THEME, background_color="default", word_wrap=True)


def plain(text: str) -> Text:
    """Return foreign text to the letter, control characters made visible."""
    return Text(visible(text))


def indented(text: Text, indent: int, width: int) -> Iterator[Text]:
    """Yield a text broken into lines that all start at the same column."""
    for line in broken(text, width - indent):
        yield Text.assemble(" " * indent, line)


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
