"""How a run ended, in a sentence for the learner. Standard library only."""

from __future__ import annotations

from quizbank.message import Message
from runner.protocol import Ended, Result


def stopped(result: Result) -> Message | None:
    """Return how a program ended that neither ran out nor raised; None where it did."""
    match result.ended:
        case Ended.FINISHED | Ended.RAISED:
            return None
        case Ended.TIMED_OUT:
            return Message("The program was stopped: it ran out of time.")
        case Ended.OUT_OF_MEMORY:
            return Message("The program was stopped: it ran out of memory.")
        case Ended.TOO_MUCH_OUTPUT:
            return Message("The program was stopped: it printed too much.")
        case Ended.EXITED:
            return Message("The program ended its own process instead of running to its end.")
        case Ended.CRASHED:
            signal = -(result.exit_status or 0)
            return Message("The program crashed its process (signal {signal}).", signal=signal)


def unexpected(result: Result) -> Message:
    """Return how a program ended that was meant to end otherwise."""
    raised = result.raised
    if (message := stopped(result)) is not None:
        return message
    if result.ended is Ended.FINISHED:
        return Message("The program ran to its end, though it was meant to raise.")
    if raised is None:
        return Message("The program raised an exception.")
    if raised.line is None:
        return Message("The program raised {type}.", type=raised.type)
    return Message("The program raised {type} in line {line}.", type=raised.type, line=raised.line)
