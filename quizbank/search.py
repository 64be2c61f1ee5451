"""Finding questions by what they say and by how the learner stands with them."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from enum import Enum, auto

from quizbank.history.fold import Standing
from quizbank.question import Code, Order, Question

UNSEEN = Standing()


class State(Enum):
    """How a learner stands with a question; several can be true of one question."""

    NEW = auto()
    DUE = auto()
    WRONG = auto()
    SKIPPED = auto()
    FLAGGED = auto()


class Facet(Enum):
    """By what questions can be narrowed."""

    TOPIC = auto()
    KIND = auto()
    DIFFICULTY = auto()
    STATE = auto()


Value = str | int | State
"""A topic's slug, a kind, a difficulty or a state, as its facet has it."""


def states(standing: Standing, today: date) -> frozenset[State]:
    """Return what is true of a question on a day."""
    card = standing.card
    true = {
        State.NEW: card is None,
        State.DUE: standing.wanted or (card is not None and card.due <= today),
        State.WRONG: standing.last_score == "wrong",
        State.SKIPPED: standing.last_score == "skipped",
        State.FLAGGED: standing.flag is not None,
    }
    return frozenset(state for state, holds in true.items() if holds)


def states_of(
    questions: Iterable[Question], standings: Mapping[str, Standing], today: date
) -> dict[str, frozenset[State]]:
    """Return the states of questions on a day, by id."""
    return {one.id: states(standings.get(one.id, UNSEEN), today) for one in questions}


def narrow(
    questions: Iterable[Question],
    wanted: Mapping[Facet, Value],
    known: Mapping[str, Collection[State]],
) -> list[Question]:
    """Return the questions that have every wanted value; ``known`` are their states by id."""
    if not wanted:
        return list(questions)
    return [
        one
        for one in questions
        if all(value in _values(facet, one, known) for facet, value in wanted.items())
    ]


def count_by(
    facet: Facet, questions: Iterable[Question], known: Mapping[str, Collection[State]]
) -> Counter[Value]:
    """Count the questions by a facet's values; one counts for each of its states."""
    return Counter(value for one in questions for value in _values(facet, one, known))


def _values(facet: Facet, question: Question, known: Mapping[str, Collection[State]]) -> Collection[Value]:
    match facet:
        case Facet.TOPIC:
            return (question.topic,)
        case Facet.KIND:
            return (question.kind,)
        case Facet.DIFFICULTY:
            return (question.difficulty,)
        case Facet.STATE:
            return known.get(question.id, ())


class Index:
    """The texts of questions, folded once, so that each key of a search only looks through them."""

    def __init__(self, questions: Iterable[Question]) -> None:
        self.questions = tuple(questions)
        self._texts = tuple(fold("\n".join(_searched(one))) for one in self.questions)

    def find(self, query: str) -> list[Question]:
        """Return the questions in which every word of the query occurs, in the index's order.

        A word may be any part of a text: of the prompt in either language, the code that the learner is
        shown, the id or a tag. Case and the width of characters make no difference.
        """
        found = list(zip(self.questions, self._texts, strict=True))
        for word in fold(query).split():
            # One word after the other is several times as quick as all of them in each text.
            found = [(question, text) for question, text in found if word in text]
        return [question for question, _ in found]


def fold(text: str) -> str:
    """Return a text as it is compared: full-width characters become ASCII, and case goes."""
    # Folding the case of some characters undoes their composition.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _searched(question: Question) -> Iterable[str]:
    yield question.id
    yield from question.tags
    yield question.prompt.en
    yield question.prompt.zh
    yield shown_code(question)
    if isinstance(question, Order):
        yield from question.lines


def shown_code(question: Question) -> str:
    """Return the code that the learner sees before answering, other than lines to be arranged.

    A recall has none: its snippet is there for the probes, and would give half the answer away.
    """
    if question.kind == "recall":
        return ""
    parts = [question.snippet]
    if isinstance(question, Code):
        parts.append(question.starter)
    return "\n\n".join(part.strip("\n") for part in parts if part.strip())
