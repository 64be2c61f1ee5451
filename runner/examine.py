"""What this system really enforces: each protection is tried by a run that would like to break it."""

from __future__ import annotations

import ast
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from quizbank.message import Message
from runner.errors import NoSuchDevice
from runner.protocol import Block, Ended, Limits, Request, Result
from runner.sandbox import Sandbox

EXAMINE_SECONDS = 30.0
Run = Callable[[Request], Awaitable[Result]]


@dataclass(frozen=True, slots=True)
class Protection:
    """One thing that a snippet can't do here, or can; ``remedy`` says how to get the protection."""

    name: str
    enforced: bool
    what: Message
    remedy: Message | None = None


@dataclass(frozen=True, slots=True)
class DeviceCheck:
    """One device, and whether a small computation on it gave the right result."""

    device: str
    works: bool
    detail: str


# Each entry tries what a hostile snippet would try, and is True when it was kept from it.
_TRIALS = """\
import os, socket, threading

def refused(attempt):
    try:
        attempt()
    except (OSError, RuntimeError, MemoryError):
        return True
    return False

def many_threads():
    stop = threading.Event()
    threads = []
    try:
        for _ in range(80):
            thread = threading.Thread(target=stop.wait)
            thread.start()
            threads.append(thread)
    finally:
        stop.set()
        for thread in threads:
            thread.join()

def many_files():
    opened = []
    try:
        opened.extend(open(os.devnull) for _ in range(300))
    finally:
        for file in opened:
            file.close()

package = os.path.dirname(torch.__file__)
kept = {
    "files": refused(lambda: os.listdir(TARGET)),
    "packages": refused(lambda: open(os.path.join(package, "__init__.py"), "a").close()),
    "network": refused(lambda: socket.socket(socket.AF_INET)),
    "processes": refused(many_threads),
    "open_files": refused(many_files),
    "memory": refused(lambda: bytearray(1536 << 20)),
    "own_pids": os.getpid() < 100 and not os.path.exists("/proc/" + CLIENT + "/fd"),
}
"""


async def examine_protections(run: Run, box: Sandbox, home: str, client_pid: int) -> list[Protection]:
    """Try the protections, one by one, in a run of their own; ``home`` is a folder that must not be seen."""
    trials = f"TARGET, CLIENT = {home!r}, {str(client_pid)!r}\n{_TRIALS}"
    request = Request(
        (Block("trials", trials),), ask="kept", seconds=EXAMINE_SECONDS, limits=Limits(memory_bytes=1 << 30)
    )
    result = await run(request)
    kept: dict[str, bool] = ast.literal_eval(result.value.text) if result.value is not None else {}
    slow = await run(replace(request, blocks=(Block("trials", "while True: pass"),), ask=None, seconds=0.5))
    loud = await run(replace(request, blocks=(Block("trials", "while True: print('x' * 65536)"),), ask=None))
    namespaces = Message("Linux with user namespaces gives this; some distributions switch them off.")
    kernel = Message("Linux 5.13 or later with Landlock gives this.")
    return [
        Protection("files", kept.get("files", False), Message("Your files can't be read."), kernel),
        Protection(
            "packages", kept.get("packages", False), Message("Nothing installed can be changed."), kernel
        ),
        Protection(
            "network",
            kept.get("network", False),
            Message("No network connection can be made."),
            Message("Linux on x86_64 or aarch64 with seccomp gives this."),
        ),
        Protection(
            "processes of its own",
            kept.get("own_pids", False),
            Message("Other processes are neither seen nor reached, and nothing outlives its run."),
            namespaces,
        ),
        Protection(
            "number of processes",
            kept.get("processes", False),
            Message("A fork bomb runs out of processes at once."),
            Message("As root, install bubblewrap; otherwise user namespaces give this."),
        ),
        Protection("open files", kept.get("open_files", False), Message("Open files are limited."), None),
        Protection("memory", kept.get("memory", False), Message("Memory is limited."), None),
        Protection(
            "time", slow.ended is Ended.TIMED_OUT, Message("A run that doesn't end is stopped."), None
        ),
        Protection(
            "output",
            loud.ended is Ended.TOO_MUCH_OUTPUT,
            Message("A run that prints for ever is stopped."),
            None,
        ),
        Protection(
            "bubblewrap",
            box.bubblewrap,
            Message("The process that holds torch sees nothing but Python and its packages either."),
            Message("Install it: apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap."),
        ),
    ]


async def examine_device(run: Run, device: str) -> DeviceCheck:
    """Compute something small on a device and compare it with what it must be."""
    program = "x = torch.arange(4., device=device)\ntotal = (x @ x).item()"
    try:
        result = await run(Request((Block("device", program),), ask="total", device=device, seconds=60.0))
    except NoSuchDevice as error:
        return DeviceCheck(device, False, str(error))
    if result.value is not None and result.value.answer == "14":
        return DeviceCheck(device, True, f"{result.seconds * 1000:.1f} ms")
    reason = f"{result.raised.type}: {result.raised.message}" if result.raised else str(result.ended)
    return DeviceCheck(device, False, reason)
