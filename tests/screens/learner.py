"""The history of a learner who has practised for some weeks, made up evenly from a seed."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from quizbank.bank import Bank
from quizbank.card import Rating
from quizbank.history.content import content_hash
from quizbank.history.events import Answered
from quizbank.history.store import open_history
from quizbank.question import Question
from quizbank.scheduler import Scheduler
from quizbank.session import Score
from tui.learner import rules_of

DAYS = 40
A_DAY = 14
RESTS = 0.2
"""The share of days without practice."""


def practise(path: Path, bank: Bank, now: datetime, rng: Random) -> None:
    """Write a history that ends the day before ``now``; what was met often goes better."""
    questions = list(bank.active)
    met: dict[str, int] = {}
    with open_history(path, rules_of(Scheduler(), questions), now) as history:
        for day in range(DAYS, 0, -1):
            if day > 5 and rng.random() < RESTS:
                continue
            at = now - timedelta(days=day, minutes=rng.randrange(240))
            for question in rng.sample(questions, rng.randint(A_DAY // 2, A_DAY)):
                times = met[question.id] = met.get(question.id, 0) + 1
                chance = min(0.95, 0.95 - 0.12 * question.difficulty + 0.15 * times)
                at += timedelta(minutes=1)
                history.append(_answered(question, "right" if rng.random() < chance else "wrong", rng), at)


def _answered(question: Question, score: Score, rng: Random) -> Answered:
    expected = question.minutes * 60
    return Answered(
        question_id=question.id,
        content=content_hash(question),
        revision=question.revision,
        kind=question.kind,
        topic=question.topic,
        language="en",
        answer=None,
        score=score,
        evidence={"ended": "finished", "raised": None, "parts": []},
        hints=0 if rng.random() < 0.8 else 1,
        seconds=round(expected * rng.uniform(0.4, 1.6), 1),
        expected_seconds=expected,
        proposed=Rating.GOOD if score == "right" else Rating.AGAIN,
        scheduled=True,
        device="cpu",
        torch="2.13.0",
        session=None,
        mode="drill",
    )
