"""Printing questions on a plain terminal; text from snippets is never read as markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console, ConsoleOptions
from rich.syntax import Syntax
from rich.text import Text

from quizbank.prose import paragraphs, spans
from tui.i18n import _, listed
from tui.views.lines import broken
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


def say_replaced(paths: Iterable[Path]) -> None:
    """Say that files were there already and aren't any more, if there are any."""
    if names := [str(path) for path in paths]:
        print(_("What was there before was replaced: {paths}.").format(paths=listed(names)))


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


def code(source: str) -> Syntax:
    return Syntax(source.strip("\n"), "python", theme=CODE_THEME, background_color="default", word_wrap=True)
