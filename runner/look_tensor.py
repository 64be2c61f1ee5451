"""One tensor as a learner wants to see it, read so that reading changes nothing. Runs in the child.

Attributes are read below subclasses, modes and transforms, each on its own, so a tensor that refuses one
still shows the others. Values are read where that costs nothing: never a copy of more than a few elements.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import torch
from torch import no_grad
from torch.nn.parameter import UninitializedTensorMixin  # type: ignore[attr-defined]
from torch.utils._python_dispatch import _disable_current_modes

from runner.inspected import Sizes, TensorSeen, written

MAX_ELEMENTS = 6
"""Up to so many elements are shown one by one."""
MAX_SUMMED = 32_768
"""Up to so many are summed up in a norm: the most for which torch starts no threads."""
BRIEF_TEXT = 80
PLAIN_TYPES = (bool, int, float, complex, str, type(None), torch.dtype, torch.device, torch.layout)

_T = TypeVar("_T")
_BASE = torch._C.TensorBase
_KNOWN_TYPES = (torch.Tensor, torch.nn.Parameter)


@contextmanager
def quietly() -> Iterator[None]:
    """Read tensors without gradients, overrides, modes and warnings.

    Warnings are dropped where they would be shown: the filters stay untouched, for changing them makes
    Python forget which warnings it has shown before.
    """
    shown = getattr(warnings, "_showwarnmsg", None)
    with torch._C.DisableTorchFunction(), no_grad():
        try:
            if shown is not None:
                warnings._showwarnmsg = _drop  # type: ignore[attr-defined]
            if torch._C._len_torch_dispatch_stack():
                with _disable_current_modes():
                    yield
            else:
                yield
        finally:
            if shown is not None:
                warnings._showwarnmsg = shown  # type: ignore[attr-defined]


def _drop(message: object) -> None:
    """Show no warning."""


def is_tensor(value: object) -> bool:
    """Tell a tensor by its type alone: asking the object could run its code."""
    return issubclass(type(value), torch.Tensor)


def see(
    name: str,
    tensor: torch.Tensor,
    names: Mapping[int, str],
    storage: tuple[str | None, bool] = (None, False),
) -> TensorSeen:
    """Describe a tensor; ``names`` are the names by identity that views and aliases are told by."""
    grad = grad_of(tensor)
    base = _read(lambda: _attribute(tensor, "_base"))
    other = names.get(id(tensor), name)
    return TensorSeen(
        name=name,
        kind=type(tensor).__name__[:BRIEF_TEXT],
        shape=shape_of(tensor),
        dtype=str(_read(lambda: _attribute(tensor, "dtype"), "?")).removeprefix("torch."),
        device=str(_read(lambda: _attribute(tensor, "device"), "?")),
        layout=str(_read(lambda: _attribute(tensor, "layout"), "?")).removeprefix("torch."),
        stride=_stride(tensor),
        contiguous=_contiguous(tensor),
        requires_grad=needs_gradient(tensor),
        is_leaf=bool(_read(lambda: _attribute(tensor, "is_leaf"), True)),
        grad=None if grad is None else brief_tensor(grad),
        grad_fn=_read(lambda: _grad_fn(tensor), "?"),
        version=_read(lambda: int(_attribute(tensor, "_version"))),
        storage=storage[0],
        shared=storage[1],
        view_of=None if base is None else names.get(id(base), ""),
        same_as=None if other == name else other,
        value=value_of(tensor),
    )


def shape_of(tensor: torch.Tensor) -> Sizes | None:
    """Return the shape; None for a tensor without one, such as a parameter that is still to be made."""
    if issubclass(type(tensor), UninitializedTensorMixin):
        return None
    return _read(lambda: _sizes(_attribute(tensor, "shape")))


def numel_of(tensor: torch.Tensor) -> int | None:
    """Return the number of elements; None for a parameter that is still to be made."""
    if issubclass(type(tensor), UninitializedTensorMixin):
        return None
    return _read(lambda: int(_BASE.numel(tensor)))


def needs_gradient(tensor: torch.Tensor) -> bool:
    return bool(_read(lambda: _attribute(tensor, "requires_grad"), False))


def grad_of(tensor: torch.Tensor) -> torch.Tensor | None:
    """Return the gradient; a non-leaf that doesn't retain one isn't asked, for that warns."""

    def read() -> torch.Tensor | None:
        if _attribute(tensor, "is_leaf") or _attribute(tensor, "retains_grad"):
            grad: torch.Tensor | None = _attribute(tensor, "grad")
            return grad
        return None

    return _read(read)


def brief_tensor(tensor: torch.Tensor) -> str:
    """Return a tensor on one short line: its elements when they are few, otherwise its shape and norm."""
    shape = shape_of(tensor)
    value = value_of(tensor)
    if value is not None and shape is not None and _count(shape) <= MAX_ELEMENTS:
        return value
    layout = str(_read(lambda: _attribute(tensor, "layout"), "?")).removeprefix("torch.")
    parts = (written(shape) or "?", layout if layout != "strided" else None, value)
    return " ".join(part for part in parts if part)


def value_of(tensor: torch.Tensor) -> str | None:
    """Return few elements as they are, the norm of more, and None where reading would cost or change."""
    return _read(lambda: _value(tensor))


def brief_value(value: object) -> str:
    """Return any value on one short line, without running code of its class."""
    if is_tensor(value):
        return brief_tensor(value)  # type: ignore[arg-type]
    text = plain_text(value)
    if text is not None:
        return text
    size = f" of {len(value)}" if type(value) in (list, dict, set) else ""  # type: ignore[arg-type]
    return f"<{type(value).__name__}{size}>"


def plain_text(value: object) -> str | None:
    """Return the text of a plain Python value or a tuple or list of them, cut to a line; None for others."""
    if type(value) in (tuple, torch.Size, list):
        few = list(value[: MAX_ELEMENTS * 2])  # type: ignore[index]
        parts = [plain_text(part) for part in few]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        if len(value) > len(few):  # type: ignore[arg-type]
            known.append(f"... {len(value)} in all")  # type: ignore[arg-type]
        inner = ", ".join(known)
        if type(value) is list:
            return _cut(f"[{inner}]")
        return _cut(f"({inner},)" if len(few) == 1 else f"({inner})")
    if type(value) not in PLAIN_TYPES:
        return None
    if type(value) is int and value.bit_length() > 256:
        return f"<int of {value.bit_length()} bits>"
    if type(value) is str and len(value) > BRIEF_TEXT:
        return _cut(repr(value[:BRIEF_TEXT]) + "...")
    return _cut(repr(value))


def _value(tensor: torch.Tensor) -> str | None:
    if issubclass(type(tensor), UninitializedTensorMixin):
        return None
    if type(tensor) not in _KNOWN_TYPES:
        if type(tensor).__torch_dispatch__ is not torch.Tensor.__torch_dispatch__:
            return None  # reading an element would run the subclass's code
        tensor = _BASE.detach(tensor)
    if tensor.layout != torch.strided or tensor.is_meta or tensor.is_nested:
        return None
    if torch._C._functorch.is_functorch_wrapped_tensor(tensor) or not _in_memory(tensor):
        return None
    count = tensor.numel()
    if count <= MAX_ELEMENTS:
        small = tensor.detach()
        return _cut(_listed((small.dequantize() if small.is_quantized else small).tolist()))
    if count > MAX_SUMMED or tensor.device.type != "cpu" or tensor.is_quantized:
        return None
    flat = tensor.detach()
    if flat.dtype == torch.bool:
        return f"{int(flat.sum())} of {count} True"
    if flat.is_floating_point() or flat.is_complex():
        return f"norm {float(torch.linalg.vector_norm(flat)):.4g}"
    return f"sum {int(flat.sum())}"


def _in_memory(tensor: torch.Tensor) -> bool:
    """Tell whether every element lies in the storage, which may have been freed or cut since."""
    if not tensor.numel():
        return True
    last = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    needed = (tensor.storage_offset() + last + 1) * tensor.element_size()
    return tensor.untyped_storage().nbytes() >= needed


def _listed(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_listed(part) for part in value)}]"
    if isinstance(value, float):
        text = f"{value:.4g}"
        return text if set(text) & set(".en") else f"{text}."
    if isinstance(value, complex):
        return f"{value:.4g}"
    return str(value)


def _attribute(tensor: torch.Tensor, name: str) -> Any:
    """Read an attribute as torch defines it; only torch's own subclasses know better."""
    if type(tensor).__module__.partition(".")[0] == "torch":
        return getattr(tensor, name)
    return getattr(_BASE, name).__get__(tensor)


def _grad_fn(tensor: torch.Tensor) -> str | None:
    node = _attribute(tensor, "grad_fn")
    return None if node is None else str(node.name())


def _stride(tensor: torch.Tensor) -> Sizes | None:
    if shape_of(tensor) is None:
        return None
    return _read(
        lambda: _sizes(_BASE.stride(tensor)) if _attribute(tensor, "layout") == torch.strided else None
    )


def _contiguous(tensor: torch.Tensor) -> bool | None:
    if shape_of(tensor) is None:
        return None
    return _read(
        lambda: bool(_BASE.is_contiguous(tensor)) if _attribute(tensor, "layout") == torch.strided else None
    )


def _sizes(sizes: object) -> Sizes:
    """Return sizes as plain data; a symbolic size is written, for turning it into a number would fix it."""
    return tuple(size if type(size) is int else str(size) for size in sizes)  # type: ignore[attr-defined]


def _count(shape: Sizes) -> int:
    count = 1
    for size in shape:
        count *= size if isinstance(size, int) else MAX_ELEMENTS + 1
    return count


def _read(read: Callable[[], _T], otherwise: Any = None) -> _T | Any:
    try:
        return read()
    except Exception:
        return otherwise


def _cut(text: str) -> str:
    return text if len(text) <= BRIEF_TEXT else text[: BRIEF_TEXT - 4] + " ..."
