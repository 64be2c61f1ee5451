"""What can go wrong around a run; what goes wrong inside one is part of its Result.

RunnerError
├── RunnerUnavailable    the process that imports torch doesn't start, or keeps dying
├── NoSuchDevice         a device that this machine doesn't have
├── UnreadableAnswer     an answer that has to be asked for again, with the reason
└── NotContained         a stranger's questions, on a system that can't hold them
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quizbank.message import Message


def last_line(words: str) -> str:
    """Return the last line of what a process wrote before it ended."""
    lines = words.strip().splitlines()
    return lines[-1] if lines else "the process that imports torch ended without a word"


class RunnerError(Exception):
    """Base of all errors raised by runner; ``message`` is fit for the learner."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


class RunnerUnavailable(RunnerError):
    """torch can't be imported, or the process that did so keeps dying."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            Message(
                "Snippets can't run here: {reason}. Check that `python -c 'import torch'` works.",
                reason=reason,
            )
        )


class NoSuchDevice(RunnerError):
    """A device was asked for that isn't there; names those that are."""

    def __init__(self, device: str, available: Sequence[str]) -> None:
        super().__init__(
            Message(
                "There is no device {device} here; this machine has {available}. Choose with --device, or by "
                "`torchdrill config device`.",
                device=device,
                available=tuple(available),
            )
        )


class UnreadableAnswer(RunnerError):
    """The answer can't be read; ask again and show ``message``."""


class NotContained(RunnerError):
    """A pack that isn't trusted was to run without a full sandbox."""

    def __init__(self, directory: Path) -> None:
        super().__init__(
            Message(
                "The pack {directory} isn't trusted, and this system can't contain what it runs. "
                "`torchdrill doctor` says what is missing; `torchdrill trust {directory}` trusts it.",
                directory=directory,
            )
        )
