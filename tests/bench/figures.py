"""Medians, tails, ratios, and the table that shows them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """A goal and what was measured; both are ratios unless ``unit`` says otherwise."""

    name: str
    measured: float
    goal: float
    at_least: bool = False
    unit: str = "×"

    @property
    def reached(self) -> bool:
        return self.measured >= self.goal if self.at_least else self.measured <= self.goal

    def row(self) -> str:
        sign = "≥" if self.at_least else "≤"
        mark = "✓" if self.reached else "✗"
        return (
            f"| {mark} | {self.name} | {self.measured:.3g} {self.unit} | {sign} {self.goal:g} {self.unit} |"
        )


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def p95(values: Sequence[float]) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(0.95 * len(ordered)) - 1)]


def geometric_mean(values: Iterable[float]) -> float:
    return statistics.geometric_mean(values)


def ratio(ours: dict[str, list[float]], theirs: dict[str, list[float]]) -> float:
    """Return the geometric mean, over the snippets, of the ratio of medians."""
    return geometric_mean(median(ours[name]) / median(theirs[name]) for name in ours)
