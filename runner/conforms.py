"""Tells whether data that a child sent is what its dataclass says; a child may send anything.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

Check = Callable[[Any], bool]


def conforms(value: object, kind: Any) -> bool:
    """Tell whether a value is of a type: a dataclass, a plain type, or a tuple, dict or union of them."""
    return _check_of(kind)(value)


@cache
def _check_of(kind: Any) -> Check:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda value: True
    if origin in (Union, UnionType):
        choices = [_check_of(one) for one in arguments]
        return lambda value: any(check(value) for check in choices)
    if origin is tuple:
        return _check_of_tuple(arguments)
    if origin is dict:
        key, element = map(_check_of, arguments)
        return lambda value: (
            type(value) is dict and all(key(one) and element(other) for one, other in value.items())
        )
    if is_dataclass(kind):
        return _check_of_fields(kind)
    if kind is float:
        return lambda value: type(value) in (float, int)
    if kind in (str, int, bool, NoneType) or issubclass(kind, Enum):
        return lambda value: type(value) is kind
    raise TypeError(f"{kind} is not a type that a child sends")


def _check_of_tuple(arguments: tuple[Any, ...]) -> Check:
    if arguments[1:] == (...,):
        element = _check_of(arguments[0])
        return lambda value: type(value) is tuple and all(map(element, value))
    elements = [_check_of(one) for one in arguments]
    return lambda value: (
        type(value) is tuple
        and len(value) == len(elements)
        and all(check(one) for check, one in zip(elements, value, strict=True))
    )


def _check_of_fields(kind: Any) -> Check:
    hints = get_type_hints(kind)
    checks = [(field.name, _check_of(hints[field.name])) for field in fields(kind)]
    return lambda value: type(value) is kind and all(check(getattr(value, name)) for name, check in checks)
