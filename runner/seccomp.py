"""A seccomp filter: system calls that no snippet needs fail with EPERM, and so does every network socket.

Source: the kernel's seccomp filter documentation; call numbers of x86_64 and aarch64. Standard library only.
"""

from __future__ import annotations

import ctypes
import errno
import socket
import struct
from functools import cache

from runner.linux_calls import (
    CLONE_NEWCGROUP,
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    architecture,
    check,
    libc,
)

_AUDIT_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32 = 0x40000000
_CLONE_NEW = (
    CLONE_NEWCGROUP | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUSER | CLONE_NEWUTS
)

# name: (x86_64, aarch64); None where the architecture doesn't have it.
_DENIED: dict[str, tuple[int | None, int | None]] = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bpf": (321, 280),
    "chroot": (161, 51),
    "clock_adjtime": (305, 266),
    "clock_settime": (227, 112),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "finit_module": (313, 273),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "init_module": (175, 105),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioperm": (173, None),
    "iopl": (172, None),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    # Memory that belongs to no process is seen by no limit: files in memory, System V, message queues.
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "modify_ldt": (154, None),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "pidfd_getfd": (438, 438),
    "pivot_root": (155, 41),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "semget": (64, 190),
    "setdomainname": (171, 162),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "settimeofday": (164, 170),
    "shmget": (29, 194),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "vmsplice": (278, 75),
}
_SOCKET = (41, 198)
_CLONE = (56, 220)
_CLONE3 = (435, 435)

_LOAD, _JUMP_EQUAL, _JUMP_GREATER, _JUMP_SET, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16
_PR_SET_SECCOMP, _MODE_FILTER = 22, 2


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def supported() -> bool:
    """Tell whether the filter knows this machine's call numbers."""
    return architecture() in _AUDIT_ARCHITECTURE


def prepare() -> None:
    """Write the filter, so that processes forked from here on find it written."""
    _filter(architecture())


def install() -> None:
    """Filter this process's system calls from now on; it must have no new privileges.

    Raises OSError where the kernel refuses.
    """
    code = _filter(architecture())
    program = _Program(len(code) // 8, code)
    check(libc().prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0), "seccomp")


@cache
def _filter(machine: str) -> bytes:
    """Return the filter as classic BPF.

    Each rule is a comparison that skips its own return when it doesn't match, so rules can be read, and
    added, one by one.
    """
    column = 0 if machine == "x86_64" else 1
    refuse = _ERRNO | errno.EPERM
    code = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_JUMP_EQUAL, 1, 0, _AUDIT_ARCHITECTURE[machine]),
        (_RETURN, 0, 0, refuse),
        (_LOAD, 0, 0, _NUMBER_AT),
    ]
    if machine == "x86_64":
        code += [(_JUMP_GREATER, 0, 1, _X32), (_RETURN, 0, 0, refuse)]
    for numbers in _DENIED.values():
        if (number := numbers[column]) is not None:
            code += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, refuse)]
    # glibc falls back to clone, whose flags can be looked at.
    code += [(_JUMP_EQUAL, 0, 1, _CLONE3[column]), (_RETURN, 0, 0, _ERRNO | errno.ENOSYS)]
    code += [
        (_JUMP_EQUAL, 0, 4, _CLONE[column]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT_AT),
        (_JUMP_SET, 0, 1, _CLONE_NEW),
        (_RETURN, 0, 0, refuse),
        (_RETURN, 0, 0, _ALLOW),
        (_JUMP_EQUAL, 0, 4, _SOCKET[column]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT_AT),
        (_JUMP_EQUAL, 1, 0, socket.AF_UNIX),
        (_RETURN, 0, 0, refuse),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)
