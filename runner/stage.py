"""What a program finds when it starts. Runs in the child, most of it before the request has come.

Seeding torch, reading random states and the like take longer than a small snippet, so a stage is set for the
usual request while the standby waits, and only what another one wants differently is changed.
"""

from __future__ import annotations

import builtins
import os
import random
import sys
import types
import warnings
from typing import Any

import torch

from runner.alarm import Alarm
from runner.device_clock import open_device
from runner.look_tensor import quietly
from runner.protocol import Request

_USUAL = Request(())


class Stage:
    """A fresh ``__main__`` with the names that every snippet has, and random generators freshly seeded.

    ``resident`` counts the bytes in memory so far; ``alarm`` will end the run in time.
    """

    def __init__(self) -> None:
        self.alarm = Alarm()
        self.module = types.ModuleType("__main__")
        self.namespace: dict[str, Any] = vars(self.module)
        self.namespace.update(
            torch=torch,
            nn=torch.nn,
            F=torch.nn.functional,
            device=torch.device(_USUAL.device),
            __builtins__=builtins,
        )
        warnings.resetwarnings()
        warnings.simplefilter("default")
        self._seed(_USUAL.seed, _USUAL.device)
        self.resident = _resident_bytes()

    def set_for(self, request: Request) -> None:
        """Change what this request wants differently."""
        if request.threads is not None:
            torch.set_num_threads(request.threads)
        if request.device != _USUAL.device:
            self.namespace["device"] = torch.device(request.device)
            open_device(request.device)
        if (request.seed, request.device) != (_USUAL.seed, _USUAL.device):
            self._seed(request.seed, request.device)

    def _seed(self, seed: int, device: str) -> None:
        if device == "cpu" and torch.version.cuda is None:
            # Seeding every device that there might be formats a stack for each: half a millisecond.
            torch.default_generator.manual_seed(seed)
        else:
            torch.manual_seed(seed)
        random.seed(seed)
        if (numpy := sys.modules.get("numpy")) is not None:
            numpy.random.seed(seed % 2**32)


def random_state() -> tuple[object, ...]:
    """Return the states of the generators of torch on the CPU, of Python and of NumPy, to be compared."""
    with quietly():  # a mode that the program left on would be asked, and might refuse
        return bytes(torch.get_rng_state().numpy()), random.getstate(), _numpy_random_state()


def _numpy_random_state() -> object:
    numpy = sys.modules.get("numpy")
    try:
        _name, key, *rest = numpy.random.get_state() if numpy is not None else ("", None)
        return key if key is None else (key.tobytes(), *rest)
    except Exception:  # the program has put something else in its place
        return None


def _resident_bytes() -> int:
    try:
        with open("/proc/self/statm", "rb") as statm:  # noqa: PTH123 - pathlib may not be imported yet
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except (OSError, ValueError):
        return peak_bytes()


def peak_bytes() -> int:
    """Return the most memory that this process has held so far; 0 on Windows, which doesn't tell."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
