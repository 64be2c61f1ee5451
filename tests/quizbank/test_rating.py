from __future__ import annotations

from dataclasses import replace

import pytest

from quizbank.card import Rating
from quizbank.rating import Evidence, propose

STEADY = Evidence("right", seconds=60, expected=60)


@pytest.mark.parametrize(
    ("evidence", "rating"),
    [
        (replace(STEADY, score="wrong"), Rating.AGAIN),
        (replace(STEADY, score="wrong", points=0.9), Rating.AGAIN),
        (replace(STEADY, score="skipped", seconds=1), Rating.AGAIN),
        (replace(STEADY, hints=1), Rating.HARD),
        (replace(STEADY, hints=3, seconds=5), Rating.HARD),
        (replace(STEADY, tries=2, seconds=5), Rating.HARD),
        (replace(STEADY, seconds=121), Rating.HARD),
        (replace(STEADY, seconds=120), Rating.GOOD),
        (STEADY, Rating.GOOD),
        (replace(STEADY, seconds=30), Rating.GOOD),
        (replace(STEADY, seconds=29), Rating.EASY),
        (replace(STEADY, score="unjudged"), None),
    ],
)
def test_a_rating_follows_from_what_was_seen(evidence: Evidence, rating: Rating | None) -> None:
    assert propose(evidence) is rating


@pytest.mark.parametrize(
    ("points", "rating"),
    [
        (0.0, Rating.AGAIN),
        (0.6, Rating.AGAIN),
        (2 / 3, Rating.HARD),
        (0.75, Rating.HARD),
        (0.8, Rating.GOOD),
        (1.0, Rating.GOOD),
    ],
)
def test_a_spoken_answer_is_rated_by_its_points(points: float, rating: Rating) -> None:
    for score in ("right", "unjudged"):
        assert propose(replace(STEADY, score=score, points=points, seconds=10)) is rating


def test_a_spoken_answer_with_hints_is_never_more_than_hard() -> None:
    assert propose(replace(STEADY, points=1.0, hints=1)) is Rating.HARD
