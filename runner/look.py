"""The inspector: every tensor, module and optimizer of a namespace, as plain data. Runs in the child."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import torch
from torch import nn

from runner.inspected import GroupSeen, Inspection, ModuleSeen, OptimizerSeen, StateSeen
from runner.look_tensor import (
    BRIEF_TEXT,
    brief_value,
    grad_of,
    is_tensor,
    needs_gradient,
    numel_of,
    plain_text,
    quietly,
    see,
)
from runner.storages import Storages

MAX_TENSORS = 400
MAX_MODULES = 200
MAX_STATES = 100
MAX_PARTS = 32
"""So many elements of one list or dict are looked at."""

Named = tuple[str, Any]


def look(
    namespace: Mapping[str, object], storages: Storages | None = None, most: int = MAX_TENSORS
) -> Inspection:
    """Describe what a namespace holds; nothing in it changes and nothing of it is kept.

    ``storages`` carries the letters over from one look to the next. Raises nothing for anything a snippet
    can put into its namespace.
    """
    with quietly():
        found = _Found(namespace)
        tensors = found.tensors[:most]
        letters = (storages or Storages()).letters([tensor for _, tensor in tensors])
        names = found.names()
        return Inspection(
            tuple(see(name, one, names, place) for (name, one), place in zip(tensors, letters, strict=True)),
            tuple(_module(name, module) for name, module in found.modules[:MAX_MODULES]),
            tuple(_optimizer(name, one, names) for name, one in found.optimizers),
            len(found.tensors) - len(tensors),
        )


def names_of(namespace: Mapping[str, object]) -> dict[int, str]:
    """Return the names of tensors by their identity; of two names for one tensor, the first."""
    with quietly():
        return _Found(namespace).names()


def named_tensors(namespace: Mapping[str, object]) -> list[tuple[str, torch.Tensor]]:
    """Return the tensors of a namespace with their names."""
    with quietly():
        return _Found(namespace).tensors


class _Found:
    """What is in a namespace: at the top, in containers one level deep, in modules and optimizers."""

    def __init__(self, namespace: Mapping[str, object]) -> None:
        self.tensors: list[tuple[str, torch.Tensor]] = []
        self.modules: list[tuple[str, nn.Module]] = []
        self.optimizers: list[tuple[str, torch.optim.Optimizer]] = []
        for name, value in list(namespace.items()):
            if not isinstance(name, str) or (name.startswith("__") and name.endswith("__")):
                continue
            for path, part in ((name, value), *_parts(name, value)):
                self._take(path[:BRIEF_TEXT], part)
        self._take_optimized()

    def names(self) -> dict[int, str]:
        """Return the names of tensors by identity: the first one, or for a gradient that it is one."""
        names: dict[int, str] = {}
        gradients: dict[int, str] = {}
        for name, tensor in self.tensors:
            names.setdefault(id(tensor), name)
            if (grad := grad_of(tensor)) is not None:
                gradients.setdefault(id(grad), f"{name}.grad")
        return {**names, **gradients}

    def _take(self, name: str, value: object) -> None:
        kind = type(value)
        if issubclass(kind, torch.Tensor):
            self.tensors.append((name, value))  # type: ignore[arg-type]
        elif issubclass(kind, nn.Module):
            for path, module in _submodules(name, value):
                self.modules.append((path, module))
                for own in ("_parameters", "_buffers"):
                    held = _items(module, own)
                    self.tensors.extend((f"{path}.{key}", one) for key, one in held if is_tensor(one))
        elif issubclass(kind, torch.optim.Optimizer):
            self.optimizers.append((name, value))  # type: ignore[arg-type]

    def _take_optimized(self) -> None:
        known = {id(tensor): name for name, tensor in reversed(self.tensors)}
        for name, optimizer in self.optimizers:
            for number, group in enumerate(_groups(optimizer)):
                for index, one in enumerate(_parameters(group)):
                    if is_tensor(one) and id(one) not in known:
                        known[id(one)] = f"{name}.param_groups[{number}].params[{index}]"
                        self.tensors.append((known[id(one)], one))
            for parameter, state in _states(optimizer):
                label = known.get(id(parameter), "?")
                self.tensors.extend(
                    (f"{name}.state[{label}].{key}", one) for key, one in state.items() if is_tensor(one)
                )


def _parts(name: str, value: Any) -> Iterator[Named]:
    """Yield the elements of a list, tuple or dict with the names one would write for them."""
    kind = type(value)
    if issubclass(kind, tuple) and (fields := getattr(kind, "_fields", None)):
        for field, part in zip(fields, tuple.__iter__(value), strict=False):
            yield f"{name}.{field}", part
    elif issubclass(kind, list | tuple):
        base = list if issubclass(kind, list) else tuple
        for index, part in enumerate(islice(base.__iter__(value), MAX_PARTS)):
            yield f"{name}[{index}]", part
    elif issubclass(kind, dict):
        for key, part in list(islice(dict.items(value), MAX_PARTS)):
            if (label := plain_text(key)) is not None:
                yield f"{name}[{label}]", part


def _submodules(name: str, root: Any) -> Iterator[tuple[str, nn.Module]]:
    """Yield a module and those below it, in order, each once."""
    seen: set[int] = set()
    waiting: list[Named] = [(name, root)]
    while waiting:
        path, module = waiting.pop()
        if id(module) in seen or not issubclass(type(module), nn.Module):
            continue
        seen.add(id(module))
        yield path, module
        waiting.extend((f"{path}.{key}", child) for key, child in reversed(_items(module, "_modules")))


def _items(owner: Any, attribute: str) -> list[Named]:
    """Return what a module holds under an attribute; nothing before its ``__init__`` has run."""
    try:
        return [(str(key), value) for key, value in getattr(owner, attribute).items()]
    except Exception:
        return []


def _module(name: str, module: nn.Module) -> ModuleSeen:
    parameters = trainable = uninitialized = buffers = 0
    counted: set[int] = set()
    for _, one in _submodules(name, module):
        buffers += sum(is_tensor(buffer) for _, buffer in _items(one, "_buffers"))
        for _, parameter in _items(one, "_parameters"):
            if not is_tensor(parameter) or id(parameter) in counted:
                continue
            counted.add(id(parameter))
            elements = numel_of(parameter)
            if elements is None:
                uninitialized += 1
                continue
            parameters += elements
            trainable += elements if needs_gradient(parameter) else 0
    return ModuleSeen(
        name,
        type(module).__name__[:BRIEF_TEXT],
        _training(module),
        parameters,
        trainable,
        uninitialized,
        buffers,
        len(_items(module, "_forward_hooks")) + len(_items(module, "_forward_pre_hooks")),
        len(_items(module, "_backward_hooks")) + len(_items(module, "_backward_pre_hooks")),
    )


def _training(module: nn.Module) -> bool | None:
    try:
        return bool(module.training)
    except Exception:
        return None


def _optimizer(name: str, optimizer: torch.optim.Optimizer, names: Mapping[int, str]) -> OptimizerSeen:
    groups = tuple(
        GroupSeen(
            len(_parameters(group)),
            tuple((str(key), brief_value(value)) for key, value in group.items() if key != "params"),
        )
        for group in _groups(optimizer)
    )
    states = tuple(
        StateSeen(
            names.get(id(parameter), "?"),
            tuple((str(key), brief_value(value)) for key, value in state.items()),
        )
        for parameter, state in _states(optimizer)
    )
    return OptimizerSeen(name, type(optimizer).__name__[:BRIEF_TEXT], groups, states)


def _groups(optimizer: Any) -> list[dict[str, Any]]:
    try:
        return [group for group in optimizer.param_groups if type(group) is dict]
    except Exception:
        return []


def _parameters(group: Mapping[str, Any]) -> list[Any]:
    held = group.get("params")
    return held if type(held) is list else []


def _states(optimizer: Any) -> list[tuple[object, dict[str, Any]]]:
    try:
        states = islice(optimizer.state.items(), MAX_STATES)
        return [(parameter, state) for parameter, state in states if type(state) is dict]
    except Exception:
        return []
