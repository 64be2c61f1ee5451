"""What can go wrong in the bank.

QuizbankError
├── BankError         question files that can't be used, each problem with file, line and key
├── WrongName         something that can't be used under the name that was given, as ``message`` says
│   ├── UnknownQuestion   an id that no question has
│   ├── UnknownTopic      a topic that the bank doesn't have
│   ├── PackError         a folder that is no pack of questions
│   └── NewQuestionError  a question file that can't be started
├── ScheduleError     a schedule that can't be made with these settings
├── ClaimsError       a file that is no list of claims
├── InterviewError    an interview that can't be held, as ``message`` says
│   ├── NothingToAsk      a blueprint's sections find no questions
│   ├── WrongCode         a code that names no interview, or one that this bank can't repeat
│   ├── InterviewChanged  the bank isn't the one that the interview began with
│   ├── InterviewRunning  another process holds the interview
│   └── UnknownInterview  a number that no interview of the history has
├── FileNotWritten    a file that can't be written, or that is somebody else's, as ``message`` says
└── HistoryError      what is kept about the learner can't be kept or read, as ``message`` says
    ├── HistoryUnavailable  the file can't be opened or written here
    ├── HistoryLocked       another process holds the file for too long
    ├── HistoryFull         the disk is full
    ├── HistoryDamaged      the file is no sound database any more
    ├── HistoryTooNew       a newer torchdrill wrote the file
    ├── SessionRunning      another process holds the session
    ├── UnknownEvent        an event that the history doesn't have, or that can't be amended so
    └── ImportRefused       a file that is no export of a history, with its line
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from quizbank.message import Message

_ALIKE = 0.6
"""So alike a topic has to be to be suggested, 0 to 1: less finds likenesses that no reader sees."""


class QuizbankError(Exception):
    """Base of all errors raised by quizbank; ``str(error)`` is fit for the learner."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in one question file; lines count from 1."""

    path: Path
    line: int
    key: str
    message: Message

    def __str__(self) -> str:
        return self.worded(str(self.message))

    def __lt__(self, other: Problem) -> bool:
        return (self.path, self.line, self.key, str(self.message)) < (
            other.path,
            other.line,
            other.key,
            str(other.message),
        )

    def worded(self, text: str) -> str:
        """Return the problem in one line, with its message in these words."""
        where = f"{self.path}:{self.line}"
        return f"{where}: {self.key}: {text}" if self.key else f"{where}: {text}"


class BankError(QuizbankError):
    """Question files can't be used."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class WrongName(QuizbankError):
    """Base of what is wrong with something that the learner named; ``message`` can be translated."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


class UnknownQuestion(WrongName):
    """No question has this id."""

    def __init__(self, question_id: str, similar: Sequence[str]) -> None:
        self.question_id = question_id
        self.similar = tuple(similar)
        guess = Message(
            'There is no question "{question}". Did you mean {similar}? `torchdrill list` shows them all.',
            question=question_id,
            similar=self.similar,
        )
        none = Message(
            'There is no question "{question}". `torchdrill list` shows them all.', question=question_id
        )
        super().__init__(guess if similar else none)


class UnknownTopic(WrongName):
    """The bank has no such topic."""

    def __init__(self, topic: str, topics: Sequence[str]) -> None:
        begun = [one for one in topics if len(topic) > 1 and one.startswith(topic)]
        similar = begun or difflib.get_close_matches(topic, topics, n=3, cutoff=_ALIKE)
        guess = Message(
            'There is no topic "{topic}". Did you mean {similar}? The topics are {topics}; `torchdrill list '
            "--topic TOPIC` lists the questions of one.",
            topic=topic,
            similar=tuple(similar),
            topics=tuple(topics),
        )
        none = Message(
            'There is no topic "{topic}". The topics are {topics}; `torchdrill list --topic TOPIC` lists the '
            "questions of one.",
            topic=topic,
            topics=tuple(topics),
        )
        super().__init__(guess if similar else none)


class PackError(WrongName):
    """A folder can't be used as a pack."""

    def __init__(self, directory: Path, message: Message) -> None:
        self.directory = directory
        super().__init__(message)


class NewQuestionError(WrongName):
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


class InterviewError(QuizbankError):
    """An interview can't be held; ``message`` can be translated."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


class NothingToAsk(InterviewError):
    """Sections of a blueprint find no question; ``lacking`` says which, and what they look for."""

    def __init__(self, lacking: Sequence[Message]) -> None:
        self.lacking = tuple(lacking)
        super().__init__(lacking[0])


class WrongCode(InterviewError):
    """A code names no interview, or one that can't be repeated with this bank."""


class InterviewChanged(InterviewError):
    """Questions of an interrupted interview are gone, or worded anew; ``question_ids`` says which."""

    def __init__(self, question_ids: Sequence[str]) -> None:
        self.question_ids = tuple(question_ids)
        super().__init__(
            Message(
                "The bank has changed since this interview began, so it can't go on: {questions}. What was "
                "answered is kept, and the interview ends as incomplete.",
                questions=", ".join(self.question_ids),
            )
        )


class InterviewRunning(InterviewError):
    """Another process holds the interview that was to be taken up or begun."""

    def __init__(self) -> None:
        super().__init__(
            Message("This interview is going on in another terminal. Finish it there, or close that one.")
        )


class UnknownInterview(InterviewError):
    """The history has no interview with this number."""

    def __init__(self, number: int, count: int) -> None:
        nothing = Message("There is no interview yet; `torchdrill mock` holds one.")
        missing = Message(
            "There is no interview {number}; they are numbered from 1 to {count}. `torchdrill report --list` "
            "shows them.",
            number=number,
            count=count,
        )
        super().__init__(missing if count else nothing)


class FileNotWritten(QuizbankError):
    """A file can't be written, or would take the place of another; ``message`` can be translated."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


class HistoryError(QuizbankError):
    """Base of what can go wrong around the learner's history; ``message`` can be translated."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


class HistoryUnavailable(HistoryError):
    """The history's file can't be opened or written; ``reason`` is the system's own."""

    def __init__(self, path: Path | None, reason: str) -> None:
        super().__init__(
            Message(
                "The history in {path} can't be used: {reason}. Check that the file and its folder can be "
                "written, and that the disk is well.",
                path=path,
                reason=reason,
            )
        )


class HistoryLocked(HistoryError):
    """Another process holds the history's file."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(
            Message(
                "Another program is using the history in {path}. Close it, or try again in a moment.",
                path=path,
            )
        )


class HistoryFull(HistoryError):
    """There is no room for what is to be kept; what was kept before is as it was."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(
            Message(
                "The disk with {path} is full, so this wasn't kept. Make room there; nothing from before is "
                "lost.",
                path=path,
            )
        )


class HistoryDamaged(HistoryError):
    """The history's file is damaged; opening it anew recovers what can be read."""

    def __init__(self, path: Path | None, reason: str) -> None:
        super().__init__(
            Message(
                "The history in {path} is damaged ({reason}). Start torchdrill again: it keeps the damaged "
                "file aside and recovers what can be read.",
                path=path,
                reason=reason,
            )
        )


class HistoryTooNew(HistoryError):
    """The history's file has a layout that only a newer version knows; it is left as it is."""

    def __init__(self, path: Path | None, version: int, known: int) -> None:
        super().__init__(
            Message(
                "The history in {path} needs a newer torchdrill: its layout is version {version}, and this "
                "one knows up to {known}. It was left as it is; update torchdrill.",
                path=path,
                version=version,
                known=known,
            )
        )


class SessionRunning(HistoryError):
    """Another process holds the session that was to be taken up."""

    def __init__(self) -> None:
        super().__init__(
            Message("This session is going on in another terminal. Finish it there, or close that one.")
        )


class UnknownEvent(HistoryError):
    """An event is to be changed that isn't there, or that can't be changed in this way."""

    def __init__(self, uuid: str) -> None:
        super().__init__(
            Message("The history has nothing with the id {uuid} that this could change.", uuid=uuid)
        )


class ImportRefused(HistoryError):
    """A file can't be imported, and nothing of it was; lines count from 1."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(
            Message(
                "{path}:{line}: {reason}. Nothing was imported; export the history again where it came from.",
                path=path,
                line=line,
                reason=reason,
            )
        )
