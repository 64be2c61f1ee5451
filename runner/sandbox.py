"""What keeps a snippet in: which protections this system offers, and how to put them on.

The zygote runs inside bubblewrap where that works; each child adds namespaces of its own, limits (see
``resource_limits``), Landlock and seccomp. What is missing is found out by trying, once, and told. Standard
library only.
"""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from runner import landlock, linux_calls, seccomp
from runner.new_root import NewRoot

PACKAGE = Path(__file__).resolve().parent
# Below the root, where nobody's packages are: a user may be called learner, too.
INNER_HOME = Path("/learner")
INNER_TEMPORARY = Path("/temporary")
NOBODY = 65534

HOME_BYTES = 64 << 20
SHARED_MEMORY_BYTES = 256 << 20
SCRATCH_FILES = 16 << 10
"""So many files and folders may be made; an empty one takes memory, too, that no limit of bytes counts."""

_SYSTEM_READABLE = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/alternatives",
)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/shm")
_GPU_PATTERNS = ("nvidia*", "dri", "kfd")


@dataclass(frozen=True, slots=True)
class Sandbox:
    """The protections in force; made by ``find_out`` and passed to the zygote as plain data."""

    bubblewrap: bool
    namespaces: bool
    landlock: bool
    seccomp: bool
    limits: bool
    processes_limited: bool

    @property
    def contained(self) -> bool:
        """Whether a stranger's snippet may run: it can't read the user's files, connect, or stay."""
        return self.namespaces and self.landlock and self.seccomp and self.limits

    def to_words(self) -> list[str]:
        """Return the names of the protections in force, to pass on a command line."""
        return [name for name in self.__slots__ if getattr(self, name)]

    @classmethod
    def from_words(cls, words: Iterable[str]) -> Sandbox:
        chosen = set(words)
        return cls(**{name: name in chosen for name in cls.__slots__})


NONE = Sandbox.from_words(())


def find_out() -> Sandbox:
    """Try each protection in a short-lived process and return those that work here."""
    if sys.platform != "linux":
        return NONE
    bubblewrap = _bubblewrap_works()
    namespaces = _namespaces_work()
    # Root is exempt from the limit on processes; inside bubblewrap the zygote becomes nobody first.
    processes_limited = namespaces and (os.geteuid() != 0 or bubblewrap)
    return Sandbox(
        bubblewrap=bubblewrap,
        namespaces=namespaces,
        landlock=landlock.landlock_abi() > 0,
        seccomp=seccomp.supported() and _in_a_fork(_try_seccomp),
        limits=True,
        processes_limited=processes_limited,
    )


_FLAGS = linux_calls.MS_NOSUID | linux_calls.MS_NODEV
_OWN_NAMESPACES = linux_calls.CLONE_NEWNS | linux_calls.CLONE_NEWPID | linux_calls.CLONE_NEWIPC


def _try_seccomp() -> None:
    linux_calls.forbid_new_privileges()
    seccomp.install()


def _namespaces_work() -> bool:
    """Go all the way: some systems let a user make namespaces in which nothing may be mounted."""
    alone = replace(NONE, namespaces=True)

    with tempfile.TemporaryDirectory(prefix="torchdrill-") as scratch:
        # A first fork, so that whatever the second one is refused concerns a process that may fail.
        return _in_a_fork(
            lambda: _expect(
                _in_a_fork(lambda: mount_scratch(Path(scratch), alone), lambda: fork_apart(alone))
            )
        )


def _expect(worked: bool) -> None:
    if not worked:
        raise OSError("namespaces or mounts are refused")


def _in_a_fork(attempt: Callable[[], None], fork: Callable[[], int] = os.fork) -> bool:
    pid = fork()
    if pid == 0:
        try:
            attempt()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def _bubblewrap_works() -> bool:
    if shutil.which("bwrap") is None:
        return False
    command = [*bubblewrap_command(), sys.executable, "-I", "-S", "-c", _ENTER]
    try:
        return (
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=10).returncode == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


# What the zygote will do inside: give up root, and still make namespaces for a child.
_ENTER = f"""\
import ctypes, os
if os.geteuid() == 0 and open("/proc/self/uid_map").read().split() == ["0", "0", "4294967295"]:
    os.setgroups([]); os.setresgid(*[{NOBODY}] * 3); os.setresuid(*[{NOBODY}] * 3)
libc = ctypes.CDLL(None)
refused = libc.unshare({_OWN_NAMESPACES | linux_calls.CLONE_NEWUSER}) or libc.mount(
    b"tmpfs", b"{INNER_TEMPORARY}", b"tmpfs", {linux_calls.MS_NOSUID | linux_calls.MS_NODEV}, b"size=4k"
)
os._exit(refused != 0)
"""


def bubblewrap_command() -> list[str]:
    """Return the command line that puts a program into bubblewrap: what isn't listed isn't there."""
    command = ["bwrap", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--as-pid-1"]
    command += ["--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"]
    if os.geteuid() == 0:
        # Root makes the mounts, then the zygote turns into nobody: only then is the limit on processes kept.
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        command += ["--unshare-user"]
    made: set[Path] = set()
    for path in readable_paths():
        # Left to itself bubblewrap makes the folders above a mount readable for their owner alone.
        for parent in [*path.parents][-2::-1]:
            if parent not in made:
                made.add(parent)
                command += ["--dir", str(parent)]
        if path.is_symlink():
            command += ["--symlink", str(path.resolve()), str(path)]
        else:
            command += ["--ro-bind-try", str(path), str(path)]
    for hidden in _answers():
        command += ["--tmpfs", str(hidden), "--remount-ro", str(hidden)]
    command += ["--proc", "/proc", "--dev", "/dev"]
    for device in gpu_devices():
        command += ["--dev-bind-try", str(device), str(device)]
    if gpu_devices():
        command += ["--ro-bind-try", "/sys", "/sys"]
    # torch wants a temporary folder while it is imported. Not /tmp: the packages may be below it.
    command += ["--dir", "/tmp", "--dir", str(INNER_HOME)]
    command += ["--perms", "1777", "--tmpfs", str(INNER_TEMPORARY), "--remount-ro", "/"]
    for name, value in {**inner_environment(), "TMPDIR": str(INNER_TEMPORARY)}.items():
        command += ["--setenv", name, value]
    return command


def inner_environment() -> dict[str, str]:
    """Return the little of the user's environment that a run may see."""
    passed = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "SYSTEMROOT", "CUDA_VISIBLE_DEVICES")
    kept = {name: os.environ[name] for name in passed if name in os.environ}
    settings = {
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "USER": "learner",
        # Threads of torch that spin while they wait cost four times as much as they do, on a busy machine.
        "OMP_WAIT_POLICY": "PASSIVE",
        # NumPy's would wait for threads of its own at a fork, and the zygote is to have none.
        "OPENBLAS_NUM_THREADS": "1",
        # They are larger than a scratch folder, and pay off only in the next compilation.
        "TORCHINDUCTOR_CPP_CACHE_PRECOMPILE_HEADERS": "0",
    }
    return {**kept, **settings}


def readable_paths() -> list[Path]:
    """Return what Python and torch are read from: the system, the interpreter, the packages, the runner."""
    paths = [Path(one) for one in _SYSTEM_READABLE]
    paths += [Path(sys.base_prefix), Path(sys.prefix), Path(sys.executable).resolve().parent.parent]
    paths += [Path(one) for one in site.getsitepackages()]
    if site.ENABLE_USER_SITE and (user_site := site.getusersitepackages()):
        paths.append(Path(user_site))
    paths.append(PACKAGE)
    # An environment may be reached through a link, which by itself shows nothing.
    paths += [path.resolve() for path in paths if path.is_symlink()]
    unique = dict.fromkeys(path for path in paths if path.exists() and path != Path("/"))
    return [path for path in unique if not any(other in path.parents for other in unique)]


def _answers() -> list[Path]:
    """Return the folders below the readable ones that hold the bank, and with it the answers."""
    bank = PACKAGE.parent / "quizbank"
    return [bank] if any(path in bank.parents for path in readable_paths()) else []


def gpu_devices() -> list[Path]:
    """Return the device files of GPUs."""
    return sorted(path for pattern in _GPU_PATTERNS for path in Path("/dev").glob(pattern))


def become_nobody() -> None:
    """Give up real root for good; a mapped root of a user namespace stays as it is."""
    if os.geteuid() == 0 and Path("/proc/self/uid_map").read_text().split()[:2] == ["0", "0"]:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)


def fork_apart(sandbox: Sandbox) -> int:
    """Fork a process with process ids, mounts and IPC of its own, and without bubblewrap a network, too.

    Returns 0 in it, and its process id here. Where the sandbox has no namespaces, it is a plain fork.
    """
    if not sandbox.namespaces:
        return os.fork()
    uid, gid = os.geteuid(), os.getegid()
    flags = _OWN_NAMESPACES | linux_calls.CLONE_NEWUSER
    if not sandbox.bubblewrap:
        flags |= linux_calls.CLONE_NEWNET | linux_calls.CLONE_NEWUTS
    pid = linux_calls.fork_into(flags)
    if pid == 0:
        linux_calls.set_dumpable(True)  # an undumpable process may not write its own maps
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    return pid


def mount_scratch(scratch: Path, sandbox: Sandbox) -> None:
    """Mount memory on the home folder and on /dev/shm; without bubblewrap, make a root of its own first.

    ``scratch`` is any folder that is there to mount that root on.
    """
    linux_calls.mount("none", "/", None, linux_calls.MS_REC | linux_calls.MS_PRIVATE)
    if sandbox.bubblewrap:
        with suppress(OSError):  # refused where the outer /proc is partly covered; it then shows the zygote's
            linux_calls.mount("proc", "/proc", "proc", _FLAGS | linux_calls.MS_NOEXEC)
    else:
        _enter_new_root(scratch)
    for place, options in _scratch_mounts(sandbox):
        linux_calls.mount("tmpfs", place, "tmpfs", _FLAGS, options)


def renew_scratch(sandbox: Sandbox) -> None:
    """Put fresh memory on the home folder and on /dev/shm, and take fresh IPC: as if newly forked apart."""
    linux_calls.unshare(linux_calls.CLONE_NEWIPC)
    for place, options in _scratch_mounts(sandbox):
        linux_calls.umount(place, linux_calls.MNT_DETACH)
        linux_calls.mount("tmpfs", place, "tmpfs", _FLAGS, options)


def _scratch_mounts(sandbox: Sandbox) -> list[tuple[str, str]]:
    """Return the places that are memory of a child's own, and each one's options."""
    inodes = f"nr_inodes={SCRATCH_FILES}"
    # Without bubblewrap it is a folder of the root in memory, which is read-only.
    temporary = [(str(INNER_TEMPORARY), "size=1m,mode=755")] if sandbox.bubblewrap else []
    return [
        *temporary,
        (str(INNER_HOME), f"size={HOME_BYTES},mode=700,{inodes}"),
        ("/dev/shm", f"size={SHARED_MEMORY_BYTES},mode=1777,{inodes}"),
    ]


def _enter_new_root(at: Path) -> None:
    root = NewRoot(at)
    root.show(readable_paths())
    root.hide(_answers())
    root.show([*(device for device in map(Path, _DEVICES) if device.is_char_device()), *gpu_devices()])
    if gpu_devices():
        root.show([Path("/sys")])
    root.make([Path("/tmp"), Path("/dev/shm"), INNER_HOME, INNER_TEMPORARY])
    root.show_processes()
    root.enter()


def prepare_lock(sandbox: Sandbox) -> list[landlock.Rule]:
    """Prepare for ``lock_in`` what is the same for every child of this process.

    Returns the rules for what lies outside a child's own mounts.
    """
    if sandbox.seccomp:
        seccomp.prepare()
    if not sandbox.landlock:
        return []
    readable, listable = _without_answers()
    readable.append(Path("/sys" if gpu_devices() else "/sys/devices/system"))
    return landlock.rules(readable, gpu_devices(), listable)


def lock_in(sandbox: Sandbox, home: Path, outside: Iterable[landlock.Rule]) -> None:
    """Give up every right that a snippet doesn't need; there is no way back.

    ``outside`` is what ``prepare_lock`` returned.
    """
    if sandbox.namespaces or sandbox.landlock or sandbox.seccomp:
        linux_calls.drop_capabilities()
    if sandbox.landlock or sandbox.seccomp:
        linux_calls.forbid_new_privileges()
    if sandbox.landlock:
        inside = landlock.rules([Path("/proc")], [home, *(Path(device) for device in _DEVICES)])
        landlock.restrict([*outside, *inside])
    if sandbox.seccomp:
        seccomp.install()


def _without_answers() -> tuple[list[Path], list[Path]]:
    """Return the paths to read, and those only to list, so that the bank's content is in neither.

    Where the packages are installed side by side, the folder around the bank is listed, for imports need
    that, and all in it is readable except the bank.
    """
    readable: list[Path] = []
    listable: list[Path] = []
    for path in readable_paths():
        hidden = next((one for one in _answers() if path in one.parents), None)
        if hidden is None:
            readable.append(path)
        else:
            listable.append(path)
            readable += _around(path, hidden)
    return readable, listable


def _around(folder: Path, hidden: Path) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry in hidden.parents:
            yield from _around(entry, hidden)
        elif entry != hidden:
            yield entry
