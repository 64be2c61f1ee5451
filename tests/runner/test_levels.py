"""The runner with parts of the sandbox missing, and without fork: same protocol, same results."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from quizbank.answer import Picked
from runner import sandbox
from runner.client import Runner
from runner.devices import choose_device
from runner.errors import NoSuchDevice
from runner.examine import examine_device, examine_protections
from runner.protocol import Block, Ended, Limits, Request
from runner.sandbox import Sandbox
from tests.runner.test_termination import PATIENCE, descendants
from tests.samples import sample_question

ROOT = Path(__file__).parents[2]
FOUND = sandbox.find_out()
LEVELS = {
    "whole": FOUND,
    "without bubblewrap": replace(
        FOUND, bubblewrap=False, processes_limited=FOUND.namespaces and os.geteuid() != 0
    ),
    "without namespaces": replace(FOUND, bubblewrap=False, namespaces=False, processes_limited=False),
    "nothing": sandbox.NONE,
}


@pytest_asyncio.fixture(scope="module", params=[*LEVELS, "spawn"])
async def level(request: pytest.FixtureRequest) -> AsyncIterator[Runner]:
    if request.param == "spawn":
        async with Runner(spawn=True) as runner:
            yield runner
    else:
        async with Runner(box=LEVELS[request.param]) as runner:
            yield runner


async def test_a_run(level: Runner) -> None:
    result = await level.run(
        "x = torch.ones(2, requires_grad=True)\nprint('out')\n(3 * x).sum().backward()", ask="x.grad"
    )
    assert result.ended is Ended.FINISHED
    assert result.printed == "out\n"
    assert result.value is not None
    assert result.value.text == "tensor([3., 3.])"
    assert result.torch == level.torch_version


async def test_a_verdict(level: Runner, tmp_path: Path) -> None:
    question = sample_question(tmp_path, "choice")
    assert (await level.judge(question, Picked(frozenset({0})))).right
    assert not (await level.judge(question, Picked(frozenset({1})))).right


async def test_an_exception(level: Runner) -> None:
    result = await level.run("x = 1\nraise ValueError('no')")
    assert result.raised is not None
    assert (result.raised.type, result.raised.message, result.raised.line) == ("ValueError", "no", 2)


@pytest.mark.parametrize(
    ("snippet", "ended"),
    [
        ("import os; os._exit(3)", Ended.EXITED),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", Ended.CRASHED),
        ("while True: pass", Ended.TIMED_OUT),
        ("for _ in range(999): print('x' * (1 << 20))", Ended.TOO_MUCH_OUTPUT),
    ],
)
async def test_endings(level: Runner, snippet: str, ended: Ended) -> None:
    seconds = 2 if ended is Ended.TIMED_OUT else 30  # a busy machine takes its time for the other endings
    assert (await level.run(snippet, seconds=seconds)).ended is ended


async def test_no_run_sees_another(level: Runner) -> None:
    await level.run("open('left', 'w').close()\ntorch.set_default_dtype(torch.float64)")
    result = await level.run("import os\nprint(os.listdir(), torch.get_default_dtype())")
    assert result.printed == "[] torch.float32\n"


async def test_nothing_outlives_its_run(level: Runner) -> None:
    await level.run("import subprocess\nsubprocess.Popen(['sleep', '987'])")
    await level.run("import subprocess\nsubprocess.Popen(['sleep', '987'], process_group=0)")
    deadline = time.monotonic() + PATIENCE
    while any(_command(pid) == ["sleep", "987"] for pid in descendants(os.getpid())):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


@pytest_asyncio.fixture(scope="module")
async def spawning() -> AsyncIterator[Runner]:
    async with Runner(spawn=True) as runner:
        yield runner


async def test_too_much_memory_is_seen_from_outside(spawning: Runner) -> None:
    hog = "import time\nkept = torch.ones(1 << 26)\ntime.sleep(30)\nprint('kept')"
    limits = Limits(memory_bytes=64 << 20)
    ended = (await spawning.request(Request((Block("hog", hog),), seconds=60, limits=limits))).ended
    assert ended is Ended.OUT_OF_MEMORY
    modest = Request((Block("modest", hog.replace("30", "1")),), seconds=60)
    assert (await spawning.request(modest)).printed == "kept\n"


async def test_what_a_child_started_is_found_again(spawning: Runner) -> None:
    start = "subprocess.Popen(['sleep', '986'], start_new_session=True)"
    # Started by one that is gone by the end of the run, so that nothing but a look finds it.
    between = f"import subprocess, time; {start}; time.sleep(2)"
    await spawning.run(f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {between!r}])")
    deadline = time.monotonic() + PATIENCE
    while any(_command(int(one.name)) == ["sleep", "986"] for one in Path("/proc").glob("[0-9]*")):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


def _command(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")[:-1]
    except OSError:
        return []


async def test_what_is_claimed_is_tried(level: Runner) -> None:
    box: Sandbox = level.sandbox
    found = await examine_protections(level.request, box, str(Path.home()), os.getpid())
    enforced = {one.name: one.enforced for one in found}
    assert enforced["time"]
    assert enforced["output"]
    assert enforced["files"] == box.landlock or box.bubblewrap
    assert enforced["network"] == box.seccomp
    assert enforced["number of processes"] == box.processes_limited
    assert enforced["bubblewrap"] == box.bubblewrap
    if box.contained:
        assert enforced["processes of its own"]


_LATE_IMPORT = """
import asyncio, sys
from runner.client import Runner
from runner.sandbox import Sandbox

async def main():
    async with Runner(box=Sandbox.from_words(sys.argv[1:])) as runner:
        result = await runner.run("import torch.utils.benchmark", ask="torch.utils.benchmark.Timer")
        print(result.value.text)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="there is no sandbox")
@pytest.mark.parametrize("name", ["whole", "without bubblewrap", "without namespaces"])
def test_an_environment_behind_a_link(name: str, tmp_path: Path) -> None:
    link = tmp_path / "environment"
    further = tmp_path / "further"
    further.symlink_to(sys.prefix)
    link.symlink_to(further)
    python = link / Path(sys.executable).relative_to(sys.prefix)
    box = LEVELS[name]
    run = subprocess.run(
        [python, "-c", _LATE_IMPORT, *box.to_words()], capture_output=True, text=True, cwd=ROOT
    )
    assert "Timer" in run.stdout, run.stderr


async def test_each_device_is_tried(runner: Runner) -> None:
    check = await examine_device(runner.request_on, "cpu")
    assert check.works
    assert not (await examine_device(runner.request_on, "meta")).works
    assert "no device cuda:99" in (await examine_device(runner.request_on, "cuda:99")).detail


def test_a_missing_device_names_those_that_are_there() -> None:
    assert choose_device("auto", ("cpu",)) == "cpu"
    assert choose_device("auto", ("cpu", "cuda:0", "cuda:1")) == "cuda:0"
    assert choose_device("cuda", ("cpu", "cuda:0")) == "cuda:0"
    assert choose_device("cuda:1", ("cpu", "cuda:0", "cuda:1")) == "cuda:1"
    for missing in ("cuda", "cuda:7", "mps", "tpu"):
        with pytest.raises(NoSuchDevice, match="this machine has cpu"):
            choose_device(missing, ("cpu",))


async def test_a_runner_for_a_missing_device(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Runner("cuda:9") as runner:
        with pytest.raises(NoSuchDevice, match="cuda:9"):
            await runner.run("x = 1")


def test_words_name_the_protections() -> None:
    assert Sandbox.from_words(FOUND.to_words()) == FOUND
    assert sandbox.NONE.to_words() == []
    assert not sandbox.NONE.contained
