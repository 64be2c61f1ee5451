"""Answers to the fixture questions, as they are kept."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from quizbank.card import Rating
from quizbank.history.content import content_hash
from quizbank.history.events import Answered
from quizbank.question import Question
from quizbank.session import Score
from tests.quizbank.history.samples import answered


def given(
    question: Question,
    answer: JsonValue = None,
    parts: tuple[bool, ...] = (),
    score: Score = "wrong",
    seconds: float = 30.0,
) -> Answered:
    """Return an answer to a question; ``parts`` says which of its parts were right.

    Where it was skipped there is neither. Whoever didn't know it is shown what is right all the same.
    """
    rating = Rating.GOOD if score == "right" else Rating.AGAIN
    return replace(
        answered(question.id, score, seconds=seconds, proposed=rating),
        content=content_hash(question),
        kind=question.kind,
        answer=answer,
        evidence=None if score == "skipped" else {"parts": list(parts)},
    )


def not_known(question: Question) -> Answered:
    """Return that the learner wanted to be shown what is right instead of answering."""
    return replace(given(question, score="skipped"), evidence={"parts": [False]})
