"""An interview from its first question to its place in the history, kept at every moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from quizbank.bank import Bank
from quizbank.history.events import Interviewed
from quizbank.history.journal import Journal
from quizbank.interview.checkpoint import Checkpoint, InterviewFile
from quizbank.interview.clock import Clock
from quizbank.interview.interview import Interview
from quizbank.interview.plan import Plan
from quizbank.interview.record import InterviewRecord
from quizbank.machine import Machine
from quizbank.vocabulary import Language


@dataclass(slots=True)
class Sitting:
    """One interview and where it is kept. Whoever has one holds the file."""

    interview: Interview
    uuid: str
    language: Language
    started: datetime
    file: InterviewFile

    def keep(self, *, durable: bool = True) -> None:
        """Put the interview as it is now on the disk. Raises OSError."""
        interview = self.interview
        self.file.write(
            Checkpoint(
                uuid=self.uuid,
                plan=interview.plan,
                state=interview.state,
                spent=interview.clock.spent,
                language=self.language,
                started=self.started,
            ),
            durable=durable,
        )

    def finish(self, journal: Journal, now: datetime, device: str, torch: str) -> InterviewRecord:
        """Write an interview that is over into the history, and forget it here. Raises OSError."""
        record = self.interview.result(self.uuid, self.language, self.started, now, device, torch)
        journal.append(Interviewed(record), now)
        # From here on it would only be written down a second time, which the history takes for the same.
        self.file.remove()
        return record


def begin(
    plan: Plan,
    bank: Bank,
    machine: Machine,
    language: Language,
    file: InterviewFile,
    monotonic: Callable[[], float],
    now: datetime,
) -> Sitting:
    """Begin an interview, on the disk before its first question is shown; till then its clock stands still.

    Raises OSError.
    """
    interview = Interview(plan, bank, Clock(monotonic), machine)
    sitting = Sitting(interview, str(uuid4()), language, now, file)
    sitting.keep()
    return sitting


def take_up(
    kept: Checkpoint, bank: Bank, machine: Machine, file: InterviewFile, monotonic: Callable[[], float]
) -> Sitting:
    """Take an interview up where it was left, with the time that was left.

    Raises InterviewChanged when the bank asks something else by now.
    """
    sitting = _as_kept(kept, bank, machine, file, monotonic)
    sitting.interview.refuse_changed()
    return sitting


def end_unfinished(
    kept: Checkpoint,
    bank: Bank,
    file: InterviewFile,
    journal: Journal,
    monotonic: Callable[[], float],
    now: datetime,
) -> InterviewRecord:
    """Write an interview that nobody takes up again into the history, as incomplete. Raises OSError."""
    sitting = _as_kept(kept, bank, Machine(), file, monotonic)
    sitting.interview.give_up()
    return sitting.finish(journal, now, "", "")


def _as_kept(
    kept: Checkpoint, bank: Bank, machine: Machine, file: InterviewFile, monotonic: Callable[[], float]
) -> Sitting:
    interview = Interview(kept.plan, bank, Clock(monotonic, kept.spent), machine, kept.state)
    return Sitting(interview, kept.uuid, kept.language, kept.started, file)
