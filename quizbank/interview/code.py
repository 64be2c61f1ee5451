"""A short code for an interview, to be repeated or shared: ``ml-engineer.45.7Q2F.K3XA``.

Blueprint, minutes, seed, topics if there are any, and a check that tells whether the bank still gives the
same plan.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from quizbank.errors import WrongCode
from quizbank.interview.plan import SEEDS, Plan
from quizbank.message import Message

# Crockford's base 32: no I, L, O or U, so that it can be read aloud.
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CHECK_DIGITS = 4

_MISREAD = str.maketrans("ILO", "110")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Wanted(NamedTuple):
    """What a code asks for; ``check`` is of the plan that it was made from."""

    blueprint: str
    minutes: int
    seed: int
    topics: tuple[str, ...]
    check: str


def code_of(plan: Plan) -> str:
    """Return the code of a plan."""
    parts = [plan.blueprint, str(plan.minutes), _spell(plan.seed, 1)]
    if plan.topics:
        parts.append("+".join(plan.topics))
    return ".".join([*parts, check_of(plan)])


def check_of(plan: Plan) -> str:
    """Return the digits that change when anything in a plan does."""
    return _spell(int.from_bytes(plan.digest[:4], "big") % 32**CHECK_DIGITS, CHECK_DIGITS)


def read_code(code: str) -> Wanted:
    """Return what a code asks for. Raises WrongCode."""
    parts = code.strip().lower().split(".")
    if len(parts) not in (4, 5):
        raise _unreadable(code)
    # Names are written small and digits in capitals, which a copy by hand may mix up.
    name, minutes, seed, *topics, check = parts
    names = [name, *(topics[0].split("+") if topics else ())]
    minutes, seed, check = (one.upper().translate(_MISREAD) for one in (minutes, seed, check))
    if not (
        all(_NAME.fullmatch(one) for one in names)
        and re.fullmatch("[1-9][0-9]{0,2}", minutes)
        and seed
        and len(check) == CHECK_DIGITS
        and set(seed + check) <= set(DIGITS)
        and _number(seed) < SEEDS
    ):
        raise _unreadable(code)
    return Wanted(name, int(minutes), _number(seed), tuple(names[1:]), check)


def refuse_other(plan: Plan, wanted: Wanted) -> None:
    """Raise WrongCode when a plan isn't the one that a code was made from."""
    if check_of(plan) != wanted.check:
        raise WrongCode(
            Message(
                "That interview can't be repeated exactly: the bank, the blueprint or what this machine can "
                "run isn't as it was, or the code was copied wrongly. `torchdrill mock --seed {seed}` draws "
                "a new one.",
                seed=wanted.seed,
            )
        )


def _unreadable(code: str) -> WrongCode:
    return WrongCode(
        Message("{code} is no code of an interview; one looks like ml-engineer.45.7Q2F.K3XA.", code=code)
    )


def _number(digits: str) -> int:
    number = 0
    for digit in digits:
        number = 32 * number + DIGITS.index(digit)
    return number


def _spell(number: int, width: int) -> str:
    digits = ""
    while number or len(digits) < width:
        number, digit = divmod(number, 32)
        digits = DIGITS[digit] + digits
    return digits
