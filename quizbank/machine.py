"""What a machine has, as plain data, and what a question needs that it hasn't."""

from __future__ import annotations

from dataclasses import dataclass

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from quizbank.question import Question


@dataclass(frozen=True, slots=True)
class Machine:
    """What a machine has; None where nobody knows yet, and a question is given the benefit of the doubt."""

    torch: str | None = None
    torchvision: bool | None = None
    cuda: bool | None = None


ANY = Machine()
"""A machine that nothing is known about."""


def needs(question: Question) -> tuple[str, ...]:
    """Return what a question needs beyond torch on a CPU, each in a word or two that any language takes."""
    wanted = question.requires
    named = [name for name in ("cuda", "torchvision") if getattr(wanted, name)]
    return (*named, f"torch {wanted.torch}") if wanted.torch is not None else tuple(named)


def missing(question: Question, machine: Machine) -> tuple[str, ...]:
    """Return which of its ``needs`` the machine is known not to meet."""
    if not (needed := needs(question)):
        return ()  # nearly all of them
    wanted = question.requires
    lacks = {
        "cuda": machine.cuda is False,
        "torchvision": machine.torchvision is False,
        f"torch {wanted.torch}": not _within(machine.torch, wanted.torch),
    }
    return tuple(need for need in needed if lacks[need])


def _within(version: str | None, wanted: str | None) -> bool:
    if version is None or wanted is None:
        return True
    try:
        # A nightly build of 2.14 is newer than 2.13, and has what 2.14 will have.
        return SpecifierSet(wanted).contains(Version(version).base_version, prereleases=True)
    except InvalidVersion:
        return True
