"""Live values as plain data: how they print, their dtype and shape, and how one would type them.

Runs in the child.
"""

from __future__ import annotations

import math
from typing import Any

import torch

from runner.protocol import Value

MAX_TEXT = 4_000
BRIEF_TEXT = 160
MAX_ANSWER_ELEMENTS = 64


def text_of(value: object, limit: int = MAX_TEXT) -> str:
    """Return ``repr(value)``, cut to the limit; a value that can't be shown says why."""
    try:
        text = repr(value)
    except Exception as error:
        text = f"<a {type(value).__name__} whose repr raises {type(error).__name__}>"
    return text if len(text) <= limit else text[: limit - 4] + " ..."


def brief(value: object) -> str:
    """Return a value's text on one short line."""
    if isinstance(value, torch.Tensor):
        try:
            numel = value.numel()
        except Exception:
            numel = MAX_ANSWER_ELEMENTS + 1
        if numel > MAX_ANSWER_ELEMENTS:
            return f"<tensor of shape {_shape(value)}, {_name(value.dtype)}>"
    return " ".join(text_of(value, BRIEF_TEXT).split())


def describe(value: object) -> Value:
    """Describe the value of ``ask``."""
    dtype = shape = None
    if isinstance(value, torch.Tensor):
        dtype, shape = _name(value.dtype), _shape(value)
    elif isinstance(value, torch.dtype):
        dtype = _name(value)
    elif isinstance(value, torch.Size):
        shape = tuple(int(size) for size in value)
    return Value(text_of(value), type(value).__name__, dtype, shape, answer_of(value))


def answer_of(value: object) -> str | None:
    """Return the text that a learner could type for this value; None where nobody would type it."""
    try:
        return _answer(value)
    except Exception:
        return None


def _answer(value: Any) -> str | None:
    match value:
        case torch.Tensor():
            if value.numel() > MAX_ANSWER_ELEMENTS or value.layout != torch.strided or value.is_meta:
                return None
            return _answer(value.detach().cpu().tolist())
        case None | bool() | str() | int():
            return str(value)
        case float():
            return f"{value:.6g}" if math.isfinite(value) else str(value)
        case complex():
            return str(value)
        case torch.dtype():
            return _name(value)
        case torch.device():
            return str(value)
        case type():
            return value.__name__
        case list() | tuple():
            parts = [_answer(part) for part in value]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            return f"[{', '.join(known)}]" if not isinstance(value, tuple) else f"({', '.join(known)})"
        case dict():
            pairs = [(_answer(key), _answer(part)) for key, part in value.items()]
            if any(key is None or part is None for key, part in pairs):
                return None
            return "{" + ", ".join(f"{key}: {part}" for key, part in pairs) + "}"
    return None


def _shape(tensor: torch.Tensor) -> tuple[int, ...] | None:
    try:
        return tuple(int(size) for size in tensor.shape)
    except Exception:
        return None  # a nested tensor has no one shape


def _name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")
