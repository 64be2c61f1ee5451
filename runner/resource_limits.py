"""The limits of one run that the kernel keeps: memory, processor time, files, processes. Runs in the child.

Standard library only.
"""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path

from runner.protocol import Limits
from runner.sandbox import Sandbox


class ResourceLimits:
    """Sets the limits of one run, as far as the system lets lower limits be set.

    What is found out for that is found out when it is made, before anybody waits; the memory for the run
    comes on top of what this process holds by then.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._held = _data_bytes() if sandbox.limits else 0
        self._hard: dict[int, int] = {}
        if sandbox.limits:
            for name in ("CORE", "CPU", "DATA", "FSIZE", "NOFILE"):
                self._add(f"RLIMIT_{name}")
        if sandbox.processes_limited:
            self._add("RLIMIT_NPROC")
        # As if: the first time costs page faults, and these are paid before anybody waits.
        self.set(Limits(*[sys.maxsize] * len(fields(Limits))))

    def _add(self, name: str) -> None:
        import resource  # which Windows doesn't have

        which: int = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        self._hard[which] = sys.maxsize if hard == resource.RLIM_INFINITY else hard

    def set(self, wanted: Limits) -> None:
        """Set them."""
        if not self._hard:
            return
        import resource

        limits = {
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_CPU: wanted.cpu_seconds,
            resource.RLIMIT_DATA: self._held + wanted.memory_bytes,
            resource.RLIMIT_FSIZE: wanted.file_bytes,
            resource.RLIMIT_NOFILE: wanted.open_files,
            resource.RLIMIT_NPROC: wanted.processes,
        }
        for which, hard in self._hard.items():
            value = min(limits[which], hard)
            resource.setrlimit(which, (value, value))


def _data_bytes() -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) * 1024
    return 0
