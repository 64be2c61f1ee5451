"""FSRS parameters of the learner's own, in a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from quizbank.errors import ScheduleError
from quizbank.message import Message
from quizbank.scheduler import PARAMETERS

FORMAT = 1


def read_parameters(path: Path) -> tuple[float, ...]:
    """Return the parameters in a file, the usual ones where there is none. Raises ScheduleError."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return PARAMETERS
    except (OSError, ValueError) as error:
        raise _unreadable(path, str(error)) from None
    match document:
        case {"format": 1, "parameters": [*numbers]} if all(
            isinstance(one, int | float) and not isinstance(one, bool) for one in numbers
        ):
            return tuple(float(one) for one in numbers)
    raise _unreadable(path, f"format {FORMAT} has a list of numbers named parameters")


def write_parameters(path: Path, parameters: Sequence[float]) -> None:
    """Keep parameters in a file, whole or not at all. Raises ScheduleError."""
    document = {"format": FORMAT, "parameters": list(parameters)}
    unfinished = path.with_suffix(".tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(json.dumps(document) + "\n", encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise ScheduleError(
            Message(
                "The parameters can't be kept in {path}: {reason}. Check that its folder can be written.",
                path=path,
                reason=error.strerror or str(error),
            )
        ) from error


def _unreadable(path: Path, reason: str) -> ScheduleError:
    return ScheduleError(
        Message(
            "The parameters in {path} can't be read: {reason}. `torchdrill fit --usual` goes back to the "
            "usual ones.",
            path=path,
            reason=reason,
        )
    )
