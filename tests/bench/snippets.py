"""The snippets that every contender of the benchmark runs: what interview questions are made of."""

from __future__ import annotations

from typing import NamedTuple


class Snippet(NamedTuple):
    """One snippet; ``small`` ones make up the bars for a learner's usual question."""

    name: str
    source: str
    small: bool = True
    raises: bool = False


SNIPPETS = (
    Snippet("tiny op", "x = torch.tensor([1., 2., 3.])\nprint(x * 2)\n"),
    Snippet("view", "x = torch.arange(6).view(2, 3)\ny = x.t()\ny[0, 0] = 9\nprint(x, y.is_contiguous())\n"),
    Snippet("broadcasting", "x = torch.ones(3, 1) + torch.arange(4.)\nprint(x.shape, x.sum())\n"),
    Snippet("shape error", "torch.ones(2, 3) @ torch.ones(2, 3)\n", raises=True),
    Snippet(
        "in-place autograd error",
        "x = torch.ones(2, requires_grad=True)\ny = x.exp()\ny.add_(1)\ny.sum().backward()\n",
        raises=True,
    ),
    Snippet(
        "backward",
        "x = torch.linspace(0, 1, 9, requires_grad=True)\n(x.sin() * x).sum().backward()\nprint(x.grad)\n",
    ),
    Snippet(
        "convolution",
        "net = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU())\n"
        "y = net(torch.randn(2, 3, 16, 16))\ny.mean().backward()\nprint(y.shape)\n",
    ),
    Snippet(
        "three training steps",
        "net = nn.Linear(4, 2)\noptimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)\n"
        "for _ in range(3):\n    optimizer.zero_grad()\n"
        "    loss = F.cross_entropy(net(torch.randn(8, 4)), torch.randint(0, 2, (8,)))\n"
        "    loss.backward()\n    optimizer.step()\nprint(loss.item() > 0)\n",
    ),
    Snippet("matmul", "x = torch.rand(200, 200)\nprint((x @ x).shape)\n"),
    Snippet(
        "data loader",
        "from torch.utils.data import DataLoader, TensorDataset\n"
        "data = TensorDataset(torch.arange(32.))\n"
        "print(sum(batch.sum() for batch, in DataLoader(data, batch_size=4)))\n",
    ),
    Snippet(
        "data loader, 2 workers",
        "from torch.utils.data import DataLoader, TensorDataset\ndata = TensorDataset(torch.arange(8.))\n"
        "print(sum(batch.sum() for batch, in DataLoader(data, batch_size=4, num_workers=2)))\n",
        small=False,
    ),
    Snippet("5,000 lines", "for number in range(5000):\n    print(number)\n", small=False),
    Snippet("NameError", "x = torch.ones(2)\nprint(y)\n", raises=True),
)
