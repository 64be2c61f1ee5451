"""What a learner answers, one shape per kind of question."""

from __future__ import annotations

from dataclasses import dataclass


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
