"""Measures the runner and the app against what else there is, and the learner's schedule: ``make bench``.

Prints a table, writes JSON to ``build/bench.json``, and exits 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import sys
from contextlib import AsyncExitStack
from pathlib import Path

from tests.bench.app import app_bars
from tests.bench.bank import bank_bars
from tests.bench.contenders import Cold, Contender, InProcess, Jupyter, OurRunner
from tests.bench.export import export_bars
from tests.bench.figures import Bar, geometric_mean, median, p95, ratio
from tests.bench.learner import learner_bars
from tests.bench.recovery import recovery_bars
from tests.bench.snippets import SNIPPETS
from tests.bench.start import start_bars

PARTS = ["runner", "learner", "app", "export"]
OUTPUT = Path("build/bench.json")
Times = dict[str, dict[str, list[float]]]


async def measure(contenders: list[Contender], rounds: int) -> Times:
    """Run every snippet with every contender, in turn, so that a noisy moment hits them alike."""
    times: Times = {one.name: {snippet.name: [] for snippet in SNIPPETS} for one in contenders}
    async with AsyncExitStack() as stack:
        for contender in contenders:
            await stack.enter_async_context(contender)
        for _ in range(rounds):
            for snippet in SNIPPETS:
                for contender in contenders:
                    # All of them: one's forks for its next run would be counted to another's run.
                    for one in contenders:
                        await one.rest()
                    times[contender.name][snippet.name].append(await contender.run(snippet))
    return times


def speed_bars(times: Times) -> list[Bar]:
    """Return the bars that compare request to result."""
    ours, bare = times["torchdrill"], times["torchdrill, no sandbox"]
    exec_, jupyter, cold = (times[name] for name in (InProcess.name, Jupyter.name, Cold.name))
    small = [snippet.name for snippet in SNIPPETS if snippet.small]
    raising = [snippet.name for snippet in SNIPPETS if snippet.raises]
    ours_small, exec_small = ([one for name in small for one in which[name]] for which in (ours, exec_))

    def only(which: dict[str, list[float]], names: list[str]) -> dict[str, list[float]]:
        return {name: which[name] for name in names}

    return [
        Bar("isolated : in-process, geometric mean of medians", ratio(ours, exec_), 2.0),
        Bar("small snippets : in-process, median", median(ours_small) / median(exec_small), 2.0),
        Bar("small snippets : in-process, p95", p95(ours_small) / p95(exec_small), 4.0),
        Bar("cold python : ours", 1 / ratio(only(ours, small), only(cold, small)), 200.0, at_least=True),
        Bar("Jupyter kernel : ours", 1 / ratio(ours, jupyter), 4.0, at_least=True),
        Bar(
            "Jupyter kernel : ours, exceptions",
            1 / ratio(only(ours, raising), only(jupyter, raising)),
            10.0,
            at_least=True,
        ),
        Bar("sandboxed : not sandboxed", ratio(ours, bare), 1.15),
    ]


def table(times: Times) -> str:
    names = list(times)
    lines = [
        "| snippet, median / p95 in ms | " + " | ".join(names) + " |",
        "| --- |" + " ---: |" * len(names),
    ]
    for snippet in SNIPPETS:
        cells = [
            f"{median(times[name][snippet.name]) * 1e3:.2f} / {p95(times[name][snippet.name]) * 1e3:.1f}"
            for name in names
        ]
        lines.append(f"| {snippet.name} | " + " | ".join(cells) + " |")
    means = [geometric_mean(median(values) for values in times[name].values()) * 1e3 for name in names]
    lines.append("| geometric mean of medians | " + " | ".join(f"{mean:.2f}" for mean in means) + " |")
    return "\n".join(lines)


async def runner_bars(rounds: int, cold_rounds: int) -> tuple[list[Bar], Times]:
    warm: list[Contender] = [
        InProcess(),
        OurRunner("torchdrill", contained=True),
        OurRunner("torchdrill, no sandbox", contained=False),
        Jupyter(),
    ]
    times = await measure(warm, rounds)
    # A cold start takes seconds whatever it runs, so a few rounds do.
    times |= await measure([Cold()], cold_rounds)
    print(table(times))
    cold = median([one for values in times[Cold.name].values() for one in values])
    bars = [*speed_bars(times), *await start_bars(), *await recovery_bars(), *await bank_bars(cold)]
    return bars, times


def bench(parts: list[str], rounds: int, cold_rounds: int, runs: int) -> int:
    """Measure the runner, the learner's schedule and history, the app, or all of them."""
    bars: list[Bar] = []
    times: Times = {}
    if "runner" in parts:
        bars, times = asyncio.run(runner_bars(rounds, cold_rounds))
    if "learner" in parts:
        found, simulated = learner_bars(runs)
        bars += found
        print(f"\n{simulated}")
    if "app" in parts:
        bars += app_bars(rounds)
    if "export" in parts:
        bars += export_bars()
    print("\n|  | bar | measured | goal |\n| --- | --- | ---: | ---: |")
    print("\n".join(bar.row() for bar in bars))
    OUTPUT.parent.mkdir(exist_ok=True)
    report = {
        "machine": platform.platform(),
        "python": platform.python_version(),
        "rounds": rounds,
        "seconds": times,
        "bars": [{"name": bar.name, "measured": bar.measured, "reached": bar.reached} for bar in bars],
    }
    OUTPUT.write_text(json.dumps(report, indent=2))
    return 0 if all(bar.reached for bar in bars) else 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--cold-rounds", type=int, default=2)
    parser.add_argument("--runs", type=int, default=200, help="courses of practice to simulate")
    parser.add_argument("parts", nargs="*", choices=PARTS, default=PARTS, metavar="|".join(PARTS))
    arguments = parser.parse_args()
    return bench(arguments.parts, arguments.rounds, arguments.cold_rounds, arguments.runs)


if __name__ == "__main__":
    sys.exit(main())
