"""The process that keeps a child: first of its own process ids, last to leave.

When the child ends, for whatever reason, the keeper reports its exit status, and nothing that the child
started outlives it: with namespaces the kernel sees to that as the keeper exits, without them the keeper
adopts every orphan and kills what is left. It also watches the memory of the whole family, which no limit of
the kernel adds up. A keeper that stays for the next child kills what is left itself. Standard library only.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import struct
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from runner import linux_calls

WATCH_SECONDS = 0.1
FAMILY_SLACK_BYTES = 512 << 20
KILL_ATTEMPTS = 1000
STARTED = struct.Struct("!Q")
"""What a child writes when its run starts: how many bytes of memory it may use."""


def keep(
    child: int,
    number: int,
    control: socket.socket,
    life: int,
    started: int,
    channel: int | None,
    *,
    namespaces: bool,
) -> None:
    """Watch the child until it ends, its client lets go of it, or the zygote ends; then report.

    ``life`` is the reading end of a pipe that the zygote holds open; ``started`` gets the child's STARTED;
    ``channel`` is a copy of the child's end of its connection, for a keeper that nobody kills with its child.
    """
    signal.signal(signal.SIGTERM, lambda signum, frame: leave(namespaces))
    pidfd = os.pidfd_open(child)
    waiting = select.poll()
    for fd in (pidfd, life, started):
        waiting.register(fd, select.POLLIN)
    if channel is not None:
        waiting.register(channel, 0)  # only its end is of interest, not what comes from there
    memory_bytes: int | None = None
    status: int | str | None = None
    while status is None:
        ready = {fd for fd, _ in waiting.poll(WATCH_SECONDS * 1e3 if memory_bytes else None)}
        if pidfd in ready:
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        elif life in ready:
            leave(namespaces)
        elif channel in ready:
            status = -signal.SIGKILL
        elif started in ready:
            waiting.unregister(started)
            data = os.read(started, STARTED.size)
            if len(data) == STARTED.size:
                (memory_bytes,) = STARTED.unpack(data)
        elif memory_bytes and _family_uses_more_than(memory_bytes + FAMILY_SLACK_BYTES):
            status = "out of memory"
    os.close(pidfd)
    with suppress(OSError):
        control.send(json.dumps({"event": "died", "number": number, "status": status}).encode())


def leave(namespaces: bool) -> NoReturn:
    """Exit, and take every descendant along."""
    if not namespaces:
        _kill_descendants()
    os._exit(0)


def kill_everybody_else() -> bool:
    """Kill all other processes of this namespace, whose first one this is; tell whether they are gone."""
    for _ in range(KILL_ATTEMPTS):
        with suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
        try:
            # Whoever has lost a parent is a child of the first process.
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return True
        time.sleep(0.001)  # death takes its time
    return False


def _kill_descendants() -> None:
    """Kill until nobody is left; stopped first, none of them can fork its way out."""
    for _ in range(KILL_ATTEMPTS):
        family = _descendants()
        if not family:
            return
        for deadly in (signal.SIGSTOP, signal.SIGKILL):
            for pid in family:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, deadly)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        time.sleep(0.001)  # death takes its time


def _descendants() -> list[int]:
    """Return the process ids below this process, in the numbering that ``/proc`` shows."""
    try:
        me = int(str(Path("/proc/self").readlink()))
    except OSError:
        return []
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (parent := _parent_of(entry.name)) is not None:
            children.setdefault(parent, []).append(int(entry.name))
    found: list[int] = []
    unseen = [me]
    while unseen:
        below = children.get(unseen.pop(), [])
        found += below
        unseen += below
    return found


def _parent_of(pid: str) -> int | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    # A zombie counts, too: while one of its threads still ends, children remain below it.
    return int(fields[1])


def _family_uses_more_than(limit: int) -> bool:
    """Tell whether the descendants hold more memory than the limit, files left aside.

    What each one holds bounds it from above and is quick to read; only where that is too much are pages that
    several share divided among them.
    """
    family = _descendants()
    return sum(map(_held_bytes, family)) > limit and sum(map(_proportional_bytes, family)) > limit


def _held_bytes(pid: int) -> int:
    return _sum_of_lines(pid, "status", ("RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:")) or 0


def _proportional_bytes(pid: int) -> int:
    shared_out = _sum_of_lines(pid, "smaps_rollup", ("Pss_Anon:", "Pss_Shmem:", "SwapPss:"))
    if shared_out is None:  # a process may make itself unreadable, but not invisible
        return _held_bytes(pid)
    return shared_out + (_sum_of_lines(pid, "status", ("VmPTE:",)) or 0)


def _sum_of_lines(pid: int, file: str, names: tuple[str, ...]) -> int | None:
    """Return the sum of some lines of a file of ``/proc``, in bytes; None when it can't be read."""
    try:
        lines = Path(f"/proc/{pid}/{file}").read_text(errors="replace").splitlines()
    except OSError:
        return None
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(names))


def prepare_to_keep(namespaces: bool) -> None:
    """Make sure that orphans of the child come to this process, and that none of them can look into it."""
    linux_calls.set_dumpable(False)
    if not namespaces:
        linux_calls.adopt_orphans()
