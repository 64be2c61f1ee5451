"""The trace: what each statement changes, and that a traced program runs as it would untraced."""

from __future__ import annotations

import pytest

from runner.client import Runner
from runner.inspected import Change, Step, Trace
from runner.protocol import Block, Ended, Request, Result


async def run(runner: Runner, *sources: str, seconds: float = 10) -> tuple[Result, Trace]:
    names = ("snippet", "answer")
    blocks = tuple(Block(name, source) for name, source in zip(names, sources, strict=False))
    result = await runner.request(Request(blocks, trace=True, seconds=seconds))
    assert result.trace is not None
    return result, result.trace


async def steps(runner: Runner, *sources: str) -> tuple[Step, ...]:
    return (await run(runner, *sources))[1].steps


def changed(step: Step) -> dict[str, dict[str, tuple[str | None, str | None]]]:
    """Return what a step changed: facts by name, without what it made."""
    return {
        one.name: {fact: (before, after) for fact, before, after in one.facts}
        for one in step.changes
        if one.how == "changed"
    }


def made(step: Step) -> list[str]:
    return [one.name for one in step.changes if one.how == "new"]


async def test_a_program_isnt_traced_unless_asked(runner: Runner) -> None:
    assert (await runner.run("x = 1")).trace is None


async def test_versions_gradients_and_storages_can_be_watched(runner: Runner) -> None:
    seen = await steps(
        runner,
        "x = torch.ones(2, requires_grad=True)\ny = x * 2\ny.add_(1)\ny.sum().backward()\ny = y + 1\n"
        "x.grad.zero_()\nx.requires_grad_(False)",
    )
    assert made(seen[0]) == ["x"] and made(seen[1]) == ["y"]
    assert changed(seen[2]) == {
        "y": {
            "grad_fn": ("MulBackward0", "AddBackward0"),
            "_version": ("0", "1"),
            "value": ("[2., 2.]", "[3., 3.]"),
        }
    }
    assert changed(seen[3]) == {"x": {"grad": ("None", "[2., 2.]")}}
    again = changed(seen[4])["y"]
    assert (again["_version"], again["storage"]) == (("1", "0"), ("B", "C"))
    assert changed(seen[5]) == {"x": {"grad": ("[2., 2.]", "[0., 0.]")}}
    assert changed(seen[6]) == {"x": {"requires_grad": ("True", "False")}}


async def test_what_is_new_comes_with_all_its_facts(runner: Runner) -> None:
    (step,) = await steps(runner, "x = torch.ones(2, dtype=torch.int32)")
    (change,) = step.changes
    assert (change.name, change.kind, change.how) == ("x", "tensor", "new")
    assert {fact: after for fact, _, after in change.facts} == {
        "shape": "(2,)",
        "dtype": "int32",
        "device": "cpu",
        "layout": "strided",
        "stride": "(1,)",
        "contiguous": "True",
        "requires_grad": "False",
        "is_leaf": "True",
        "grad_fn": "None",
        "grad": "None",
        "_version": "0",
        "storage": "A",
        "value": "[1, 1]",
    }


async def test_plain_values_and_names_that_vanish(runner: Runner) -> None:
    seen = await steps(
        runner,
        "n = 1\nn += 1\ns, t, b = 'a', (1, None), True\ndel s\n"
        "n = torch.ones(1)\nf = lambda: 0\nbig = 10**5000",
    )
    assert seen[0].changes == (Change("n", "value", "new", (("value", None, "1"),)),)
    assert changed(seen[1]) == {"n": {"value": ("1", "2")}}
    assert [(one.name, one.facts[0][2]) for one in seen[2].changes] == [
        ("s", "'a'"),
        ("t", "(1, None)"),
        ("b", "True"),
    ]
    assert seen[3].changes == (Change("s", "value", "gone"),)
    assert [(one.name, one.kind, one.how) for one in seen[4].changes] == [("n", "tensor", "new")]
    assert seen[5].changes == ()
    assert seen[6].changes[0].facts == (("value", None, "<int of 16610 bits>"),)


async def test_modules_and_optimizers_are_followed(runner: Runner) -> None:
    seen = await steps(
        runner,
        "net = nn.Linear(1, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.9)\nnet.eval()\n"
        "net(torch.ones(1)).backward()\nopt.step()\nopt.param_groups[0]['lr'] = 0.1",
    )
    assert made(seen[0]) == ["net", "net.weight", "net.bias"]
    assert changed(seen[2]) == {"net": {"training": ("True", "False")}}
    assert changed(seen[3]) == {
        "net.weight": {"grad": ("None", "[[1.]]")},
        "net.bias": {"grad": ("None", "[1.]")},
    }
    assert changed(seen[4])["net.bias"]["_version"] == ("1", "2")
    assert changed(seen[4])["opt"]["state[net.bias].momentum_buffer"] == (None, "[1.]")
    assert changed(seen[5]) == {"opt": {"lr": ("0.5", "0.1")}}


async def test_a_storage_letter_isnt_used_again(runner: Runner) -> None:
    seen = await steps(
        runner, "x = torch.ones(4096)\ndel x\ny = torch.ones(4096)\nfor _ in range(9): y = y + 1"
    )
    letters = [{fact: after for fact, _, after in step.changes[0].facts}.get("storage") for step in seen]
    assert letters == ["A", None, "B", "C"]


async def test_a_memory_that_grows_shared(runner: Runner) -> None:
    seen = await steps(runner, "x = torch.ones(4)\nw = torch.zeros(4)\nw.data = x\nx += 1")
    assert changed(seen[2]) == {
        "w": {"storage": ("B", "A"), "value": ("[0., 0., 0., 0.]", "[1., 1., 1., 1.]")}
    }
    assert changed(seen[3])["w"] == {"value": ("[1., 1., 1., 1.]", "[2., 2., 2., 2.]")}


async def test_each_step_has_its_output(runner: Runner) -> None:
    seen = await steps(
        runner,
        "import sys\nprint('a', end='')\nx = 1\nprint('b'); print('c', file=sys.stderr)\nprint('d' * 9000)",
    )
    assert [step.printed[:4] for step in seen] == ["", "a", "", "b\n", "c\n", "dddd"]
    assert len(seen[-1].printed) == 4000


async def test_lines_and_sources(runner: Runner) -> None:
    source = '''"""Doc."""
from __future__ import annotations

@staticmethod
@staticmethod
def f(a,  # a remark
      b):
    return a

# a remark
x = [
    1,
]; y = 2
if x:
    z = 3

print(__doc__)'''
    result, trace = await run(runner, source)
    assert result.printed == "Doc.\n"
    assert [(step.first_line, step.last_line, step.source) for step in trace.steps] == [
        (1, 2, '"""Doc."""\nfrom __future__ import annotations'),
        (4, 8, "@staticmethod\n@staticmethod\ndef f(a,  # a remark\n      b):\n    return a"),
        (11, 13, "x = [\n    1,\n]"),
        (13, 13, "y = 2"),
        (14, 15, "if x:\n    z = 3"),
        (17, 17, "print(__doc__)"),
    ]


async def test_several_blocks(runner: Runner) -> None:
    seen = await steps(runner, "x = torch.ones(1)", "x += 1\ny = x")
    assert [(step.block, step.first_line) for step in seen] == [("snippet", 1), ("answer", 1), ("answer", 2)]
    assert changed(seen[1])["x"]["_version"] == ("0", "1")


@pytest.mark.parametrize(
    ("source", "raised", "ended"),
    [
        (
            "x = 1\nfor i in range(3):\n    x += 1\n    1 / (1 - i)\ny = 1",
            "ZeroDivisionError: division by zero",
            "raised",
        ),
        ("x = 1\nraise SystemExit(3)\ny = 1", "SystemExit: 3", "exited"),
        ("x = 1\nraise KeyboardInterrupt\ny = 1", "KeyboardInterrupt", "raised"),
    ],
)
async def test_a_step_that_raises_is_the_last_and_says_so(
    runner: Runner, source: str, raised: str, ended: str
) -> None:
    result, trace = await run(runner, source)
    assert result.ended.value == ended
    assert [step.raised for step in trace.steps] == [None, raised]
    assert trace.steps[-1].first_line == 2


async def test_what_a_step_changed_before_it_raised(runner: Runner) -> None:
    seen = await steps(runner, "x = torch.zeros(1)\nfor i in range(3):\n    x += 1\n    assert i < 1")
    assert changed(seen[1])["x"]["_version"] == ("0", "2")


async def test_a_program_that_runs_out_of_time_has_its_steps(runner: Runner) -> None:
    result, trace = await run(runner, "x = 1\nwhile True: x += 1", seconds=2)
    assert result.ended is Ended.TIMED_OUT
    assert [step.raised for step in trace.steps] == [None, "TimeoutError: still running after 2 s"]


async def test_a_program_that_doesnt_compile_has_no_steps(runner: Runner) -> None:
    for source in ("x = 1\ny = (", "x = 1\nreturn x", "x = 1\nfrom __future__ import annotations"):
        result, trace = await run(runner, source)
        assert result.raised is not None
        assert (result.raised.type, trace) == ("SyntaxError", Trace())
        assert result.raised == (await runner.run(source)).raised


async def test_many_statements_are_counted_beyond_the_limit(runner: Runner) -> None:
    result, trace = await run(runner, "\n".join(f"x{i} = {i}" for i in range(250)) + "\nprint(x249)\n1 / 0")
    assert (len(trace.steps), trace.left_out) == (200, 52)
    assert result.printed == "249\n"
    assert trace.steps[-1].raised is None


async def test_many_changes_are_counted_beyond_the_limit(runner: Runner) -> None:
    seen = await steps(runner, "for i in range(100): globals()[f'x{i}'] = i")
    assert (len(seen[0].changes), seen[0].left_out) == (60, 41)
    _, trace = await run(
        runner,
        "xs = {f'k{i}': torch.ones(1) for i in range(30)}\n"
        + "xs = {k: x + 1 for k, x in xs.items()}\n" * 199,
    )
    assert sum(len(step.changes) for step in trace.steps) == 4000
    assert all(len(step.changes) + step.left_out == 30 for step in trace.steps)


SAME = {
    "equal constants are one object": "a = 1234567\nb = 1234567\nprint(a is b, 'x y' is 'x y')",
    "the docstring": '"""Doc."""\nprint(__doc__)',
    "a string that is no docstring": "x = 1\n'not one'\nprint(__doc__)",
    "annotations from the start": "print(__annotations__)\nx: int = 1\nprint(__annotations__)",
    "a future import": "from __future__ import annotations\nx: undefined = 1\nprint(__annotations__)",
    "names": "print(dir(), __name__, len(globals()))",
    "a warning is shown once": (
        "import warnings\ndef f():\n    warnings.warn('once')\nf()\nx = torch.ones(1)\nf()\nf()"
    ),
    "a traceback": (
        "import traceback\ndef f():\n    1 / 0\n"
        "try:\n    f()\nexcept ZeroDivisionError:\n    traceback.print_exc()"
    ),
    "a warning's line": "import warnings\n\nwarnings.warn('here')",
    "a syntax warning": "x = 1\nx is 1",
    "references": (
        "import weakref, sys, gc\ngc.disable()\nx = torch.ones(2, requires_grad=True)\ny = x * 2\n"
        "s = y.untyped_storage()\nw = weakref.ref(y)\n"
        "print(sys.getrefcount(y), s.nbytes())\ndel y\nprint(w() is None)"
    ),
    "versions": "x = torch.ones(2)\nx += 1\nv = x[0]\nv += 1\nprint(x._version, v._version)",
    "random numbers": (
        "import random\nx = torch.rand(3)\ny = nn.Linear(2, 2)\nprint(torch.rand(2), random.random())"
    ),
    "a source": (
        "import inspect\ndef f(x):\n    return x\nprint(inspect.getsource(f), f.__code__.co_firstlineno)"
    ),
    "broken builtins": (
        "import builtins\np = print\nbuiltins.len = builtins.print = builtins.isinstance = None\n"
        "x = torch.tensor(1)\np(len)\ndel builtins.vars\np(hasattr(builtins, 'vars'))"
    ),
    "one's own tracing": (
        "import sys\nseen = []\ndef t(frame, event, arg):\n    seen.append((frame.f_code.co_name, event))\n"
        "sys.settrace(t)\ndef f(): pass\nf()\nx = 1\nsys.settrace(None)\nprint(seen)"
    ),
    "a mode left on": (
        "torch.set_default_device('meta')\nx = torch.ones(1)\ntorch.set_grad_enabled(False)\n"
        "print(x.device, torch.is_grad_enabled())"
    ),
    "a profiler": (
        "import cProfile, sys\nc = cProfile.Profile()\nc.enable()\n"
        "x = 1\nc.disable()\nprint(sys.getprofile())"
    ),
    "an error": "x = torch.ones(2)\ndef f(a):\n    return a @ torch.ones(3)\n\nf(x)",
    "closed output": "import sys\nprint('a')\nsys.stdout.close()\nx = 1",
    "replaced output": "import io, sys\nsys.stdout = io.StringIO()\nprint('hidden')\nsys.stdout = None",
    "star import": "from math import *\nprint(floor(1.5))",
    "threads": "import threading\nt = threading.Thread(target=lambda: print('there'))\nt.start()\nt.join()",
}


@pytest.mark.parametrize("name", SAME)
async def test_a_traced_program_does_what_it_does_untraced(runner: Runner, name: str) -> None:
    untraced = await runner.run(SAME[name])
    result, trace = await run(runner, SAME[name])
    assert (result.output, result.ended, result.raised) == (untraced.output, untraced.ended, untraced.raised)
    assert trace.steps


async def test_torchs_own_profiler_goes_on(runner: Runner) -> None:
    result, trace = await run(
        runner,
        "p = torch.profiler.profile(with_stack=True)\np.start()\nx = torch.ones(1) * 7\np.stop()\n"
        "found = any(event.name == 'aten::mul' for event in p.events())",
    )
    assert result.ended is Ended.FINISHED
    assert trace.steps[-1].changes == (Change("found", "value", "new", (("value", None, "True"),)),)


async def test_looking_isnt_charged_to_the_program(runner: Runner) -> None:
    result, trace = await run(runner, "xs = [torch.ones(10) for _ in range(30)]\n" + "x = 1\n" * 150)
    assert result.seconds < 0.05
    assert sum(step.seconds for step in trace.steps) <= result.seconds


async def test_plain_data_comes_back_as_it_went(runner: Runner) -> None:
    result, _ = await run(runner, "net = nn.Linear(2, 2)\nx = 1\nx += 1\n1 / 0")
    assert Result.from_plain(result.to_plain()) == result
