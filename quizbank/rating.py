"""Which rating an answer deserves, from what was seen; the learner may choose another."""

from __future__ import annotations

from dataclasses import dataclass

from quizbank.card import Rating
from quizbank.session import Score

# Under half the expected time there was nothing to work out.
QUICK = 0.5
# At twice the expected time an interviewer would have moved on, even if the answer is right in the end.
SLOW = 2.0
# Below two thirds of the key points a spoken answer counts as wrong, as it does when it is judged.
FEW_POINTS = 2 / 3
# Who misses more than one point in five leaves an opening for the follow-up.
MOST_POINTS = 0.8


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was seen of one answer.

    ``expected`` is in seconds, as ``quizbank.planning.standing.expected_seconds`` gives it: by the question
    the first time, by the learner's own pace later. ``tries`` counts answers, the right one included.
    ``points`` is the share of key points ticked, 0 to 1, of a question that the learner rates alone.
    """

    score: Score
    seconds: float
    expected: float
    hints: int = 0
    tries: int = 1
    points: float | None = None


def propose(evidence: Evidence) -> Rating | None:
    """Return the rating that the evidence supports; None when it says nothing about the memory."""
    if evidence.score in ("wrong", "skipped"):
        return Rating.AGAIN
    if evidence.points is not None:
        return _by_points(evidence.points, evidence)
    if evidence.score == "unjudged":
        return None
    if _helped(evidence):
        return Rating.HARD
    return Rating.EASY if evidence.seconds < QUICK * evidence.expected else Rating.GOOD


def _by_points(share: float, evidence: Evidence) -> Rating:
    if share < FEW_POINTS:
        return Rating.AGAIN
    # Never easy: points are ticked by the one who gave the answer, after seeing them.
    return Rating.HARD if share < MOST_POINTS or _helped(evidence) else Rating.GOOD


def _helped(evidence: Evidence) -> bool:
    return evidence.hints > 0 or evidence.tries > 1 or evidence.seconds > SLOW * evidence.expected
