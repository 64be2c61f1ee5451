from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizbank.cards import jsonl
from quizbank.cards.evidence import Evidence, Graph, GraphNode, Proof
from tests.quizbank.cards.making import changed, deck_of, evidence, sample, samples
from tests.quizbank.cards.random_cards import texts

anything = st.one_of(texts, st.text(max_size=5))
proofs = st.builds(Proof, st.booleans(), st.lists(st.tuples(anything, anything), max_size=2).map(tuple))
nodes = st.builds(
    GraphNode, anything, st.lists(st.integers(0, 3), max_size=2).map(tuple), st.none() | anything
)
runs = st.builds(
    Evidence,
    torch=st.just("2.13.0"),
    device=st.just("cpu"),
    printed=anything,
    raised=st.none() | anything,
    answer=anything,
    proofs=st.lists(proofs, min_size=2, max_size=2).map(tuple),
    graph=st.none() | st.builds(Graph, anything, st.lists(nodes, max_size=2).map(tuple)),
)


@given(runs, anything.filter(str.strip))
@settings(max_examples=60, deadline=None)
def test_what_a_run_gave_is_read_back(found: Evidence, prompt: str) -> None:
    question = changed(sample("choice"), prompt={"en": prompt, "zh": prompt})
    content = jsonl.write(deck_of((question, found)))[0].content
    assert len(content.decode().splitlines()) == 1, "a reader may end lines where Python does"
    assert jsonl.read(content) == [(question, found)]


def test_every_kind_of_question_is_read_back_whole() -> None:
    deck = deck_of(*samples())
    assert jsonl.read(jsonl.write(deck)[0].content) == list(deck.sources)


def test_half_a_character_in_an_output_spoils_nothing() -> None:
    question = sample("predict")
    content = jsonl.write(deck_of((question, evidence(question, printed="a\ud800b"))))[0].content
    assert json.loads(content)["evidence"]["printed"] == "a\ud800b"


@pytest.mark.parametrize("line", ["[]", "{}", '{"made_by": "another"}'])
def test_a_line_of_something_else_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no line of an export"):
        jsonl.read(line.encode())
