from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.history.content import content_hash
from quizbank.vocabulary import KINDS, Kind
from tests.samples import sample_question


@pytest.mark.parametrize("kind", KINDS)
def test_a_hash_names_what_is_asked(tmp_path: Path, kind: Kind) -> None:
    named = content_hash(sample_question(tmp_path, kind))
    assert named == content_hash(sample_question(tmp_path, kind))
    assert named != content_hash(sample_question(tmp_path, kind, ("What happens?", "What is printed?")))
    assert len({content_hash(sample_question(tmp_path, one)) for one in KINDS}) == len(KINDS)


CHANGES: list[tuple[Kind, str, str]] = [
    ("choice", 'holds = "x.dtype == torch.float64"', 'holds = "x.dtype == torch.int64"'),
    ("choice", 'text = { en = "float64"', 'text = { en = "double"'),
    ("choice", "minutes = 1", 'minutes = 1\npick = "all"'),
    ("predict", 'ask = "x.grad"', 'ask = "x"'),
    ("predict", 'expects = "value"', 'expects = "shape"'),
    ("predict", "minutes = 1", "minutes = 1\ntolerance = 0.01"),
    ("predict", "minutes = 1", 'minutes = 1\nraises = "ValueError"'),
    ("blank", "x = torch.ones(2,", "x = torch.zeros(2,"),
    ("code", "== 6", "== 6.0"),
    ("code", "    ...", "    pass"),
    ("order", "y = x + 1", "y = x + 2"),
    ("recall", "x.numel() == 2", "len(x) == 2"),
]


@pytest.mark.parametrize(("kind", "old", "new"), CHANGES)
def test_a_hash_changes_with_the_question_and_its_key(tmp_path: Path, kind: Kind, old: str, new: str) -> None:
    before = content_hash(sample_question(tmp_path, kind))
    assert content_hash(sample_question(tmp_path, kind, (old, new))) != before


SAME: list[tuple[Kind, str, str]] = [
    ("choice", "It happens.", "So it goes."),
    ("choice", "NumPy's default.", "The default of NumPy."),
    ("choice", "Look closer.", "Look twice."),
    ("choice", "minutes = 1", 'minutes = 2\nformerly = ["samples/old"]\nrequires = { torch = ">=2.4" }'),
    ("choice", 'tags = ["sample"]', 'tags = ["other"]'),
    ("choice", "x = torch.ones(2)\n", "x = torch.ones(2)  \n\n"),
    ("code", "return 2 * x", "return x * 2"),
    ("code", "That squares.", "A square."),
    ("order", "order = [2, 1, 3]", "order = [3, 1, 2]"),
]


@pytest.mark.parametrize(("kind", "old", "new"), SAME)
def test_a_hash_stays_when_only_what_comes_after_an_answer_changes(
    tmp_path: Path, kind: Kind, old: str, new: str
) -> None:
    before = content_hash(sample_question(tmp_path, kind))
    assert content_hash(sample_question(tmp_path, kind, (old, new))) == before
