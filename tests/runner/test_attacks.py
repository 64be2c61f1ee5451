"""More attacks: on the client by way of the answer, on memory that no limit counts, on what lies outside."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from runner import sandbox
from runner.client import Runner
from runner.landlock import landlock_abi
from runner.protocol import Block as Program
from runner.protocol import Ended, Limits, Request, Result
from runner.standby import ForkedStandby
from tests.runner.test_termination import BOX, PATIENCE, attack, needs_sandbox

LEVELS = {"whole": BOX, "without bubblewrap": replace(BOX, bubblewrap=False, processes_limited=False)}


@pytest_asyncio.fixture(scope="module", params=LEVELS)
async def attacked(request: pytest.FixtureRequest) -> AsyncIterator[Runner]:
    """A runner at each level that may hold strangers' snippets."""
    if request.param == "without bubblewrap" and not BOX.bubblewrap:
        pytest.skip("the whole sandbox is already without bubblewrap here")
    async with Runner(workers=2, box=LEVELS[request.param]) as runner:
        await runner.run("x = 1")
        await runner.warm.wait()
        yield runner


FORGE = """\
import json, os, struct, sys
frame = sys._getframe()
while 'nonce' not in frame.f_locals: frame = frame.f_back
nonce, channel = frame.f_locals['nonce'], frame.f_locals['results']
def send(body): os.write(channel, struct.pack('!I', len(body)) + body)
def answer(result): send(json.dumps({'nonce': nonce, 'result': result}).encode())
"""
WHOLE = {"ended": "finished"}


@pytest.mark.parametrize(
    "forged",
    [
        None,
        [1],
        {},
        {"ended": "never"},
        {**WHOLE, "surprise": 1},
        {**WHOLE, "seconds": "long"},
        {**WHOLE, "seconds": True},
        {**WHOLE, "value": {"text": 1, "type": "int", "shape": None}},
        {**WHOLE, "value": {"text": "1", "type": "int", "shape": [2, None]}},
        {**WHOLE, "raised": {"type": "E", "message": [], "frames": []}},
        {**WHOLE, "probes": [{"holds": True, "seen": [], "raised": None}]},
        {**WHOLE, "comparison": {"right": None, "unreadable": ["{0.__class__}", {}], "note": None}},
        {**WHOLE, "comparison": {"right": None, "unreadable": None, "note": ["{x:>99999999999}", {"x": 1}]}},
        {**WHOLE, "comparison": {"right": None, "unreadable": None, "note": ["{", {}]}},
        {**WHOLE, "inspection": {"tensors": [], "modules": [], "optimizers": [], "left_out": None}},
    ],
)
async def test_a_forged_answer_of_the_wrong_shape(attacked: Runner, forged: object) -> None:
    result = await attack(attacked, f"{FORGE}answer({forged!r})\nos._exit(0)")
    assert (result.ended, result.exit_status) == (Ended.EXITED, 0)


async def test_an_answer_nested_too_deeply_to_be_read(attacked: Runner) -> None:
    unseen: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: unseen.append(context))
    try:
        result = await attack(attacked, f"{FORGE}send(b'[' * 200_000)\nos._exit(0)")
    finally:
        loop.set_exception_handler(None)
    assert (result.ended, unseen) == (Ended.EXITED, [])


async def test_an_endless_answer(attacked: Runner) -> None:
    result = await attack(
        attacked,
        f"{FORGE}junk = bytes(1 << 20)\nfor _ in range(2): os.fork()\nwhile True: os.write(channel, junk)",
    )
    assert result.ended is Ended.CRASHED


async def test_half_an_answer(attacked: Runner) -> None:
    result = await attack(
        attacked,
        f"""{FORGE}
import time
os.write(channel, struct.pack('!I', 1 << 20))
while True:
    os.write(channel, b'[')
    time.sleep(0.01)
""",
        seconds=0.5,
    )
    assert result.ended in (Ended.TIMED_OUT, Ended.EXITED)


async def test_half_characters_are_made_whole(attacked: Runner) -> None:
    result = await attack(attacked, "raise ValueError('\\ud800 中 \\U0001f600')")
    assert result.raised is not None
    assert result.raised.message == "? 中 \U0001f600"


async def test_streams_that_alternate_for_ever(attacked: Runner) -> None:
    result = await attack(
        attacked,
        f"{FORGE}marks = b''.join(b'\\0' + nonce.encode() + one for one in (b'o', b'e'))\n"
        "while True: os.write(1, marks * 2000)",
        seconds=20,
    )
    assert result.ended is Ended.TOO_MUCH_OUTPUT


async def test_a_message_of_twenty_megabytes(attacked: Runner) -> None:
    result = await attack(attacked, "raise ValueError('x' * (20 << 20))")
    assert result.raised is not None
    assert (result.ended, result.raised.type) == (Ended.RAISED, "ValueError")
    assert len(result.raised.message) < 100_000


@pytest.mark.parametrize(
    "body",
    [
        "def __str__(self): raise KeyboardInterrupt",
        "def __str__(self): raise ValueError",
        "__traceback__ = property(lambda self: self)\n    tb_next = property(lambda self: self)",
        "__module__ = None",
    ],
)
async def test_an_exception_that_fights_being_told(attacked: Runner, body: str) -> None:
    result = await attack(attacked, f"class Evil(Exception):\n    {body}\nraise Evil")
    assert result.ended is Ended.RAISED
    assert result.raised is not None
    assert result.raised.type.endswith("Evil")


async def test_a_syntax_error_made_of_nonsense(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        error = SyntaxError('no')
        error.filename, error.lineno, error.msg = 'snippet', 'two', torch.ones(1)
        raise error
        """,
    )
    assert result.raised is not None
    assert (result.ended, result.raised.type) == (Ended.RAISED, "SyntaxError")


EVIL_TENSOR = """\
class Evil(torch.Tensor):
    @classmethod
    def __torch_function__(cls, *args, **kwargs): raise {error}
x = torch.ones(2).as_subclass(Evil)
"""


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "SystemExit(0)", "ValueError"])
async def test_a_tensor_that_fights_being_looked_at(attacked: Runner, error: str) -> None:
    request = Request(
        (Program("snippet", EVIL_TENSOR.format(error=error)),),
        ask="x",
        probes=("x.sum() == 2", "True"),
        tests=("assert x == 2",),
        inspect=True,
    )
    result = await attacked.request(request)
    assert result.ended in (Ended.FINISHED, Ended.RAISED)
    assert [probe.holds for probe in result.probes] == [None, True]
    assert [test.holds for test in result.tests] == [False]


async def test_a_module_patched_so_that_no_answer_can_be_written(attacked: Runner) -> None:
    result = await attack(attacked, "import os\nos.write = lambda fd, data: 0", seconds=0.5)
    assert result.ended is Ended.TIMED_OUT


@needs_sandbox
async def test_nothing_of_the_zygotes_is_open(attacked: Runner) -> None:
    """Its pipes and its socket would let a snippet stop it, or speak in its name."""
    result = await attack(
        attacked,
        """
        import os
        for name in os.listdir('/proc/self/fd'):
            try:
                if int(name) > 2: print(os.readlink(f'/proc/self/fd/{name}').partition(':')[0])
            except FileNotFoundError: pass
        """,
    )
    assert result.printed == "socket\n"


@needs_sandbox
async def test_files_outside_can_be_neither_seen_nor_touched(attacked: Runner) -> None:
    """Landlock lets anyone look up a file, and its owner set permissions and times; the root must lack it."""
    own = Path(__file__).with_name(f"file-{os.getpid()}")
    own.touch(mode=0o600)
    try:
        result = await attack(
            attacked,
            f"""
            import os
            for path in {[str(own), str(Path.home() / ".bashrc"), "/etc/passwd", "/var/lib", "/run"]!r}:
                if os.path.lexists(path): print('seen', path)
            for touch in (os.utime, lambda path: os.chmod(path, 0o666),
                          lambda path: os.setxattr(path, 'user.torchdrill', b'')):
                try:
                    touch({str(own)!r})
                    print('touched', touch)
                except OSError: pass
            """,
        )
        assert own.stat().st_mode & 0o777 == 0o600
    finally:
        own.unlink()
    assert result.printed == ""


@needs_sandbox
async def test_named_sockets_wherever_they_are(attacked: Runner) -> None:
    path = Path(__file__).with_name(f"socket-{os.getpid()}")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        try:
            server.listen()
            result = await attack(
                attacked, f"import socket\nsocket.socket(socket.AF_UNIX).connect({str(path)!r})"
            )
        finally:
            path.unlink()
    assert result.raised is not None
    assert result.raised.type in ("FileNotFoundError", "PermissionError")


@needs_sandbox
async def test_memory_that_belongs_to_no_process(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import ctypes, os
        libc = ctypes.CDLL(None)
        try: print('a file in memory', os.memfd_create('x'))
        except OSError: pass
        for call, arguments in ((libc.shmget, (0, 4096, 0o1600)), (libc.msgget, (0, 0o1600)),
                                (libc.semget, (0, 1, 0o1600))):
            if call(*arguments) != -1: print(call.__name__)
        """,
    )
    assert result.printed == ""


HOARDS = {
    "shared by mapping": """
        import mmap
        hoard = mmap.mmap(-1, 4 << 30)
        torch.frombuffer(hoard, dtype=torch.int64).fill_(1)
        """,
    "shared by forking": """
        import os, time
        for _ in range(8):
            if os.fork() == 0:
                x = torch.ones(60 << 20)
                os.fork()
                time.sleep(20)
            time.sleep(0.3)
        time.sleep(20)
        """,
    "hidden from looks": """
        import ctypes, os, time
        ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
        for _ in range(8):
            if os.fork() == 0:
                x = torch.ones(60 << 20)
                time.sleep(20)
        time.sleep(20)
        """,
    "in page tables": """
        import ctypes
        libc = ctypes.CDLL(None)
        libc.mmap.restype = ctypes.c_void_p
        size, step = 8 << 40, 2 << 20
        start = libc.mmap(None, ctypes.c_size_t(size), 1, 0x4022, -1, ctypes.c_long(0))
        libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(size), 15)
        while True:
            for at in range(start, start + size, step): ctypes.c_char.from_address(at).value
        """,
}


@needs_sandbox
@pytest.mark.parametrize("hoard", HOARDS)
async def test_memory_that_no_limit_of_the_kernel_counts(attacked: Runner, hoard: str) -> None:
    result = await attack(attacked, HOARDS[hoard], seconds=15, limits=Limits(memory_bytes=256 << 20))
    assert result.ended is Ended.OUT_OF_MEMORY


@needs_sandbox
async def test_a_million_empty_folders(attacked: Runner) -> None:
    result = await attack(
        attacked,
        """
        import errno, os
        try:
            for number in range(1_000_000): os.mkdir(str(number))
        except OSError as error: print(errno.errorcode[error.errno])
        """,
        seconds=10,
    )
    assert result.printed == "ENOSPC\n"


@needs_sandbox
async def test_programs_for_another_architecture(attacked: Runner) -> None:
    """The filter of system calls knows one numbering; calls by another one are refused."""
    if os.uname().machine != "x86_64":
        pytest.skip("needs x86_64")
    result = await attack(
        attacked,
        """
        import ctypes, mmap
        page = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
        # push rbx; socket(AF_INET, SOCK_STREAM, 0) by int 0x80; pop rbx
        page.write(bytes.fromhex('53b867010000bb02000000b901000000ba00000000cd8048985bc3'))
        call = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
        print(call() < 0, ctypes.CDLL(None).syscall(ctypes.c_long(0x40000000 + 41), 2, 1, 0) < 0)
        """,
    )
    assert result.printed == "True True\n"


@needs_sandbox
async def test_no_home_in_memory_is_removed_outside(attacked: Runner) -> None:
    """A user's own folder may have the name that scratch folders have inside."""
    standbys = list(attacked._waiting)
    assert standbys
    assert all(isinstance(one, ForkedStandby) and one._home is None for one in standbys)


async def test_folders_deeper_than_python_can_follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    async with Runner(box=sandbox.NONE) as runner:
        result: Result = await runner.run(
            "import os\nfor _ in range(1500):\n    os.mkdir('d')\n    os.chdir('d')", seconds=20
        )
    assert result.ended is Ended.FINISHED
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("apart", ["", ", process_group=0", ", start_new_session=True"])
async def test_without_namespaces_nothing_outlives_its_run(apart: str) -> None:
    """Looks everywhere, for what escapes its keeper is nobody's child here."""
    name = f"{os.getpid()}.5"
    box = replace(BOX, bubblewrap=False, namespaces=False, processes_limited=False)
    async with Runner(box=box) as runner:
        for _ in range(6):
            result = await runner.run(f"import subprocess\nsubprocess.Popen(['sleep', '{name}']{apart})")
            assert result.ended is Ended.FINISHED
        deadline = time.monotonic() + PATIENCE
        while left := [pid for pid in everyone() if command_of(pid) == ["sleep", name]]:
            assert time.monotonic() < deadline, left
            await asyncio.sleep(0.02)


@pytest.mark.skipif(not (BOX.landlock and BOX.seccomp), reason="needs Landlock and seccomp")
async def test_without_namespaces_others_are_out_of_reach() -> None:
    """Not even for root, who could make a device file of the disk, and read it all."""
    box = replace(BOX, bubblewrap=False, namespaces=False, processes_limited=False)
    async with Runner(box=box) as runner:
        result = await runner.run(
            "import os, stat\n"
            "def memory(): open(f'/proc/{os.getppid()}/mem').close()\n"
            "def environment(): open(f'/proc/{os.getppid()}/environ').close()\n"
            "def descriptors(): os.readlink(f'/proc/{os.getppid()}/fd/0')\n"
            "def disk(): os.mknod('disk', 0o600 | stat.S_IFBLK, os.makedev(8, 0))\n"
            "def signal(): os.kill(os.getppid(), 0)\n"
            "for attempt in (memory, environment, descriptors, disk, signal):\n"
            "    try:\n"
            "        attempt()\n"
            "        print(attempt.__name__)\n"
            "    except OSError: pass\n"
        )
    assert result.printed == ("" if landlock_abi() >= 6 else "signal\n")


def everyone() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def command_of(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace").split("\0")[:-1]
    except OSError:
        return []


def test_namespaces_in_which_nothing_may_be_mounted_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ubuntu lets a user make them, and then refuses what they are for."""

    def refuse(*arguments: object) -> None:
        raise PermissionError

    monkeypatch.setattr("runner.linux_calls.mount", refuse)
    assert not sandbox.find_out().namespaces
