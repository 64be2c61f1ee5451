"""Standbys without fork: each is a fresh interpreter that imports torch, warms up and waits.

For macOS and Windows, where forking after torch's import is unsafe or unknown. Same protocol, same results,
slower refill, and no sandbox: memory is looked at several times a second, and what a run has started is ended
with it, as far as it is found. Requests go in by stdin, output comes by stdout, the answer by stderr.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import cast

from runner import sandbox
from runner.errors import last_line
from runner.family import Family
from runner.protocol import FrameError, unpack
from runner.sandbox import PACKAGE
from runner.standby import Hear, remove_folder, remove_in_the_background
from runner.zygote_link import Imported, Listener

WATCH_SECONDS = 0.25


class SpawnedStandbys:
    """A source of standbys that are interpreters of their own."""

    def __init__(self, threads: int, bulk: bool, listener: Listener) -> None:
        self._threads = threads
        self._bulk = bulk
        self._listener = listener
        self._scratch = Path()
        self._count = 0
        self._standbys: set[SpawnedStandby] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Make the scratch folder; interpreters are started by orders."""
        self._scratch = Path(tempfile.mkdtemp(prefix="torchdrill-"))

    def order(self) -> None:
        """Start one more interpreter; ``on_standby`` gets it once it has imported torch."""
        self._count += 1
        home = self._scratch / str(self._count)
        task = asyncio.ensure_future(self._spawn(home))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """End every interpreter."""
        starting = list(self._tasks)
        for task in starting:
            task.cancel()
        await asyncio.gather(*starting, return_exceptions=True)
        for standby in list(self._standbys):
            standby.discard()
            with suppress(TimeoutError):
                await asyncio.wait_for(standby.left.wait(), 2)
        remove_folder(self._scratch)

    def _new(self, home: Path) -> SpawnedStandby:
        # Known from its first moment, so that stopping reaches it whenever it comes.
        standby = SpawnedStandby(home)
        self._standbys.add(standby)
        return standby

    async def _spawn(self, home: Path) -> None:
        home.mkdir()
        program = (
            f"import sys; sys.path.append({str(PACKAGE.parent)!r}); from runner.spawned_child import main; "
            f"main({self._threads}, {self._bulk})"
        )
        environment = {**sandbox.inner_environment(), "HOME": str(home), "TMPDIR": str(home)}
        _, standby = await asyncio.get_running_loop().subprocess_exec(
            lambda: self._new(home),
            sys.executable,
            "-I",
            "-c",
            program,
            cwd=home,
            env=environment,
            start_new_session=True,
        )
        imported = await standby.greeting()
        if imported is not None:
            self._listener.on_imported(imported)
            self._listener.on_standby(standby)
        else:
            self._listener.on_lost(last_line(standby.last_words))


class SpawnedStandby(asyncio.SubprocessProtocol):
    """One interpreter that waits for its one request."""

    def __init__(self, home: Path) -> None:
        loop = asyncio.get_running_loop()
        self.warm = self.ready = True  # it is announced only then
        self.renews = False
        self.died: asyncio.Future[int | str | None] = loop.create_future()
        self.left = asyncio.Event()
        self.transport: asyncio.SubprocessTransport | None = None
        self.last_words = ""
        self._home = home
        self._family: Family | None = None
        self._watch: asyncio.Task[None] | None = None
        self._greeting: asyncio.Future[Imported | None] = loop.create_future()
        self._hear_answer: Hear | None = None
        self._hear_output: Hear | None = None
        self._unheard = {1: bytearray(), 2: bytearray()}

    async def greeting(self) -> Imported | None:
        """Wait until torch is imported; None when the interpreter ended instead."""
        return await self._greeting

    def rouse(self) -> None:
        """Leave it asleep: its pipe carries frames alone."""

    def stay_awake(self, seconds: float) -> bytes:
        return b""  # what comes is heard by the loop alone

    def listen(self, hear_answer: Hear, hear_output: Hear) -> None:
        self._hear_answer, self._hear_output = hear_answer, hear_output
        for hear, fd in ((hear_output, 1), (hear_answer, 2)):
            if self._unheard[fd]:
                data = bytes(self._unheard[fd])
                self._unheard[fd].clear()
                hear(data)

    async def send(self, data: bytes, memory_bytes: int) -> None:
        pipe = self.transport.get_pipe_transport(0) if self.transport else None
        if self.transport is None or pipe is None:
            raise BrokenPipeError
        self._family = Family(self.transport.get_pid())
        limit = self._family.look() + memory_bytes
        cast(asyncio.WriteTransport, pipe).write(data)
        self._watch = asyncio.create_task(self._watch_memory(self._family, limit))

    async def _watch_memory(self, family: Family, limit: int) -> None:
        """End the run when it holds too much; a limit of the kernel's that would do isn't everywhere."""
        while not self.left.is_set():
            await asyncio.sleep(WATCH_SECONDS)
            if family.look() > limit:
                if not self.died.done():
                    self.died.set_result("out of memory")
                family.kill()
                return

    # What has come has been heard: there is no buffer but the loop's.

    def rest_of_answer(self) -> bytes:
        return b""

    def rest_of_output(self) -> bytes:
        return b""

    def discard(self) -> None:
        self._hear_answer = self._hear_output = None
        if self._watch is not None:
            self._watch.cancel()
        if self.transport is not None:
            # First, for it is by their parents that they are found.
            (self._family or Family(self.transport.get_pid())).kill()
            if not self.left.is_set():
                self._kill(self.transport.get_pid())
            self.transport.close()
        remove_in_the_background(self._home)

    def _kill(self, pid: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(pid, signal.SIGKILL)
            elif self.transport is not None:
                self.transport.kill()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        hear = self._hear_output if fd == 1 else self._hear_answer
        if hear is not None:
            hear(data)
            return
        self._unheard[fd] += data
        if fd == 2 and not self._greeting.done():
            with contextlib.suppress(FrameError):
                greeting = unpack(self._unheard[2])
                if greeting is not None:
                    imported = Imported(greeting["torch"], greeting["seconds"], greeting["accelerators"])
                    self._greeting.set_result(imported)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 2 and self._hear_answer is not None:
            self._hear_answer(b"")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.SubprocessTransport, transport)

    def process_exited(self) -> None:
        status = self.transport.get_returncode() if self.transport else None
        self.last_words = self._unheard[2].decode("utf-8", "replace")
        self.left.set()
        if not self._greeting.done():
            self._greeting.set_result(None)
        if not self.died.done():
            self.died.set_result(status)
