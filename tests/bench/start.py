"""How long a learner waits at the start: for the first question, and for the first verdict."""

from __future__ import annotations

import asyncio
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time

from runner.client import Runner
from tests.bench.figures import Bar, median

ROUNDS = 3


async def start_bars() -> list[Bar]:
    first_answers, limits = [], []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        async with Runner() as runner:
            await runner.run("x = torch.ones(2)", ask="x")
            first_answers.append((time.perf_counter() - started) / runner.import_seconds)
            await runner.warm.wait()
            for snippet in (
                "while True: pass",
                "while True:\n    try:\n        while True: pass\n    except: pass",
            ):
                await asyncio.sleep(0.2)
                started = time.perf_counter()
                await runner.run(snippet, seconds=1.0)
                limits.append(time.perf_counter() - started)
    first_screens = [_first_screen() for _ in range(ROUNDS)]
    import_seconds = _import_seconds()
    return [
        Bar("first question on screen : import of torch", median(first_screens) / import_seconds, 1.0),
        Bar("first answer : the zygote's import of torch", median(first_answers), 1.3),
        Bar("verdict on a run that doesn't end : its limit", max(limits), 1.05),
    ]


def _first_screen() -> float:
    """Return the seconds from starting the quiz to a question's text on the terminal."""
    started = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        termios.tcsetwinsize(0, (24, 80))
        os.environ.update(TERM="xterm-256color")
        os.execv(sys.executable, [sys.executable, "-m", "tui", "quiz", "--lang", "en", "--seed", "1"])
    seen = b""
    try:
        while b"Question 1" not in seen:
            if not select.select([terminal], [], [], 30)[0]:
                raise RuntimeError("no question came")
            seen += os.read(terminal, 1 << 16)
        return time.perf_counter() - started
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def _import_seconds() -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import torch"], check=True)
    return time.perf_counter() - started
