"""What the learner is told about a command line that isn't understood, in the learner's language."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, get_args, get_origin

from cyclopts.exceptions import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
    ValidationError,
)

from quizbank.vocabulary import KINDS, Kind
from tui.i18n import _, listed, say, sentences

if TYPE_CHECKING:
    from cyclopts import App
    from rich.panel import Panel

_BOUND = re.compile(r"([<>]=?) (\S+?)\.?$")

NEAR = 0.6
"""So alike two words have to be for one to be suggested for the other, 0 to 1."""
SHORTEST = 3
"""Words up to so long resemble too many others."""


def usage_error(error: CycloptsError) -> Panel:
    """Return what is wrong with the command line, and what can be given instead."""
    from cyclopts import CycloptsPanel
    from rich.text import Text

    from tui.commands.printing import Flowing
    from tui.visible import visible

    command = " ".join(("torchdrill", *(error.command_chain or ())))
    help_for_it = _("`{command} --help` shows what can be given.").format(command=command)
    text = Text(visible(sentences(_what_is_wrong(error, command), help_for_it)), "default")
    return CycloptsPanel(Flowing(text), title=_("Error"))


def _what_is_wrong(error: CycloptsError, command: str) -> str:
    match error:
        case UnusedCliTokensError() | UnknownCommandError():
            return _too_much(error, command)
        case UnknownOptionError():
            option = error.token.keyword or error.token.value
            known = [name for one in error.argument_collection if one.parse for name in one.names]
            text = _("There is no option {option}.").format(option=option.partition("=")[0])
            return _with_suggestion(text, option, {name: name for name in known})
        case RepeatArgumentError():
            return _("{option} can be given only once.").format(option=_name_of(error))
        case MissingArgumentError():
            given = error.keyword is not None or (error.argument is not None and error.argument.tokens)
            text = _("{option} needs a value.") if given else _("{option} is missing.")
            return text.format(option=_name_of(error, error.keyword))
        case ValidationError() if error.argument is not None:
            value = error.argument.tokens[0].value if error.argument.tokens else ""
            text = _("{option} can't be {value}.").format(option=_name_of(error), value=value)
            return sentences(text, _bounds_of(error))
        case CoercionError():
            return _not_such_a_value(error)
    return str(error)


def _too_much(error: CycloptsError, command: str) -> str:
    word = (error.unused_tokens or [""])[0]
    commands = _commands_of(error.app) if error.app is not None else []
    if not commands:
        return _('`{command}` has no use for "{word}".').format(command=command, word=word)
    text = _('There is no command "{word}".').format(word=word)
    return _with_suggestion(text, word, {name: name for name in commands})


def _commands_of(app: App) -> list[str]:
    return [name for name in app if not name.startswith("-")]


def _not_such_a_value(error: CoercionError) -> str:
    value = error.token.value if error.token is not None else ""
    option = _name_of(error)
    if error.msg is not None:
        return f"{option}: {error.msg}"
    if get_origin(error.target_type) is not Literal:
        return _("{option} can't be {value}: {what} is expected.").format(
            option=option, value=value, what=_expected(error.target_type)
        )
    choices = [str(one) for one in get_args(error.target_type)]
    names: Mapping[str, str] = {one: one for one in choices}
    shown = choices
    if tuple(choices) == KINDS:
        # What the app calls a kind is what comes to mind, and is looked up rather than refused.
        from tui.wording import kind_word_and_name

        shown = [kind_word_and_name(kind) for kind in KINDS]
        names = {**{name: kind for kind in KINDS for name in _called(kind)}, **names}
    text = _("{option} can't be {value}. It can be {choices}.").format(
        option=option, value=value, choices=listed(shown)
    )
    return _with_suggestion(text, value, names)


def _called(kind: Kind) -> Iterable[str]:
    """Yield what the app calls a kind: in English, in the language, and the first word of it."""
    from tui.wording import KIND_NAMES

    name = str(KIND_NAMES[kind])
    first = name.partition(" ")[0]
    yield from {name, say(KIND_NAMES[kind]), *([first] if len(first) > SHORTEST else [])}


def _expected(wanted: object) -> str:
    from datetime import date
    from pathlib import Path

    known = {
        int: _("a whole number"),
        float: _("a number"),
        date: _("a day such as 2026-12-20"),
        Path: _("a path"),
    }
    return next((words for kind, words in known.items() if wanted is kind), getattr(wanted, "__name__", "?"))


def _bounds_of(error: ValidationError) -> str:
    """Return the bound that a number is beyond, as the validators of cyclopts put it, in the language."""
    found = _BOUND.search(error.exception_message)
    if found is None:
        return error.exception_message
    words = {
        ">": _("It has to be more than {bound}."),
        ">=": _("It has to be at least {bound}."),
        "<": _("It has to be less than {bound}."),
        "<=": _("It can be at most {bound}."),
    }
    return words[found[1]].format(bound=found[2])


def _name_of(error: CycloptsError, keyword: str | None = None) -> str:
    """Return the option as it was given, or else as it is called in the help."""
    if keyword:
        return keyword
    argument = error.argument
    token = getattr(error, "token", None)
    given = [one.keyword for one in (argument.tokens if argument is not None else ()) if one.keyword]
    if token is not None and token.keyword:
        return str(token.keyword)
    if given:
        return str(given[-1])
    if argument is None:
        return ""
    return argument.name if argument.name.startswith("--") else argument.name.upper()


def _with_suggestion(text: str, typed: str, names: Mapping[str, str]) -> str:
    """Add what the word was probably meant to be; ``names`` gives for each word what to type."""
    similar = difflib.get_close_matches(typed.lower(), names, n=1, cutoff=NEAR)
    if not similar:
        return text
    return sentences(text, _("Did you mean {word}?").format(word=names[similar[0]]))
