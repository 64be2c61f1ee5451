"""System calls that the standard library doesn't wrap."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these are calls of Linux")

COLLAPSE = """
import mmap
from pathlib import Path
from runner import linux_calls

def huge() -> int:
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("AnonHugePages"))

memory = mmap.mmap(-1, 16 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
for offset in range(0, len(memory), 4096):
    memory[offset] = offset // 4096 % 251
before = huge()
tried = linux_calls.collapse_memory()
assert all(memory[offset] == offset // 4096 % 251 for offset in range(0, len(memory), 4096))
print(tried, huge() - before)
"""


def test_memory_is_moved_into_huge_pages_and_keeps_what_it_holds() -> None:
    result = subprocess.run([sys.executable, "-c", COLLAPSE], capture_output=True, text=True, check=True)
    tried, gained = map(int, result.stdout.split())
    assert tried >= 14 << 20
    if not gained:
        pytest.skip("this kernel has no MADV_COLLAPSE")
    assert gained << 10 >= 8 << 20
