"""Cards for tests: the samples of each kind, with made-up runs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from quizbank.cards.card import card_of
from quizbank.cards.deck import Deck
from quizbank.cards.evidence import Evidence, Graph, GraphNode, Proof
from quizbank.question import QUESTION, Blank, Choice, Code, Order, Question, Recall, Text
from quizbank.vocabulary import KINDS, Kind, Language
from tests.samples import sample_question

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TOPIC = Text(en="Samples", zh="样例")
GRAPH = Graph(
    "loss", (GraphNode("SumBackward0", (1,)), GraphNode("MulBackward0", (2,)), GraphNode("x", (), "x"))
)


@cache
def sample(kind: Kind) -> Question:
    with TemporaryDirectory() as folder:
        return sample_question(Path(folder), kind)


def changed(question: Question, **values: object) -> Question:
    """Return a question with other values, checked again."""
    return QUESTION.validate_json(json.dumps({**question.model_dump(mode="json"), **values}))


def evidence(question: Question, **values: object) -> Evidence:
    """Return what a run of the question could have given."""
    match question:
        case Choice():
            proofs = [
                Proof(option.why is None, (("x.dtype", "torch.float32"),)) for option in question.options
            ]
        case Blank() | Code() | Order():
            proofs = [Proof(True) for _ in question.tests]
        case Recall():
            proofs = [Proof(True, (("x.numel()", "2"),)) for _ in question.points]
        case _:
            proofs = []
    usual: dict[str, object] = {
        "torch": "2.13.0+cpu",
        "device": "cpu",
        "proofs": tuple(proofs),
        "answer": "[3., 3.]" if question.kind == "predict" else None,
    }
    return Evidence(**{**usual, **values})  # type: ignore[arg-type]  # a test names its own fields


def deck_of(
    *sources: tuple[Question, Evidence],
    languages: tuple[Language, ...] = ("en",),
    dates: Mapping[str, datetime] | None = None,
    topic: Text = TOPIC,
) -> Deck:
    cards = tuple(card_of(question, run, topic, languages) for question, run in sources)
    return Deck(cards, tuple(sources), languages, NOW, dates or {})


def samples() -> Sequence[tuple[Question, Evidence]]:
    """Return a question of each kind with its run."""
    return [(sample(kind), evidence(sample(kind))) for kind in KINDS]
