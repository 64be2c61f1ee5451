"""Time on a device: kernels run on after a call has returned, so a clock must wait. Runs in the child."""

from __future__ import annotations

import torch


def open_device(name: str) -> None:
    """Make a device ready, so that its first use isn't charged to the program that makes it.

    A device that isn't there is left to the program to find out.
    """
    try:
        synchronize(name, opening=True)
    except (RuntimeError, AssertionError):
        return


def synchronize(name: str, *, opening: bool = False) -> None:
    """Wait until a device has done all it was given; the CPU and meta have nothing to wait for.

    Raises RuntimeError for a failure that a kernel left behind.
    """
    kind = name.partition(":")[0]
    if kind in ("cpu", "meta"):
        started: bool = torch.cuda.is_initialized()  # type: ignore[no-untyped-call]
        if started and not opening:  # the program went to a GPU of its own accord
            torch.cuda.synchronize()
    elif kind == "cuda":
        torch.cuda.synchronize(name)
    elif kind == "mps":
        torch.mps.synchronize()
    elif hasattr(torch, "accelerator"):
        torch.accelerator.synchronize()
