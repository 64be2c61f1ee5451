"""A guess held against the live value: by value, shape, dtype, truth, printed text or exception.

Runs in the child. The guess is the plain data that ``runner.guess`` reads.
"""

from __future__ import annotations

import builtins
import sys
from typing import Any

import torch

from runner.printed_text import printed_lines
from runner.protocol import Comparison, Plain


class _Unreadable(Exception):
    def __init__(self, template: str, **values: Plain) -> None:
        self.message = (template, values)
        super().__init__(template)


class _Differs(Exception):
    """The guess is wrong in a way worth saying."""

    def __init__(self, template: str, **values: Plain) -> None:
        self.message = (template, values)
        super().__init__(template)


def compare(live: object, guess: Plain, expects: str, tolerance: float) -> Comparison:
    """Hold a guess against a live value; for an exception, ``live`` is the exception or None."""
    try:
        match expects:
            case "value":
                right = _same_value(live, guess, tolerance)
            case "shape":
                right = _same_shape(live, guess)
            case "dtype":
                right = _live_dtype(live) == _dtype(guess["name"])
            case "bool":
                right = _truth(live) == guess
            case "printed":
                right = printed_lines(str(live)) == printed_lines(guess["text"])
            case "exception":
                right = _same_exception(live, guess)
            case _:
                return Comparison(None)
    except _Unreadable as unreadable:
        return Comparison(None, unreadable=unreadable.message)
    except _Differs as differs:
        return Comparison(False, note=differs.message)
    return Comparison(right)


def _same_value(live: Any, guess: Plain, tolerance: float) -> bool:
    match live:
        case torch.Tensor():
            return _same_tensor(live, guess, tolerance)
        case torch.dtype():
            return isinstance(guess, dict) and "name" in guess and live == _dtype(guess["name"])
        case torch.device():
            return _word(guess) in (str(live), live.type)
        case str():
            return _word(guess) == live
        case type():
            return _word(guess).rpartition(".")[2] == live.__name__
        case None:
            return guess is None
        case bool():
            return isinstance(guess, bool | int) and guess == live
        case dict():
            return _same_dict(live, guess, tolerance)
        case list() | tuple():
            if isinstance(guess, dict) and "tensor" in guess:
                guess = guess["tensor"]
            if not isinstance(guess, list):
                return False
            if len(guess) != len(live):
                raise _Differs(
                    "The live value has {count} elements, not {typed}.", count=len(live), typed=len(guess)
                )
            return all(_same_value(one, part, tolerance) for one, part in zip(live, guess, strict=True))
        case int() | float() | complex():
            if isinstance(guess, dict) and "tensor" in guess:
                guess = guess["tensor"]
            number = _number(guess)
            return number is not None and _same_numbers(torch.tensor(live), torch.tensor(number), tolerance)
    raise _Unreadable("A {type} can't be compared with a typed value.", type=type(live).__name__)


def _same_tensor(live: torch.Tensor, guess: Plain, tolerance: float) -> bool:
    dtype = None
    if isinstance(guess, dict) and "tensor" in guess:
        dtype, guess = guess["dtype"], guess["tensor"]
    numbers = _numbers(guess)
    if numbers is None:
        return False
    try:
        typed = torch.tensor(numbers, device="cpu")
    except (ValueError, TypeError, RuntimeError, OverflowError) as error:
        raise _Unreadable("This is no tensor: {reason}.", reason=str(error).splitlines()[0]) from None
    values = live.detach().cpu().to_dense() if live.layout != torch.strided else live.detach().cpu()
    if typed.shape != values.shape:
        raise _Differs(
            "The shape is {live}, not {typed}.", live=str(tuple(values.shape)), typed=str(tuple(typed.shape))
        )
    if not _same_numbers(values, typed, tolerance):
        return False
    if dtype is not None and _dtype(dtype) != live.dtype:
        raise _Differs("The values are right, but the dtype is {live}.", live=str(live.dtype))
    return True


def _same_numbers(live: torch.Tensor, typed: torch.Tensor, tolerance: float) -> bool:
    inexact = live.is_floating_point() or live.is_complex()
    wide = torch.complex128 if live.is_complex() or typed.is_complex() else torch.float64
    if not inexact and not typed.is_floating_point() and not typed.is_complex():
        return torch.equal(live.to(torch.int64), typed.to(torch.int64))
    allowed = tolerance if inexact else 0.0
    try:
        torch.testing.assert_close(typed.to(wide), live.to(wide), rtol=allowed, atol=allowed, equal_nan=True)
    except AssertionError:
        return False
    return True


def _same_shape(live: Any, guess: Plain) -> bool:
    if isinstance(live, torch.Size | tuple | list):
        return bool(list(live) == guess)
    if hasattr(live, "shape"):
        return bool(list(live.shape) == guess)
    raise _Unreadable("A {type} has no shape.", type=type(live).__name__)


def _same_exception(live: object, guess: Plain) -> bool:
    if guess is None or live is None:
        return guess is None and live is None
    error = _exception_class(guess["name"])
    if error in (Exception, BaseException):
        return type(live) is error
    return isinstance(live, error)


def _exception_class(name: str) -> type[BaseException]:
    last = name.rpartition(".")[2]
    # A module that nobody has imported can't have raised.
    loaded = [
        sys.modules.get(one)
        for one in ("torch.cuda", "torch._dynamo.exc", "torch.jit", "torch.export", "pickle")
    ]
    for module in (builtins, torch, *loaded):
        for known in (last, *(one for one in dir(module) if one.lower() == last.lower())):
            found = getattr(module, known, None)
            if isinstance(found, type) and issubclass(found, BaseException):
                return found
    raise _Unreadable("Neither Python nor torch has an exception called {name}.", name=name)


def _same_dict(live: dict[Any, Any], guess: Plain, tolerance: float) -> bool:
    if not isinstance(guess, dict) or "pairs" not in guess or len(guess["pairs"]) != len(live):
        return False
    return all(
        any(
            _same_value(live_key, key, tolerance) and _same_value(live[live_key], part, tolerance)
            for live_key in live
        )
        for key, part in guess["pairs"]
    )


def _live_dtype(live: Any) -> torch.dtype:
    dtype = live if isinstance(live, torch.dtype) else getattr(live, "dtype", None)
    if isinstance(dtype, torch.dtype):
        return dtype
    raise _Unreadable("A {type} has no torch dtype.", type=type(live).__name__)


def _dtype(name: str) -> torch.dtype:
    dtype = getattr(torch, name.rpartition(".")[2], None)
    if not isinstance(dtype, torch.dtype):
        raise _Unreadable("torch has no dtype called {name}.", name=name)
    return dtype


def _truth(live: Any) -> bool:
    if isinstance(live, torch.Tensor) and live.numel() != 1:
        raise _Unreadable("The live value is neither true nor false.")
    return bool(live)


def _word(guess: Plain) -> str:
    if isinstance(guess, dict):
        return str(guess.get("text", guess.get("name", "")))
    return str(guess)


def _number(guess: Plain) -> complex | float | int | bool | None:
    if isinstance(guess, dict) and "complex" in guess:
        return complex(*guess["complex"])
    return guess if isinstance(guess, bool | int | float) else None


def _numbers(guess: Plain) -> Plain:
    """Return the guess as nested lists of numbers; None when it holds anything else."""
    if isinstance(guess, list):
        parts = [_numbers(part) for part in guess]
        return None if any(part is None for part in parts) else parts
    return _number(guess)
