from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from quizbank.answer import Answer, Arranged, Filled, Picked, Ticked, Typed, Written, read_answer
from quizbank.history.events import plain
from quizbank.vocabulary import KINDS, Kind
from tests.quizbank.history.strategies import law

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
POSITIONS = st.frozensets(st.integers(min_value=0))
ANSWERS: dict[Kind, st.SearchStrategy[Answer]] = {
    "choice": POSITIONS.map(Picked),
    "predict": TEXT.map(Typed),
    "blank": st.lists(TEXT).map(tuple).map(Filled),
    "code": TEXT.map(Written),
    "order": st.lists(st.integers(min_value=1), unique=True).map(tuple).map(Arranged),
    "recall": POSITIONS.map(Ticked),
}
ASKED = st.sampled_from(KINDS).flatmap(lambda kind: st.tuples(st.just(kind), ANSWERS[kind]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def kept(answer: Answer) -> dict[str, JsonValue]:
    value = plain(answer)
    assert isinstance(value, dict)
    return value


@law
@given(ASKED)
def test_what_was_kept_is_read_back(asked: tuple[Kind, Answer]) -> None:
    kind, answer = asked
    assert read_answer(kind, plain(answer)) == answer


@law
@given(ASKED, st.sampled_from(KINDS))
def test_an_answer_fits_its_own_kind_alone(asked: tuple[Kind, Answer], other: Kind) -> None:
    kind, answer = asked
    assert (read_answer(other, plain(answer)) is None) == (other != kind)


@law
@given(ASKED, JSON)
def test_what_is_no_answer_is_none(asked: tuple[Kind, Answer], value: JsonValue) -> None:
    kind, answer = asked
    assert read_answer(kind, [value]) is None
    assert read_answer(kind, {**kept(answer), "more": value}) is None


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("choice", {"options": [0, 0]}),
        ("choice", {"options": [-1]}),
        ("choice", {"options": [True]}),
        ("choice", {"options": "01"}),
        ("recall", {"points": [1.0]}),
        ("predict", {"text": 42}),
        ("blank", {"holes": ["x", None]}),
        ("blank", {"holes": "xy"}),
        ("code", {"code": ["pass"]}),
        ("order", {"order": [0, 1]}),
        ("order", {"order": [2, 1, 2]}),
        ("order", {}),
        ("predict", None),
    ],
)
def test_what_nearly_is_an_answer_is_none(kind: Kind, value: JsonValue) -> None:
    assert read_answer(kind, value) is None
