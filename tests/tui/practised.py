"""A learner with some weeks behind them, on the fixture questions."""

from __future__ import annotations

from datetime import timedelta

from pydantic import JsonValue

from quizbank.learner import Learner
from quizbank.session import Score
from tests.quizbank.statistics.given import given
from tests.tui.driving import NOW, fixture_bank
from tui.learner import learner_in_memory

DAY = timedelta(days=1)


def practised() -> Learner:
    """Return somebody who answered wrong at first and then better, with a belief or two."""
    bank = fixture_bank()
    learner = learner_in_memory(bank, NOW)
    one, hole, number = bank["plain/pick-one"], bank["plain/hole"], bank["plain/number"]
    answers: list[tuple[int, Score]] = [
        (40, "wrong"),
        (33, "wrong"),
        (20, "right"),
        (6, "right"),
        (1, "right"),
    ]
    for ago, score in answers:
        at = NOW - ago * DAY
        right = score == "right"
        options: list[JsonValue] = [0] if right else [1]
        parts = (True, True, True) if right else (False, False, True)
        learner.journal.append(given(one, {"options": options}, parts, score), at)
        holes: list[JsonValue] = ["width", "height" if right else "width"]
        learner.journal.append(given(hole, {"holes": holes}, (right,), score), at)
        learner.journal.append(given(number, {"text": "42"}, (True,), "right", 90.0), at)
    return learner
