"""The command line's help in the learner's language; light enough for ``--help``.

Commands and parameters are described in English where they are declared, and what stands there is what the
catalogs translate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import tomli

from quizbank.vocabulary import Language
from tui import places
from tui.i18n import _, language_of_locale, listed, sentences

if TYPE_CHECKING:
    from cyclopts.help import HelpEntry, HelpPanel
    from rich.console import Console, ConsoleOptions

    from tui.commands.printing import Flowing


KINDS_IN_HELP = (
    "choice, predict (prediction), blank (fill in), code (write code), order (put in order) or recall "
    "(say it aloud)"
)
"""The kinds as they are typed, and as the app calls them."""


class TranslatedHelp:
    """Shows help as cyclopts does, after looking every sentence and word of it up with ``translate``."""

    show_metavar = True

    def __init__(self, translate: Callable[[str], str] = _) -> None:
        self._translate = translate

    def render_usage(self, console: Console, options: ConsoleOptions, usage: object) -> None:
        """Print how a command is called."""
        from rich.text import Text

        words = str(usage).strip()
        console.print(Text(sentences(self._translate("Usage:"), f"{words}\n"), style="bold"), soft_wrap=True)

    def render_description(self, console: Console, options: ConsoleOptions, description: object) -> None:
        """Print what a command does, paragraph by paragraph."""
        for paragraph in _plain(description).split("\n\n"):
            console.print(_flowing([self._translated(paragraph)]))
            console.print()

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Print one box of commands or parameters."""
        from cyclopts.help import DefaultFormatter

        entries = [self._entry(one) for one in panel.entries]
        title = self._translate(str(panel.title))
        DefaultFormatter()(console, options, panel.copy(title=title, entries=entries))

    def _entry(self, entry: HelpEntry) -> HelpEntry:
        parts = [self._translated(_plain(entry.description))]
        if entry.choices:
            parts.append(self._translate("[choices: {choices}]").format(choices=listed(entry.choices)))
        # A switch is off unless it is given; that goes without saying.
        if entry.default is not None and entry.default != "False":
            parts.append(self._translate("[default: {value}]").format(value=entry.default))
        if entry.required:
            parts.append(self._translate("[required]"))
        return entry.copy(description=_flowing(parts), choices=None, default=None, required=False)

    def _translated(self, text: str) -> str:
        words = " ".join(text.split())
        return self._translate(words) if words else ""


def language_for_help(tokens: Iterable[str]) -> Language:
    """Return the language that ``--lang`` gives, or else the file of settings or the locale.

    Only looks: what is wrong with either is reported where it is used.
    """
    asked = _asked_for(list(tokens))
    if asked is None:
        try:
            asked = tomli.loads(places.settings_file().read_text(encoding="utf-8")).get("language")
        except (OSError, ValueError):
            asked = None
    return "zh" if asked == "zh" else "en" if asked == "en" else language_of_locale()


def _asked_for(tokens: Sequence[str]) -> str | None:
    for index, token in enumerate(tokens):
        option, equals, value = token.partition("=")
        if option in ("--lang", "-l"):
            value = value if equals else "".join(tokens[index + 1 : index + 2])
            return value if value in ("en", "zh") else None
    return None


def _plain(description: object) -> str:
    """Return the words of a description, which cyclopts holds as a text of rich's; nothing has none."""
    return str(getattr(description, "primary_renderable", ""))


def _flowing(parts: Iterable[str]) -> Flowing:
    from rich.text import Text

    from tui.commands.printing import Flowing

    return Flowing(Text(sentences(*parts)))
