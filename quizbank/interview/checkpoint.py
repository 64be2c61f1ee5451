"""The interview that is going on, on the disk, so that nothing of it is lost with the terminal."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from filelock import FileLock, Timeout
from pydantic import AwareDatetime, ValidationError

from quizbank.errors import InterviewRunning
from quizbank.interview.clock import Spent
from quizbank.interview.plan import Plan
from quizbank.interview.state import State
from quizbank.question import Model, NonBlank
from quizbank.vocabulary import Language


class Checkpoint(Model):
    """Everything that an interview is made of at one moment."""

    format: Literal[1] = 1
    uuid: NonBlank
    plan: Plan
    state: State
    spent: Spent
    language: Language
    started: AwareDatetime


class InterviewFile:
    """Where the interview that is going on is kept; there is one at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path.with_suffix(".lock"))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep every other process from the file. Raises InterviewRunning, OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise InterviewRunning from None
        try:
            # What a killed program had half written; nobody else is writing now.
            for unfinished in self.path.parent.glob(f"{self.path.stem}*.tmp"):
                unfinished.unlink(missing_ok=True)
            yield
        finally:
            self._lock.release()

    def read(self) -> Checkpoint | None:
        """Return what is kept; None where there is nothing. Raises OSError.

        A file that can't be understood, which only damage or a newer version explains, is put aside.
        """
        try:
            text = self.path.read_bytes()
        except FileNotFoundError:
            return None
        try:
            return Checkpoint.model_validate_json(text)
        except ValidationError:
            self.path.replace(self.path.with_suffix(".unreadable.json"))
            return None

    def write(self, checkpoint: Checkpoint, *, durable: bool = True) -> None:
        """Put a moment in the place of the last one; one of the two is there whatever happens.

        A ``durable`` one outlives a power cut; others, which come every second, a killed program.
        Raises OSError.
        """
        handle, name = tempfile.mkstemp(prefix=self.path.stem, suffix=".tmp", dir=self.path.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(checkpoint.model_dump_json().encode())
                if durable:
                    file.flush()
                    os.fsync(file.fileno())
            temporary.replace(self.path)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise

    def remove(self) -> None:
        """Forget the interview, which is over and in the history by now. Raises OSError."""
        self.path.unlink(missing_ok=True)
