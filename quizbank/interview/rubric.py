"""What an interview is marked by, and which questions feed which mark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from quizbank.interview.record import AskedRecord, Why
from quizbank.message import Message
from quizbank.question import Question
from quizbank.vocabulary import Kind

Dimension = Literal["concepts", "prediction", "coding", "debugging", "communication", "time"]

PLACE: Mapping[Why, float] = {"planned": 1.0, "follow_up": 0.5, "sibling": 0.5}
"""How much a question counts beside others; a second try counts as its first would have."""


@dataclass(frozen=True, slots=True)
class Row:
    """One dimension of the rubric: it is fed by questions of these kinds, tags or topics, or by all.

    ``meaning`` says what it looks at, ``self_rated`` that the candidate marks it, ``clock`` that the seconds
    are marked and not the answer.
    """

    dimension: Dimension
    name: Message
    meaning: Message
    kinds: frozenset[Kind] = frozenset()
    tags: frozenset[str] = frozenset()
    topics: frozenset[str] = frozenset()
    clock: bool = False

    def fed_by(self, asked: AskedRecord, question: Question | None) -> bool:
        """Tell whether a question feeds this dimension; one that the bank lost has no tags."""
        tags = () if question is None else question.tags
        return (
            self.clock
            or asked.kind in self.kinds
            or asked.topic in self.topics
            or not self.tags.isdisjoint(tags)
        )


RUBRIC: tuple[Row, ...] = (
    Row(
        "concepts",
        Message("Concepts"),
        Message("choices, and the topics about how things work"),
        kinds=frozenset({"choice"}),
        topics=frozenset({"what-is-pytorch", "graphs"}),
    ),
    Row(
        "prediction",
        Message("Prediction"),
        Message("what a snippet gives, said before it runs"),
        kinds=frozenset({"predict"}),
    ),
    Row(
        "coding",
        Message("Coding"),
        Message("code written, filled in or put in order, by its tests"),
        kinds=frozenset({"blank", "code", "order"}),
    ),
    Row(
        "debugging",
        Message("Debugging"),
        Message("errors, silent faults and what in-place operations break"),
        tags=frozenset(
            {
                "copied-code",
                "debugging",
                "errors",
                "exploding-gradient",
                "gradcheck",
                "graph-break",
                "nan",
                "profiling",
                "side-effects",
                "silent",
                "stale-gradient",
                "typos",
                "vanishing-gradient",
                "version",
                "warnings",
            }
        ),
        topics=frozenset({"in-place"}),
    ),
    Row(
        "communication",
        Message("Communication"),
        Message("key points of what was said aloud, ticked by the candidate"),
        kinds=frozenset({"recall"}),
    ),
    Row("time", Message("Time"), Message("answers within the time that was planned for them"), clock=True),
)


def is_self_rated(asked: AskedRecord) -> bool:
    """Tell whether the candidate marks a question, which is so whether or not it was answered."""
    return asked.kind == "recall" or asked.verdict == "self_rated"


def on_time(asked: AskedRecord) -> float:
    """Return 1 for an answer within its time, less the longer it took, and 0 for none.

    At twice the time that was planned it is a half.
    """
    if asked.verdict == "unanswered":
        return 0.0
    if asked.limit_seconds == 0 or asked.seconds <= asked.limit_seconds:
        return 1.0
    return asked.limit_seconds / asked.seconds
