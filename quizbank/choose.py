"""Which questions a session asks, given a filter and a source of randomness."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from quizbank.machine import ANY, Machine, missing
from quizbank.question import Choice, Order, Question
from quizbank.vocabulary import Kind


@dataclass(frozen=True, slots=True)
class Filter:
    """What a question must match; an empty field matches everything."""

    topics: frozenset[str] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    difficulties: frozenset[int] = frozenset()

    def matches(self, question: Question) -> bool:
        return (
            (not self.topics or question.topic in self.topics)
            and (not self.kinds or question.kind in self.kinds)
            and (not self.difficulties or question.difficulty in self.difficulties)
        )


def askable(questions: Iterable[Question], wanted: Filter, machine: Machine = ANY) -> list[Question]:
    """Return the questions that match, without those that the machine is known not to be able to run."""
    return [one for one in questions if wanted.matches(one) and not missing(one, machine)]


def choose(
    questions: Iterable[Question],
    wanted: Filter,
    count: int | None,
    rng: Random,
    machine: Machine = ANY,
) -> list[Question]:
    """Draw up to ``count`` matching questions without repeats, in random order; None draws all of them.

    What the machine is known not to be able to run is left out.
    """
    matching = askable(questions, wanted, machine)
    rng.shuffle(matching)
    return matching[:count]


def shuffled_options(question: Choice, rng: Random) -> list[int]:
    """Return the positions of the options in the order to show them."""
    positions = list(range(len(question.options)))
    rng.shuffle(positions)
    return positions


def shuffled_lines(question: Order, rng: Random) -> list[int]:
    """Return the line numbers, counted from 1, in an order to start from that isn't the written one."""
    written = list(range(1, len(question.lines) + 1))
    shuffled = written.copy()
    while shuffled == written:
        rng.shuffle(shuffled)
    return shuffled
