"""The few helpers that probes, ``ask`` and tests may use beside torch itself. Runs in the child."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import torch

Errors = type[BaseException] | tuple[type[BaseException], ...]


def raises(call: Callable[[], object], error: Errors = Exception, match: str = "") -> bool:
    """Tell whether the call raises this error with ``match`` somewhere in its message."""
    try:
        call()
    except error as raised:
        return match in str(raised)
    except Exception:
        return False
    return False


def warns(call: Callable[[], object], category: type[Warning] = Warning, match: str = "") -> bool:
    """Tell whether the call warns so, also where torch would warn only once per process."""
    always = torch.is_warn_always_enabled()
    torch.set_warn_always(True)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
    finally:
        torch.set_warn_always(always)
    return any(issubclass(one.category, category) and match in str(one.message) for one in caught)


def shares_storage(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Tell whether two tensors look at the same memory."""
    return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()


def close(a: object, b: object, rtol: float = 1e-4, atol: float = 1e-5) -> bool:
    """Tell whether two values agree up to rounding; shapes must agree, dtypes need not."""
    left, right = torch.as_tensor(a), torch.as_tensor(b)
    if left.shape != right.shape:
        return False
    return torch.allclose(left.detach().double(), right.detach().double(), rtol=rtol, atol=atol)


HELPERS = {one.__name__: one for one in (raises, warns, shares_storage, close)}
