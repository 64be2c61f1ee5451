"""What a run gives back, and what it never disturbs."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import pytest

from runner.client import Runner
from runner.protocol import Block, Ended, Output, Request


async def test_a_value_with_dtype_and_shape(runner: Runner) -> None:
    result = await runner.run("x = torch.ones(2, 3, dtype=torch.float64)", ask="2 * x")
    assert result.ended is Ended.FINISHED
    assert result.value is not None
    assert (result.value.dtype, result.value.shape, result.value.type) == ("float64", (2, 3), "Tensor")
    assert result.value.answer == "[[2, 2, 2], [2, 2, 2]]"
    assert result.torch == runner.torch_version
    assert result.device == "cpu"


async def test_the_names_a_snippet_starts_with(runner: Runner) -> None:
    result = await runner.run("print(nn is torch.nn, F is nn.functional, device, __name__)")
    assert result.printed == "True True cpu __main__\n"


async def test_output_comes_in_order(runner: Runner) -> None:
    result = await runner.run(
        "import sys, os\nprint('a')\nprint('b', file=sys.stderr)\nprint('c', flush=True)\nos.write(1, b'd')"
    )
    assert result.output == (Output("stdout", "a\n"), Output("stderr", "b\n"), Output("stdout", "c\nd"))
    assert result.text == "a\nb\nc\nd"


async def test_an_exception_has_type_message_and_line(runner: Runner) -> None:
    result = await runner.run("def f():\n    return torch.ones(2) @ torch.ones(3)\n\nf()")
    assert result.ended is Ended.RAISED
    assert result.raised is not None
    assert result.raised.type == "RuntimeError"
    assert [(frame.line, frame.function) for frame in result.raised.frames] == [(4, "<module>"), (2, "f")]
    assert result.raised.frames[1].source == "return torch.ones(2) @ torch.ones(3)"


async def test_a_syntax_error_has_a_line(runner: Runner) -> None:
    result = await runner.run("x = 1\ny = (")
    assert result.raised is not None
    assert (result.raised.type, result.raised.line) == ("SyntaxError", 2)


async def test_a_warning_goes_to_stderr_with_the_snippets_line(runner: Runner) -> None:
    result = await runner.run("import warnings\nwarnings.warn('careful')")
    (chunk,) = result.output
    assert chunk.stream == "stderr"
    assert "snippet:2: UserWarning: careful" in chunk.text
    assert "warnings.warn('careful')" in chunk.text


@pytest.mark.parametrize(
    ("snippet", "ended", "status"),
    [
        ("import sys; sys.exit(0)", Ended.EXITED, 0),
        ("import sys; sys.exit('no')", Ended.EXITED, 1),
        ("import os; os._exit(0)", Ended.EXITED, 0),
        ("import os; os._exit(7)", Ended.EXITED, 7),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", Ended.CRASHED, -11),
        ("import os; os.closerange(0, 256)", Ended.EXITED, 70),
        ("while True: pass", Ended.TIMED_OUT, None),
        (
            "import time\nwhile True:\n    try: time.sleep(9)\n    except BaseException: pass",
            Ended.TIMED_OUT,
            None,
        ),
    ],
)
async def test_other_endings(runner: Runner, snippet: str, ended: Ended, status: int | None) -> None:
    result = await runner.run(snippet, seconds=0.5)
    assert (result.ended, result.exit_status) == (ended, status)


async def test_the_line_that_ran_out_of_time_is_named(runner: Runner) -> None:
    result = await runner.run("x = 1\nwhile True:\n    x += 1", seconds=3)
    assert result.raised is not None
    assert result.raised.line in (2, 3)


async def test_no_run_sees_another(runner: Runner) -> None:
    await runner.run(
        "import builtins, os\nbuiltins.len = None\ntorch.set_default_dtype(torch.float64)\n"
        "torch.set_grad_enabled(False)\nopen('left', 'w').close()\nleft = 1"
    )
    result = await runner.run(
        "import os\nprint(len([1]), torch.get_default_dtype(), torch.is_grad_enabled(), os.listdir(), "
        "'left' in globals())"
    )
    assert result.printed == "1 torch.float32 True [] False\n"


async def test_a_snippet_that_breaks_builtins_is_still_examined(runner: Runner) -> None:
    result = await runner.run(
        "import builtins\nbuiltins.len = builtins.repr = None\nx = torch.ones(2)", ask="x"
    )
    assert result.value is not None
    assert result.value.text == "tensor([1., 1.])"


async def test_the_seed_decides_what_is_random(runner: Runner) -> None:
    snippet = "import random\nx = (torch.rand(1).item(), random.random())"
    first, again, other = [await runner.run(snippet, ask="x", seed=seed) for seed in (3, 3, 4)]
    assert first.value == again.value
    assert first.value != other.value


@pytest.mark.parametrize(
    ("snippet", "ask", "drawn"),
    [
        ("x = torch.ones(2)", "x", False),
        ("x = torch.rand(2)", "x", True),
        ("import random\nx = random.random()", "x", True),
        ("import numpy\nx = float(numpy.random.rand())", "x", True),
        ("import sys\nsys.modules['numpy'] = x = 'gone'", "x", True),
        ("x = torch.ones(2)", "torch.rand(2)", True),
    ],
)
async def test_a_result_says_whether_anything_was_random(
    runner: Runner, snippet: str, ask: str, drawn: bool
) -> None:
    request = Request((Block("snippet", snippet),), ask=ask, watch_random=True)
    assert (await runner.request(request)).random is drawn
    assert (await runner.run(snippet, ask=ask)).random is None


async def test_home_and_working_folder_are_scratch_and_go_away(runner: Runner) -> None:
    result = await runner.run(
        "import os\nopen('f', 'w').close()\nprint(os.getcwd())\nprint(os.path.expanduser('~'))"
    )
    cwd, home = result.printed.split()
    assert cwd == home
    assert not os.path.exists(cwd)  # noqa: PTH110 - the text of another process's path


async def test_the_environment_has_no_secrets(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCHDRILL_TEST_TOKEN", "secret")
    async with Runner() as fresh:
        result = await fresh.run("import os\nprint('TORCHDRILL_TEST_TOKEN' in os.environ, input.__name__)")
    assert result.printed == "False input\n"


async def test_input_finds_nothing(runner: Runner) -> None:
    result = await runner.run("input()")
    assert result.raised is not None
    assert result.raised.type == "EOFError"


async def test_source_is_found_where_torch_looks_for_it(runner: Runner) -> None:
    result = await runner.run("import inspect\ndef f(x):\n    return x + 1\nprint(inspect.getsource(f))")
    assert "return x + 1" in result.printed


async def test_models_of_a_snippet_can_be_pickled(runner: Runner) -> None:
    result = await runner.run(
        "import io, torch\nclass Net(nn.Module): pass\nb = io.BytesIO()\ntorch.save(Net(), b)\nb.seek(0)\n"
        "print(type(torch.load(b, weights_only=False)).__name__)"
    )
    assert result.printed == "Net\n"


async def test_probes_that_raise_say_so(runner: Runner) -> None:
    request = Request((Block("snippet", "x = 1"),), probes=("x == 1", "y == 1", "x == 2"))
    result = await runner.request(request)
    assert [check.holds for check in result.probes] == [True, None, False]
    assert result.probes[1].raised is not None
    assert result.probes[1].raised.type == "NameError"
    assert result.probes[2].seen == (("x", "1"),)


async def test_tests_and_probes_leave_no_names(runner: Runner) -> None:
    request = Request(
        (Block("snippet", "x = 1"),), tests=("y = 2\nassert x == 1", "assert 'y' not in globals()")
    )
    assert [check.holds for check in (await runner.request(request)).tests] == [True, True]


async def test_helpers_of_probes(runner: Runner) -> None:
    probes = (
        "raises(lambda: torch.ones(2) @ torch.ones(3), RuntimeError, 'inconsistent')",
        "not raises(lambda: 1, RuntimeError)",
        "not raises(lambda: 1 / 0, RuntimeError)",
        "warns(lambda: __import__('warnings').warn('old', FutureWarning), FutureWarning, 'old')",
        "not warns(lambda: 1)",
        "shares_storage(x, x[0]) and not shares_storage(x, x.clone())",
        "close(x, [[1.0, 1.0]]) and not close(x, [1.0, 1.0]) and not close(x, 2 * x)",
        "output == 'hi\\n' and isinstance(error, ZeroDivisionError)",
    )
    request = Request((Block("snippet", "x = torch.ones(1, 2)\nprint('hi')\n1 / 0"),), probes=probes)
    result = await runner.request(request)
    assert [check.holds for check in result.probes] == [True] * len(probes)


async def test_threads_forks_and_locks_work_as_in_any_process(runner: Runner) -> None:
    result = await runner.run(
        """\
import logging, multiprocessing, os, signal, threading
from concurrent.futures import ThreadPoolExecutor
assert threading.main_thread() is threading.current_thread()
with ThreadPoolExecutor(2) as pool:
    found = list(pool.map(abs, [-1, -2]))
lock = threading.RLock()
with lock, lock:
    logging.getLogger("learner").warning("logged")
ours, theirs = multiprocessing.Pipe()
process = multiprocessing.get_context("fork").Process(target=theirs.send, args=(os.getppid(),))
process.start()
process.join()
signal.signal(signal.SIGUSR1, lambda *_: found.append(3))
os.kill(os.getpid(), signal.SIGUSR1)
"""
    )
    assert result.raised is None
    assert "logged" in result.text
    found = await runner.run("x = torch.rand(1)\nimport random", ask="random.random()")
    again = await runner.run("x = torch.rand(1)\nimport random", ask="random.random()")
    assert found.value == again.value


async def test_runs_side_by_side(runner: Runner) -> None:
    results = await asyncio.gather(*(runner.run(f"x = {number}", ask="x") for number in range(12)))
    assert [result.value.text if result.value else None for result in results] == [
        str(one) for one in range(12)
    ]


async def test_much_output_keeps_head_and_tail(runner: Runner) -> None:
    result = await runner.run("print('first')\nprint('x' * 5_000_000)\nprint('last')")
    assert result.text.startswith("first\n")
    assert result.text.endswith("last\n")
    assert result.dropped_bytes > 3_000_000
    assert len(result.text) < 1_100_000


async def test_the_client_never_imports_torch() -> None:
    program = (
        "import asyncio, sys\nfrom runner.client import Runner\nfrom runner.prove import prove_all\n"
        "async def main():\n    async with Runner() as runner:\n"
        "        result = await runner.run('x = 1', ask='x')\n"
        "        print(result.value.text, 'torch' in sys.modules)\nasyncio.run(main())"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert output == b"1 False\n"


async def test_a_result_names_the_torch_that_ran_whatever_the_program_calls_it(runner: Runner) -> None:
    result = await runner.run("torch.__version__ = torch.version.__version__ = object()")
    assert (result.ended, result.torch) == (Ended.FINISHED, runner.torch_version)


def test_nothing_that_the_runner_imports_at_once_is_missing_on_windows() -> None:
    missing = ("fcntl", "grp", "pwd", "resource", "termios")
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({missing!r})); "
        "import runner.client, runner.spawned_child, runner.child, tui.services"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
