"""The ways in which a key is run again, and what must come out the same each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runner.protocol import Result


@dataclass(frozen=True, slots=True)
class Variation:
    """One way of running the key; ``threads`` is None for the runner's own number of them."""

    seed: int = 0
    threads: int | None = None
    backwards: bool = False

    def __str__(self) -> str:
        threads = "" if self.threads is None else f", {self.threads} thread{'s' * (self.threads != 1)}"
        return f"seed {self.seed}{threads}{', probes backwards' * self.backwards}"


def spread(seeds: Sequence[int], threads: Sequence[int | None]) -> list[Variation]:
    """Return few variations that, between them, have everything: each seed, each number of threads, both
    orders of the probes.
    """
    count = max(len(seeds), len(threads), 2)
    return [
        Variation(seeds[number % len(seeds)], threads[number % len(threads)], backwards=number == 1)
        for number in range(count)
    ]


def one_by_one(seeds: Sequence[int], threads: Sequence[int | None]) -> list[Variation]:
    """Return variations that each differ from the first in one respect, to tell which one matters."""
    usual = Variation(seeds[0], threads[0])
    return [
        usual,
        *(replace(usual, seed=seed) for seed in seeds[1:]),
        replace(usual, backwards=True),
        *(replace(usual, threads=count) for count in threads[1:]),
    ]


def every_pair(seeds: Sequence[int], threads: Sequence[int | None]) -> list[Variation]:
    """Return a variation for each seed with each number of threads."""
    return [Variation(seed, count) for count in threads for seed in seeds]


def difference(first: Result, other: Result) -> str | None:
    """Return what differs between two runs that should have given the same key."""
    for name, one, two in (("probe", first.probes, other.probes), ("test", first.tests, other.tests)):
        for number, (left, right) in enumerate(zip(one, two, strict=False), 1):
            if left.holds != right.holds:
                return f"{name} {number} gives {left.holds}, then {right.holds}"
    if first.ended != other.ended:
        return f"it {first.ended}, then it {other.ended}"
    if first.value != other.value and (
        first.value is None or other.value is None or not _alike(first, other)
    ):
        return f"`ask` gives {_text(first)}, then {_text(other)}"
    return None


def _alike(first: Result, other: Result) -> bool:
    if first.value is None or other.value is None:
        return False
    if first.value.answer is None:
        return False
    # The printed text may hold an address; what a learner would type, the dtype and the shape may not differ.
    return replace(first.value, text="") == replace(other.value, text="")


def _text(result: Result) -> str:
    return "nothing" if result.value is None else result.value.text
