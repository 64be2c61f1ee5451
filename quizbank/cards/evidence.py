"""What a question's run gave, as plain data: whoever can run PyTorch hands it in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome of one probe or test, and the sub-expressions that decided it with their live values."""

    holds: bool
    seen: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node of an autograd graph; ``inputs`` are the places of other nodes, ``leaf`` a tensor's name."""

    name: str
    inputs: tuple[int, ...] = ()
    leaf: str | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph behind the tensor called ``of``, its own node first."""

    of: str
    nodes: tuple[GraphNode, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a question's run gave.

    ``proofs`` belong to the options, points or tests, in the question's order; ``answer`` is what was
    to be predicted. ``failure`` says why the run decides nothing, in the words of Python.
    """

    torch: str
    device: str
    printed: str = ""
    raised: str | None = None
    answer: str | None = None
    proofs: tuple[Proof, ...] = ()
    graph: Graph | None = None
    failure: str | None = None
