"""Searching questions, and how the learner stands with them."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from quizbank.card import Card, Rating
from quizbank.history.fold import Standing
from quizbank.question import Question
from quizbank.search import (
    Facet,
    Index,
    State,
    Value,
    count_by,
    fold,
    narrow,
    shown_code,
    states,
    states_of,
)
from quizbank.vocabulary import KINDS
from tests.samples import sample_question

TODAY = date(2026, 3, 2)


@pytest.fixture
def samples(tmp_path: Path) -> list[Question]:
    return [sample_question(tmp_path, kind) for kind in KINDS]


@pytest.fixture
def index(samples: list[Question]) -> Index:
    return Index(samples)


def found(index: Index, query: str) -> list[str]:
    return [one.kind for one in index.find(query)]


def card(due: date) -> Card:
    return Card("samples/choice", 3.0, 5.0, due, TODAY - timedelta(days=3), Rating.GOOD, 1, 0, 20.0, 1)


def test_without_a_query_everything_is_found_in_order(index: Index) -> None:
    assert found(index, "") == list(KINDS)
    assert found(index, "  \u3000 ") == list(KINDS)


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("HAPPENS", list(KINDS)),
        ("会发生", list(KINDS)),
        ("samples/pre", ["predict"]),
        ("sample happens", list(KINDS)),
        ("backward", ["predict"]),
        ("ｂａｃｋｗａｒｄ（）", ["predict"]),
        ("requires_grad __1__", ["blank"]),
        ("def double", ["code"]),
        ("torch.ones(1)", ["order"]),
        ("happens backward nowhere", []),
    ],
)
def test_every_word_occurs_somewhere_in_either_language(index: Index, query: str, kinds: list[str]) -> None:
    assert found(index, query) == kinds


def test_a_word_does_not_reach_from_one_text_into_the_next(index: Index) -> None:
    assert found(index, "happens?会发生什么") == []


def test_what_gives_the_answer_away_is_not_searched(index: Index, samples: list[Question]) -> None:
    assert found(index, "return 2 * x") == []
    assert found(index, "It happens.") == []
    assert found(index, "torch.ones(2)") == ["choice"]
    recall = next(one for one in samples if one.kind == "recall")
    assert shown_code(recall) == ""


@pytest.mark.parametrize(
    ("wanted", "kinds"),
    [
        ({}, list(KINDS)),
        ({Facet.TOPIC: "samples"}, list(KINDS)),
        ({Facet.TOPIC: "sample"}, []),
        ({Facet.KIND: "order"}, ["order"]),
        ({Facet.DIFFICULTY: 2}, []),
        ({Facet.STATE: State.WRONG}, ["choice"]),
        ({Facet.STATE: State.NEW, Facet.KIND: "choice"}, []),
    ],
)
def test_facets_narrow_together(
    samples: list[Question], wanted: dict[Facet, Value], kinds: list[str]
) -> None:
    known = states_of(samples, {"samples/choice": Standing(card(TODAY), "wrong")}, TODAY)
    assert [one.kind for one in narrow(samples, wanted, known)] == kinds


def test_a_question_counts_for_each_of_its_states(samples: list[Question]) -> None:
    known = states_of(samples, {"samples/choice": Standing(card(TODAY), "wrong")}, TODAY)
    assert count_by(Facet.STATE, samples, known) == {State.DUE: 1, State.WRONG: 1, State.NEW: 5}
    assert count_by(Facet.KIND, samples, known) == dict.fromkeys(KINDS, 1)
    assert count_by(Facet.DIFFICULTY, samples, known) == {1: 6}


def test_folding_leaves_nothing_to_fold() -> None:
    for text in ("Straße", "ＮＮ．Ｌｉｎｅａｒ", "ΐ", "ﬁnetune", "梯度，Grad"):
        assert fold(fold(text)) == fold(text)
    assert fold("ＮＮ．Ｌｉｎｅａｒ") == "nn.linear"


@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        (Standing(), {State.NEW}),
        (Standing(flag=""), {State.NEW, State.FLAGGED}),
        (Standing(last_score="skipped"), {State.NEW, State.SKIPPED}),
        (Standing(card(TODAY), "skipped"), {State.DUE, State.SKIPPED}),
        (Standing(card(TODAY), "right"), {State.DUE}),
        (Standing(card(TODAY + timedelta(days=1)), "right"), set()),
        (Standing(card(TODAY - timedelta(days=9)), "wrong", "odd"), {State.DUE, State.WRONG, State.FLAGGED}),
    ],
)
def test_how_a_learner_stands_with_a_question(standing: Standing, expected: set[State]) -> None:
    assert states(standing, TODAY) == expected


def test_a_question_without_a_standing_is_new(samples: list[Question]) -> None:
    known = {samples[0].id: Standing(card(TODAY), "wrong")}
    by_id = states_of(samples, known, TODAY)
    assert by_id[samples[0].id] == {State.DUE, State.WRONG}
    assert {by_id[one.id] for one in samples[1:]} == {frozenset({State.NEW})}
