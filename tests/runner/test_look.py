"""What the inspector says of a namespace, and that looking breaks and changes nothing."""

from __future__ import annotations

import pytest

from runner.client import Runner
from runner.inspected import Inspection, TensorSeen
from runner.protocol import Block, Ended, Request, Result


async def look(runner: Runner, snippet: str, *probes: str, ask: str | None = None) -> Result:
    request = Request((Block("snippet", snippet),), probes=probes, ask=ask, inspect=True, seconds=20)
    return await runner.request(request)


async def inspected(runner: Runner, snippet: str) -> Inspection:
    result = await look(runner, snippet)
    assert result.ended is Ended.FINISHED, result
    assert result.text == ""
    assert result.inspection is not None
    return result.inspection


async def tensors(runner: Runner, snippet: str) -> dict[str, TensorSeen]:
    return {tensor.name: tensor for tensor in (await inspected(runner, snippet)).tensors}


async def test_nothing_is_looked_at_unless_asked(runner: Runner) -> None:
    assert (await runner.run("x = torch.ones(2)")).inspection is None


async def test_what_there_is_to_say_of_a_tensor(runner: Runner) -> None:
    seen = await tensors(
        runner,
        "x = torch.ones(2, 3, dtype=torch.float64, requires_grad=True)\n"
        "y = (x * 2).t()\ny.retain_grad()\ny.sum().backward()\nn = torch.arange(4)\nn += 1\nn -= 1",
    )
    x, y, n = seen["x"], seen["y"], seen["n"]
    assert (x.shape, x.dtype, x.device, x.stride, x.contiguous) == ((2, 3), "float64", "cpu", (3, 1), True)
    assert (x.requires_grad, x.is_leaf, x.grad_fn, x.version) == (True, True, None, 0)
    assert (x.grad, x.value) == ("[[2., 2., 2.], [2., 2., 2.]]", "[[1., 1., 1.], [1., 1., 1.]]")
    assert (y.stride, y.contiguous, y.is_leaf, y.grad_fn) == ((1, 3), False, False, "TBackward0")
    assert y.grad == "[[1., 1.], [1., 1.], [1., 1.]]"
    assert (n.kind, n.dtype, n.requires_grad, n.grad, n.version, n.value) == (
        "Tensor",
        "int64",
        False,
        None,
        2,
        "[0, 1, 2, 3]",
    )


async def test_shared_storages_have_the_same_letter(runner: Runner) -> None:
    seen = await tensors(
        runner,
        "alone = torch.ones(4)\nx = torch.ones(4)\nv = x[1:]\nc = x.clone()\nd = x.detach()\ns = c",
    )
    assert {name: (one.storage, one.shared) for name, one in seen.items()} == {
        "x": ("A", True),
        "v": ("A", True),
        "d": ("A", True),
        "c": ("B", True),
        "s": ("B", True),
        "alone": ("C", False),
    }


async def test_two_tensors_over_one_array_share(runner: Runner) -> None:
    seen = await tensors(
        runner,
        "import numpy\na = numpy.zeros(8)\nx = torch.from_numpy(a)\n"
        "y = torch.from_numpy(a[4:])\nz = torch.zeros(8)",
    )
    assert seen["x"].storage == seen["y"].storage != seen["z"].storage
    assert seen["x"].shared and not seen["z"].shared


async def test_a_lazy_clone_doesnt_share(runner: Runner) -> None:
    result = await look(runner, "x = torch.ones(4)\nc = torch._lazy_clone(x)", "torch._C._is_cow_tensor(c)")
    assert result.inspection is not None
    assert [one.shared for one in result.inspection.tensors] == [False, False]
    assert result.probes[0].holds, "looking made the clone real"


async def test_views_and_aliases_name_their_tensor(runner: Runner) -> None:
    seen = await tensors(
        runner,
        "x = torch.ones(4, requires_grad=True)\nv = x[1:]\nvv = v[1:]\nalias = x\nfree = torch.ones(4)[1:]\n"
        "(x * 2).sum().backward()\ng = x.grad",
    )
    assert {name: one.view_of for name, one in seen.items()} == {
        "x": None,
        "v": "x",
        "vv": "x",
        "alias": None,
        "free": "",
        "g": None,
    }
    assert (seen["alias"].same_as, seen["g"].same_as, seen["x"].same_as) == ("x", "x.grad", None)


async def test_tensors_in_containers_are_named_as_one_would_write_them(runner: Runner) -> None:
    seen = await tensors(
        runner,
        "from collections import namedtuple\nPair = namedtuple('Pair', 'a b')\nt = torch.ones(1)\n"
        "xs = [1, t.clone()]\nd = {'k': t.clone(), 2: t.clone(), ('a', 1): t.clone()}\n"
        "p = Pair(t.clone(), 0)\ndeep = [[t.clone()]]\nnets = [nn.Linear(1, 1)]\n"
        "__hidden__ = t.clone()\n_private = t.clone()",
    )
    assert list(seen) == [
        "t",
        "xs[1]",
        "d['k']",
        "d[2]",
        "d[('a', 1)]",
        "p.a",
        "nets[0].weight",
        "nets[0].bias",
        "_private",
    ]


async def test_modules(runner: Runner) -> None:
    seen = await inspected(
        runner,
        "net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.LazyLinear(4))\nnet[1].eval()\n"
        "net[0].bias.requires_grad_(False)\nnet[0].register_forward_hook(lambda *a: None)\n"
        "net[0].register_forward_pre_hook(lambda *a: None)\n"
        "net[0].register_full_backward_hook(lambda *a: None)",
    )
    modules = {module.name: module for module in seen.modules}
    assert list(modules) == ["net", "net.0", "net.1", "net.2"]
    net, linear, norm = modules["net"], modules["net.0"], modules["net.1"]
    assert (net.kind, net.training, net.parameters, net.trainable, net.buffers) == (
        "Sequential",
        True,
        15,
        12,
        3,
    )
    assert net.uninitialized == 2
    assert (linear.kind, linear.parameters, linear.trainable) == ("Linear", 9, 6)
    assert (linear.forward_hooks, linear.backward_hooks) == (2, 1)
    assert (norm.training, norm.buffers) == (False, 3)
    assert [one.name for one in seen.tensors][:3] == ["net.0.weight", "net.0.bias", "net.1.weight"]


async def test_tied_weights_and_modules_in_a_ring(runner: Runner) -> None:
    seen = await inspected(
        runner,
        "net = nn.Module()\nnet.a = nn.Linear(2, 2, bias=False)\nnet.b = nn.Linear(2, 2, bias=False)\n"
        "net.b.weight = net.a.weight\nnet.a.back = net",
    )
    assert [(one.name, one.same_as) for one in seen.tensors] == [
        ("net.a.weight", None),
        ("net.b.weight", "net.a.weight"),
    ]
    assert seen.modules[0].parameters == 4


async def test_optimizers(runner: Runner) -> None:
    seen = await inspected(
        runner,
        "w = torch.ones(2, requires_grad=True)\nb = torch.ones(3, 4, requires_grad=True)\n"
        "opt = torch.optim.SGD([{'params': [w], 'lr': 0.5}, {'params': [b]}], lr=0.1, momentum=0.9)\n"
        "(w.sum() + b.sum()).backward()\nopt.step()\n"
        "adam = torch.optim.Adam([w], lr=torch.tensor(0.25))\nadam.step()",
    )
    opt, adam = seen.optimizers
    assert (opt.name, opt.kind, [group.parameters for group in opt.groups]) == ("opt", "SGD", [1, 1])
    assert [dict(group.settings)["lr"] for group in opt.groups] == ["0.5", "0.1"]
    assert dict(opt.groups[0].settings)["momentum"] == "0.9"
    assert [(one.parameter, dict(one.values)) for one in opt.state] == [
        ("w", {"momentum_buffer": "[1., 1.]"}),
        ("b", {"momentum_buffer": "(3, 4) norm 3.464"}),
    ]
    assert dict(adam.groups[0].settings)["lr"] == "0.25"
    assert dict(adam.state[0].values)["step"] == "1."
    assert "opt.state[b].momentum_buffer" in [one.name for one in seen.tensors]


async def test_parameters_that_only_the_optimizer_has(runner: Runner) -> None:
    seen = await tensors(runner, "opt = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=1)")
    assert list(seen) == ["opt.param_groups[0].params[0]"]


DIFFICULT = {
    "meta": ("x = torch.empty(10**6, 10**6, device='meta')", (10**6, 10**6), None),
    "expanded": ("x = torch.ones(1).expand(10**12)", (10**12,), None),
    "coo": (
        "import warnings\nwarnings.simplefilter('ignore')\n"
        "x = torch.sparse_coo_tensor([[0, 1]], [1., 2.], (3,))",
        (3,),
        None,
    ),
    "csr": (
        "import warnings\nwarnings.simplefilter('ignore')\nx = torch.eye(3).to_sparse_csr()",
        (3, 3),
        None,
    ),
    "quantised": (
        "import warnings\nwarnings.simplefilter('ignore')\n"
        "x = torch.quantize_per_tensor(torch.ones(3), 0.5, 0, torch.quint8)",
        (3,),
        "[1., 1., 1.]",
    ),
    "complex": ("x = torch.tensor([1 + 2j])", (1,), "[1+2j]"),
    "conjugate": ("x = torch.tensor([1 + 2j]).conj()", (1,), "[1-2j]"),
    "nested": (
        "import warnings\nwarnings.simplefilter('ignore')\n"
        "x = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])",
        None,
        None,
    ),
    "jagged": (
        "import warnings\nwarnings.simplefilter('ignore')\n"
        "x = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged)",
        (2, "j1"),
        None,
    ),
    "freed": ("x = torch.ones(1000)\nx.untyped_storage().resize_(0)", (1000,), None),
    "freed and small": ("x = torch.ones(2)\nx.untyped_storage().resize_(0)", (2,), None),
    "resized": ("x = torch.ones(3)\nx.resize_(0)", (0,), "[]"),
    "scalar": ("x = torch.tensor(float('nan'))", (), "nan"),
    "inference": ("with torch.inference_mode(): x = torch.ones(2)", (2,), "[1., 1.]"),
    "uninitialized": ("x = nn.LazyLinear(3).weight", None, None),
    "escaped from vmap": (
        "kept = []\ntorch.vmap(lambda a: (kept.append(a), a)[1])(torch.ones(2, 3))\nx = kept.pop()",
        (3,),
        None,
    ),
    "escaped from grad": (
        "kept = []\ntorch.func.grad(lambda a: (kept.append(a), a.sum())[1])(torch.ones(2))\nx = kept.pop()",
        (2,),
        None,
    ),
    "fake": (
        "from torch._subclasses.fake_tensor import FakeTensorMode\n"
        "with FakeTensorMode(): x = torch.ones(2, 2, device='cuda')",
        (2, 2),
        None,
    ),
    "a mode left on": ("torch.set_default_device('meta')\nx = torch.ones(2, device='cpu')", (2,), "[1., 1.]"),
    "a dispatch mode left on": (
        "from torch.utils._python_dispatch import TorchDispatchMode\n"
        "class Refuse(TorchDispatchMode):\n"
        "    def __torch_dispatch__(self, func, types, args=(), kwargs=None): raise RuntimeError('no')\n"
        "x = torch.ones(2)\nRefuse().__enter__()",
        (2,),
        "[1., 1.]",
    ),
    "a subclass": ("class T(torch.Tensor): pass\nx = torch.ones(2).as_subclass(T)", (2,), "[1., 1.]"),
    "a subclass that raises": (
        "class T(torch.Tensor):\n"
        "    @classmethod\n"
        "    def __torch_function__(cls, *args, **kwargs): print('seen'); raise RuntimeError('no')\n"
        "    def __repr__(self): print('seen'); raise RuntimeError('no')\n"
        "    @property\n"
        "    def shape(self): print('seen'); raise RuntimeError('no')\n"
        "    @property\n"
        "    def __class__(self): print('seen'); raise RuntimeError('no')\n"
        "x = torch.ones(2).as_subclass(T)",
        (2,),
        "[1., 1.]",
    ),
    "a wrapper subclass": (
        "class W(torch.Tensor):\n"
        "    @staticmethod\n"
        "    def __new__(cls): return torch.Tensor._make_wrapper_subclass(cls, (2, 2))\n"
        "    @classmethod\n"
        "    def __torch_dispatch__(cls, *args, **kwargs): print('seen'); raise RuntimeError('no')\n"
        "x = W()",
        (2, 2),
        None,
    ),
    "float8": ("x = torch.ones(2).to(torch.float8_e4m3fn)", (2,), "[1., 1.]"),
    "bits": ("x = torch.ones(20, dtype=torch.bool)", (20,), "20 of 20 True"),
    "a view of an unbound view": (
        "a = torch.ones(2, 2, requires_grad=True).clone()\nx, y = a.unbind()\nwith torch.no_grad(): a += 1",
        (2,),
        "[2., 2.]",
    ),
}


@pytest.mark.parametrize("name", DIFFICULT)
async def test_difficult_tensors(runner: Runner, name: str) -> None:
    snippet, shape, value = DIFFICULT[name]
    seen = (await tensors(runner, snippet))["x"]
    assert (seen.shape, seen.value) == (shape, value)


async def test_what_difficult_tensors_dont_have(runner: Runner) -> None:
    seen = await tensors(
        runner,
        "import warnings\nwarnings.simplefilter('ignore')\ns = torch.eye(3).to_sparse()\n"
        "with torch.inference_mode(): i = torch.ones(2)\nm = torch.empty(2, device='meta')\n"
        "emb = nn.Embedding(4, 2, sparse=True)\nemb(torch.tensor([1])).sum().backward()",
    )
    assert (seen["s"].layout, seen["s"].stride, seen["s"].contiguous, seen["s"].storage) == (
        "sparse_coo",
        None,
        None,
        None,
    )
    assert (seen["i"].version, seen["m"].device) == (None, "meta")
    assert seen["emb.weight"].grad == "(4, 2) sparse_coo"


@pytest.mark.parametrize(
    "snippet",
    [
        "class M(nn.Module):\n    def __init__(self): pass\nm = M()",
        "class M(nn.Module):\n    def __getattr__(self, name): raise RuntimeError('no')\nm = M()",
        "m = nn.Linear(1, 1)\nm._parameters = None\nm._modules['x'] = 3\nm._buffers['y'] = 'text'",
        "opt = torch.optim.SGD([torch.ones(1)], lr=1)\nopt.param_groups = 3\nopt.state = None",
        "class D(dict):\n    def items(self): raise RuntimeError('no')\nd = D(a=1)",
        "class L(list):\n    def __iter__(self): raise RuntimeError('no')\nd = L([1])",
        "class O:\n    def __getattribute__(self, name): raise RuntimeError('no')\no = O()",
        "globals()[3] = torch.ones(1)",
    ],
)
async def test_difficult_objects(runner: Runner, snippet: str) -> None:
    await inspected(runner, snippet + "\nx = torch.ones(1)")


async def test_many_tensors_are_counted_beyond_the_limit(runner: Runner) -> None:
    seen = await inspected(runner, "for i in range(500): globals()[f't{i}'] = torch.ones(1)\ndel i")
    assert (len(seen.tensors), seen.left_out) == (400, 100)
    seen = await inspected(runner, "xs = [torch.ones(1) for _ in range(500)]\nlast = torch.ones(1)")
    assert seen.tensors[-1].name == "last"


CHANGES_NOTHING = """\
import warnings, weakref
warnings.simplefilter("error")
x = torch.ones(3, requires_grad=True)
y = x * 2
v = y[:2]
y.add_(1)
loss = y.sum()
net = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2))
sequence = y.grad_fn._sequence_nr()
"""


async def test_looking_changes_nothing(runner: Runner) -> None:
    result = await look(
        runner,
        CHANGES_NOTHING,
        "(x._version, y._version, v._version) == (0, 1, 1)",
        "x.grad is None and net[0].weight.grad is None",
        "y.grad_fn.name() == 'AddBackward0' and y.grad_fn._sequence_nr() == sequence",
        "torch.is_grad_enabled() and not torch.is_inference_mode_enabled()",
        "warnings.filters[0][0] == 'error'",
        "raises(lambda: warnings.warn('still an error'), UserWarning)",
        "loss.backward() is None and x.grad.tolist() == [2, 2, 2]",
    )
    assert [probe.holds for probe in result.probes] == [True] * 7, result.probes
    assert result.text == ""


async def test_looking_takes_no_random_numbers(runner: Runner) -> None:
    snippet = "import random\nx = torch.rand(5)\nnet = nn.Linear(3, 3)"
    looked = await look(runner, snippet, ask="(torch.rand(2), random.random())")
    plain = await runner.run(snippet, ask="(torch.rand(2), random.random())")
    assert looked.value == plain.value


async def test_looking_keeps_no_references(runner: Runner) -> None:
    snippet = "import sys\nx = torch.ones(3, requires_grad=True)\nx.sum().backward()\nnet = nn.Linear(1, 1)"
    ask = "[sys.getrefcount(one) for one in (x, x.grad, net, net.weight)]"
    looked = await look(runner, snippet, ask=ask)
    assert looked.value == (await runner.run(snippet, ask=ask)).value


async def test_looking_at_huge_tensors_takes_no_memory(runner: Runner) -> None:
    snippet = "x = torch.empty(150_000_000, requires_grad=True)\ny = x.view(-1, 2)[::2]\nx.grad = x.detach()"
    looked = await look(runner, snippet)
    assert looked.inspection is not None
    assert [one.value for one in looked.inspection.tensors] == [None, None]
    assert looked.peak_memory < 64 << 20


async def test_a_non_leaf_isnt_asked_for_its_gradient(runner: Runner) -> None:
    snippet = (
        "import warnings\nwarnings.simplefilter('always')\nx = torch.ones(1, requires_grad=True)\ny = x * 2\n"
    )
    assert (await look(runner, snippet)).text == ""
    # What would be seen otherwise:
    assert "non-leaf" in (await runner.run(snippet + "y.grad")).text


@pytest.mark.parametrize(
    ("snippet", "ended"),
    [("x = torch.ones(1)\n1 / 0", Ended.RAISED), ("x = torch.ones(1)\nexit()", Ended.EXITED)],
)
async def test_the_namespace_of_a_program_that_stopped(runner: Runner, snippet: str, ended: Ended) -> None:
    result = await look(runner, "from sys import exit\n" + snippet)
    assert result.ended is ended
    assert result.inspection is not None
    assert [one.name for one in result.inspection.tensors] == ["x"]


async def test_plain_data_comes_back_as_it_went(runner: Runner) -> None:
    result = await look(runner, "net = nn.Linear(2, 2)\nopt = torch.optim.SGD(net.parameters(), lr=1)")
    assert Result.from_plain(result.to_plain()) == result
