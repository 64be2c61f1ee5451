"""The bank itself: no problems in its files, every question proven on the installed torch, no remarks."""

from __future__ import annotations

import os
from collections import Counter

import pytest
import pytest_asyncio

from quizbank.bank import load_bank
from quizbank.machine import missing
from quizbank.question import Question
from quizbank.vocabulary import KINDS
from runner.client import Runner
from runner.machine import known_before_import
from runner.prove import Proof, prove_all

BANK = load_bank()
MACHINE = known_before_import()
Proofs = dict[str, Proof]


@pytest_asyncio.fixture(scope="module")
async def proofs(request: pytest.FixtureRequest) -> Proofs:
    """Prove all questions that are about to be tested, side by side."""
    asked = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    named = [question for params in asked if isinstance(question := params.get("question"), Question)]
    questions = [question for question in named if not missing(question, MACHINE)]
    workers = os.cpu_count() or 1
    async with Runner(workers=workers + 1, threads=1, bulk=True) as runner:
        await runner.warm.wait()
        proving = prove_all(runner, questions, at_once=workers, threads=(1, 2))
        return {proof.question_id: proof async for proof in proving}


def test_no_file_has_a_problem() -> None:
    assert BANK.problems == ()


def test_the_mix_of_kinds() -> None:
    counts = Counter(question.kind for question in BANK.active)
    shares = {kind: counts[kind] / counts.total() for kind in KINDS}
    assert counts.total() >= 200
    assert shares["choice"] <= 0.40
    assert shares["predict"] >= 0.20
    assert shares["blank"] + shares["code"] + shares["order"] >= 0.25
    assert shares["recall"] <= 0.15
    assert counts["code"] >= 30


def test_keys_are_live(proofs: Proofs) -> None:
    live, hand = (sum(getattr(one, name) for one in proofs.values()) for name in ("live_keys", "hand_keys"))
    assert live / (live + hand) >= 0.95


@pytest.mark.parametrize("question", BANK, ids=lambda question: question.id)
def test_question_is_proven(proofs: Proofs, question: Question) -> None:
    if lacking := missing(question, MACHINE):
        pytest.skip(f"needs {', '.join(lacking)}")
    proof = proofs[question.id]
    assert not proof.failures, "\n".join(proof.failures)
    assert not proof.notes, "\n".join(proof.notes)
