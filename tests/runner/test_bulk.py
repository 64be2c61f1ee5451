"""Many runs that nobody waits for: a keeper looks after one child after another, each in a clean place."""

from __future__ import annotations

import asyncio
import os
import signal
import textwrap
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from runner import sandbox
from runner.client import Runner
from runner.protocol import Ended
from runner.zygote_link import ZygoteLink
from tests.runner.test_termination import descendants

pytestmark = pytest.mark.skipif(not sandbox.find_out().namespaces, reason="keepers stay only with namespaces")

TRACES = """\
import ctypes, os
libc = ctypes.CDLL(None)
inside = os.environ['HOME']
traces = {
    'processes': len([one for one in os.listdir('/proc') if one.isdigit()]),
    'home': os.listdir(inside),
    'mode': oct(os.stat(inside).st_mode),
    'shared memory': os.listdir('/dev/shm'),
    'segment': libc.shmget(1234, 0, 0),
    'open files': len(os.listdir('/proc/self/fd')),
}
"""
LEAVINGS = {
    "files": "import os\nopen('left', 'w').write('x')\nopen('/dev/shm/left', 'w').write('x')",
    "a folder without rights": "import os\nos.mkdir('a')\nos.chmod('a', 0)\nos.chmod('.', 0)",
    "a segment": "import ctypes\nprint(ctypes.CDLL(None).shmget(1234, 4096, 0o1777))",
    "a daemon": """\
        import os, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(1000)
            os._exit(0)
        os.wait()
        """,
    "a thread that never ends": "import threading\nthreading.Thread(target=threading.Event().wait).start()",
    "an exit": "import os\nos._exit(3)",
    "a segfault": "import ctypes\nctypes.string_at(0)",
    "a loop deaf to signals": """\
        import os, signal, time
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        if os.fork():
            while True: pass
        time.sleep(1000)
        """,
    "signals to everybody": "import os, signal\nos.kill(1, signal.SIGTERM)\nos.kill(-1, signal.SIGKILL)",
    "no open files": "import os\nos.closerange(0, 1000)",
}


@pytest_asyncio.fixture(scope="module")
async def busy() -> AsyncIterator[Runner]:
    async with Runner(threads=1, bulk=True) as runner:
        await runner.run("x = 1")
        await runner.warm.wait()
        yield runner


async def at_rest(runner: Runner) -> set[int]:
    """Wait until every standby is there, and return the processes that are."""
    while not runner.at_rest:
        await asyncio.sleep(0.01)
    return descendants(zygote_of(runner))


def zygote_of(runner: Runner) -> int:
    source = runner._source
    assert isinstance(source, ZygoteLink) and source._process is not None
    return source._process.pid


def keepers(processes: set[int]) -> set[int]:
    """Return the processes that have a child which has none: a standby has none before its run."""
    return {one for one in processes if len(descendants(one)) == 1}


async def test_one_keeper_serves_many_runs(busy: Runner) -> None:
    before = keepers(await at_rest(busy))
    for _ in range(10):
        await busy.run("x = 1")
    assert keepers(await at_rest(busy)) == before != set()


@pytest.mark.parametrize("leaving", LEAVINGS.values(), ids=LEAVINGS)
async def test_the_next_child_finds_nothing_of_the_last_ones(busy: Runner, leaving: str) -> None:
    await at_rest(busy)
    clean = (await busy.run(TRACES, ask="traces")).value
    assert clean is not None
    for _ in range(2):  # each of the two keepers gets one
        await at_rest(busy)
        await busy.run(textwrap.dedent(leaving), seconds=0.3)
    for _ in range(2):
        await at_rest(busy)
        found = (await busy.run(TRACES, ask="traces")).value
        assert found is not None
        assert found.text == clean.text


async def test_a_keeper_that_was_killed_has_a_successor(busy: Runner) -> None:
    before = keepers(await at_rest(busy))
    for keeper in before:
        os.kill(keeper, signal.SIGKILL)
    ended = [(await busy.run("x = 1")).ended for _ in range(4)]
    assert ended[2:] == [Ended.FINISHED] * 2  # the first two had their keepers killed under them
    after = keepers(await at_rest(busy))
    assert len(after) == len(before)
    assert not after & before
    assert busy.losses == 0


async def test_a_run_that_is_cancelled_is_ended(busy: Runner) -> None:
    before = len(await at_rest(busy))
    run = asyncio.create_task(busy.run("while True: pass", seconds=1000))
    await asyncio.sleep(0.2)
    run.cancel()
    await asyncio.gather(run, return_exceptions=True)
    assert len(await at_rest(busy)) == before
