"""What an interview makes of a verdict."""

from __future__ import annotations

import pytest

from quizbank.answer import Filled, Picked
from quizbank.question import Text
from runner.judge import Outcome as Judged
from runner.judge import Part, Verdict
from runner.protocol import Ended, Output, Raised, Result
from tests.tui.driving import fixture_bank
from tui.interviewing import MOST_OUTPUT, outcome_of, spoken

HALF = (Part(True), Part(False))
FINISHED = Result(Ended.FINISHED)


@pytest.mark.parametrize(
    ("name", "judged", "parts", "kept", "score"),
    [
        ("plain/hole", Judged.RIGHT, (Part(True),), "right", 1.0),
        ("plain/hole", Judged.WRONG, HALF, "partly", 0.5),
        ("plain/hole", Judged.WRONG, (Part(False),), "wrong", 0.0),
        ("plain/hole", Judged.WRONG, (), "wrong", 0.0),
        ("plain/hole", Judged.WRONG, (Part(True),), "partly", 0.99),
        ("plain/hole", Judged.UNJUDGED, (Part(False),), "right", 1.0),
        ("plain/pick-all", Judged.WRONG, HALF, "wrong", 0.0),
        ("plain/pick-all", Judged.RIGHT, HALF, "right", 1.0),
    ],
)
def test_only_tests_give_a_share(
    name: str, judged: Judged, parts: tuple[Part, ...], kept: str, score: float
) -> None:
    question = fixture_bank()[name]
    outcome = outcome_of(question, Picked(frozenset({1})), Verdict(judged, FINISHED, parts))
    assert (outcome.verdict, outcome.score) == (kept, score)


def test_what_happened_is_kept_as_far_as_it_can_be_read() -> None:
    result = Result(
        Ended.RAISED,
        output=(Output("stdout", "x" * (2 * MOST_OUTPUT)),),
        raised=Raised("ValueError", "no \ud800"),
    )
    mistake = Text(en="A square.", zh="正方形。")
    verdict = Verdict(Judged.WRONG, result, HALF, mistake=mistake)
    outcome = outcome_of(fixture_bank()["plain/hole"], Filled(("a", "\ud800")), verdict)
    assert isinstance(outcome.evidence, dict)
    assert outcome.evidence["raised"] == "ValueError"
    assert outcome.evidence["parts"] == [True, False]
    assert outcome.evidence["mistake"] == {"en": "A square.", "zh": "正方形。"}
    assert 0 < len(outcome.output) <= MOST_OUTPUT
    str(outcome.answer).encode()


def test_what_was_said_aloud_has_no_score_yet() -> None:
    assert (spoken("so").verdict, spoken("so").score, spoken("so").answer) == (
        "self_rated",
        0.0,
        {"notes": "so"},
    )
