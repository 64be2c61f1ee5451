"""What an interview makes of a verdict, and of a run against the visible tests."""

from __future__ import annotations

from quizbank.answer import Answer
from quizbank.history.events import plain
from quizbank.interview.interview import Outcome
from quizbank.interview.record import Verdict as Kept
from quizbank.question import Blank, Code, Order, Question
from runner.judge import Outcome as Judged
from runner.judge import Verdict
from tui.widgets.live import live_text

MOST_OUTPUT = 20_000
"""So many characters of what a run printed are kept with the interview."""


def outcome_of(question: Question, answer: Answer, verdict: Verdict) -> Outcome:
    """Return how an answer counts: where there are tests, by the share that passes."""
    kept: Kept
    score = verdict.score if isinstance(question, Blank | Code | Order) else float(verdict.right)
    match verdict.outcome:
        case Judged.RIGHT:
            kept, score = "right", 1.0
        case Judged.UNJUDGED:
            # The question itself doesn't work on this torch, which isn't the candidate's fault.
            kept, score = "right", 1.0
        case Judged.WRONG:
            score = min(score, 0.99)
            kept = "partly" if score > 0 else "wrong"
    result = verdict.result
    evidence = {
        "ended": result.ended.value,
        "raised": result.raised.type if result.raised is not None else None,
        "parts": [part.right for part in verdict.parts],
        "judged": verdict.outcome.value,
        "mistake": None if verdict.mistake is None else {"en": verdict.mistake.en, "zh": verdict.mistake.zh},
    }
    output = live_text(question, result)[:MOST_OUTPUT]
    return Outcome(kept, score, plain(answer), plain(evidence), str(plain(output)))


def spoken(notes: str) -> Outcome:
    """Return what is kept of an answer that was said aloud; its points are ticked at the end."""
    return Outcome("self_rated", 0.0, {"notes": plain(notes)})
