"""How fast the bank is loaded, and how fast it proves itself."""

from __future__ import annotations

import os
import time

from quizbank.bank import BUILT_IN, Bank, load_bank
from quizbank.machine import missing
from runner.client import Runner
from runner.machine import known_after_import
from runner.prove import prove_all
from tests.bench.figures import Bar, median

LOADS = 5


async def bank_bars(cold_seconds: float) -> list[Bar]:
    """Return the bars for loading and for proving; ``cold_seconds`` is what one cold run takes."""
    loads = [_load_seconds() for _ in range(LOADS)]
    bank = load_bank()
    seconds, runs = await _prove(bank)
    return [
        Bar("loading 100 questions", 1e3 * 100 * median(loads) / len(bank), 40.0, unit="ms"),
        Bar(
            "a cold python for each run of a proof : the proof",
            runs * cold_seconds / seconds,
            40.0,
            at_least=True,
        ),
        Bar("proving the bank", seconds, 90.0, unit="s"),
    ]


def _load_seconds() -> float:
    started = time.perf_counter()
    load_bank(proven={BUILT_IN})
    return time.perf_counter() - started


async def _prove(bank: Bank) -> tuple[float, int]:
    """Prove every question that this machine can run; return the seconds it took, and the number of runs."""
    workers = os.cpu_count() or 1
    started, runs = time.perf_counter(), 0
    async with Runner("cpu", workers=workers + 1, threads=1, bulk=True) as runner:
        await runner.warm.wait()
        machine = known_after_import(runner.torch_version, await runner.devices())
        here = [one for one in bank.active if not missing(one, machine)]
        async for proof in prove_all(runner, here, at_once=workers, threads=(1, 2)):
            runs += proof.runs
    return time.perf_counter() - started, runs
