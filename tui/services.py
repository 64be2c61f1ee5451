"""What every screen may need, handed down by the app."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from types import TracebackType
from typing import Protocol, Self

from quizbank.answer import Answer
from quizbank.bank import Bank
from quizbank.choose import Filter, askable
from quizbank.drill import Drill, Order
from quizbank.interview.checkpoint import InterviewFile
from quizbank.learner import Learner
from quizbank.practice import Practice
from quizbank.question import Question
from runner.conversation import Watch
from runner.devices import choose_device
from runner.errors import NoSuchDevice
from runner.judge import Verdict, request_for
from runner.machine import known_after_import, known_before_import
from runner.protocol import Request, Result
from tui.quiz_rules import USUAL_RULES, QuizRules
from tui.unanswered import key_on

ALWAYS_THERE = ("auto", "cpu", "meta")
"""What can be asked for on every machine: nobody has to wait until torch knows its devices."""


class JudgingRunner(Protocol):
    """What the app needs of a runner."""

    imported: asyncio.Event
    torch_version: str

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    async def devices(self) -> tuple[str, ...]: ...

    async def judge(self, question: Question, answer: Answer, *, seed: int = 0) -> Verdict: ...

    async def request(self, request: Request, watch: Watch | None = None) -> Result: ...

    async def request_on(self, request: Request, watch: Watch | None = None) -> Result: ...


class Torch:
    """The runner as screens see it, from before it has started until after it has ended.

    ``machine`` and ``devices`` are what is known of the machine: everything once torch has been imported.
    """

    def __init__(self, make_runner: Callable[[str], JudgingRunner], device: str) -> None:
        self._wanted = device
        self.device = "cpu" if device == "auto" else device
        self.devices: tuple[str, ...] = ("cpu",)
        self.machine = known_before_import()
        self._runner = make_runner(device)
        self._started = asyncio.Event()
        self._closing = asyncio.Event()
        self._failure: Exception | None = None

    @property
    def imported(self) -> bool:
        """Whether torch has been imported, so that an answer is judged at once."""
        return self._runner.imported.is_set() and bool(self._runner.torch_version)

    @property
    def failed(self) -> bool:
        """Whether torch can't be had at all."""
        return self._failure is not None or (
            self._runner.imported.is_set() and not self._runner.torch_version
        )

    @property
    def lacks_device(self) -> bool:
        """Whether torch is there, but not the device that was asked for."""
        return self.absent_device is not None

    @property
    def absent_device(self) -> NoSuchDevice | None:
        """What is to be said of the device that was asked for, if it is known not to be there."""
        return self._failure if isinstance(self._failure, NoSuchDevice) else None

    @property
    def wants_accelerator(self) -> bool:
        """Whether a device was asked for by name of which only torch can say whether it is there."""
        return self._wanted not in ALWAYS_THERE

    @property
    def version(self) -> str:
        """Its public version, without the build after the plus sign."""
        return self._runner.torch_version.partition("+")[0]

    async def judge(self, question: Question, answer: Answer | None) -> Verdict:
        """Judge an answer as soon as that can be done; without one, show what would have been right.

        Raises UnreadableAnswer, RunnerUnavailable, NoSuchDevice.
        """
        runner = await self._running()
        if answer is None:
            return key_on(question, await runner.request(request_for(question, None)))
        return await runner.judge(question, answer)

    async def run(self, request: Request, watch: Watch | None = None) -> Result:
        """Run a program as soon as that can be done; to cancel this stops it.

        ``watch`` is called with each piece of output as it comes. Raises RunnerUnavailable, NoSuchDevice.
        """
        return await (await self._running()).request(request, watch)

    async def run_on_all(self, request: Request) -> list[Result]:
        """Run a program on each device in turn: at the same time they would spoil each other's clock."""
        runner = await self._running()
        return [await runner.request_on(replace(request, device=device)) for device in self.devices]

    async def _running(self) -> JudgingRunner:
        await self._started.wait()
        if self._failure is not None:
            raise self._failure
        return self._runner

    async def keep_running(self, changed: Callable[[], None]) -> None:
        """Keep the runner until ``close``; ``changed`` is called when torch has been imported or can't be."""
        try:
            async with self._runner:
                self._started.set()
                closing = asyncio.ensure_future(self._closing.wait())
                looking = asyncio.ensure_future(self._look_around(changed))
                try:
                    # Whoever leaves while torch is being imported doesn't wait for that.
                    await asyncio.wait((closing, looking), return_when=asyncio.FIRST_COMPLETED)
                    if looking.done():
                        looking.result()
                        await closing
                finally:
                    looking.cancel()
                    closing.cancel()
        except Exception as error:
            self._failure = error
            self._started.set()
            changed()
            raise

    async def _look_around(self, changed: Callable[[], None]) -> None:
        await self._runner.imported.wait()
        if self.imported:
            devices = await self._runner.devices()
            self.devices = devices
            self.machine = known_after_import(self._runner.torch_version, devices)
            # Nothing can be run on a device that isn't there; to say so at once spares an answer in vain.
            self.device = choose_device(self._wanted, devices)
        changed()

    def close(self) -> None:
        """Let ``keep_running`` end."""
        self._closing.set()


@dataclass(slots=True)
class Services:
    """The bank, torch, the learner, randomness and time.

    ``clock`` counts seconds from anywhere, ``now`` has the learner's time zone. ``order`` is what a drill is
    to be like, ``session_length`` how many questions a session has that the home screen starts, ``rules`` how
    the learner wants to be asked; these follow the settings while the app runs. ``played`` is what stands in
    the playground, by question. ``interviews`` is where a mock interview is kept; without it none is held.
    """

    bank: Bank
    torch: Torch
    learner: Learner
    order: Order
    rng: Random
    clock: Callable[[], float]
    now: Callable[[], datetime]
    session_length: int = 10
    rules: QuizRules = USUAL_RULES
    played: dict[str, str] = field(default_factory=dict)
    interviews: InterviewFile | None = None

    def practice(self, questions: Iterable[Question]) -> Practice:
        """Start a session of these questions."""
        return Practice.start(self.learner, questions, self.rng.getrandbits(32), self.now())

    def drill(self, drill: Drill) -> Practice | None:
        """Start a drill; None when there is nothing to ask."""
        return Practice.start_drill(self.learner, drill, self.rng.getrandbits(32), self.now())

    def askable(self) -> list[Question]:
        """Return the questions that this machine, as far as is known by now, can run."""
        return askable(self.bank.active, Filter(), self.torch.machine)
