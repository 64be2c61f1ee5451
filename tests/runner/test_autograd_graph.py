"""The autograd graph as plain data: its nodes, its leaves, and what its nodes saved."""

from __future__ import annotations

import pytest

from runner.client import Runner
from runner.inspected import Graph, GraphNode, SavedSeen
from runner.protocol import Block, Request, Result


async def graph(runner: Runner, snippet: str, of: str = "loss", *probes: str) -> Graph:
    result = await run(runner, snippet, of, *probes)
    assert result.graph is not None
    return result.graph


async def run(runner: Runner, snippet: str, of: str, *probes: str) -> Result:
    return await runner.request(Request((Block("snippet", snippet),), graph=of, probes=probes, seconds=20))


def named(seen: Graph, name: str) -> GraphNode:
    (node,) = [node for node in seen.nodes if node.name == name]
    return node


async def test_no_graph_unless_asked(runner: Runner) -> None:
    assert (await runner.run("x = torch.ones(1, requires_grad=True)\nloss = x * 2")).graph is None


async def test_nodes_inputs_and_leaves(runner: Runner) -> None:
    seen = await graph(
        runner,
        "w = torch.ones(3, 2, requires_grad=True)\nx = torch.ones(4, 3)\nloss = (x @ w).relu().sum()",
    )
    assert (seen.of, seen.left_out, seen.problem) == ("loss", 0, None)
    assert [(node.name, node.inputs) for node in seen.nodes] == [
        ("SumBackward0", (1,)),
        ("ReluBackward0", (2,)),
        ("MmBackward0", (None, 3)),
        ("AccumulateGrad", ()),
    ]
    assert (seen.nodes[3].leaf, seen.nodes[3].shape) == ("w", (3, 2))
    assert named(seen, "MmBackward0").saved == (SavedSeen("self", "kept", (4, 3), "x"),)
    assert named(seen, "ReluBackward0").saved == (SavedSeen("result", "kept", (4, 2), None),)


async def test_leaves_in_modules_and_without_names(runner: Runner) -> None:
    seen = await graph(
        runner,
        "def make():\n    hidden = torch.ones(5, requires_grad=True)\n    return hidden.sum()\n"
        "net = nn.Linear(5, 1)\nloss = make() + net(torch.ones(5))",
    )
    leaves = {(node.leaf, node.shape) for node in seen.nodes if node.leaf is not None}
    assert leaves == {("", (5,)), ("net.weight", (1, 5)), ("net.bias", (1,))}


async def test_intermediates_are_known_by_their_name(runner: Runner) -> None:
    seen = await graph(
        runner, "x = torch.ones(2, requires_grad=True)\ny = x * 2\nz = y.exp()\nloss = (z * y).sum()"
    )
    assert {(one.name, one.tensor) for one in named(seen, "ExpBackward0").saved} == {("result", "z")}
    products = [node for node in seen.nodes if node.name == "MulBackward0"]
    assert {(one.name, one.tensor) for one in products[0].saved} == {("self", "z"), ("other", "y")}


async def test_a_shared_node_comes_once(runner: Runner) -> None:
    seen = await graph(runner, "x = torch.ones(2, requires_grad=True)\ny = x * 2\nloss = y * y + y")
    names = [node.name for node in seen.nodes]
    assert names == ["AddBackward0", "MulBackward0", "MulBackward0", "AccumulateGrad"]
    assert [node.inputs for node in seen.nodes] == [(1, 2), (2, 2), (3, None), ()]


async def test_freed_and_modified_tensors_say_so(runner: Runner) -> None:
    snippet = "x = torch.ones(2, requires_grad=True)\ny = x.exp()\nloss = y.sum()\n"
    assert named(await graph(runner, snippet), "ExpBackward0").saved[0].state == "kept"
    freed = await graph(runner, snippet + "loss.backward()")
    assert named(freed, "ExpBackward0").saved == (SavedSeen("result", "freed"),)
    modified = await graph(runner, snippet + "with torch.no_grad(): y += 1")
    assert named(modified, "ExpBackward0").saved == (SavedSeen("result", "modified"),)
    kept = await graph(runner, snippet + "loss.backward(retain_graph=True)")
    assert named(kept, "ExpBackward0").saved[0].state == "kept"


async def test_ones_own_function(runner: Runner) -> None:
    snippet = (
        "class Double(torch.autograd.Function):\n"
        "    @staticmethod\n"
        "    def forward(ctx, a, b): ctx.save_for_backward(a, None, b); ctx.k = 2; return a * b\n"
        "    @staticmethod\n"
        "    def backward(ctx, g): a, _, b = ctx.saved_tensors; return g * b, g * a\n"
        "x = torch.ones(2, requires_grad=True)\nc = torch.ones(2)\nloss = Double.apply(x, c).sum()\n"
    )
    node = named(await graph(runner, snippet), "DoubleBackward")
    assert [(one.state, one.tensor) for one in node.saved] == [("kept", "x"), ("kept", "c")]
    node = named(await graph(runner, snippet + "loss.backward()"), "DoubleBackward")
    assert [one.state for one in node.saved] == ["freed"]


async def test_several_tensors_under_one_name(runner: Runner) -> None:
    seen = await graph(
        runner, "x = torch.ones(2, requires_grad=True)\ni = torch.tensor([0, 1])\nloss = x[i].sum()"
    )
    assert [(one.state, one.tensor) for one in named(seen, "IndexBackward0").saved] == [("kept", "i")]


async def test_looking_calls_no_hook_and_frees_nothing(runner: Runner) -> None:
    result = await run(
        runner,
        "def unpack(t):\n    print('unpacked')\n    return t\n"
        "x = torch.ones(2, requires_grad=True)\n"
        "with torch.autograd.graph.saved_tensors_hooks(lambda t: t.clone(), unpack): y = x.exp()\n"
        "x.register_hook(lambda g: print('hook'))\nloss = y.sum()",
        "loss",
        "x.grad is None and output == ''",
        "loss.backward() is None and x.grad is not None",
    )
    assert result.graph is not None
    assert named(result.graph, "ExpBackward0").saved == (SavedSeen("result", "packed"),)
    assert [probe.holds for probe in result.probes] == [True, True]


async def test_a_deep_graph_is_cut_and_counted(runner: Runner) -> None:
    seen = await graph(
        runner, "loss = x = torch.ones(1, requires_grad=True)\nfor _ in range(10_000): loss = loss + 1"
    )
    assert (len(seen.nodes), seen.left_out) == (200, 9_801)
    assert seen.nodes[-1].inputs == (200, None)


async def test_any_expression_names_a_tensor(runner: Runner) -> None:
    seen = await graph(runner, "xs = {'a': [torch.ones(1, requires_grad=True) * 2]}", " xs['a'][0] ")
    assert seen.nodes[0].name == "MulBackward0"


@pytest.mark.parametrize(
    ("snippet", "of", "problem"),
    [
        ("x = 1", "x", "{source} is no tensor but a {type}."),
        ("x = torch.ones(1)", "x", "{source} needs no gradient, so no graph was recorded."),
        ("x = torch.ones(1, requires_grad=True)", "x", "{source} is a leaf: there is no graph behind it."),
        (
            "x = (torch.ones(1, requires_grad=True) * 2).detach()",
            "x",
            "{source} needs no gradient, so no graph was recorded.",
        ),
        ("x = 1", "y", "{source} can't be evaluated: {reason}"),
        ("x = 1", "x +", "{source} can't be evaluated: {reason}"),
        (
            "x = torch.ones(2, requires_grad=True)\nwith torch.no_grad(): a, b = (x * 1).unbind()\n",
            "a",
            "{source} needs no gradient, so no graph was recorded.",
        ),
        (
            "x = torch.ones(2, 2, requires_grad=True).clone()\na, b = x.unbind()\nx.add_(1)",
            "a",
            "{source} has lost its graph: {reason}",
        ),
    ],
)
async def test_why_there_is_no_graph(runner: Runner, snippet: str, of: str, problem: str) -> None:
    seen = await graph(runner, snippet, of)
    assert seen.nodes == ()
    assert seen.problem is not None
    template, values = seen.problem
    assert template == problem
    assert template.format(**values)


async def test_the_graph_of_a_program_that_raised(runner: Runner) -> None:
    seen = await graph(runner, "x = torch.ones(1, requires_grad=True)\nloss = x * 2\n1 / 0")
    assert seen.nodes[0].name == "MulBackward0"


async def test_plain_data_comes_back_as_it_went(runner: Runner) -> None:
    for of in ("loss", "x", "nothing"):
        result = await run(runner, "x = torch.ones(1, requires_grad=True)\nloss = x.exp()", of)
        assert Result.from_plain(result.to_plain()) == result
