"""Which devices there are, and which one a run gets."""

from __future__ import annotations

import ast
import sys
from collections.abc import Awaitable, Callable, Sequence

from quizbank.machine import Machine
from runner.errors import NoSuchDevice
from runner.protocol import Block, Request, Result

# Runs in a child: asking torch about CUDA initialises it, which the zygote must never do.
_FIND = """\
found = ["cpu"]
if torch.cuda.is_available():
    found += [f"cuda:{index}" for index in range(torch.cuda.device_count())]
if torch.backends.mps.is_available():
    found += ["mps"]
"""
FIND_SECONDS = 60.0


async def find_devices(run: Callable[[Request], Awaitable[Result]]) -> tuple[str, ...]:
    """Ask torch, in a child, for the devices of this machine; the CPU comes first."""
    result = await run(Request((Block("devices", _FIND),), ask="found", seconds=FIND_SECONDS))
    if result.value is None:
        return ("cpu",)
    return tuple(ast.literal_eval(result.value.text))


def refuse_absent(wanted: str, machine: Machine) -> None:
    """Raise NoSuchDevice for a device that can't be here, as far as that is known without torch."""
    cuda = wanted.startswith("cuda") and machine.cuda is False
    mps = wanted == "mps" and sys.platform != "darwin"
    # Where CUDA may be there, only torch can tell what to choose from.
    if cuda or (mps and machine.cuda is False):
        raise NoSuchDevice(wanted, ("cpu",))


def choose_device(wanted: str, available: Sequence[str]) -> str:
    """Return the device to run on: ``auto`` takes the first accelerator.

    Raises NoSuchDevice, which names those that are there.
    """
    if wanted == "auto":
        return available[1] if len(available) > 1 else available[0]
    name = "cuda:0" if wanted == "cuda" else wanted
    if name in available or name == "meta":
        return name
    raise NoSuchDevice(wanted, available)
