"""What facets of questions and their values are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual.content import Content

from quizbank.bank import Bank
from quizbank.message import Message
from quizbank.search import Facet, State, Value
from quizbank.vocabulary import KINDS
from tui.i18n import _, current_language, say
from tui.widgets.labels import KIND_NAMES, difficulty_dots
from tui.widgets.prose import foreign

FACET_NAMES: Mapping[Facet, Message] = {
    Facet.TOPIC: Message("Topic"),
    Facet.KIND: Message("Kind"),
    Facet.DIFFICULTY: Message("Difficulty"),
    Facet.STATE: Message("State"),
}

STATE_NAMES: Mapping[State, Message] = {
    State.NEW: Message("new"),
    State.DUE: Message("due"),
    State.WRONG: Message("wrong last time"),
    State.SKIPPED: Message("skipped last time"),
    State.FLAGGED: Message("flagged"),
}

STATE_MARKS: Mapping[State, tuple[str, str]] = {
    State.NEW: ("+", "$text-primary"),
    State.WRONG: ("✗", "$text-error"),
    State.SKIPPED: ("–", "$text-warning"),
    State.DUE: ("!", "$text-warning"),
    State.FLAGGED: ("*", "$text-accent"),
}
"""The mark of each state and its colour, in the order of their columns."""

FACET_VALUES: Mapping[Facet, Callable[[Bank], Sequence[Value]]] = {
    Facet.TOPIC: lambda bank: list(dict.fromkeys(question.topic for question in bank)),
    Facet.KIND: lambda _bank: KINDS,
    Facet.DIFFICULTY: lambda _bank: range(1, 6),
    Facet.STATE: lambda _bank: list(State),
}
"""Every value a facet may have, in the order in which to offer them."""


def facet_words(facet: Facet, value: Value | None, bank: Bank) -> Content:
    """Return what a value is called in the language of the moment; None is any value."""
    if value is None:
        return Content(_("any"))
    match value:
        case State():
            mark, style = STATE_MARKS[value]
            return Content.assemble((mark, style), " ", say(STATE_NAMES[value]))
        case int():
            return difficulty_dots(value)
    if facet is Facet.KIND:
        return Content(next(say(name) for kind, name in KIND_NAMES.items() if kind == value))
    topic = bank.topics.get(value)
    return foreign(value if topic is None else topic[current_language()])
