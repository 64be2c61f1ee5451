"""Where ``torchdrill`` starts: its plainest form at once, everything else by the command line's own library.

That library takes a third of the time in which home could be painted. So ``torchdrill`` alone or with a
language is read here, and means the same as there, which a test holds.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from quizbank.vocabulary import LANGUAGES, Language
from tui.colours import settle_colours
from tui.ending import exit_code_of
from tui.stand_ins import print_what_can_be

HOME: dict[tuple[str, ...], Language | None] = {
    (): None,
    **{(option, one): one for option in ("--lang", "-l") for one in LANGUAGES},
}
"""The arguments that only open the app, and the language that they ask for."""


def start(arguments: Sequence[str]) -> int:
    """Run what the arguments ask for and return its exit code."""
    if tuple(arguments) not in HOME:
        from tui.cli import run_command

        return run_command(arguments)
    # What is made until everything is loaded stays: looking through it for garbage finds nothing.
    gc.disable()
    from tui.commands.home import open_home

    return exit_code_of(lambda: open_home(HOME[tuple(arguments)]))


def main() -> None:
    print_what_can_be((sys.stdout, sys.stderr))
    settle_colours(os.environ)
    sys.exit(start(sys.argv[1:]))
