"""The client's end of the zygote: starts it, orders standbys, takes them in."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runner import sandbox
from runner.errors import last_line
from runner.sandbox import INNER_HOME, PACKAGE, Sandbox
from runner.standby import ForkedStandby, Standby, remove_folder


@dataclass(frozen=True, slots=True)
class Imported:
    """torch has been imported: its version, how long that took, and whether it could use an accelerator."""

    torch: str
    seconds: float
    accelerators: bool


@dataclass(frozen=True, slots=True)
class Listener:
    """Whom a source of standbys tells what happens."""

    on_imported: Callable[[Imported], None]
    on_standby: Callable[[Standby], None]
    on_warm: Callable[[], None]
    on_lost: Callable[[str], None]


class ZygoteLink:
    """A source of standbys that are forked from one process with torch imported."""

    def __init__(self, threads: int, bulk: bool, box: Sandbox, listener: Listener) -> None:
        self._threads = threads
        self._bulk = bulk
        self._box = box
        self._listener = listener
        self._control: socket.socket | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._scratch = Path()
        self._standbys: dict[int, ForkedStandby] = {}
        self._last_words: asyncio.Task[bytes] | None = None
        self._failure = ""

    async def start(self) -> None:
        """Start the zygote; torch is being imported from now on."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        # With bubblewrap and namespaces, scratch folders are in memory and there is nothing to remove.
        in_memory = self._box.bubblewrap and self._box.namespaces
        self._scratch = INNER_HOME if in_memory else Path(tempfile.mkdtemp(prefix="torchdrill-"))
        program = (
            f"import sys; sys.path.append({str(PACKAGE.parent)!r}); from runner.zygote import main; "
            f"main({theirs.fileno()}, {str(self._scratch)!r}, {self._threads}, {self._bulk}, "
            f"{self._box.to_words()!r})"
        )
        inside = sandbox.bubblewrap_command() if self._box.bubblewrap else []
        self._process = await asyncio.create_subprocess_exec(
            *inside,
            sys.executable,
            "-I",
            "-c",
            program,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            env=sandbox.inner_environment(),
        )
        theirs.close()
        self._control = ours
        if self._process.stderr is not None:
            self._last_words = asyncio.create_task(self._process.stderr.read())
        asyncio.get_running_loop().add_reader(ours.fileno(), self._hear)

    def order(self) -> None:
        """Ask for one more standby; ``on_standby`` gets it."""
        if self._control is not None:
            with suppress(OSError):  # a dead zygote is noticed by _hear
                self._control.send(b"standby")

    async def stop(self) -> None:
        """End the zygote and everything below it."""
        self._hang_up()
        for standby in list(self._standbys.values()):
            standby.discard()
        if self._process is not None:
            # Not asked politely: it may be in the middle of importing torch, and it has nothing to save.
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        if self._last_words is not None:
            await self._last_words
        if self._scratch != INNER_HOME:
            remove_folder(self._scratch)

    def _hang_up(self) -> None:
        if self._control is not None:
            asyncio.get_running_loop().remove_reader(self._control.fileno())
            self._control.close()
            self._control = None

    def _hear(self) -> None:
        """Take the zygote's next datagram; keepers report on the same socket."""
        if self._control is None:
            return
        try:
            data, fds, _, _ = socket.recv_fds(self._control, 1 << 16, 8)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data, fds = b"", []
        if data:
            self._on_event(json.loads(data), fds)
        else:
            self._hang_up()
            for standby in self._standbys.values():
                if not standby.died.done():
                    standby.died.set_result(None)
            self._lost = asyncio.create_task(self._explain())

    async def _explain(self) -> None:
        words = (await self._last_words).decode("utf-8", "replace") if self._last_words else ""
        self._listener.on_lost(self._failure or last_line(words))

    def _on_event(self, event: dict[str, Any], fds: list[int]) -> None:
        match event["event"]:
            case "imported":
                self._listener.on_imported(Imported(event["torch"], event["seconds"], event["accelerators"]))
            case "warm":
                self._listener.on_warm()
            case "failed":
                self._failure = event["reason"]
            case "standby":
                channel = socket.socket(fileno=fds[0])
                home = None if event["home"] is None else Path(event["home"])
                warm, renews = event["warm"], event["renews"]
                standby = ForkedStandby(
                    event["number"], home, channel, fds[1], fds[2], warm=warm, renews=renews
                )
                self._standbys[standby.number] = standby
                self._listener.on_standby(standby)
            case "died":
                gone = self._standbys.pop(event["number"], None)
                if gone is not None and not gone.died.done():
                    gone.died.set_result(event["status"])
