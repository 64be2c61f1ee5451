"""Landlock: which files a child may read and write, and that it may not connect anywhere.

Source: the kernel's userspace API of Landlock (ABI 1 to 6). Standard library only.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from runner.linux_calls import syscall

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_OF_DEVICES = 1 << 14, 1 << 15
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_OF_DEVICES
_NETWORK = 0b11  # bind and connect of TCP
_SCOPES = 0b11  # abstract Unix sockets, and signals


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _PathRule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("fd", ctypes.c_int32))


def landlock_abi() -> int:
    """Return the version of Landlock that the kernel has; 0 for none."""
    try:
        return syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG))
    except OSError:
        return 0


@dataclass(frozen=True, slots=True)
class Rule:
    """Rights to a file, or to a folder and all below it, which is held open."""

    fd: int
    rights: int


def rules(
    readable: Iterable[Path] = (), writable: Iterable[Path] = (), listable: Iterable[Path] = ()
) -> list[Rule]:
    """Return rules to read below some paths, write below others, and list below yet others.

    A path that doesn't exist is skipped. Raises OSError on a kernel without Landlock.
    """
    groups = ((listable, _READ_DIR), (readable, _READ), (writable, _rights_of(landlock_abi())))
    found = [_rule(path, rights) for paths, rights in groups for path in paths]
    return [rule for rule in found if rule is not None]


def restrict(allowed: Iterable[Rule]) -> None:
    """Let this process do what the rules allow, and nothing else; their files are closed.

    TCP is forbidden from ABI 4 on; signals to processes outside and abstract Unix sockets from ABI 6 on.
    Raises OSError where the kernel refuses.
    """
    abi = landlock_abi()
    ruleset = _Ruleset(_rights_of(abi), _NETWORK if abi >= 4 else 0, _SCOPES if abi >= 6 else 0)
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    fd = syscall(_CREATE_RULESET, ctypes.byref(ruleset), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for rule in allowed:
            _add(fd, rule)
            os.close(rule.fd)
        syscall(_RESTRICT_SELF, ctypes.c_int(fd), ctypes.c_uint32(0))
    finally:
        os.close(fd)


def _rights_of(abi: int) -> int:
    if abi <= 0:
        raise OSError("this kernel has no Landlock")
    bits = {1: 13, 2: 14, 3: 15, 4: 15}.get(abi, 16)
    return (1 << bits) - 1


def _rule(path: Path, rights: int) -> Rule | None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return None
    return Rule(fd, rights if stat.S_ISDIR(os.fstat(fd).st_mode) else rights & _OF_FILES)


def _add(ruleset: int, rule: Rule) -> None:
    beneath = _PathRule(rule.rights, rule.fd)
    syscall(
        _ADD_RULE,
        ctypes.c_int(ruleset),
        ctypes.c_int(_PATH_BENEATH),
        ctypes.byref(beneath),
        ctypes.c_uint32(0),
    )
