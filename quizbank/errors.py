"""What can go wrong in the bank.

QuizbankError
├── BankError         question files that can't be used, each problem with file, line and key
├── UnknownQuestion   an id that no question has
├── UnknownTopic      a topic that the bank doesn't have
├── PackError         a folder that is no pack of questions
├── NewQuestionError  a question file that can't be started
├── ScheduleError     a schedule that can't be made with these settings
└── ClaimsError       a file that is no list of claims
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from quizbank.message import Message


class QuizbankError(Exception):
    """Base of all errors raised by quizbank; ``str(error)`` is fit for the learner."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong in one question file; lines count from 1."""

    path: Path
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}"
        return f"{where}: {self.key}: {self.message}" if self.key else f"{where}: {self.message}"


class BankError(QuizbankError):
    """Question files can't be used."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UnknownQuestion(QuizbankError):
    """No question has this id."""

    def __init__(self, question_id: str, similar: Sequence[str]) -> None:
        self.question_id = question_id
        self.similar = tuple(similar)
        hint = (
            f" Did you mean {', '.join(self.similar)}?" if similar else " `torchdrill list` shows them all."
        )
        super().__init__(f"There is no question {question_id!r}.{hint}")


class UnknownTopic(QuizbankError):
    """The bank has no such topic."""

    def __init__(self, topic: str, topics: Sequence[str]) -> None:
        similar = difflib.get_close_matches(topic, topics, n=3, cutoff=0.5)
        hint = f"Did you mean {', '.join(similar)}?" if similar else f"The topics are {', '.join(topics)}."
        super().__init__(f"There is no topic {topic!r}. {hint}")


class PackError(QuizbankError):
    """A folder can't be used as a pack."""

    def __init__(self, directory: Path, reason: str) -> None:
        self.directory = directory
        super().__init__(f"{directory} {reason}")


class NewQuestionError(QuizbankError):
    """A question file can't be started under this id."""


class ScheduleError(QuizbankError):
    """A schedule can't be made with these settings; ``message`` is fit for the learner."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


class ClaimsError(QuizbankError):
    """A file is no list of claims; lines count from 1."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}")
