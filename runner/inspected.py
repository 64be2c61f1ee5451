"""What the inspector, the trace and the autograd graph saw, as plain data.

Standard library only: the child fills it in, and whoever shows it needs no torch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

Plain = Any
Sizes = tuple[int | str, ...]
"""A shape or strides; a symbolic size is its text."""

Facts = dict[str, str]
"""Attribute to text, as one would write it in Python."""


@dataclass(frozen=True, slots=True)
class TensorSeen:
    """One tensor under one name; None stands for what such a tensor doesn't have.

    ``storage`` is a letter: tensors with the same letter look at the same memory. ``view_of`` names the base
    of a view and is empty for a base without a name; ``same_as`` is an earlier name of the very same tensor.
    """

    name: str
    kind: str
    shape: Sizes | None
    dtype: str
    device: str
    layout: str
    stride: Sizes | None
    contiguous: bool | None
    requires_grad: bool
    is_leaf: bool
    grad: str | None
    grad_fn: str | None
    version: int | None
    storage: str | None = None
    shared: bool = False
    view_of: str | None = None
    same_as: str | None = None
    value: str | None = None

    @property
    def facts(self) -> Facts:
        """Return what there is to say, in the order in which one would say it."""
        facts = {
            "is": self.same_as,
            "shape": written(self.shape),
            "dtype": self.dtype,
            "device": self.device,
            "layout": self.layout,
            "stride": written(self.stride),
            "contiguous": _text(self.contiguous),
            "requires_grad": str(self.requires_grad),
            "is_leaf": str(self.is_leaf),
            "grad_fn": self.grad_fn or "None",
            "grad": self.grad or "None",
            "_version": _text(self.version),
            "storage": self.storage,
            "_base": self.view_of,
            "value": self.value,
        }
        return {name: text for name, text in facts.items() if text is not None}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain]) -> Self:
        return cls(**{**plain, "shape": _tuple(plain["shape"]), "stride": _tuple(plain["stride"])})


@dataclass(frozen=True, slots=True)
class ModuleSeen:
    """A module or submodule; parameters are counted in elements, buffers and hooks one by one."""

    name: str
    kind: str
    training: bool | None
    parameters: int
    trainable: int
    uninitialized: int
    buffers: int
    forward_hooks: int
    backward_hooks: int

    @property
    def facts(self) -> Facts:
        return {
            "class": self.kind,
            "training": str(self.training),
            "parameters": f"{self.parameters:,}",
            "trainable": f"{self.trainable:,}",
            **({"uninitialized": str(self.uninitialized)} if self.uninitialized else {}),
            "buffers": str(self.buffers),
            "forward hooks": str(self.forward_hooks),
            "backward hooks": str(self.backward_hooks),
        }


@dataclass(frozen=True, slots=True)
class GroupSeen:
    """One of an optimizer's parameter groups."""

    parameters: int
    settings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StateSeen:
    """What an optimizer remembers about one parameter."""

    parameter: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OptimizerSeen:
    """An optimizer's settings and memory."""

    name: str
    kind: str
    groups: tuple[GroupSeen, ...]
    state: tuple[StateSeen, ...]

    @property
    def facts(self) -> Facts:
        facts = {"class": self.kind}
        for number, group in enumerate(self.groups):
            prefix = "" if len(self.groups) == 1 else f"group {number} "
            facts[f"{prefix}parameters"] = str(group.parameters)
            facts.update({f"{prefix}{key}": text for key, text in group.settings})
        for state in self.state:
            facts.update({f"state[{state.parameter}].{key}": text for key, text in state.values})
        return facts

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain]) -> Self:
        return cls(
            plain["name"],
            plain["kind"],
            tuple(GroupSeen(group["parameters"], _pairs(group["settings"])) for group in plain["groups"]),
            tuple(StateSeen(state["parameter"], _pairs(state["values"])) for state in plain["state"]),
        )


@dataclass(frozen=True, slots=True)
class Inspection:
    """Everything of interest in a namespace; ``left_out`` counts the tensors beyond the limit."""

    tensors: tuple[TensorSeen, ...] = ()
    modules: tuple[ModuleSeen, ...] = ()
    optimizers: tuple[OptimizerSeen, ...] = ()
    left_out: int = 0

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain] | None) -> Self | None:
        if plain is None:
            return None
        return cls(
            tuple(TensorSeen.from_plain(one) for one in plain["tensors"]),
            tuple(ModuleSeen(**one) for one in plain["modules"]),
            tuple(OptimizerSeen.from_plain(one) for one in plain["optimizers"]),
            plain["left_out"],
        )


@dataclass(frozen=True, slots=True)
class Change:
    """What a statement did to one name: ``how`` is new, changed or gone.

    ``facts`` are (attribute, before, after); a name that is new has no before, and ``kind`` says what it
    names: tensor, module, optimizer or value.
    """

    name: str
    kind: str
    how: str
    facts: tuple[tuple[str, str | None, str | None], ...] = ()

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain]) -> Self:
        facts = tuple((name, before, after) for name, before, after in plain["facts"])
        return cls(plain["name"], plain["kind"], plain["how"], facts)


@dataclass(frozen=True, slots=True)
class Step:
    """One top-level statement: its lines, counted from 1, and what it printed and changed.

    ``raised`` is set on a last step that raised, and says what.
    """

    block: str
    first_line: int
    last_line: int
    source: str
    printed: str = ""
    changes: tuple[Change, ...] = ()
    left_out: int = 0
    seconds: float = 0.0
    raised: str | None = None

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain]) -> Self:
        return cls(**{**plain, "changes": tuple(Change.from_plain(change) for change in plain["changes"])})


@dataclass(frozen=True, slots=True)
class Trace:
    """A program step by step; ``left_out`` counts the statements beyond the limit."""

    steps: tuple[Step, ...] = ()
    left_out: int = 0

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain] | None) -> Self | None:
        if plain is None:
            return None
        return cls(tuple(Step.from_plain(step) for step in plain["steps"]), plain["left_out"])


@dataclass(frozen=True, slots=True)
class SavedSeen:
    """A tensor that a node keeps for its backward pass.

    ``state`` is kept, freed, modified (in place since, so that backward would refuse it), packed (by a hook,
    which looking doesn't call) or unreadable; ``tensor`` is the name it goes by in the namespace.
    """

    name: str
    state: str
    shape: Sizes | None = None
    tensor: str | None = None

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain]) -> Self:
        return cls(**{**plain, "shape": _tuple(plain["shape"])})


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node of the autograd graph; its id is its place in ``Graph.nodes``.

    ``inputs`` are ids: None for an input that needs no gradient, and beyond the last node where the graph was
    cut. An AccumulateGrad names its ``leaf`` (empty when it has no name) and gives the leaf's ``shape``.
    """

    name: str
    inputs: tuple[int | None, ...] = ()
    saved: tuple[SavedSeen, ...] = ()
    leaf: str | None = None
    shape: Sizes | None = None

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain]) -> Self:
        saved = tuple(SavedSeen.from_plain(one) for one in plain["saved"])
        return cls(plain["name"], tuple(plain["inputs"]), saved, plain["leaf"], _tuple(plain["shape"]))


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph behind a tensor, its own node first; ``problem`` is a message template with its values."""

    of: str
    nodes: tuple[GraphNode, ...] = ()
    left_out: int = 0
    problem: tuple[str, dict[str, Plain]] | None = None

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain] | None) -> Self | None:
        if plain is None:
            return None
        problem = plain["problem"]
        nodes = tuple(GraphNode.from_plain(node) for node in plain["nodes"])
        return cls(
            plain["of"], nodes, plain["left_out"], None if problem is None else (problem[0], problem[1])
        )


def written(sizes: Sizes | None) -> str | None:
    """Return a shape as Python writes a tuple: ``(3,)``."""
    if sizes is None:
        return None
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(map(str, sizes))})"


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _tuple(value: Plain) -> tuple[Any, ...] | None:
    return None if value is None else tuple(value)


def _pairs(value: Plain) -> tuple[tuple[str, str], ...]:
    return tuple((key, text) for key, text in value)
