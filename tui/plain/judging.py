"""The runner on a loop of its own, so that reading a line is an ordinary call that ctrl+c ends."""

from __future__ import annotations

import asyncio
from threading import Event, Thread
from types import TracebackType
from typing import Self

from quizbank.answer import Answer
from quizbank.question import Question
from runner.judge import Verdict
from tui.services import Torch


class Judging:
    """Keeps torch while it is entered, and judges answers one at a time."""

    def __init__(self, torch: Torch) -> None:
        self.torch = torch
        self.settled = Event()
        """Set when torch has been imported, or can't be; then it is known what this machine can run."""
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="runner", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._kept = asyncio.run_coroutine_threadsafe(self.torch.keep_running(self.settled.set), self._loop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self.torch.close)
        self._kept.exception()  # waits; what went wrong has been said by whatever was judged
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def refuse_absent_device(self) -> None:
        """Wait for torch to say which devices there are. Raises NoSuchDevice if the wanted one isn't."""
        self.settled.wait()
        if (absent := self.torch.absent_device) is not None:
            raise absent

    def judge(self, question: Question, answer: Answer | None) -> Verdict:
        """Judge an answer, or show what would have been right.

        Raises UnreadableAnswer, RunnerUnavailable, NoSuchDevice.
        """
        judged = asyncio.run_coroutine_threadsafe(self.torch.judge(question, answer), self._loop)
        try:
            return judged.result()
        finally:
            judged.cancel()
