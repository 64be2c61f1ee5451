"""Client and child stay awake for a moment, and nothing depends on how long that is."""

from __future__ import annotations

import asyncio

import pytest

from runner.client import Runner
from runner.conversation import Conversation
from runner.protocol import AWAKE_SECONDS, Ended, Result
from runner.standby import ForkedStandby


async def at_rest(runner: Runner) -> None:
    """Wait until a child is ready: only such a one is roused."""
    while not runner.at_rest:
        await asyncio.sleep(0.01)


async def answer_of(runner: Runner) -> Result:
    await at_rest(runner)
    result = await runner.run("print('out')\nx = torch.ones(2)", ask="x")
    assert result.ended is Ended.FINISHED
    assert result.printed == "out\n"
    assert result.value is not None
    assert result.value.text == "tensor([1., 1.])"
    return result


async def test_a_request_that_comes_after_the_child_went_back_to_sleep(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = ForkedStandby.send

    async def in_two_halves(self: ForkedStandby, data: bytes, memory_bytes: int) -> None:
        for half in (data[:20], data[20:]):
            await asyncio.sleep(10 * AWAKE_SECONDS)
            await send(self, half, memory_bytes)

    monkeypatch.setattr(ForkedStandby, "send", in_two_halves)
    await answer_of(runner)


@pytest.mark.parametrize("heard", [b"", b"\0", b"\0\0\0"])
async def test_an_answer_of_which_only_the_beginning_came_in_time(
    runner: Runner, monkeypatch: pytest.MonkeyPatch, heard: bytes
) -> None:
    def beginning(self: ForkedStandby, seconds: float) -> bytes:
        self._channel.setblocking(True)
        data = self._channel.recv(len(heard)) if heard else b""
        self._channel.setblocking(False)
        return data

    monkeypatch.setattr(ForkedStandby, "stay_awake", beginning)
    await answer_of(runner)


async def test_an_answer_in_time_is_the_end_of_it(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    stay_awake = ForkedStandby.stay_awake
    monkeypatch.setattr(ForkedStandby, "stay_awake", lambda self, seconds: stay_awake(self, 60))
    monkeypatch.delattr(Conversation, "_end_of_listening")
    await answer_of(runner)


async def test_a_child_that_dies_in_the_first_moment(runner: Runner) -> None:
    await at_rest(runner)
    result = await runner.run("import os; os._exit(3)")
    assert (result.ended, result.exit_status) == (Ended.EXITED, 3)


@pytest.mark.parametrize("bulk", [False, True])
async def test_processors_are_kept_awake_only_where_somebody_waits(
    bulk: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    roused: list[ForkedStandby] = []
    monkeypatch.setattr(ForkedStandby, "rouse", lambda self: roused.append(self))
    async with Runner(bulk=bulk) as runner:
        await runner.warm.wait()
        await answer_of(runner)
    assert len(roused) == (0 if bulk else 1)
