"""The few system calls of Linux that the standard library doesn't wrap. Standard library only."""

from __future__ import annotations

import ctypes
import os
import platform
from functools import cache

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_NOSUID = 0x2
MS_NODEV = 0x4
MS_NOEXEC = 0x8
MS_REC = 0x4000
MS_PRIVATE = 0x40000

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION_3 = 0x20080522
_LAST_CAPABILITY = 40


@cache
def libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def architecture() -> str:
    """Return ``x86_64``, ``aarch64``, or another name of the machine that the tables here don't know."""
    machine = platform.machine().lower()
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)


def check(result: int, call: str) -> int:
    """Return the result of a call; raises OSError where it reports a failure."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{call}: {os.strerror(number)}")
    return result


def syscall(number: int, *arguments: object) -> int:
    return check(libc().syscall(ctypes.c_long(number), *arguments), f"syscall {number}")


def prctl(option: int, argument: int = 0) -> int:
    long = ctypes.c_ulong
    return check(libc().prctl(option, long(argument), long(0), long(0), long(0)), f"prctl {option}")


def unshare(flags: int) -> None:
    check(libc().unshare(flags), "unshare")


def mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    encode = os.fsencode
    check(
        libc().mount(
            encode(source), encode(target), None if kind is None else encode(kind), flags, encode(options)
        ),
        f"mount {target}",
    )


def forbid_new_privileges() -> None:
    """From now on no executed program gains rights through set-user-id bits or file capabilities."""
    prctl(_PR_SET_NO_NEW_PRIVS, 1)


def set_dumpable(dumpable: bool) -> None:
    """Tell whether others of this user may read this process's memory through ``/proc``."""
    prctl(_PR_SET_DUMPABLE, int(dumpable))


def die_with_parent(signum: int) -> None:
    prctl(_PR_SET_PDEATHSIG, signum)


def adopt_orphans() -> None:
    """Become the parent of descendants whose parent dies."""
    prctl(_PR_SET_CHILD_SUBREAPER, 1)


def drop_capabilities() -> None:
    """Give up every capability, for good."""

    class Header(ctypes.Structure):
        _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))

    for capability in range(_LAST_CAPABILITY + 1):
        libc().prctl(_PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0)
    header = Header(_CAPABILITY_VERSION_3, 0)
    none = (ctypes.c_uint32 * 6)()
    check(libc().capset(ctypes.byref(header), ctypes.byref(none)), "capset")
