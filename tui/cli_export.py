"""The part of the command line that takes the bank elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from quizbank.cards.vocabulary import Format, Style
from quizbank.vocabulary import LANGUAGES, Kind, Language
from tui.cli_help import KINDS_IN_HELP

StateName = Literal["due", "wrong", "skipped", "flagged", "new", "all"]


def export(
    *,
    format: Annotated[Format, Parameter(name=["--format", "-f"])],  # noqa: A002 - the option's name
    style: Style | None = None,
    topic: Annotated[list[str] | None, Parameter(name=["--topic", "-t"], negative=())] = None,
    kind: Annotated[
        list[Kind] | None,
        Parameter(
            name=["--kind", "-k"],
            negative=(),
            show_choices=False,
            help=f"Only this kind; may be repeated: {KINDS_IN_HELP}.",
        ),
    ] = None,
    difficulty: Annotated[
        list[Annotated[int, Parameter(validator=Number(gte=1, lte=5))]] | None,
        Parameter(name=["--difficulty", "-d"], negative=()),
    ] = None,
    state: Annotated[list[StateName] | None, Parameter(negative=())] = None,
    ids: Annotated[list[str] | None, Parameter(negative=(), consume_multiple=True)] = None,
    lang: Annotated[Literal["en", "zh", "both"] | None, Parameter(name=["--lang", "-l"])] = None,
    out: Annotated[str | None, Parameter(name=["--out", "-o"], allow_leading_hyphen=True)] = None,
    force: Annotated[bool, Parameter(negative=())] = False,
    device: str = "auto",
    pack: Annotated[list[Path] | None, Parameter(name="--pack", negative=())] = None,
) -> int:
    """Write questions as flashcards: for Anki, Markdown, paper or scripts.

    Every question is run for it, and its card shows what torch did.

    Parameters
    ----------
    format
        apkg and anki-text are for Anki, html is for paper, jsonl has everything.
    style
        The dialect of markdown: obsidian, which is usual, or hashcards.
    topic
        Only this topic; may be repeated.
    difficulty
        Only this difficulty, 1 to 5; may be repeated.
    state
        Only what is due, was wrong or skipped last, is flagged or is new to you; may be repeated.
    ids
        Only these questions.
    lang
        The cards' language; both puts English and Chinese on each card.
    out
        The file to write, or - for standard output.
    force
        Replace a file even if torchdrill didn't write it.
    device
        auto, cpu, cuda, cuda:N or mps.
    pack
        Add a folder of questions; may be repeated.
    """
    from quizbank.search import State
    from tui import exit_codes
    from tui.commands.export import Target, export_cards, exportable, in_states
    from tui.commands.selection import choose_language, filter_of, open_bank, why_none_matches
    from tui.exporting import Wish

    language: Language = choose_language(None if lang == "both" else lang)
    languages = LANGUAGES if lang == "both" else (language,)
    bank = open_bank(pack or [])
    wanted = filter_of(bank, topic, kind, difficulty)
    if ids:
        questions = [one for one in dict.fromkeys(bank[name] for name in ids) if wanted.matches(one)]
    else:
        questions = exportable(bank, wanted)
    if state and "all" not in state:
        questions = in_states(bank, questions, [State[one.upper()] for one in state])
    if not questions:
        print(why_none_matches(bank, wanted), file=sys.stderr)
        return exit_codes.NEGATIVE
    if format == "markdown":
        style = style or "obsidian"
    elif style is not None:
        from quizbank.errors import WrongName
        from quizbank.message import Message

        raise WrongName(Message("--style is for --format markdown alone. Leave it out."))
    return export_cards(bank, questions, Wish(format, style, languages), Target(out, force, device))
