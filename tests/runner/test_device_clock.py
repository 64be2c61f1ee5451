"""The clock waits for what a device still has to do. No GPU is needed: torch's own waiting is replaced."""

from __future__ import annotations

import pytest

from runner.client import Runner
from runner.protocol import Ended

BUSY = "import time\ntorch.cuda.is_initialized = lambda: True\n"


async def test_the_clock_waits_for_a_gpu_that_the_program_used(runner: Runner) -> None:
    result = await runner.run(BUSY + "torch.cuda.synchronize = lambda *device: time.sleep(0.3)")
    assert result.ended is Ended.FINISHED
    assert 0.3 <= result.seconds < 1


async def test_what_a_kernel_failed_at_belongs_to_the_program(runner: Runner) -> None:
    result = await runner.run(
        BUSY + "def fail(*device): raise RuntimeError('late')\ntorch.cuda.synchronize = fail"
    )
    assert result.ended is Ended.RAISED
    assert result.raised is not None
    assert result.raised.message == "late"


async def test_a_gpu_that_nobody_used_isnt_touched(runner: Runner) -> None:
    result = await runner.run("def fail(*device): raise RuntimeError('late')\ntorch.cuda.synchronize = fail")
    assert result.ended is Ended.FINISHED


@pytest.mark.parametrize(
    ("device", "waited_for"),
    [("cpu", []), ("meta", []), ("cuda:1", ["cuda:1"]), ("mps", ["mps"]), ("xpu", ["xpu"])],
)
async def test_which_device_is_waited_for(runner: Runner, device: str, waited_for: list[str]) -> None:
    result = await runner.run(
        "from runner.device_clock import synchronize\nseen = []\n"
        "torch.cuda.synchronize = seen.append\ntorch.mps.synchronize = lambda: seen.append('mps')\n"
        f"torch.accelerator.synchronize = lambda: seen.append('xpu')\nsynchronize({device!r})\nprint(seen)"
    )
    assert result.printed == f"{waited_for}\n"


async def test_a_device_that_isnt_there_is_left_to_the_program(runner: Runner) -> None:
    result = await runner.run(
        "from runner.device_clock import open_device\nopen_device('cuda:7')\nprint('on')"
    )
    assert (result.ended, result.printed) == (Ended.FINISHED, "on\n")
