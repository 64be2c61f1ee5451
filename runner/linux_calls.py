"""The few system calls of Linux that the standard library doesn't wrap. Standard library only."""

from __future__ import annotations

import ctypes
import os
import platform
import signal
from functools import cache
from pathlib import Path

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
MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 0x40000
MNT_DETACH = 0x2

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION_3 = 0x20080522
_LAST_CAPABILITY = 40
_MADV_COLLAPSE = 25
_MOUNT_SETATTR = 442
_AT_RECURSIVE = 0x8000
_HUGE_PAGE = 2 << 20
_MOUNT_ATTR_RDONLY = 0x1


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


def fork_into(namespaces: int) -> int:
    """Fork a process that starts in new namespaces; returns 0 in it, and its process id here.

    Only for a process with a single thread: nothing is made ready for the fork as ``os.fork`` would.
    """
    # PyDLL keeps the interpreter's lock, so the new process holds it as this one does.
    call = ctypes.PyDLL(None, use_errno=True).syscall
    number = ctypes.c_long({"x86_64": 56, "aarch64": 220}[architecture()])
    nothing = ctypes.c_ulong(0)
    flags = ctypes.c_ulong(namespaces | signal.SIGCHLD)
    return check(call(number, flags, nothing, nothing, nothing, nothing), "clone")


def fork_bare() -> int:
    """Fork as the C library does, without what Python and its libraries do after a fork.

    Only for a process with a single thread: they put right what another thread might have held, and touch
    hundreds of pages to find nothing. Returns 0 in the new process, and its process id here.
    """
    # PyDLL keeps the interpreter's lock, so the new process holds it as this one does.
    return check(ctypes.PyDLL(None, use_errno=True).fork(), "fork")


def unshare(namespaces: int) -> None:
    """Leave some of this process's namespaces for new ones."""
    check(libc().unshare(ctypes.c_int(namespaces)), "unshare")


def mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    encode = os.fsencode
    check(
        libc().mount(
            encode(source), encode(target), None if kind is None else encode(kind), flags, encode(options)
        ),
        f"mount {target}",
    )


def umount(target: str, flags: int) -> None:
    check(libc().umount2(os.fsencode(target), flags), f"umount {target}")


def pivot_root(new: str, old: str) -> None:
    number = {"x86_64": 155, "aarch64": 41}[architecture()]
    syscall(number, os.fsencode(new), os.fsencode(old))


def make_read_only(root: str) -> None:
    """Make a mount and all below it read-only. Raises OSError: ENOSYS on kernels before 5.12."""
    attributes = (ctypes.c_uint64 * 4)(_MOUNT_ATTR_RDONLY, 0, 0, 0)  # to set, to clear, propagation, user ids
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    syscall(
        _MOUNT_SETATTR,
        ctypes.c_int(-1),
        os.fsencode(root),
        ctypes.c_uint(_AT_RECURSIVE),
        ctypes.byref(attributes),
        size,
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
    for capability in range(_LAST_CAPABILITY + 1):
        libc().prctl(_PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)  # the second is the process: this one
    none = (ctypes.c_uint32 * 6)()
    check(libc().capset(ctypes.byref(header), ctypes.byref(none)), "capset")


def collapse_memory() -> int:
    """Move this process's private memory into huge pages, and return how many bytes that was tried for.

    A fork copies page tables, and with huge pages there is little to copy. Linux before 6.1 refuses, which
    leaves everything as it was.
    """
    tried = 0
    for line in Path("/proc/self/maps").read_text().splitlines():
        place, permissions, _offset, _device, inode, *name = line.split(maxsplit=5)
        if permissions == "rw-p" and inode == "0" and name in ([], ["[heap]"]):
            start, end = (int(address, 16) for address in place.split("-"))
            start, end = -(-start // _HUGE_PAGE) * _HUGE_PAGE, end // _HUGE_PAGE * _HUGE_PAGE
            if start < end:
                libc().madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _MADV_COLLAPSE)
                tried += end - start
    return tried
