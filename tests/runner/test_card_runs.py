"""What cards show is what torch did, and a question that fails has no answer on its card."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.cards.card import card_of
from quizbank.cards.evidence import GraphNode
from quizbank.question import Question, Text
from quizbank.vocabulary import KINDS, Kind
from runner.card_runs import evidence_of, graph_wanted, run_for_cards
from runner.client import Runner
from tests.samples import sample_question

TOPIC = Text(en="Samples", zh="样例")
SPOILT: dict[Kind, tuple[str, str]] = {
    "choice": ("x.dtype == torch.float32", "x.dtype == torch.int8"),
    "predict": ("sum().backward()", "backward()"),
    "blank": ('solution = ["detach()", "1"]', 'solution = ["clone()", "1"]'),
    "code": ("return 2 * x", "return 3 * x"),
    "order": ("z = y * 2", "z = y * 3"),
    "recall": ("x.numel() == 2", "x.nothing"),
}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_run_gives_the_answer(runner: Runner, tmp_path: Path, kind: Kind) -> None:
    question = sample_question(tmp_path, kind)
    evidence = await evidence_of(runner, question)
    assert evidence.failure is None
    assert evidence.torch.startswith("2.") and evidence.device == "cpu"
    expected = {"choice": [True, False], "recall": [True] * 3, "predict": []}.get(kind, [True])
    assert [proof.holds for proof in evidence.proofs] == expected
    assert evidence.answer == ("tensor([3., 3.])" if kind == "predict" else None)
    assert card_of(question, evidence, TOPIC, ("en",)).works


@pytest.mark.parametrize("kind", KINDS)
async def test_a_run_that_fails_gives_none(runner: Runner, tmp_path: Path, kind: Kind) -> None:
    question = sample_question(tmp_path, kind, SPOILT[kind])
    evidence = await evidence_of(runner, question)
    assert evidence.failure
    assert evidence.proofs == () and evidence.answer is None
    card = card_of(question, evidence, TOPIC, ("en",))
    assert not card.works and not card.explanation and not card.misconception


async def test_two_right_options_where_one_is_to_be_picked_are_a_failure(
    runner: Runner, tmp_path: Path
) -> None:
    question = sample_question(tmp_path, "choice", ("x.dtype == torch.float64", "True"))
    assert (await evidence_of(runner, question)).failure == "2 of 2 options hold"


async def test_a_program_that_is_stopped_is_a_failure(runner: Runner, tmp_path: Path) -> None:
    question = sample_question(tmp_path, "recall", ("torch.ones(2)", "exit()"))
    assert (await evidence_of(runner, question)).failure is not None


async def test_the_graph_is_that_of_the_loss(runner: Runner, tmp_path: Path) -> None:
    question = sample_question(
        tmp_path, "predict", ("(3 * x).sum().backward()", "loss = (3 * x).sum()\nloss.backward()")
    )
    assert graph_wanted(question) == "loss"
    graph = (await evidence_of(runner, question)).graph
    assert graph is not None
    assert graph.nodes == (
        GraphNode("SumBackward0", (1,)),
        GraphNode("MulBackward0", (2,)),
        GraphNode("AccumulateGrad", (), "x"),
    )


async def test_runs_side_by_side_are_told_apart(runner: Runner, tmp_path: Path) -> None:
    questions: list[Question] = [sample_question(tmp_path, kind) for kind in KINDS]
    found = {question_id: evidence async for question_id, evidence in run_for_cards(runner, questions)}
    assert set(found) == {question.id for question in questions}
    assert found["samples/predict"].answer == "tensor([3., 3.])"
    assert len(found["samples/recall"].proofs) == 3
