"""A standby that is an interpreter of its own: imports torch, says so, takes one request."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

from runner.protocol import pack
from runner.sandbox import NONE


def _empty(scratch: Path) -> None:
    """Remove what torch's imports have put into the scratch folder, so that a run finds it empty."""
    for entry in scratch.iterdir():
        shutil.rmtree(entry, ignore_errors=True)


def main(threads: int, bulk: bool) -> None:
    """Wait for a request on stdin, write output to stdout, the greeting and the answer to what was stderr."""
    started = time.perf_counter()
    import torch

    from runner import child

    torch.set_num_threads(threads)
    if not bulk:
        child.rehearse()
    _empty(Path.cwd())
    requests, results = os.dup(0), os.dup(2)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(1, 2)
    accelerators = torch.version.cuda is not None or torch.backends.mps.is_built()
    greeting = {
        "torch": torch.__version__,
        "seconds": time.perf_counter() - started,
        "accelerators": accelerators,
    }
    child.serve(requests, results, None, NONE, ready=pack(greeting))
