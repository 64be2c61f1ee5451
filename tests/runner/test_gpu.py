"""What can only be tried on an accelerator: `make test-gpu`. Skipped where there is none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from runner.client import Runner
from runner.examine import examine_device
from runner.protocol import Ended


@pytest_asyncio.fixture(scope="module")
async def gpu() -> AsyncIterator[Runner]:
    async with Runner() as runner:
        devices = await runner.devices()
        if len(devices) == 1:
            pytest.skip(f"this machine has no accelerator, only {devices[0]}")
        yield runner


async def test_auto_takes_the_accelerator(gpu: Runner) -> None:
    result = await gpu.run("x = torch.ones(2, device=device)", ask="x.device.type")
    assert result.device != "cpu"
    assert result.value is not None
    assert result.value.text != "'cpu'"


async def test_every_device_works_inside_the_sandbox(gpu: Runner) -> None:
    for device in await gpu.devices():
        check = await examine_device(gpu.request_on, device)
        assert check.works, check


async def test_children_open_the_device_one_after_another(gpu: Runner) -> None:
    """A device that was initialised before the fork would fail in every child."""
    for _ in range(3):
        result = await gpu.run("x = torch.ones(2, device=device).sum().item()", ask="x")
        assert result.ended is Ended.FINISHED, result.raised


async def test_a_device_error_belongs_to_the_snippet(gpu: Runner) -> None:
    result = await gpu.run("torch.ones(2, device=device) + torch.ones(2)")
    assert result.raised is not None
    assert result.raised.type == "RuntimeError"
    assert (await gpu.run("x = 1", ask="x")).value is not None


async def test_time_is_measured_with_synchronisation(gpu: Runner) -> None:
    one = await gpu.run("a = torch.rand(4096, 4096, device=device)\nb = a @ a")
    many = await gpu.run("a = torch.rand(4096, 4096, device=device)\nfor _ in range(64): b = a @ a")
    assert many.seconds > one.seconds


async def test_a_kernel_that_never_ends_is_killed(gpu: Runner) -> None:
    result = await gpu.run("a = torch.rand(4096, 4096, device=device)\nwhile True: a = a @ a", seconds=3)
    assert result.ended is Ended.TIMED_OUT
    assert (await asyncio.wait_for(gpu.run("x = 1", ask="x"), 60)).value is not None
