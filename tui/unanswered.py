"""What is shown of a question to somebody who doesn't know."""

from __future__ import annotations

from quizbank.answer import Picked, Ticked
from quizbank.question import Blank, Choice, Code, Order, Question, Recall
from runner.judge import Outcome, Verdict, ends_as_declared, verdict_on
from runner.protocol import Result


def key_on(question: Question, result: Result) -> Verdict:
    """Return a question's key as the verdict on no answer, by a run made without one.

    It is wrong, or unjudged where the question doesn't work on this torch.
    """
    match question:
        case Choice():
            return verdict_on(question, Picked(frozenset()), result)
        case Recall():
            return verdict_on(question, Ticked(frozenset()), result)
        case Blank() | Code() | Order():
            # The run was that of the solution.
            passes = bool(result.tests) and all(check.holds for check in result.tests)
        case _:
            passes = ends_as_declared(question, result)
    return Verdict(Outcome.WRONG if passes else Outcome.UNJUDGED, result)
