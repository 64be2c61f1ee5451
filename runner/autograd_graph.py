"""The autograd graph behind a tensor, as plain data: nodes, what they saved, leaves. Runs in the child."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

import torch

from runner.inspected import Graph, GraphNode, Plain, SavedSeen, Sizes
from runner.look import named_tensors, names_of
from runner.look_tensor import is_tensor, quietly, shape_of

MAX_NODES = 200
MAX_COUNTED = 100_000
"""So many nodes beyond the limit are still counted."""
MAX_SAVED = 16
RAW = "_raw_saved_"

Look = tuple[int, int, Sizes | None, object, str]
"""Where a tensor's elements lie and how they are read: two tensors that agree in it can't be told apart."""


class _NoGraph(Exception):
    def __init__(self, template: str, **values: Plain) -> None:
        self.message = (template, values)
        super().__init__(template)


def graph_of(source: str, namespace: Mapping[str, object]) -> Graph:
    """Return the graph behind the tensor that an expression names.

    Walks it breadth first without recursion, so depth is no matter. Without one, ``problem`` says why.
    """
    try:
        tensor = _tensor(source, namespace)
        with quietly():
            return _walk(source, tensor.grad_fn, _Names(namespace))
    except _NoGraph as reason:
        return Graph(source, problem=reason.message)


def _tensor(source: str, namespace: Mapping[str, object]) -> torch.Tensor:
    try:
        value = eval(compile(source.strip(), "graph", "eval", dont_inherit=True), dict(namespace))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise _NoGraph("{source} can't be evaluated: {reason}", source=source, reason=reason) from None
    if not is_tensor(value):
        raise _NoGraph("{source} is no tensor but a {type}.", source=source, type=type(value).__name__)
    tensor: torch.Tensor = value
    try:
        node = tensor.grad_fn
    except Exception as error:
        raise _NoGraph("{source} has lost its graph: {reason}", source=source, reason=str(error)) from None
    if node is None:
        if tensor.requires_grad:
            raise _NoGraph("{source} is a leaf: there is no graph behind it.", source=source)
        raise _NoGraph("{source} needs no gradient, so no graph was recorded.", source=source)
    return tensor


class _Names:
    """The names that tensors of the graph go by in the namespace.

    A node keeps an intermediate result as a tensor object of its own, so those are known by their memory.
    """

    def __init__(self, namespace: Mapping[str, object]) -> None:
        self._by_identity = names_of(namespace)
        self._by_look: dict[Look, str] = {}
        for name, tensor in named_tensors(namespace):
            if (look := _look(tensor)) is not None:
                self._by_look.setdefault(look, name)

    def leaf(self, tensor: torch.Tensor) -> str:
        return self._by_identity.get(id(tensor), "")

    def saved(self, tensor: torch.Tensor) -> str | None:
        name = self._by_identity.get(id(tensor))
        if name is None and (look := _look(tensor)) is not None:
            name = self._by_look.get(look)
        return name


def _look(tensor: torch.Tensor) -> Look | None:
    try:
        storage = int(torch.Tensor.untyped_storage(tensor)._cdata)
        return storage, int(tensor.storage_offset()), shape_of(tensor), tensor.stride(), str(tensor.dtype)
    except Exception:
        return None  # without a storage there is only identity


def _walk(source: str, root: Any, names: _Names) -> Graph:
    # The wrappers are held until the end: torch makes a new one for a node whose last one is gone.
    found: list[Any] = [root]
    ids: dict[Any, int] = {root: 0}
    nodes: list[GraphNode] = []
    waiting: deque[Any] = deque(found)
    while waiting and len(found) < MAX_COUNTED:
        node = waiting.popleft()
        inputs: list[int | None] = []
        for successor, _ in node.next_functions:
            if successor is None:
                inputs.append(None)
                continue
            if successor not in ids:
                ids[successor] = len(found)
                found.append(successor)
                waiting.append(successor)
            inputs.append(ids[successor])
        if len(nodes) < MAX_NODES:
            nodes.append(_node(node, tuple(inputs), names))
    return Graph(source, tuple(nodes), len(found) - len(nodes))


def _node(node: Any, inputs: tuple[int | None, ...], names: _Names) -> GraphNode:
    variable = getattr(node, "variable", None) if type(node).__name__ == "AccumulateGrad" else None
    if variable is not None:
        return GraphNode(_name(node), inputs, leaf=names.leaf(variable), shape=shape_of(variable))
    return GraphNode(_name(node), inputs, _saved(node, names))


def _name(node: Any) -> str:
    try:
        return str(node.name()).rpartition("::")[2][:80]  # torch::autograd::AccumulateGrad
    except Exception:
        return type(node).__name__[:80]


def _saved(node: Any, names: _Names) -> tuple[SavedSeen, ...]:
    saved: list[SavedSeen] = []
    for attribute in dir(type(node)):
        if attribute.startswith(RAW):
            saved.extend(_saved_under(node, attribute.removeprefix(RAW), names))
    return tuple(saved[:MAX_SAVED])


def _saved_under(node: Any, name: str, names: _Names) -> list[SavedSeen]:
    """Return what a node keeps under one name: a tensor, or several for ``cat`` and an own Function."""
    own = not hasattr(type(node), f"_saved_{name}")  # torch.autograd.Function: ctx.saved_tensors
    try:
        raw = getattr(node, f"{RAW}{name}")
        several = isinstance(raw, tuple | list)
        if any(getattr(one, "unpack_hook", None) is not None for one in (raw if several else (raw,))):
            return [SavedSeen(name, "packed")]
        value = getattr(node, "saved_tensors" if own else f"_saved_{name}")
    except Exception as error:
        return [SavedSeen(name, _state(error))]
    if not several:
        return [] if value is None else [_kept(name, value, names)]
    return [_kept(f"{name}[{index}]", one, names) for index, one in enumerate(value) if one is not None]


def _kept(name: str, value: object, names: _Names) -> SavedSeen:
    if not is_tensor(value):
        return SavedSeen(name, "unreadable")
    tensor: torch.Tensor = value  # type: ignore[assignment]
    return SavedSeen(name, "kept", shape_of(tensor), names.saved(tensor))


def _state(error: Exception) -> str:
    message = str(error)
    if "freed" in message:
        return "freed"
    return "modified" if "inplace operation" in message else "unreadable"
