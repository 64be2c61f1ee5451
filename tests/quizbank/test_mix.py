from __future__ import annotations

from pathlib import Path

from quizbank.mix import mix_of
from tests.samples import sample_question


def test_a_mix_counts_kinds_difficulties_and_topics(tmp_path: Path) -> None:
    hard = sample_question(tmp_path, "code", ("difficulty = 1", "difficulty = 5"))
    mix = mix_of([hard, *(sample_question(tmp_path, "choice") for _ in range(3))])
    assert mix.questions == 4
    assert mix.kinds == {"choice": 3, "predict": 0, "blank": 0, "code": 1, "order": 0, "recall": 0}
    assert mix.difficulties == {1: 3, 2: 0, 3: 0, 4: 0, 5: 1}
    assert mix.topics == {"samples": 4}
    assert mix.share("choice") == 0.75


def test_a_mix_of_nothing() -> None:
    assert mix_of([]).share("code") == 0.0
