"""Measures the history on 2,000 questions and 100,000 answers: ``python -m tests.bench.history``."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from uuid import UUID

from quizbank.card import Rating
from quizbank.history.events import Answered, Event, microseconds
from quizbank.history.fold import Rules
from quizbank.history.store import History, open_history
from quizbank.scheduler import Scheduler
from quizbank.statistics.overview import overview
from tests.decks import question

QUESTIONS = [f"topic-{number % 30}/question-{number}" for number in range(2_000)]
ANSWERS = 100_000
BEGIN = datetime(2025, 1, 1, 8, tzinfo=UTC)
APART = timedelta(minutes=5)


def answered(rng: Random) -> Answered:
    """Return an answer of the usual size to some question."""
    question_id = rng.choice(QUESTIONS)
    right = rng.random() < 0.75
    return Answered(
        question_id=question_id,
        content="0123456789abcdef",
        revision=1,
        kind="choice",
        topic=question_id.partition("/")[0],
        language="en",
        answer={"options": [rng.randrange(4)]},
        score="right" if right else "wrong",
        evidence=[{"part": part, "holds": right} for part in range(4)],
        hints=0,
        seconds=rng.uniform(5, 120),
        expected_seconds=90.0,
        proposed=Rating.GOOD if right else Rating.AGAIN,
        scheduled=True,
        device="cpu",
        torch="2.13.0",
        session=None,
        mode="drill",
    )


def events(rng: Random) -> Iterator[Event]:
    """Yield a year of answers."""
    for number in range(ANSWERS):
        at = BEGIN + number * APART
        yield Event(str(UUID(int=rng.getrandbits(128))), microseconds(at), at, 0, answered(rng))


def seconds(action: Callable[[], object], times: int) -> float:
    """Return the median time of an action."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def measure() -> dict[str, float]:
    """Return seconds by what was measured, and the file's size in megabytes."""
    rng = Random(0)
    now = BEGIN + ANSWERS * APART
    rules = Rules(Scheduler().review, "default")
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "history.db"
        log = list(events(rng))

        def reopen() -> None:
            open_history(path, rules, now).close()

        with open_history(path, rules, now) as history:
            figures["merge 100,000 answers"] = seconds(lambda: history.merge(log, now), 1)
            figures["rebuild from 100,000 answers"] = seconds(lambda: history.rebuild(now), 1)
            figures |= _use(history, rng, now)
            exported = Path(folder) / "history.jsonl"
            figures["export 100,000 answers"] = seconds(lambda: history.export_to(exported), 1)
            figures["import them where they are known"] = seconds(
                lambda: history.import_from(exported, now), 1
            )
        figures["open"] = seconds(reopen, 5)
        figures["megabytes"] = path.stat().st_size / 2**20
    return figures


def _use(history: History, rng: Random, now: datetime) -> dict[str, float]:
    today = history.day(now)
    questions = {one: question(one) for one in QUESTIONS}
    return {
        "append an answer": seconds(lambda: history.append(answered(rng), now), 200),
        "all cards": seconds(history.cards, 20),
        "home figures": seconds(lambda: history.home(QUESTIONS, today), 20),
        "statistics": seconds(lambda: overview(history.recorder()(), questions, today), 10),
        "past answers of a question": seconds(lambda: history.past_answers(QUESTIONS[0]), 20),
        "last 50 sessions": seconds(history.sessions, 20),
        "unfinished session": seconds(history.unfinished, 20),
    }


if __name__ == "__main__":
    for name, figure in measure().items():
        print(f"{name:34} {figure:8.1f}" if name == "megabytes" else f"{name:34} {figure * 1e3:8.1f} ms")
