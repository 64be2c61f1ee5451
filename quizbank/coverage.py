"""Which statements of an inventory the questions cover: every claim should have a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from quizbank.errors import ClaimsError
from quizbank.question import Question

Truth = Literal["true", "imprecise", "outdated", "wrong", "not-runnable"]
TRUTHS: tuple[Truth, ...] = get_args(Truth)


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement that is made about the subject, and how true it is."""

    id: str
    verdict: Truth
    text: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """Claims held against questions.

    ``uncovered`` are claims without a question, ``unclaimed`` the ids of questions without a claim, and
    ``unknown`` maps ids that no claim has to the questions that name them.
    """

    claims: int
    questions: int
    uncovered: tuple[Claim, ...]
    unclaimed: tuple[str, ...]
    unknown: Mapping[str, tuple[str, ...]]

    @property
    def covered(self) -> int:
        return self.claims - len(self.uncovered)


def read_claims(path: Path) -> list[Claim]:
    """Read a claim from each line: its id, its verdict and its text, with tabs between them.

    Blank lines are left out. Raises ClaimsError at the first line that is none.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise ClaimsError(path, 1, f"can't be read: {reason}") from None
    claims: dict[str, Claim] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) != 3 or not all(fields):
            raise ClaimsError(path, number, "is not an id, a verdict and a claim, with tabs between them")
        claim_id, word, text = fields
        verdict = next((truth for truth in TRUTHS if truth == word), None)
        if verdict is None:
            raise ClaimsError(path, number, f"{word!r} is not a verdict; one of {', '.join(TRUTHS)}")
        if claim_id in claims:
            raise ClaimsError(path, number, f"the id {claim_id!r} is used twice")
        claims[claim_id] = Claim(claim_id, verdict, text)
    return list(claims.values())


def coverage(claims: Iterable[Claim], questions: Iterable[Question]) -> Coverage:
    """Hold claims against the questions that say which they cover."""
    claims, questions = list(claims), list(questions)
    covering: dict[str, list[str]] = {}
    for question in questions:
        for claim_id in question.claims:
            covering.setdefault(claim_id, []).append(question.id)
    known = {claim.id for claim in claims}
    return Coverage(
        claims=len(claims),
        questions=len(questions),
        uncovered=tuple(claim for claim in claims if claim.id not in covering),
        unclaimed=tuple(question.id for question in questions if not question.claims),
        unknown={claim_id: tuple(ids) for claim_id, ids in covering.items() if claim_id not in known},
    )
