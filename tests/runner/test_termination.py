"""Attacks: whatever a snippet does, the runner says what happened, cleans up, and answers the next one."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import textwrap
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio

from runner import sandbox
from runner.client import Runner
from runner.errors import RunnerUnavailable
from runner.protocol import Block as Program
from runner.protocol import Ended, Limits, Request, Result

BOX = sandbox.find_out()
needs_sandbox = pytest.mark.skipif(
    not BOX.contained,
    reason="needs user namespaces, Landlock and seccomp; `torchdrill doctor` says what is missing",
)
needs_process_limit = pytest.mark.skipif(
    not BOX.processes_limited, reason="as root, the limit on processes needs bubblewrap"
)


@pytest_asyncio.fixture(scope="module")
async def attacked() -> AsyncIterator[Runner]:
    """A runner of its own for the attacks, so that other tests don't notice a lost zygote."""
    async with Runner(workers=2) as runner:
        await runner.run("x = 1")
        await runner.warm.wait()
        yield runner


PATIENCE = 30.0
QUIET_LOOKS = 8
"""So many looks in a row must find the same number of processes before the runner counts as at rest."""


async def attack(
    runner: Runner, snippet: str, *, seconds: float = 2.0, limits: Limits | None = None
) -> Result:
    """Run a hostile snippet, then check that the next run is right and that nothing is left behind."""
    losses = runner.losses
    before = await processes_at_rest(runner)
    request = Request(
        (Program("snippet", textwrap.dedent(snippet)),), seconds=seconds, limits=limits or Limits()
    )
    result = await runner.request(request)
    sane = await asyncio.wait_for(runner.run("x = torch.arange(3).sum()\nprint('sane')", ask="x"), 20)
    assert sane.value is not None
    assert (sane.value.text, sane.printed) == ("tensor(3)", "sane\n")
    assert runner.losses == losses, "the zygote was lost"
    await nothing_left(before)
    return result


def runner_processes() -> int:
    """Count the processes below this one; the kernel numbers them here also when they live in namespaces."""
    return len(descendants(os.getpid()))


def descendants(pid: int) -> set[int]:
    children: dict[int, set[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                children.setdefault(int(fields[1]), set()).add(int(entry.name))
    found: set[int] = set()
    unseen = {pid}
    while unseen:
        unseen = set().union(*(children.get(one, set()) for one in unseen)) - found
        found |= unseen
    return found


async def processes_at_rest(runner: Runner) -> int:
    """Wait until every standby is there and no process comes or goes, and return how many there are."""
    looks: list[int] = []
    while not (runner.at_rest and len(looks) >= QUIET_LOOKS and len(set(looks[-QUIET_LOOKS:])) == 1):
        await asyncio.sleep(0.02)
        looks.append(runner_processes())
    return looks[-1]


async def nothing_left(before: int) -> None:
    """Wait until there are no more processes than before; `make bench` measures how long."""
    deadline = time.monotonic() + PATIENCE
    while (left := runner_processes()) > before:
        assert time.monotonic() < deadline, f"{left} processes, not {before}"
        await asyncio.sleep(0.02)


async def test_a_busy_loop_in_python(attacked: Runner) -> None:
    result = await attack(attacked, "while True: pass", seconds=3)
    assert result.ended is Ended.TIMED_OUT
    assert result.raised is not None
    assert result.raised.line == 1


async def test_a_busy_loop_in_c(attacked: Runner) -> None:
    result = await attack(attacked, "x = torch.rand(2000, 2000)\nwhile True: x = x @ x", seconds=0.4)
    assert result.ended is Ended.TIMED_OUT


async def test_a_loop_that_swallows_every_exception(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        def stay():
            while True:
                try:
                    while True: pass
                except BaseException: pass
        stay()
        """,
        seconds=0.4,
    )
    assert result.ended is Ended.TIMED_OUT


async def test_ignoring_every_signal(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import signal
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True: pass
        """,
        seconds=0.4,
    )
    assert result.ended is Ended.TIMED_OUT


@needs_sandbox
@needs_process_limit
async def test_a_fork_bomb(attacked: Runner) -> None:
    result = await attack(
        attacked, "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass", seconds=1
    )
    assert result.ended in (Ended.TIMED_OUT, Ended.CRASHED, Ended.EXITED)


async def test_one_huge_allocation(attacked: Runner) -> None:
    result = await attack(attacked, "x = torch.ones(10**11)")
    assert result.raised is not None
    assert result.raised.type in ("RuntimeError", "MemoryError")


async def test_a_slow_leak(attacked: Runner) -> None:
    result = await attack(attacked, "hoard = []\nwhile True: hoard.append(torch.ones(1 << 22))", seconds=5)
    assert result.ended is Ended.RAISED
    assert result.raised is not None
    assert result.raised.type in ("RuntimeError", "MemoryError")


@needs_sandbox
async def test_memory_of_a_whole_family(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import os, time
        for _ in range(6):
            if os.fork() == 0:
                x = torch.ones(75 << 20)
                time.sleep(9)
        time.sleep(9)
        """,
        seconds=8,
        limits=Limits(memory_bytes=512 << 20),
    )
    assert result.ended is Ended.OUT_OF_MEMORY


@pytest.mark.parametrize("leave", ["import os; os._exit(0)", "import sys; sys.exit(0)", "raise SystemExit"])
async def test_leaving_early_is_not_finishing(attacked: Runner, leave: str) -> None:
    result = await attack(attacked, leave)
    assert (result.ended, result.exit_status) == (Ended.EXITED, 0)


async def test_keyboard_interrupt(attacked: Runner) -> None:
    result = await attack(attacked, "raise KeyboardInterrupt")
    assert result.raised is not None
    assert (result.ended, result.raised.type) == (Ended.RAISED, "KeyboardInterrupt")


async def test_a_segfault(attacked: Runner) -> None:
    result = await attack(attacked, "import ctypes; ctypes.string_at(0)")
    assert (result.ended, result.exit_status) == (Ended.CRASHED, -signal.SIGSEGV)


async def test_an_abort(attacked: Runner) -> None:
    result = await attack(attacked, "import os; os.abort()")
    assert (result.ended, result.exit_status) == (Ended.CRASHED, -signal.SIGABRT)


async def test_a_gigabyte_of_output(attacked: Runner) -> None:
    result = await attack(attacked, "for _ in range(1024): print('x' * (1 << 20))", seconds=5)
    assert result.ended is Ended.TOO_MUCH_OUTPUT
    assert len(result.text) < (1 << 20) + 200
    assert result.dropped_bytes > 1 << 20


async def test_input(attacked: Runner) -> None:
    result = await attack(attacked, "input('? ')")
    assert result.raised is not None
    assert result.raised.type == "EOFError"


async def test_killing_the_parent_and_everyone(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import os, signal
        for pid in (os.getppid(), 1, -1, 0):
            try: os.kill(pid, signal.SIGKILL)
            except OSError: pass
        print('still here')
        """,
    )
    assert result.ended in (Ended.FINISHED, Ended.CRASHED)


async def test_stopping_the_parent(attacked: Runner) -> None:
    await attack(
        attacked,
        """
        import os, signal
        for pid in (os.getppid(), 1):
            try: os.kill(pid, signal.SIGSTOP)
            except OSError: pass
        """,
    )


async def test_closing_every_file_descriptor(attacked: Runner) -> None:
    result = await attack(attacked, "import os; os.closerange(0, 4096)")
    assert result.ended in (Ended.EXITED, Ended.CRASHED)


async def test_junk_on_the_result_pipe(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import os
        for fd in range(3, 64):
            try: os.write(fd, b'junk' * 64)
            except OSError: pass
        """,
    )
    assert result.ended is not Ended.FINISHED


async def test_a_forged_frame_with_another_nonce(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import json, os, struct
        body = json.dumps({'nonce': '0' * 16, 'result': {'ended': 'finished'}}).encode()
        for fd in range(3, 64):
            try: os.write(fd, struct.pack('!I', len(body)) + body)
            except OSError: pass
        os._exit(0)
        """,
    )
    assert result.ended is not Ended.FINISHED


async def test_threads_that_never_end(attacked: Runner) -> None:
    result = await attack(
        attacked,
        "import threading, time\nfor _ in range(8): threading.Thread(target=time.sleep, args=(99,)).start()",
    )
    assert result.ended is Ended.FINISHED


@needs_process_limit
async def test_a_thread_bomb(attacked: Runner) -> None:
    result = await attack(
        attacked,
        "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(99,)).start()",
    )
    assert result.raised is not None
    assert result.raised.type == "RuntimeError"


async def test_a_daemon_that_forks_twice(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import os, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(60)
            os._exit(0)
        """,
    )
    assert result.ended is Ended.FINISHED


async def test_deep_recursion_in_python(attacked: Runner) -> None:
    result = await attack(attacked, "def f(n): return f(n + 1)\nf(0)")
    assert result.raised is not None
    assert result.raised.type == "RecursionError"


async def test_deep_recursion_in_c(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import sys
        sys.setrecursionlimit(10**9)
        class Endless:
            def __getattr__(self, name): return getattr(self, name)
        Endless().x
        """,
    )
    assert result.ended in (Ended.CRASHED, Ended.RAISED)


async def test_global_state_of_torch_and_python(attacked: Runner) -> None:
    await attack(
        attacked,
        """
        import builtins, os, random, sys
        torch.set_default_dtype(torch.float64)
        torch.set_default_device('meta')
        torch.manual_seed(99)
        torch.set_grad_enabled(False)
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(True)
        torch.add = torch.nn.Linear = None
        builtins.print = builtins.isinstance = None
        os.environ['LEFT'] = '1'
        sys.path.clear()
        """,
    )
    result = await attacked.run(
        "import os, sys\nx = torch.ones(1, requires_grad=True) * 2\n"
        "print(x.dtype, x.device, x.requires_grad, torch.initial_seed())\n"
        "print(torch.are_deterministic_algorithms_enabled(), torch.get_num_threads() == os.cpu_count())\n"
        "print(torch.add is None, nn.Linear is None, 'LEFT' in os.environ, bool(sys.path))"
    )
    assert result.printed == "torch.float32 cpu True 0\nFalse True\nFalse False False True\n"


@needs_sandbox
async def test_writing_to_the_home_folder_and_the_packages(attacked: Runner) -> None:
    home = Path.home()
    targets = [str(home / "torchdrill-was-here"), str(sandbox.PACKAGE / "was_here.py"), "/tmp/was-here"]
    result = await attack(
        attacked,
        f"""
        import os, torch
        for path in {targets!r} + [os.path.join(os.path.dirname(torch.__file__), 'was_here.py')]:
            try:
                open(path, 'w').write('x')
                print('wrote', path)
            except OSError: pass
        """,
    )
    assert result.printed == ""
    assert not any(Path(target).exists() for target in targets)


@needs_sandbox
async def test_reading_the_users_files_and_the_banks_answers(attacked: Runner, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    bank = sandbox.PACKAGE.parent / "quizbank" / "bank"
    targets = [
        str(secret),
        str(bank / "topics.toml"),
        "/etc/passwd",
        "/etc/shadow",
        str(Path.home() / ".bashrc"),
    ]
    result = await attack(
        attacked,
        f"""
        for path in {targets!r}:
            try:
                open(path).read()
                print('read', path)
            except OSError: pass
        """,
    )
    assert result.printed == ""


@needs_sandbox
async def test_the_memory_of_other_processes(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import os
        me = {os.getpid(), int(os.readlink('/proc/self'))}
        for name in os.listdir('/proc'):
            if name.isdigit() and int(name) not in me:
                for file in ('mem', 'environ'):
                    try:
                        with open(f'/proc/{name}/{file}', 'rb') as opened: opened.read(1)
                        print('read', name, file)
                    except OSError: pass
        """,
    )
    assert result.printed == ""


@needs_sandbox
async def test_connecting_to_loopback_and_beyond(attacked: Runner) -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        result = await attack(
            attacked,
            f"""
            import socket
            for address in (('127.0.0.1', {port}), ('192.0.2.1', 80)):
                try:
                    socket.create_connection(address, timeout=0.5)
                    print('connected', address)
                except OSError as error: print(type(error).__name__)
            """,
        )
    assert "connected" not in result.printed
    assert result.printed.count("Error") == 2


@needs_sandbox
async def test_abstract_and_named_unix_sockets(attacked: Runner, tmp_path: Path) -> None:
    named = Path("/run") if os.access("/run", os.W_OK) else tmp_path
    path = named / f"torchdrill-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as abstract, socket.socket(socket.AF_UNIX) as file:
        abstract.bind(f"\0torchdrill-test-{os.getpid()}")
        file.bind(str(path))
        try:
            for server in (abstract, file):
                server.listen()
            result = await attack(
                attacked,
                f"""
                import socket
                for address in ('\\0torchdrill-test-{os.getpid()}', {str(path)!r}):
                    try:
                        socket.socket(socket.AF_UNIX).connect(address)
                        print('connected', address)
                    except OSError: pass
                """,
            )
        finally:
            path.unlink()
    assert result.printed == ""


@needs_sandbox
async def test_filling_the_scratch_disk(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import errno
        try:
            for number in range(99):
                with open(str(number), 'wb') as file: file.write(b'x' * (8 << 20))
        except OSError as error: print(errno.errorcode[error.errno])
        """,
    )
    assert result.printed == "ENOSPC\n"


@needs_sandbox
async def test_filling_shared_memory(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import errno
        try:
            for number in range(99):
                with open(f'/dev/shm/{number}', 'wb') as file: file.write(b'x' * (16 << 20))
        except OSError as error: print(errno.errorcode[error.errno])
        """,
    )
    assert result.printed == "ENOSPC\n"
    assert not any(path.name.isdigit() for path in Path("/dev/shm").iterdir())


async def test_one_huge_file(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import errno, signal
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            with open('huge', 'wb') as file:
                for _ in range(99): file.write(b'x' * (1 << 20))
        except OSError as error: print(errno.errorcode[error.errno])
        """,
        limits=Limits(file_bytes=8 << 20),
    )
    assert result.printed == "EFBIG\n"


async def test_ten_thousand_open_files(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import errno
        files = []
        try:
            while len(files) < 10_000: files.append(open('/dev/null'))
        except OSError as error: print(errno.errorcode[error.errno], len(files) < 256)
        """,
    )
    assert result.printed == "EMFILE True\n"


async def test_a_data_loader_with_workers(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        from torch.utils.data import DataLoader, Dataset
        class Squares(Dataset):
            def __len__(self): return 8
            def __getitem__(self, index): return torch.tensor(index ** 2)
        print(torch.cat(list(DataLoader(Squares(), batch_size=4, num_workers=2))).tolist())
        """,
        seconds=20,
    )
    assert result.printed == "[0, 1, 4, 9, 16, 25, 36, 49]\n"


async def test_torch_compile_with_the_eager_backend(attacked: Runner) -> None:
    result = await attack(
        attacked,
        "f = torch.compile(lambda x: x * 2, backend='eager')\nprint(f(torch.ones(2)).tolist())",
        seconds=20,
    )
    assert result.printed == "[2.0, 2.0]\n"


async def test_torch_compile_with_a_compiler(attacked: Runner) -> None:
    """Works where a C++ compiler is, and says plainly what is missing where not."""
    result = await attack(
        attacked,
        "f = torch.compile(lambda x: x * 2 + 1)\nprint(f(torch.ones(2)).tolist())",
        seconds=60,
        limits=Limits(cpu_seconds=120, memory_bytes=2 << 30, file_bytes=1 << 30),
    )
    if result.ended is Ended.RAISED:
        assert result.raised is not None
        assert "compiler" in result.raised.message.lower() or "g++" in result.raised.message
    else:
        assert result.printed == "[3.0, 3.0]\n"


@needs_sandbox
async def test_new_namespaces_and_mounts_are_refused(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import ctypes
        libc = ctypes.CDLL(None, use_errno=True)
        for call in (lambda: libc.unshare(0x10000000), lambda: libc.mount(b'x', b'/tmp', b'tmpfs', 0, None),
                     lambda: libc.ptrace(0, 0, 0, 0)):
            print(call(), end=' ')
        """,
    )
    assert result.printed == "-1 -1 -1 "


async def test_output_is_seen_as_it_comes(attacked: Runner) -> None:
    times: list[float] = []
    result = await attacked.run(
        "import time\nfor number in range(3):\n    print(number)\n    time.sleep(0.3)",
        watch=lambda output: times.append(time.monotonic()),
    )
    assert result.printed == "0\n1\n2\n"
    assert len(times) == 3
    assert times[2] - times[0] > 0.4


async def test_cancelling_a_run_ends_it(attacked: Runner) -> None:
    before = await processes_at_rest(attacked)
    task = asyncio.ensure_future(attacked.run("import time\ntime.sleep(60)", seconds=60))
    await asyncio.sleep(0.3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await attacked.run("x = 1", ask="x")).value is not None
    await nothing_left(before)


async def test_the_zygote_dying_is_survived() -> None:
    async with Runner() as runner:
        await runner.run("x = 1")
        await runner.warm.wait()
        for pid in descendants_of_runner(runner):
            with suppress(ProcessLookupError):  # one's death may be another's
                os.kill(pid, signal.SIGKILL)
        result = await asyncio.wait_for(runner.run("x = 2", ask="x"), 60)
        assert result.value is not None
        assert result.value.text == "2"
        assert runner.losses == 1


def descendants_of_runner(runner: Runner) -> set[int]:
    """Return the zygote's process id, as this process sees it."""
    source = runner._source
    process = getattr(source, "_process", None)
    assert process is not None
    return {process.pid} | descendants(process.pid)


async def test_a_zygote_that_keeps_dying_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runner.zygote_link.sys.executable", "/bin/false")
    async with Runner(box=sandbox.NONE) as broken:
        with pytest.raises(RunnerUnavailable, match="ended without a word"):
            await asyncio.wait_for(broken.run("x = 1"), 20)


async def test_the_client_dying_leaves_no_orphan() -> None:
    program = (
        "import asyncio\nfrom runner.client import Runner\n"
        "async def main():\n    async with Runner() as runner:\n        await runner.run('x = 1')\n"
        "        print('ready', flush=True)\n"
        "        await runner.run('import time\\ntime.sleep(60)', seconds=60)\nasyncio.run(main())"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    await asyncio.sleep(0.3)
    family = descendants(process.pid)
    assert len(family) > 2  # more than bubblewrap and the zygote
    process.kill()
    await process.wait()
    deadline = time.monotonic() + PATIENCE
    while alive := {pid for pid in family if is_alive(pid)}:
        assert time.monotonic() < deadline, alive
        await asyncio.sleep(0.05)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("contained", [True, False])
async def test_no_scratch_folder_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, contained: bool
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    async with Runner(box=None if contained else sandbox.NONE) as runner:
        await runner.run("open('left', 'w').write('x')")
    assert not any(tmp_path.iterdir())


async def test_the_zygote_has_a_single_thread(attacked: Runner) -> None:
    """It forks by a bare system call, which would leave what other threads have locked locked for ever."""
    await processes_at_rest(attacked)
    below = descendants(os.getpid())
    parents = [int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]) for pid in below]
    zygote = max(below, key=parents.count)
    assert parents.count(zygote) > 1
    assert "\nThreads:\t1\n" in Path(f"/proc/{zygote}/status").read_text()
