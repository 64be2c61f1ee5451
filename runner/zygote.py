"""The process that imports torch once and forks a standby child for every run.

Single-threaded, for a fork copies only the calling thread. Speaks with the client in JSON datagrams over a
SEQPACKET socket; each standby's own socket, output pipe and pidfd travel to the client with it, so a run
never touches the zygote.
"""

from __future__ import annotations

import array
import gc
import importlib
import json
import os
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

from runner import linux_calls, sandbox
from runner.keeper import keep, kill_everybody_else, leave, prepare_to_keep
from runner.protocol import Plain
from runner.sandbox import INNER_HOME, Sandbox

CANT_START = 71
_IMPORTED_LATE = (
    "multiprocessing.popen_fork",
    "multiprocessing.queues",
    "sympy.combinatorics",
    "torch._inductor.sizevars",
    "torch.export._trace",
)
"""What torch and Python import only in the middle of a first export, compilation or worker."""
KEEPERS = 1 << 20
"""The numbers of one keeper's standbys are so far apart; there are never as many keepers."""


def main(control_fd: int, scratch: str, threads: int, bulk: bool, protections: Sequence[str]) -> None:
    """Serve the client until it closes its end."""
    control = socket.socket(fileno=control_fd)
    box = Sandbox.from_words(protections)
    if box.bubblewrap:
        sandbox.become_nobody()
    # CUDA must not be initialised before a fork; hidden devices can't be, whatever a warm-up touches.
    visible_devices = os.environ.get("CUDA_VISIBLE_DEVICES")
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    started = time.perf_counter()
    try:
        import numpy.random  # NumPy leaves it to the first use, which would be in every child
        import torch
        import torch.nn.functional

        from runner import child
    except Exception as error:
        _send(control, {"event": "failed", "reason": f"{type(error).__name__}: {error}"})
        return
    assert child, numpy.random  # imported here, before any fork, so that no standby pays for them
    torch.set_num_threads(1)
    event = {"event": "imported", "torch": torch.__version__, "seconds": time.perf_counter() - started}
    accelerators = torch.version.cuda is not None or torch.version.hip is not None
    _send(control, {**event, "accelerators": accelerators or torch.backends.mps.is_built()})
    Zygote(control, Path(scratch), threads, bulk, visible_devices, box).serve()
    # A client that was killed couldn't remove it.
    shutil.rmtree(scratch, ignore_errors=True)


class _Line(NamedTuple):
    """What connects a standby with the client: a socket for the request and its answer, a pipe for output."""

    channel: socket.socket
    output: int
    child_channel: socket.socket
    child_output: int

    @classmethod
    def open(cls) -> _Line:
        ours, theirs = socket.socketpair()
        output_read, output_write = os.pipe2(os.O_CLOEXEC)
        return cls(ours, output_read, theirs, output_write)

    def close_client_end(self) -> None:
        self.channel.close()
        os.close(self.output)

    def close_child_end(self) -> None:
        self.child_channel.close()
        os.close(self.child_output)


class Zygote:
    """Forks standbys on request, reaps, and warms itself up while nobody waits."""

    def __init__(
        self,
        control: socket.socket,
        scratch: Path,
        threads: int,
        bulk: bool,
        visible_devices: str | None,
        box: Sandbox,
    ) -> None:
        self._control = control
        self._scratch = scratch
        self._threads = threads
        self._bulk = bulk
        self._visible_devices = visible_devices
        self._box = box
        self._count = 0
        self._renewing: set[int] = set()
        # Keepers hold the reading end: when this process ends, however it ends, they see it.
        self._life, self._life_write = os.pipe2(os.O_CLOEXEC)
        self._wake, self._wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda signum, frame: None)
        self._warm_ups = _warm_ups()
        self._lock = sandbox.prepare_lock(box)
        linux_calls.set_dumpable(False)

    def serve(self) -> None:
        """Answer the client; between its requests, take one warm-up step at a time."""
        while True:
            sources: list[socket.socket | int] = [self._control, self._wake]
            ready, _, _ = select.select(sources, [], [], 0 if self._warm_ups else None)
            if self._wake in ready:
                os.read(self._wake, 4096)
                if not self._reap():
                    return
            if self._control in ready:
                if not _receive(self._control):
                    return
                self._fork_standby()
            elif not ready and self._warm_ups:
                try:
                    self._warm_ups.pop(0)()
                except Exception:
                    traceback.print_exc()  # a run pays for it later; nothing else is lost
                if not self._warm_ups:
                    gc.collect()
                    gc.freeze()
                    linux_calls.collapse_memory()
                    _send(self._control, {"event": "warm"})

    def _fork_standby(self) -> None:
        self._count += 1
        line = _Line.open()
        home = INNER_HOME if self._box.namespaces else self._scratch / str(self._count)
        renews = self._bulk and self._box.namespaces and not self._warm_ups
        keeper = sandbox.fork_apart(self._box)
        if keeper == 0:
            line.close_client_end()
            _or_die(lambda: self._become_keeper(line, home, renews))
        if renews:
            self._renewing.add(keeper)
        line.close_child_end()
        # A home in memory goes by itself; a folder of that name outside is somebody else's, and stays.
        removable = None if self._box.namespaces else str(home)
        self._announce(self._count, line, os.pidfd_open(keeper), removable, renews)

    def _announce(self, number: int, line: _Line, keeper: int, home: str | None, renews: bool) -> None:
        """Send the client its end of a standby's line, and the keeper's pidfd; both are closed here."""
        event: dict[str, Plain] = {"event": "standby", "number": number, "home": home, "renews": renews}
        event["warm"] = not self._warm_ups
        _send(self._control, event, [line.channel.fileno(), line.output, keeper])
        line.close_client_end()
        os.close(keeper)

    def _reap(self) -> bool:
        """Take note of keepers that ended; one that should have stayed for the next child gets a successor.

        Returns False when such a one couldn't even start: neither would the next.
        """
        try:
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                pid, status = ended
                if pid in self._renewing:
                    self._renewing.remove(pid)
                    if os.waitstatus_to_exitcode(status) == CANT_START:
                        return False
                    self._fork_standby()
        except ChildProcessError:
            pass  # nobody is left to be waited for
        return True

    def _become_keeper(self, line: _Line, home: Path, renews: bool) -> NoReturn:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        # Left open, a snippet could make the pipe blocking and full, and so stop the zygote.
        for fd in (self._life_write, self._wake, self._wake_write):
            os.close(fd)
        os.setsid()
        namespaces = self._box.namespaces
        if not namespaces:
            home.mkdir()
        prepare_to_keep(namespaces)
        if namespaces:
            sandbox.mount_scratch(self._scratch, self._box)
        self._settle_environment(home)
        number = self._count
        self._keep_one(number, line, home, stays=renews)
        while renews and kill_everybody_else():
            sandbox.renew_scratch(self._box)
            number += KEEPERS
            line = _Line.open()
            self._announce(number, line, os.pidfd_open(os.getpid()), None, renews)
            self._keep_one(number, line, home, stays=True)
        leave(namespaces)

    def _settle_environment(self, home: Path) -> None:
        """Set what the standbys inherit: once for all of one keeper's."""
        os.environ.update(HOME=str(home), TMPDIR=str(home), PWD=str(home))
        # Both were settled in the zygote, for folders that are not the child's.
        tempfile.tempdir = None
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(home / "inductor")
        if self._visible_devices is None:
            os.environ.pop("CUDA_VISIBLE_DEVICES", None)
        else:
            os.environ["CUDA_VISIBLE_DEVICES"] = self._visible_devices

    def _keep_one(self, number: int, line: _Line, home: Path, *, stays: bool) -> None:
        """Fork a standby and keep it to its end."""
        started_read, started_write = os.pipe2(os.O_CLOEXEC)
        child = linux_calls.fork_bare()
        if child == 0:
            os.close(started_read)
            _or_die(lambda: self._become_standby(line.child_channel, line.child_output, started_write, home))
        os.close(started_write)
        os.close(line.child_output)
        watched = line.child_channel.fileno() if stays else None
        if not stays:
            line.child_channel.close()  # the client sees it end with the child
        namespaces = self._box.namespaces
        keep(child, number, self._control, self._life, started_read, watched, namespaces=namespaces)
        os.close(started_read)
        line.child_channel.close()

    def _become_standby(self, channel: socket.socket, output: int, started: int, home: Path) -> NoReturn:
        self._control.close()
        os.close(self._life)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for source, target in ((nothing, 0), (output, 1), (output, 2)):
            os.dup2(source, target)
        os.close(output)
        os.close(nothing)
        # The keeper adds up the memory of this process and its children, so it has to see it.
        linux_calls.set_dumpable(True)
        os.chdir(home)
        import torch

        from runner import child

        torch.set_num_threads(self._threads)
        sandbox.lock_in(self._box, home, self._lock)
        # Before the warm-ups it would pay for the zygote's imports, while a learner may be waiting.
        if not self._bulk and not self._warm_ups:
            child.rehearse()
        child.serve(channel.fileno(), channel.fileno(), started, self._box)


def _or_die(become: Callable[[], object]) -> NoReturn:
    """Run a forked process's whole life; a defect is shown in the output pipe rather than passed back up."""
    try:
        become()
    except SystemExit:
        os._exit(0)  # the client is gone
    except BaseException:
        traceback.print_exc()
    os._exit(CANT_START)


def _warm_ups() -> list[Callable[[], object]]:
    """Return steps that pay for torch's lazy imports and first calls before a learner does."""
    import torch
    from torch import nn

    def testing() -> None:
        torch.testing.assert_close(torch.ones(2), torch.ones(2))
        repr(torch.randn(2, 2, requires_grad=True) * 2)

    def optimizer() -> None:
        layer = nn.Linear(2, 2)
        torch.optim.SGD(layer.parameters(), lr=0.1)

    def train_step() -> None:
        net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Linear(8, 2))
        adam = torch.optim.Adam(net.parameters())
        loss = nn.functional.cross_entropy(net(torch.randn(2, 1, 4, 4)), torch.tensor([0, 1]))
        torch.autograd.backward(loss)
        adam.step()

    def data_loading() -> None:
        from torch.utils.data import DataLoader, TensorDataset

        # Without workers: those would leave a thread behind, and threads don't survive a fork.
        list(DataLoader(TensorDataset(torch.zeros(4, 1)), batch_size=2))

    def compilation() -> None:
        # Imports four hundred modules; nothing is compiled, for a snippet may count what has been.
        torch.compile(nn.Linear(1, 1), backend="eager")
        for name in _IMPORTED_LATE:
            with suppress(ImportError):  # another version has them elsewhere, and a run pays for it
                importlib.import_module(name)

    return [optimizer, testing, train_step, data_loading, compilation]


def _receive(control: socket.socket) -> bytes:
    try:
        return control.recv(1 << 16)
    except ConnectionResetError:
        return b""


def _send(control: socket.socket, message: dict[str, Plain], fds: list[int] | None = None) -> None:
    data = json.dumps(message).encode()
    try:
        if fds:
            control.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))])
        else:
            control.send(data)
    except (BrokenPipeError, ConnectionResetError):
        sys.exit(0)  # the client is gone; the standbys see their sockets close
