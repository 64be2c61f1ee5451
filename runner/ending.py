"""How a run ended, in a sentence for the learner. Standard library only."""

from __future__ import annotations

import re

from quizbank.message import Message
from runner.protocol import Ended, Raised, Result
from runner.sandbox import INNER_HOME, INNER_TEMPORARY

_FILE_ERRORS = ("FileNotFoundError", "PermissionError")
_ABSOLUTE = re.compile(r"\[Errno \d+\] [^:]*: b?['\"](/[^'\"]*)")


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


def kept_from(raised: Raised) -> Message | None:
    """Return a remark on a file that a program didn't find because it is kept from it; None otherwise."""
    found = _ABSOLUTE.match(raised.message) if raised.type in _FILE_ERRORS else None
    if found is None or any(found[1].startswith(f"{own}/") for own in (INNER_HOME, INNER_TEMPORARY)):
        return None
    return Message(
        "That file may exist all the same: programs run apart from your files, in an empty folder of their "
        "own. `torchdrill doctor` tells how far."
    )
