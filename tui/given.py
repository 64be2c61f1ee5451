"""What is kept of an answer: what the learner gave, where it ran, and what the verdict rests on."""

from __future__ import annotations

from quizbank.answer import Answer
from quizbank.practice import Given
from quizbank.session import Score
from runner.judge import Outcome, Verdict
from tui.i18n import current_language
from tui.services import Torch
from tui.wording import NOT_KNOWN, SCORES, Look


def judged(
    answer: Answer | None,
    verdict: Verdict,
    seconds: float,
    hints: int,
    torch: Torch,
    *,
    hints_count: bool = True,
    late: bool = False,
) -> Given:
    """Return an answer with its verdict, or that there was none, to be kept; a late one as skipped."""
    result = verdict.result
    score = score_of(answer, verdict)
    return Given(
        "skipped" if late and score != "unjudged" else score,
        seconds,
        hints,
        current_language(),
        result.device or torch.device,
        result.torch or torch.version,
        answer,
        {
            "ended": result.ended.value,
            "raised": result.raised.type if result.raised is not None else None,
            "parts": [part.right for part in verdict.parts],
        },
        hints_count,
    )


def look_of(answer: Answer | None, verdict: Verdict) -> Look:
    """Return how the verdict on an answer looks, or on none."""
    score = score_of(answer, verdict)
    return NOT_KNOWN if score == "skipped" else SCORES[score]


def score_of(answer: Answer | None, verdict: Verdict) -> Score:
    """Return how a question went; one that somebody didn't know is kept as skipped."""
    return "skipped" if answer is None and verdict.outcome is Outcome.WRONG else verdict.outcome.value


def skipped(seconds: float, hints: int, torch: Torch) -> Given:
    """Return that a question was passed over, to be kept."""
    return Given("skipped", seconds, hints, current_language(), torch.device, torch.version)
