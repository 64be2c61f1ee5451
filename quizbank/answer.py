"""What a learner answers, one shape per kind of question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

from pydantic import JsonValue

from quizbank.vocabulary import Kind


@dataclass(frozen=True, slots=True)
class Picked:
    """The options chosen in a choice, as positions in the file, counted from 0."""

    options: frozenset[int]


@dataclass(frozen=True, slots=True)
class Typed:
    """The text typed as a prediction."""

    text: str


@dataclass(frozen=True, slots=True)
class Filled:
    """The Python written into each hole of a blank, in the order of the holes' numbers."""

    holes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """The program written for a code question."""

    code: str


@dataclass(frozen=True, slots=True)
class Arranged:
    """The order given to the lines, as line numbers of the file, counted from 1."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ticked:
    """The key points that the learner says they covered, as positions counted from 0."""

    points: frozenset[int]


Answer = Picked | Typed | Filled | Written | Arranged | Ticked


def read_answer(kind: Kind, value: JsonValue) -> Answer | None:
    """Return the answer to a question of this kind that the history keeps as ``value``.

    The inverse of ``quizbank.history.events.plain``; None for what is no answer to such a question.
    """
    match kind, value:
        case "choice", {"options": [*options], **rest} if not rest and _are_numbers(options, 0):
            return Picked(frozenset(options))
        case "predict", {"text": str(text), **rest} if not rest:
            return Typed(text)
        case "blank", {"holes": [*holes], **rest} if not rest and _are_texts(holes):
            return Filled(tuple(holes))
        case "code", {"code": str(code), **rest} if not rest:
            return Written(code)
        case "order", {"order": [*order], **rest} if not rest and _are_numbers(order, 1):
            return Arranged(tuple(order))
        case "recall", {"points": [*points], **rest} if not rest and _are_numbers(points, 0):
            return Ticked(frozenset(points))
    return None


def _are_numbers(values: Sequence[object], least: int) -> TypeGuard[Sequence[int]]:
    """Tell whether these are whole numbers from ``least`` on, none of them twice."""
    whole = all(isinstance(one, int) and not isinstance(one, bool) and one >= least for one in values)
    return whole and len(set(values)) == len(values)


def _are_texts(values: Sequence[object]) -> TypeGuard[Sequence[str]]:
    return all(isinstance(one, str) for one in values)
