"""``torchdrill run``: what it shows of a run, at 80 columns and wide, and as JSON."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from runner.inspected import (
    Change,
    Graph,
    GraphNode,
    GroupSeen,
    Inspection,
    ModuleSeen,
    OptimizerSeen,
    SavedSeen,
    StateSeen,
    Step,
    TensorSeen,
    Trace,
)
from runner.protocol import Ended, Frame, Output, Raised, Request, Result, Value
from tui import exit_codes
from tui.cli import run_command
from tui.views.graph_tree import graph_view
from tui.views.inspection import inspection_view
from tui.views.outcome import raised_lines
from tui.views.side_by_side import compared, side_by_side
from tui.views.steps import trace_view
from tui.widgets.live import exception

PLAIN = TensorSeen(
    name="x",
    kind="Tensor",
    shape=(2, 3),
    dtype="float32",
    device="cpu",
    layout="strided",
    stride=(3, 1),
    contiguous=True,
    requires_grad=False,
    is_leaf=True,
    grad=None,
    grad_fn=None,
    version=0,
)


def shown(parts: Iterable[RenderableType], width: int = 80) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, highlight=False, color_system=None)
    for part in parts:
        console.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def fits(text: str, width: int) -> bool:
    return all(cell_len(line) <= width for line in text.splitlines())


# The inspector


def inspection() -> Inspection:
    tensors = (
        PLAIN,
        replace(PLAIN, name="v", shape=(3,), storage="A", shared=True, view_of="x", grad_fn="ViewBackward0"),
        replace(PLAIN, name="w", requires_grad=True, is_leaf=True, grad="[1., 2.]", version=3),
        replace(PLAIN, name="xs[0]", requires_grad=True, is_leaf=False, grad_fn="MulBackward0"),
        replace(PLAIN, name="s", layout="sparse_coo", stride=None, contiguous=None, storage=None),
        replace(PLAIN, name="opt.state[w].exp_avg"),
        replace(PLAIN, name="a.very.long.name.of.a.module.0.weight", grad="(1000, 1000) norm 1.234e+05"),
    )
    modules = (ModuleSeen("net", "Sequential", True, 1_234_567, 10, 2, 3, 1, 0),)
    settings = (("lr", "0.1"), ("betas", "(0.9, 0.999)"), ("foreach", "None"))
    state = (StateSeen("w", (("exp_avg", "[0.5]"),)),)
    return Inspection(tensors, modules, (OptimizerSeen("opt", "Adam", (GroupSeen(2, settings),), state),), 7)


@pytest.mark.parametrize("width", [80, 100, 120, 200])
def test_the_inspectors_tables_fit(width: int) -> None:
    text = shown(inspection_view(inspection(), "cpu", width), width)
    assert fits(text, width)
    for expected in ("view of", "[1., 2.]", "1,234,567", "lr 0.1", "exp_avg [0.5]", "7 more tensors", "coo"):
        assert expected in " ".join(text.split()), expected
    assert "foreach" not in text
    assert "opt.state[w]" not in text


def test_heads_are_broken_only_where_room_is_short() -> None:
    few = Inspection((PLAIN,))
    assert "requires_grad" in shown(inspection_view(few, "cpu", 80), 80)
    wide = shown(inspection_view(few, "cpu", 160), 160).splitlines()
    assert any({"contiguous", "requires_grad", "_version"} <= set(line.split()) for line in wide)
    narrow = shown(inspection_view(few, "cpu", 56), 56)
    assert "requires_grad" not in narrow and "_version" not in narrow
    assert "requires" in narrow and "_grad" in narrow
    assert fits(narrow, 56)


def test_a_wide_terminal_has_every_attribute() -> None:
    narrow = shown(inspection_view(inspection(), "cpu", 80), 80)
    wide = shown(inspection_view(inspection(), "cpu", 120), 120)
    for attribute in ("stride", "is_leaf", "grad_fn", "device"):
        assert attribute in wide and attribute not in narrow
    assert "(3, 1)" in wide


def test_a_narrow_terminal_names_a_device_that_isnt_the_runs() -> None:
    seen = Inspection((PLAIN, replace(PLAIN, name="y", device="meta")))
    assert "meta" in shown(inspection_view(seen, "cpu", 80))


def test_nothing_to_look_at() -> None:
    assert "no tensors" in shown(inspection_view(Inspection(), "cpu", 80))


def test_names_of_a_snippet_are_no_markup() -> None:
    seen = Inspection((replace(PLAIN, name="d['[b]']", view_of="d['[/red]']"),))
    text = shown(inspection_view(seen, "cpu", 120), 120)
    assert "d['[b]']" in text and "d['[/red]']" in text


# The trace


def test_steps_show_lines_output_and_before_and_after() -> None:
    new = tuple((name, None, text) for name, text in PLAIN.facts.items())
    steps = (
        Step("snippet", 1, 2, "x = (\n    f())", "[b]hi[/b]\n", (Change("x", "tensor", "new", new),)),
        Step(
            "snippet",
            4,
            4,
            "x.add_(1)",
            changes=(
                Change("x", "tensor", "changed", (("_version", "0", "1"), ("value", "[1.]", "[2.]"))),
                Change("n", "value", "gone"),
            ),
            left_out=3,
        ),
        Step("answer", 1, 1, "x[mask] + 1", raised="ValueError: no [bold]x"),
    )
    text = shown(trace_view(Trace(steps, 5), "cpu", 80))
    assert text.splitlines() == [
        "   1 │ x = (",
        "   2 │     f())",
        "       > [b]hi[/b]",
        "       + x  (2, 3) float32 · _version 0",
        "   4 │ x.add_(1)",
        "       ~ x  _version 0 → 1 · [1.] → [2.]",
        "       - n  gone",
        "       ... and 3 more changes",
        "── answer",
        "   1 │ x[mask] + 1",
        "       ✗ ValueError: no [bold]x",
        "... and 5 more statements",
    ]


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (("is", "x", None), "no longer the same tensor as x"),
        (("is", None, "[b]x"), "now the same tensor as [b]x"),
        (("is", "x", "y"), "is x → y"),
        (("_base", "x", None), "no longer a view of x"),
        (("_base", "", None), "no longer a view"),
        (("_base", None, "x"), "now a view of x"),
        (("_base", None, ""), "now a view"),
        (("value", "[1.]", None), "value gone"),
        (("storage", "A", None), "storage gone"),
    ],
)
def test_what_a_tensor_was_to_another_is_said_in_words(
    fact: tuple[str, str | None, str | None], said: str
) -> None:
    step = Step("snippet", 1, 1, "x = x + 10", changes=(Change("seen", "tensor", "changed", (fact,)),))
    assert shown(trace_view(Trace((step,), 0), "cpu", 80)).splitlines()[1] == f"       ~ seen  {said}"


def test_what_is_unusual_about_a_new_tensor_is_said() -> None:
    tensor = replace(
        PLAIN,
        device="meta",
        layout="sparse_coo",
        contiguous=False,
        requires_grad=True,
        grad="[1.]",
        storage="B",
        view_of="y",
    )
    facts = tuple((name, None, text) for name, text in tensor.facts.items())
    step = Step("snippet", 1, 1, "x = y", changes=(Change("x", "tensor", "new", facts),))
    text = " ".join(shown(trace_view(Trace((step,)), "cpu", 80)).split())
    for expected in (
        "view of y",
        "meta",
        "sparse_coo",
        "stride (3, 1)",
        "requires_grad",
        "grad [1.]",
        "storage B",
    ):
        assert expected in text


def test_long_changes_are_broken_at_the_edge() -> None:
    facts = (("value", "[1.234, 5.678, 9.012, 3.456]" * 2, "[1.234, 5.678, 9.012, 3.456]" * 2),)
    step = Step("snippet", 1, 1, "x = y", changes=(Change("x", "tensor", "changed", facts),))
    assert fits(shown(trace_view(Trace((step,)), "cpu", 60), 60), 60)


# The graph


def chain(count: int) -> tuple[GraphNode, ...]:
    nodes = [GraphNode(f"Add{index}", (index + 1, None)) for index in range(count)]
    return (*nodes, GraphNode("AccumulateGrad", leaf="x", shape=(3,)))


def test_a_tree_with_a_branch_and_a_shared_node() -> None:
    nodes = (
        GraphNode("AddBackward0", (1, 2)),
        GraphNode("MulBackward0", (3, None), (SavedSeen("other", "kept", (), "c"),)),
        GraphNode("ExpBackward0", (1,), (SavedSeen("result", "modified"), SavedSeen("a", "packed"))),
        GraphNode("AccumulateGrad", leaf="x[0]", shape=(3,)),
    )
    assert shown(graph_view(Graph("loss", nodes), 80)).splitlines() == [
        "loss",
        "● AddBackward0",
        "├─→ #1 MulBackward0",
        "● ExpBackward0  result changed in place since!  a packed by a hook",
        "● #1 MulBackward0  saved other = c ()",
        "○ x[0] (3,)  AccumulateGrad",
    ]


def test_the_longest_input_goes_straight_on() -> None:
    nodes = (
        GraphNode("AddBackward0", (1, 2, 3)),
        GraphNode("ExpBackward0", (4,)),
        GraphNode("AccumulateGrad", leaf="b", shape=()),
        GraphNode("AccumulateGrad", leaf="", shape=(2,)),
        GraphNode("AccumulateGrad", leaf="a", shape=()),
    )
    assert shown(graph_view(Graph("loss", nodes), 80)).splitlines()[1:] == [
        "● AddBackward0",
        "├─○ b ()  AccumulateGrad",
        "├─○ a leaf without a name (2,)  AccumulateGrad",
        "● ExpBackward0",
        "○ a ()  AccumulateGrad",
    ]


def test_both_inputs_are_the_same() -> None:
    nodes = (GraphNode("MulBackward0", (1, 1)), GraphNode("AccumulateGrad", leaf="x", shape=()))
    assert shown(graph_view(Graph("y", nodes), 80)).splitlines()[1:] == [
        "● MulBackward0",
        "├─→ #1 x ()  AccumulateGrad",
        "○ #1 x ()  AccumulateGrad",
    ]


def test_depth_costs_lines_not_columns() -> None:
    text = shown(graph_view(Graph("loss", chain(199)), 80))
    assert len(text.splitlines()) == 201
    assert all(line.startswith(("●", "○", "loss")) for line in text.splitlines())
    # A hundred residual blocks, x + f(x): the input of each is used twice.
    nodes = []
    for index in range(0, 198, 2):
        nodes += [GraphNode("Add", (index + 2, index + 1)), GraphNode("Mul", (index + 2,))]
    nodes.append(GraphNode("AccumulateGrad", leaf="x", shape=()))
    text = shown(graph_view(Graph("loss", tuple(nodes)), 80))
    assert max(map(len, text.splitlines())) < 40
    assert text.count("● ") + text.count("○ ") == len(nodes)


def test_a_cut_graph_says_how_much_is_missing() -> None:
    nodes = tuple(GraphNode("Add", (index + 1, None)) for index in range(3))
    text = shown(graph_view(Graph("loss", nodes, 12), 80))
    assert text.splitlines()[-3:] == ["● Add", "└─…", "... and 12 more nodes"]


def test_what_was_saved_is_broken_at_the_edge() -> None:
    saved = tuple(SavedSeen(f"input{index}", "kept", (100, 200), f"net.{index}.weight") for index in range(6))
    nodes = (
        GraphNode("AddBackward0", (1, 2), saved),
        *(GraphNode("ExpBackward0", (), saved) for _ in range(2)),
    )
    text = shown(graph_view(Graph("loss", nodes), 60), 60)
    assert fits(text, 60)
    assert text.count("net.5.weight") == 3


def test_what_a_backward_freed_is_said_in_words() -> None:
    both = tuple(SavedSeen(name, "freed") for name in ("other", "self"))
    for saved, said in (
        (both, "its saved tensors other, self were freed by backward"),
        (both[:1], "its saved tensor other was freed by backward"),
    ):
        text = shown(graph_view(Graph("y", (GraphNode("MulBackward0", (), saved),)), 80))
        assert text.splitlines()[1] == f"● MulBackward0  {said}"


def test_why_there_is_no_graph() -> None:
    problem = ("{source} is a leaf: there is no graph behind it.", {"source": "x[b]"})
    assert (
        shown(graph_view(Graph("x[b]", problem=problem), 80))
        == "x[b] is a leaf: there is no graph behind it."
    )


# Exceptions


def test_an_exception_marks_its_line_among_its_neighbours() -> None:
    around = ((9, "a = [b]"), (10, "    y = a @ b"), (11, ""))
    frames = (
        Frame("snippet", 12, "<module>", "f()", ((11, ""), (12, "f()"))),
        Frame("snippet", 10, "f", "y = a @ b", around),
    )
    raised = Raised("RuntimeError", "size mismatch, got [3], [/4]\n  second line", frames)
    assert shown(raised_lines(raised)).splitlines() == [
        "Traceback (most recent call last):",
        '  File "snippet", line 12, in <module>',
        "  ❯ 12 | f()",
        '  File "snippet", line 10, in f',
        "     9 | a = [b]",
        "  ❯ 10 |     y = a @ b",
        "RuntimeError: size mismatch, got [3], [/4]",
        "  second line",
    ]


def test_an_exception_without_a_message_or_lines() -> None:
    assert shown(raised_lines(Raised("KeyboardInterrupt", ""))) == "KeyboardInterrupt"
    text = shown(raised_lines(Raised("E", "m", (Frame("snippet", 3, "<module>", "x[i]"),))))
    assert "  ❯ 3 | x[i]" in text.splitlines()


@pytest.mark.parametrize(
    ("type_", "message", "remarked"),
    [
        ("FileNotFoundError", "[Errno 2] No such file or directory: '/etc/passwd'", True),
        ("PermissionError", "[Errno 13] Permission denied: '/srv/data.csv'", True),
        ("FileNotFoundError", "[Errno 2] No such file or directory: 'data.csv'", False),
        ("FileNotFoundError", "[Errno 2] No such file or directory: '/learner/data.csv'", False),
        ("OSError", "[Errno 2] No such file or directory: '/etc/passwd'", False),
        ("FileNotFoundError", "no /etc here", False),
    ],
)
def test_a_file_that_is_kept_from_a_program_is_remarked_on(type_: str, message: str, remarked: bool) -> None:
    raised = Raised(type_, message)
    for text in (shown(raised_lines(raised), 200), exception(raised).plain):
        assert ("programs run apart from your files" in text) is remarked


# Side by side


def result(device: str, tensor: TensorSeen, **others: object) -> Result:
    one = Result(
        Ended.FINISHED,
        output=(Output("stdout", "[b]hi\n"),),
        value=Value(f"tensor(1, device='{device}')", "Tensor", "int64", (), "1"),
        seconds=0.00125,
        device=device,
        inspection=Inspection((tensor,)),
    )
    return replace(one, **others)  # type: ignore[arg-type]


def test_what_differs_between_devices() -> None:
    results = [
        result("cpu", replace(PLAIN, value="[1.]")),
        result("cuda:0", replace(PLAIN, device="cuda:0", value="[1.001]", dtype="float16")),
    ]
    rows = {row.what: row for row in compared(results)}
    assert [name for name, row in rows.items() if row.differs] == ["device", "x.dtype", "x.value"]
    assert rows["value"].texts == ("1", "1")
    assert rows["time"].texts == ("1.25 ms", "1.25 ms")
    text = shown([side_by_side(results)])
    assert fits(text, 80)
    assert "≠ x.value" in text and "[1.001]" in text and "[b]hi" in text


def test_tensors_left_on_another_device_are_named() -> None:
    rows = {row.what: row for row in compared([result("cpu", PLAIN), result("cuda:0", PLAIN)])}
    assert rows["on another device"].texts == (None, "cpu: x")
    rows = {row.what: row for row in compared([result("cpu", PLAIN), result("cpu", PLAIN)])}
    assert "on another device" not in rows
    assert not any(row.differs for row in rows.values())


def test_a_run_that_raised_beside_one_that_didnt() -> None:
    failed = result("meta", PLAIN, ended=Ended.RAISED, raised=Raised("RuntimeError", "no [data]"), value=None)
    text = shown([side_by_side([result("cpu", PLAIN), failed])])
    assert "≠ exception" in text and "RuntimeError: no [data]" in text


# The command itself, with real runs

PROGRAM = """\
x = torch.ones(3, device=device, requires_grad=True)
y = x * 2
print("x[mask] [bold]")
y.add_(1)
loss = y.exp().sum()
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def test_run_shows_all_that_was_asked_for(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program.write_text(PROGRAM + "loss @ x[0]\n", encoding="utf-8")
    command = ["run", str(program), "--device", "cpu", "--inspect", "--trace", "--graph", "loss"]
    assert run_command(command) == exit_codes.NEGATIVE
    text = capsys.readouterr().out
    assert text.count("x[mask] [bold]\n") == 1, "the output stands in its step only"
    assert (
        "~ y grad_fn MulBackward0 → AddBackward0 · _version 0 → 1 · [2., 2., 2.] → [3., 3., 3.]"
        in " ".join(text.split())
    )
    assert "  ❯ 6 | loss @ x[0]\nRuntimeError: " in text
    assert "Tensors" in text and "✓ leaf" in text
    assert "● SumBackward0\n● ExpBackward0  saved result (3,)\n" in text
    assert text.rstrip().endswith("○ x (3,)  AccumulateGrad")


def test_run_on_several_devices(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    devices = [word for name in ("cpu", "cpu", "meta") for word in ("--device", name)]
    assert (
        run_command(["run", str(program), *devices, "--trace", "--graph", "y", "--json"]) == exit_codes.DONE
    )
    seen = json.loads(capsys.readouterr().out)
    assert [run["device"] for run in seen["runs"]] == ["cpu", "cpu", "meta"]
    assert {row["what"]: row["texts"] for row in seen["differences"]} == {
        "device": ["cpu", "cpu", "meta"],
        "x.value": ["[1., 1., 1.]", "[1., 1., 1.]", None],
        "y.value": ["[3., 3., 3.]", "[3., 3., 3.]", None],
        "loss.value": ["60.26", "60.26", None],
    }
    for run in seen["runs"]:
        assert [tensor["name"] for tensor in run["inspection"]["tensors"]] == ["x", "y", "loss"]
        assert [step["first_line"] for step in run["trace"]["steps"]] == [1, 2, 3, 4, 5]
        assert [node["name"] for node in run["graph"]["nodes"]] == [
            "AddBackward0",
            "MulBackward0",
            "AccumulateGrad",
        ]


class Canned:
    """A runner that gives the same result to every request."""

    result = Result(Ended.FINISHED)
    requests: ClassVar[list[Request]] = []
    known_devices: ClassVar[tuple[str, ...]] = ("cpu", "cuda:0")

    async def __aenter__(self) -> Canned:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        return None

    async def devices(self) -> tuple[str, ...]:
        return self.known_devices

    async def request_on(self, request: Request, watch: object = None) -> Result:
        self.requests.append(request)
        return replace(self.result, device=request.device)


@pytest.fixture
def canned(monkeypatch: pytest.MonkeyPatch) -> type[Canned]:
    monkeypatch.setattr("tui.commands.run.Runner", Canned)
    monkeypatch.setattr(Canned, "requests", [])
    return Canned


def test_only_what_is_asked_for_is_requested(program: Path, canned: type[Canned]) -> None:
    assert run_command(["run", str(program)]) == exit_codes.DONE
    assert run_command(["run", str(program), "--trace", "--graph", "y"]) == exit_codes.DONE
    assert run_command(["run", str(program), "--device", "cpu", "--device", "cuda"]) == exit_codes.DONE
    asked = [(one.inspect, one.trace, one.graph) for one in canned.requests]
    assert asked == [(False, False, None), (False, True, "y"), (True, False, None), (True, False, None)]


def test_nothing_is_run_when_one_of_the_devices_isnt_there(
    program: Path, canned: type[Canned], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(canned, "known_devices", ("cpu",))
    assert run_command(["run", str(program), "--device", "cpu", "--device", "cuda"]) == exit_codes.ENVIRONMENT
    assert "There is no device cuda here; this machine has cpu." in capsys.readouterr().err
    assert canned.requests == []


def test_several_runs_are_a_table_and_no_more(
    program: Path, canned: type[Canned], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(canned, "result", result("cpu", PLAIN))
    assert run_command(["run", str(program), "--device", "cpu", "--device", "cpu"]) == exit_codes.DONE
    text = capsys.readouterr().out
    assert "≠" not in text
    assert (text.count(" ms"), text.count("[b]hi")) == (2, 2)


def test_a_process_that_ended_leaves_nothing_to_look_at(
    program: Path, canned: type[Canned], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(canned, "result", Result(Ended.CRASHED, exit_status=-11))
    assert run_command(["run", str(program), "--inspect"]) == exit_codes.NEGATIVE
    assert "nothing to look at" in capsys.readouterr().out
