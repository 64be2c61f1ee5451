"""The bank itself: no problems in its files, and every question proven on the installed torch."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from quizbank.bank import load_bank
from quizbank.question import Question
from quizbank.vocabulary import KINDS
from runner.client import Runner
from runner.prove import prove

BANK = load_bank()


@pytest_asyncio.fixture(scope="module")
async def runner() -> AsyncIterator[Runner]:
    async with Runner() as runner:
        yield runner


def test_no_file_has_a_problem() -> None:
    assert BANK.problems == ()


def test_every_kind_is_asked() -> None:
    for kind in KINDS:
        assert sum(question.kind == kind for question in BANK.active) >= 3, kind


@pytest.mark.parametrize("question", BANK, ids=lambda question: question.id)
async def test_question_is_proven(runner: Runner, question: Question) -> None:
    proof = await prove(runner, question)
    assert not proof.failures, "\n".join(proof.failures)
