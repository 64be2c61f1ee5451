"""Finding questions by what they say and by how the learner stands with them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date
from enum import Enum, auto

from quizbank.choose import Filter
from quizbank.history.fold import Standing
from quizbank.question import Code, Order, Question

UNSEEN = Standing()


class State(Enum):
    """How a learner stands with a question; several can be true of one question."""

    NEW = auto()
    DUE = auto()
    WRONG = auto()
    FLAGGED = auto()


def states(standing: Standing, today: date) -> frozenset[State]:
    """Return what is true of a question on a day; a skipped answer counts as wrong."""
    card = standing.card
    true = {
        State.NEW: card is None,
        State.DUE: card is not None and card.due <= today,
        State.WRONG: standing.last_score in ("wrong", "skipped"),
        State.FLAGGED: standing.flag is not None,
    }
    return frozenset(state for state, holds in true.items() if holds)


def states_of(
    questions: Iterable[Question], standings: Mapping[str, Standing], today: date
) -> dict[str, frozenset[State]]:
    """Return the states of questions on a day, by id."""
    return {one.id: states(standings.get(one.id, UNSEEN), today) for one in questions}


class Index:
    """The texts of questions, folded once, so that each key of a search only looks through them."""

    def __init__(self, questions: Iterable[Question]) -> None:
        self.questions = tuple(questions)
        self._texts = tuple(fold("\n".join(_searched(one))) for one in self.questions)

    def find(self, query: str, wanted: Filter = Filter()) -> list[Question]:  # noqa: B008  # it is immutable
        """Return the matching questions in which every word of the query occurs, in the index's order.

        A word may be any part of a text: of the prompt in either language, the code that the learner is
        shown, the id or a tag. Case and the width of characters make no difference.
        """
        words = fold(query).split()
        return [
            question
            for question, text in zip(self.questions, self._texts, strict=True)
            if all(word in text for word in words) and wanted.matches(question)
        ]


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
