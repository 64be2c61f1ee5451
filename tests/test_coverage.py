"""The bank covers the inventory of claims: every one of them has a question."""

from __future__ import annotations

from pathlib import Path

from quizbank.bank import load_bank
from quizbank.coverage import coverage, read_claims

COVERAGE = coverage(read_claims(Path(__file__).parent / "data" / "claims.txt"), load_bank().active)


def test_every_claim_has_a_question() -> None:
    assert [f"{claim.id}: {claim.text}" for claim in COVERAGE.uncovered] == []


def test_no_question_names_a_claim_that_is_not_there() -> None:
    assert dict(COVERAGE.unknown) == {}
