"""A standby that is an interpreter of its own: imports torch, says so, takes one request."""

from __future__ import annotations

import os
import time

from runner.protocol import pack
from runner.sandbox import NONE


def main(threads: int) -> None:
    """Wait for a request on stdin, write output to stdout, the greeting and the answer to what was stderr."""
    started = time.perf_counter()
    import torch

    from runner import child

    torch.set_num_threads(threads)
    child.warm_up()
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
    os.write(results, pack(greeting))
    child.serve(requests, results, None, NONE)
