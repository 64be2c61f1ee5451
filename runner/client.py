"""The runner as its users see it: start, run, judge, time out, restart.

The process that draws the screen talks to the zygote and its children through here, and never imports torch.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from collections.abc import Coroutine
from dataclasses import replace
from typing import Protocol, Self

from quizbank.answer import Answer
from quizbank.question import Question
from runner import judge as judging
from runner import sandbox
from runner.conversation import Conversation, Watch
from runner.devices import choose_device, find_devices
from runner.errors import RunnerUnavailable
from runner.protocol import DEFAULT_SECONDS, Block, Ended, Request, Result
from runner.sandbox import Sandbox
from runner.standby import Standby
from runner.zygote_link import Imported, Listener, ZygoteLink

WARMING_SECONDS = 10.0
MAX_LOSSES = 3
"""So many sources of standbys may be lost without a single run in between."""


class Source(Protocol):
    """Where standbys come from: a zygote's forks, or fresh interpreters."""

    async def start(self) -> None: ...
    def order(self) -> None: ...
    async def stop(self) -> None: ...


class Runner:
    """Runs snippets, each in a child process of its own.

    Use as ``async with Runner() as runner``; torch is being imported from then on, and the first run waits
    for it. ``workers`` runs can go on side by side. ``bulk`` is for many runs of which nobody waits for a
    single one: what makes a lone answer come sooner is left out, and what can serve many runs does.
    ``spawn`` takes fresh interpreters instead of forks, as on systems without fork; ``box`` overrides the
    protections that would be found.
    """

    def __init__(
        self,
        device: str = "auto",
        *,
        workers: int = 1,
        threads: int | None = None,
        bulk: bool = False,
        spawn: bool = sys.platform != "linux",
        box: Sandbox | None = None,
    ) -> None:
        # Here rather than at the start: it forks, and an app has threads by then.
        self.sandbox = box or (sandbox.NONE if spawn else sandbox.find_out())
        self.imported = asyncio.Event()
        self.warm = asyncio.Event()
        self.torch_version = ""
        self.import_seconds = 0.0
        self.losses = 0
        self._wanted_device = device
        self._device: str | None = None
        self._devices: tuple[str, ...] = ("cpu",)
        self._accelerators = False
        self._workers = workers
        self._threads = threads or os.cpu_count() or 1
        self._bulk = bulk
        self._spawn = spawn
        self._source: Source | None = None
        self._waiting: deque[Standby] = deque()
        self._changed = asyncio.Condition()
        self._failure: str | None = None
        self._losses_in_a_row = 0
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        await self._start()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        self._closing = True
        if self._source is not None:
            await self._source.stop()
        for task in list(self._tasks):
            task.cancel()

    @property
    def at_rest(self) -> bool:
        """Whether every standby that was ordered is ready."""
        return sum(standby.ready for standby in self._waiting) > self._workers

    async def run(
        self,
        snippet: str,
        *,
        ask: str | None = None,
        seconds: float = DEFAULT_SECONDS,
        seed: int = 0,
        name: str = "snippet",
        watch: Watch | None = None,
    ) -> Result:
        """Run a snippet and return what happened; ``ask`` is evaluated in its namespace afterwards.

        ``watch`` is called with each piece of output as it comes. Raises RunnerUnavailable when torch can't
        be imported, NoSuchDevice.
        """
        request = Request((Block(name, snippet),), ask=ask, seconds=seconds, seed=seed)
        return await self.request(request, watch)

    async def judge(self, question: Question, answer: Answer, *, seed: int = 0) -> judging.Verdict:
        """Judge an answer by running the question.

        Raises UnreadableAnswer when it has to be asked for again, RunnerUnavailable, NoSuchDevice.
        """
        return await judging.judge(self, question, answer, seed=seed)

    async def request(self, request: Request, watch: Watch | None = None) -> Result:
        """Run a request in the next standby, on this runner's device."""
        if self._device is None:
            await self._settle_device()
        if request.device != self._device:
            request = replace(request, device=self._device or "cpu")
        return await self._converse(request, watch)

    async def request_on(self, request: Request, watch: Watch | None = None) -> Result:
        """Run a request on the device that it names, rather than on this runner's.

        Raises NoSuchDevice.
        """
        device = choose_device(request.device, await self.devices())
        return await self._converse(replace(request, device=device), watch)

    async def devices(self) -> tuple[str, ...]:
        """Return the names of this machine's devices, the CPU first."""
        await self.imported.wait()
        if self._accelerators and self._devices == ("cpu",):
            self._devices = await find_devices(self._converse)
        return self._devices

    async def _settle_device(self) -> None:
        self._device = choose_device(self._wanted_device, await self.devices())

    async def _converse(self, request: Request, watch: Watch | None = None) -> Result:
        result, lost = await self._converse_once(request, watch)
        if lost:
            # The zygote went down and took the standby along. Once more: that is not how the snippet ends.
            result, lost = await self._converse_once(request, watch)
        if not lost:
            self._losses_in_a_row = 0
        return result

    async def _converse_once(self, request: Request, watch: Watch | None) -> tuple[Result, bool]:
        """Run a request in the next standby; also tell whether the standby was lost, nobody knows how."""
        standby = await self._take()
        if not standby.warm:
            # Its first optimizer or compilation pays for imports that a later run finds done.
            request = replace(request, seconds=request.seconds + WARMING_SECONDS)
        try:
            result = await Conversation(standby, request, watch, hurry=not self._bulk).result()
            unexplained = standby.died.done() and standby.died.result() is None
            return result, result.ended is Ended.CRASHED and unexplained
        finally:
            # Once the caller has its answer: the zygote's next fork would compete with it for a processor.
            asyncio.get_running_loop().call_soon(self._replace, standby)

    async def _take(self) -> Standby:
        if (standby := self._next()) is not None:
            return standby
        async with self._changed:
            while (standby := self._next()) is None:
                await self._changed.wait()
            return standby

    def _next(self) -> Standby | None:
        """Return a standby that lives, a ready one if there is one; None when none is waiting.

        Raises RunnerUnavailable.
        """
        if self._failure is not None:
            raise RunnerUnavailable(self._failure)
        while self._waiting:
            standby = next((one for one in self._waiting if one.ready), self._waiting[0])
            self._waiting.remove(standby)
            if not standby.died.done():
                return standby
            self._replace(standby)
        return None

    async def _start(self) -> None:
        listener = Listener(self._on_imported, self._on_standby, self._on_warm, self._on_lost)
        if self._spawn:
            from runner.spawned import SpawnedStandbys  # its library isn't needed where there is fork

            self._source = SpawnedStandbys(self._threads, self._bulk, listener)
        else:
            self._source = ZygoteLink(self._threads, self._bulk, self.sandbox, listener)
        await self._source.start()
        # One more than workers: the zygote is busy warming up when the first one is used.
        for _ in range(self._workers + 1):
            self._order()

    def _order(self) -> None:
        if self._source is not None and not self._closing:
            self._source.order()

    def _replace(self, standby: Standby) -> None:
        standby.discard()
        if not standby.renews:
            self._order()

    def _on_imported(self, imported: Imported) -> None:
        if self._spawn:
            self.warm.set()  # a fresh interpreter warms itself up before it says so
        self.torch_version, self.import_seconds = imported.torch, imported.seconds
        self._accelerators = imported.accelerators
        self.imported.set()

    def _on_standby(self, standby: Standby) -> None:
        self._waiting.append(standby)
        self._later(self._announce())

    def _on_warm(self) -> None:
        """Replace standbys that were forked before the zygote was warm and that nobody has used."""
        self.warm.set()
        for standby in [one for one in self._waiting if not one.warm]:
            self._waiting.remove(standby)
            self._replace(standby)

    def _on_lost(self, reason: str) -> None:
        if not self._closing:
            self.losses += 1
            self._losses_in_a_row += 1
            self._later(self._recover(reason))

    async def _recover(self, reason: str) -> None:
        """Start a new source of standbys, unless the last ones were lost without a single run."""
        lost, self._source = self._source, None
        self._waiting.clear()
        if lost is not None:
            await lost.stop()
        if self._losses_in_a_row < MAX_LOSSES:
            await self._start()
        else:
            self._failure = reason
            self.imported.set()
            self.warm.set()
            await self._announce()

    async def _announce(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
