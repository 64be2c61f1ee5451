"""A standby child seen from the client: what it can be told, what is heard from it, how it ends."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from runner.protocol import MAX_FRAME, READY, ROUSE

Hear = Callable[[bytes], None]
"""Takes the bytes that came; nothing, ``b""``, means that no more will come."""


def remove_folder(folder: Path) -> None:
    """Remove a folder that a snippet wrote to, as far as the system lets it be removed."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:  # folders in folders, deeper than Python can follow
        with suppress(OSError):
            subprocess.run(["rm", "-rf", str(folder)], stderr=subprocess.DEVNULL)


def remove_in_the_background(folder: Path) -> None:
    """Remove a folder without waiting for it: a snippet may have filled it with a million files."""
    threading.Thread(target=remove_folder, args=(folder,), daemon=True).start()


class Standby(Protocol):
    """A child that waits for its one request.

    ``died`` gets the exit status when the child ends: negative for a signal, None when nobody knows, or
    the words ``out of memory``. ``warm`` tells that it was started with all imports done, ``ready`` that it
    has rehearsed: before that, a request has to wait a little. One that ``renews`` is followed by another
    when it was discarded, without an order.
    """

    warm: bool
    ready: bool
    renews: bool
    died: asyncio.Future[int | str | None]

    def rouse(self) -> None:
        """Let the child wake up, for its request is about to come."""

    def stay_awake(self, seconds: float) -> bytes:
        """Wait for the beginning of the answer, so long at most, without going to sleep."""

    def listen(self, hear_answer: Hear, hear_output: Hear) -> None:
        """Call back with what comes from the child, from now on until ``discard``."""

    async def send(self, data: bytes, memory_bytes: int) -> None:
        """Give the child its request and so much memory for it. Raises OSError when it is gone."""

    def rest_of_answer(self) -> bytes:
        """Return what has come of the answer and has not been heard yet."""

    def rest_of_output(self) -> bytes:
        """Return what has come of the output and has not been heard yet."""

    def discard(self) -> None:
        """Kill the child and all it started, and let go of everything held for it."""


class ForkedStandby:
    """A child of the zygote; its keeper's death takes the whole family along.

    A keeper that ``renews`` lives on, and kills the family when it sees this end of the channel closed.
    ``home`` is the folder to remove afterwards; None where it is in memory, in namespaces of the child's own.
    """

    def __init__(
        self,
        number: int,
        home: Path | None,
        channel: socket.socket,
        output: int,
        keeper: int,
        *,
        warm: bool,
        renews: bool,
    ) -> None:
        self.number = number
        self.warm = warm
        self.renews = renews
        self.ready = False
        loop = asyncio.get_running_loop()
        self.died: asyncio.Future[int | str | None] = loop.create_future()
        self._home = home
        self._channel = channel
        self._output = output
        self._keeper = keeper
        self._discarded = False
        channel.setblocking(False)
        os.set_blocking(output, False)
        loop.add_reader(channel.fileno(), self._read_ready)

    def _read_ready(self) -> None:
        """Take note that the child is ready, or stop listening to one that is gone."""
        self._take_ready()
        asyncio.get_running_loop().remove_reader(self._channel.fileno())

    def _take_ready(self) -> None:
        if not self.ready:
            with suppress(BlockingIOError, InterruptedError, ConnectionError):
                self.ready = self._channel.recv(len(READY)) == READY

    def rouse(self) -> None:
        with suppress(OSError):
            self._channel.send(ROUSE)

    def stay_awake(self, seconds: float) -> bytes:
        end = time.perf_counter() + seconds
        with suppress(OSError):
            while time.perf_counter() < end:
                with suppress(BlockingIOError):
                    return self._receive()
                os.sched_yield()
        return b""

    def listen(self, hear_answer: Hear, hear_output: Hear) -> None:
        loop = asyncio.get_running_loop()
        loop.add_reader(self._channel.fileno(), self._read_answer, hear_answer)
        loop.add_reader(self._output, self._read_output, hear_output)

    def _read_answer(self, hear: Hear) -> None:
        with suppress(BlockingIOError, InterruptedError):
            data = self._receive()
            if not data:
                asyncio.get_running_loop().remove_reader(self._channel.fileno())
            hear(data)

    def _read_output(self, hear: Hear) -> None:
        with suppress(BlockingIOError, InterruptedError):
            data = os.read(self._output, 1 << 16)
            if not data:
                asyncio.get_running_loop().remove_reader(self._output)
            hear(data)

    def _receive(self) -> bytes:
        self._take_ready()
        try:
            return self._channel.recv(1 << 18)
        except ConnectionError:
            return b""

    async def send(self, data: bytes, memory_bytes: int) -> None:
        # The keeper hears from the child itself how much it may take.
        with suppress(BlockingIOError, InterruptedError):
            data = data[self._channel.send(data) :]
        if data:
            await asyncio.get_running_loop().sock_sendall(self._channel, data)

    # Both are bounded, for something may still be writing.

    def rest_of_answer(self) -> bytes:
        rest = bytearray()
        with suppress(OSError):
            while len(rest) <= MAX_FRAME and (data := self._receive()):
                rest += data
        return bytes(rest)

    def rest_of_output(self) -> bytes:
        rest = bytearray()
        with suppress(OSError):
            while len(rest) < 4 << 20 and (data := os.read(self._output, 1 << 16)):
                rest += data
        return bytes(rest)

    def discard(self) -> None:
        if self._discarded:
            return
        self._discarded = True
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._channel.fileno())
        loop.remove_reader(self._output)
        if not self.renews:
            # The kernel ends the family of a keeper with namespaces; one without has to clean up itself.
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._keeper, signal.SIGTERM if self._home else signal.SIGKILL)
        self._channel.close()
        os.close(self._output)
        os.close(self._keeper)
        if self._home is not None:
            remove_in_the_background(self._home)
