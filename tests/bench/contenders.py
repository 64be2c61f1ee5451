"""Ways to run a snippet, from no isolation at all to a cold interpreter; each is timed from outside."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Protocol, Self

from runner import sandbox
from runner.client import Runner
from tests.bench.snippets import Snippet

PRELUDE = (
    "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\ndevice = torch.device('cpu')\n"
)


class Contender(Protocol):
    """Runs snippets; ``run`` returns the seconds from request to result."""

    name: str

    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *exc_info: object) -> None: ...
    async def rest(self) -> None:
        """Do what is done while a learner reads; not timed."""

    async def run(self, snippet: Snippet) -> float: ...


async def _stands_still(pid: int) -> None:
    """Wait until no thread of a process runs: OpenMP's spin for some milliseconds after their work."""
    while any(_runs(thread) for thread in Path(f"/proc/{pid}/task").iterdir()):
        await asyncio.sleep(0.001)


def _runs(thread: Path) -> bool:
    try:
        return (thread / "stat").read_text().rpartition(")")[2].split()[0] == "R"
    except (FileNotFoundError, ProcessLookupError):
        return False  # it has ended


class OurRunner:
    """This project's runner, with the sandbox as found or with none."""

    def __init__(self, name: str, *, contained: bool) -> None:
        self.name = name
        self.runner = Runner(box=None if contained else sandbox.NONE)

    async def __aenter__(self) -> Self:
        await self.runner.__aenter__()
        await self.runner.run("x = 1")
        await self.runner.warm.wait()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.runner.__aexit__()

    async def rest(self) -> None:
        while not self.runner.at_rest:
            await asyncio.sleep(0.005)

    async def run(self, snippet: Snippet) -> float:
        started = time.perf_counter()
        await self.runner.run(snippet.source)
        return time.perf_counter() - started


_IN_PROCESS = (
    PRELUDE
    + """
import contextlib, io, json, sys, time, traceback
for line in sys.stdin:
    source = json.loads(line)
    output = io.StringIO()
    namespace = {"torch": torch, "nn": nn, "F": F, "device": device, "__name__": "__main__"}
    started = time.perf_counter()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            exec(compile(source, "snippet", "exec"), namespace)
        except Exception:
            traceback.print_exc()
    print(json.dumps(time.perf_counter() - started), flush=True)
"""
)


class InProcess:
    """``exec`` in a process that has torch: no isolation, the limit of what is possible.

    Like the others it has output, and a traceback, to show for it; what it hasn't is a way to and fro.
    """

    name = "in-process exec"

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            _IN_PROCESS,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        self._process.kill()
        await self._process.wait()

    async def rest(self) -> None:
        await _stands_still(self._process.pid)

    async def run(self, snippet: Snippet) -> float:
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the process has no pipes")
        self._process.stdin.write(json.dumps(snippet.source).encode() + b"\n")
        return float(await self._process.stdout.readline())


class Jupyter:
    """A persistent kernel, as notebook tools use: no isolation between runs."""

    name = "Jupyter kernel"

    async def __aenter__(self) -> Self:
        from jupyter_client.manager import AsyncKernelManager

        self._manager = AsyncKernelManager(kernel_name="python3")
        await self._manager.start_kernel()
        self._client = self._manager.client()
        self._client.start_channels()
        await self._client.wait_for_ready(timeout=60)
        await self._execute(PRELUDE)
        if self._manager.provisioner is None:
            raise RuntimeError("there is no kernel")
        self._pid: int = (await self._manager.provisioner.get_provisioner_info())["pid"]
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        self._client.stop_channels()
        await self._manager.shutdown_kernel(now=True)

    async def rest(self) -> None:
        await _stands_still(self._pid)

    async def run(self, snippet: Snippet) -> float:
        started = time.perf_counter()
        await self._execute(snippet.source)
        return time.perf_counter() - started

    async def _execute(self, source: str) -> None:
        """Run a cell and take in its output until the kernel is idle again."""
        request = self._client.execute(source)
        while True:
            message = await self._client.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return


class Cold:
    """``python file.py``: a fresh interpreter that imports torch for each run."""

    name = "cold python"

    async def __aenter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        self._folder.cleanup()

    async def rest(self) -> None:
        return

    async def run(self, snippet: Snippet) -> float:
        path = Path(self._folder.name) / "snippet.py"
        path.write_text(PRELUDE + snippet.source)
        started = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(path),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        await process.communicate()
        return time.perf_counter() - started
