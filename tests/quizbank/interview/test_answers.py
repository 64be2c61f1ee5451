from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.history.content import content_hash
from quizbank.interview.answers import Line, Shown, shown_answer
from quizbank.question import Question
from quizbank.vocabulary import KINDS
from tests.quizbank.interview.records import Script
from tests.samples import sample_question


@pytest.fixture
def samples(tmp_path: Path) -> dict[str, Question]:
    return {one.kind: one for kind in KINDS for one in [sample_question(tmp_path, kind)]}


def shown(question: Question | None, answer: object, *, content: str = "", **more: object) -> Shown | None:
    """Return how an answer is shown, to the question of today unless ``content`` names another wording."""
    today = "" if question is None else content_hash(question)
    script = Script().ask("samples/any", "wrong", answer=answer, content=content or today or "gone", **more)  # type: ignore[arg-type]
    return shown_answer(script.asked[0], question, "en")


def test_options_say_what_was_taken_and_what_is_right(samples: dict[str, Question]) -> None:
    for taken, judged in (([1], [False, False]), ([0], [True, True]), ([], [False, True])):
        answer = shown(samples["choice"], {"options": taken}, evidence={"parts": judged})
        assert answer is not None
        assert answer.lines == (Line("float32", 0 in taken, True), Line("float64", 1 in taken, False))
    unknown = shown(samples["choice"], {"options": [1]}, evidence={"parts": [True]})
    assert unknown is not None and [one.right for one in unknown.lines] == [None, None]


def test_programs_are_put_together_again(samples: dict[str, Question]) -> None:
    assert shown(samples["code"], {"code": "x = 1"}) == Shown(code="x = 1")
    assert shown(samples["predict"], {"text": "[3, 3]"}) == Shown(text="[3, 3]")
    ordered = shown(samples["order"], {"order": [2, 1, 3]})
    assert ordered == Shown(code="y = x + 1\nx = torch.ones(1)\nz = y * 2")
    filled = shown(samples["blank"], {"holes": ["clone()", "1"]})
    assert filled is not None and "y = x.clone()" in filled.code


def test_spoken_answers_are_their_points(samples: dict[str, Question]) -> None:
    script = Script().ask("samples/recall", "self_rated", kind="recall", points=(1,))
    answer = shown_answer(script.asked[0], samples["recall"], "zh")
    assert answer is not None
    assert [(one.text, one.chosen) for one in answer.lines][1] == ("一共两个元素", True)
    assert [one.chosen for one in answer.lines] == [False, True, False]


def test_an_answer_to_what_has_changed_or_gone_speaks_for_itself(samples: dict[str, Question]) -> None:
    for question in (samples["choice"], None):
        assert shown(question, {"options": [1]}, content="another") == Shown(raw='{"options": [1]}')
    assert shown(samples["blank"], {"holes": ["a", "b"]}, content="another") == Shown(code="a\nb")
    assert shown(None, {"code": "x = 1"}) == Shown(code="x = 1")
    assert shown(None, "odd") == Shown(raw='"odd"')
    assert shown(samples["order"], {"order": [9, "x", 1]}) == Shown(code="x = torch.ones(1)")
    assert shown(samples["code"], None) is None
