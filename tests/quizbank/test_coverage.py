from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.coverage import Claim, coverage, read_claims
from quizbank.errors import ClaimsError
from quizbank.question import Question
from quizbank.vocabulary import Kind
from tests.samples import sample_question

ADD = Claim("A-1", "true", "Adding makes a new tensor.")
VIEW = Claim("A-2", "outdated", "A view is a copy.")


def claiming(directory: Path, kind: Kind, *claims: str) -> Question:
    ids = ", ".join(f'"{claim}"' for claim in claims)
    return sample_question(directory, kind, ("minutes = 1", f"minutes = 1\nclaims = [{ids}]"))


def test_a_line_is_a_claim(tmp_path: Path) -> None:
    path = tmp_path / "claims.txt"
    path.write_text(f"A-1\ttrue\t{ADD.text}\n\n A-2 \toutdated\t{VIEW.text}\n", encoding="utf-8")
    assert read_claims(path) == [ADD, VIEW]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("A-1\ttrue\tOne.\nA-2 true Two.\n", ":2: is not an id, a verdict and a claim"),
        ("A-1\ttrue\t\n", ":1: is not an id, a verdict and a claim"),
        ("A-1\tperhaps\tOne.\n", ":1: 'perhaps' is not a verdict; one of true, imprecise"),
        ("A-1\ttrue\tOne.\nA-1\ttrue\tTwo.\n", ":2: the id 'A-1' is used twice"),
    ],
)
def test_a_line_that_is_none(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "claims.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ClaimsError) as caught:
        read_claims(path)
    assert message in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ClaimsError, match="can't be read: No such file"):
        read_claims(tmp_path / "nowhere.txt")


def test_claims_are_held_against_questions(tmp_path: Path) -> None:
    questions = [
        claiming(tmp_path, "choice", "A-1", "A-9"),
        claiming(tmp_path, "order", "A-9"),
        claiming(tmp_path, "recall"),
    ]
    found = coverage([ADD, VIEW], questions)
    assert found.uncovered == (VIEW,)
    assert found.unclaimed == ("samples/recall",)
    assert found.unknown == {"A-9": ("samples/choice", "samples/order")}
    assert (found.claims, found.covered, found.questions) == (2, 1, 3)
    assert coverage([ADD], questions).uncovered == ()
