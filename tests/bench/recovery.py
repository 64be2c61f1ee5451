"""What is left after attacks, how soon the next answer comes, and what a standby costs in memory."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

from runner.client import Runner
from tests.bench.figures import Bar, median

ATTACKS = {
    "endless loop": "while True: pass",
    "ignored signals": (
        "import signal\n"
        "for one in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:\n"
        "    signal.signal(one, signal.SIG_IGN)\n"
        "while True: pass"
    ),
    "huge allocation": "torch.empty(10**11)",
    "segfault": "import ctypes; ctypes.string_at(0)",
    "output": "for _ in range(1024): print('x' * (1 << 20))",
    "daemon": "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(60)",
}
FORK_BOMB = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"


async def recovery_bars() -> list[Bar]:
    cold = await _cold()
    async with Runner() as runner:
        await runner.run("x = 1")
        await runner.warm.wait()
        await _at_rest(runner)
        at_rest = len(_family())
        recoveries = [await _recovery(runner, snippet) for snippet in ATTACKS.values()]
        after_bomb = await _recovery(runner, FORK_BOMB)
        await asyncio.sleep(2)
        left = len(_family()) - at_rest
        share = _standby_share()
        drawn = _resident(os.getpid())
    return [
        Bar("next answer after an attack : cold run", median(recoveries) / cold, 0.1),
        Bar("next answer after a fork bomb : cold run", after_bomb / cold, 0.6),
        Bar("zygotes lost", float(runner.losses), 0.0, unit=""),
        Bar("processes left two seconds after the attacks", float(max(0, left)), 0.0, unit=""),
        Bar("a standby's private memory : the zygote's", share[0] / share[1], 0.1),
        Bar("a standby's private memory", share[0] / 2**20, 40.0, unit="MiB"),
        Bar("memory of a client process", drawn / 2**20, 120.0, unit="MiB"),
    ]


async def _recovery(runner: Runner, snippet: str) -> float:
    await runner.run(snippet, seconds=1.0)
    started = time.perf_counter()
    result = await runner.run("x = torch.ones(2)", ask="x")
    if result.value is None:
        raise RuntimeError(f"no answer after {snippet!r}: {result}")
    return time.perf_counter() - started


async def _at_rest(runner: Runner) -> None:
    while not runner.at_rest:
        await asyncio.sleep(0.01)


async def _cold() -> float:
    started = time.perf_counter()
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "import torch; torch.ones(2)")
    await process.wait()
    return time.perf_counter() - started


def _family() -> dict[int, int]:
    """Return the processes below this one, each with its depth."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                children.setdefault(int(fields[1]), []).append(int(entry.name))
    found: dict[int, int] = {}
    unseen = [(os.getpid(), 0)]
    while unseen:
        pid, depth = unseen.pop()
        for child in children.get(pid, ()):
            found[child] = depth + 1
            unseen.append((child, depth + 1))
    return found


def _standby_share() -> tuple[int, int]:
    """Return the private dirty bytes of a standby, the deepest process, and the zygote's resident ones."""
    depths = _family()
    deepest = max(depths, key=lambda pid: depths[pid])
    zygote = max(depths, key=_resident)
    return _private_dirty(deepest), _resident(zygote)


def _private_dirty(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Private_Dirty"))


def _resident(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) << 10
    return 0
