"""The part of the command line that is about what is kept of the learner."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

history = App(name="history", help="Say what is kept about you, in figures.", version_flags=())


@history.default
def show(
    *,
    pack: Annotated[list[Path] | None, Parameter(name="--pack", negative=())] = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Say what is kept about you, in figures.

    Parameters
    ----------
    pack
        Add a folder of questions; may be repeated.
    json
        Print JSON for scripts.
    """
    from tui.commands.history import show_history

    return show_history(pack or [], as_json=json)


@history.command(name="export")
def export_(target: Annotated[str, Parameter(allow_leading_hyphen=True)], /) -> int:
    """Write everything to a file, one JSON object a line.

    Parameters
    ----------
    target
        The file, or - for standard output.
    """
    from tui.commands.history import export_history

    return export_history(target)


@history.command(name="import")
def import_(source: Path, /) -> int:
    """Take in what was exported on another machine; what is here already isn't taken twice.

    Parameters
    ----------
    source
        The exported file.
    """
    from tui.commands.history import import_history

    return import_history(source)


@history.command
def rebuild() -> int:
    """Derive the schedule and all figures anew from the log of answers."""
    from tui.commands.history import rebuild_history

    return rebuild_history()


def reset(
    question_id: Annotated[list[str] | None, Parameter(negative=())] = None,
    /,
    *,
    topic: Annotated[list[str] | None, Parameter(name=["--topic", "-t"])] = None,
    everything: Annotated[bool, Parameter(name="--all", negative=())] = False,
    pack: Annotated[list[Path] | None, Parameter(name="--pack", negative=())] = None,
    yes: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Make questions new again, after a backup; their answers stay counted.

    Parameters
    ----------
    question_id
        Ids, such as tensors/own-copy.
    topic
        All of this topic; may be repeated.
    everything
        All questions.
    pack
        Add a folder of questions; may be repeated.
    yes
        Don't ask.
    """
    from tui.commands.reset import reset_questions

    return reset_questions(question_id or [], topic, pack or [], everything=everything, yes=yes)


def fit(
    *,
    use: Annotated[bool, Parameter(negative=())] = False,
    usual: Annotated[bool, Parameter(negative=())] = False,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Fit the schedule's parameters to your own reviews; by itself this changes nothing.

    Parameters
    ----------
    use
        Schedule by them from now on; they are kept as parameters.json in the data folder.
    usual
        Go back to the usual parameters.
    json
        Print JSON for scripts.
    """
    from tui.commands.fit import fit_parameters

    return fit_parameters(use=use, usual=usual, as_json=json)
