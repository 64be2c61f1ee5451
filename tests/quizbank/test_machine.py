from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.machine import ANY, Machine, missing, needs
from quizbank.question import Question
from tests.samples import sample_question


def question_that_requires(directory: Path, requires: str) -> Question:
    return sample_question(directory, "order", ("minutes = 1", f"minutes = 1\nrequires = {{ {requires} }}"))


@pytest.mark.parametrize(
    ("requires", "machine", "lacks"),
    [
        ("cuda = true", Machine(cuda=False), ("cuda",)),
        ("cuda = true", Machine(cuda=True), ()),
        ("torchvision = true", Machine(torchvision=False), ("torchvision",)),
        ("torchvision = true", Machine(torchvision=True), ()),
        ('torch = ">=2.6"', Machine(torch="2.5.1"), ("torch >=2.6",)),
        ('torch = ">=2.6"', Machine(torch="2.6.0+cu124"), ()),
        ('torch = ">=2.6"', Machine(torch="2.6.0.dev20250101"), ()),
        ('torch = "<2.6"', Machine(torch="2.6.0a0+git1234"), ("torch <2.6",)),
        ('torch = ">=2.6"', Machine(torch="unknown"), ()),
        ("cuda = true, torchvision = true", Machine(cuda=False, torchvision=False), ("cuda", "torchvision")),
        ("cuda = true, torchvision = true", Machine(cuda=False, torchvision=True), ("cuda",)),
    ],
)
def test_what_a_machine_lacks(
    tmp_path: Path, requires: str, machine: Machine, lacks: tuple[str, ...]
) -> None:
    question = question_that_requires(tmp_path, requires)
    assert missing(question, machine) == lacks
    assert set(lacks) <= set(needs(question))


def test_what_is_not_known_is_not_missing(tmp_path: Path) -> None:
    question = question_that_requires(tmp_path, 'cuda = true, torchvision = true, torch = ">=99"')
    assert missing(question, ANY) == ()
    assert needs(question) == ("cuda", "torchvision", "torch >=99")


def test_most_questions_need_nothing(tmp_path: Path) -> None:
    assert needs(sample_question(tmp_path, "order")) == ()
