"""One throw-away process: rehearses, says that it is ready, takes one request, answers, dies.

Started by the zygote's fork, or as a fresh interpreter where there is no fork.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from typing import Any, NoReturn

from runner.capture import Capture
from runner.execution import Execution
from runner.keeper import STARTED
from runner.protocol import AWAKE_SECONDS, READY, ROUSE, Block, Request, pack, unpack
from runner.resource_limits import ResourceLimits
from runner.sandbox import Sandbox
from runner.stage import Stage
from runner.tracing import HeardCapture

CANT_ANSWER = 70


def serve(requests: int, results: int, started: int | None, box: Sandbox, ready: bytes = READY) -> NoReturn:
    """Take one request from a file descriptor, answer on another, and leave without clean-up.

    ``ready`` is sent when a request could be answered at once; ``started`` is the keeper's pipe, which gets
    the memory limit as the run starts.
    """
    stage, limits = Stage(), ResourceLimits(box)
    capture: Capture = Capture("")
    os.write(results, ready)
    message = _receive(requests)
    if message is None:
        os._exit(0)
    nonce = message["nonce"]
    request = _request_in(message)
    if started is not None:
        os.write(started, STARTED.pack(request.limits.memory_bytes))
        os.close(started)
    limits.set(request.limits)
    if request.trace:
        capture = HeardCapture("")
    capture.nonce = nonce
    result = Execution(request, capture, stage).result()
    try:
        answer = pack({"nonce": nonce, "result": result.to_plain()})
        while answer:
            answer = answer[os.write(results, answer) :]
    except OSError:
        os._exit(CANT_ANSWER)
    os._exit(0)


def rehearse() -> None:
    """Go through a request as if: first touches cost page faults, and these are paid before one comes."""
    kept = sys.stdout, sys.stderr, sys.modules["__main__"]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    request = pack({"nonce": "", "request": _REHEARSAL.to_plain()})
    result = Execution(_request_in(unpack(bytearray(request))), Capture("", nowhere), Stage()).result()
    pack({"nonce": "", "result": result.to_plain()})
    os.close(nowhere)
    sys.stdout, sys.stderr, sys.modules["__main__"] = kept


_REHEARSAL = Request(
    blocks=(
        Block(
            "rehearsal",
            """\
from torch.utils.data import DataLoader, TensorDataset
convolution = nn.Conv2d(3, 4, 3, padding=1)
net = nn.Sequential(convolution, nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(576, 2))
for images, in DataLoader(TensorDataset(torch.randn(4, 3, 12, 12)), batch_size=2):
    net(images).mean().backward()
layer = nn.Linear(4, 2)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1, momentum=0.9)
x = torch.linspace(0, 1, 12, requires_grad=True)
loss = F.cross_entropy(layer(x.view(3, 4)).relu(), torch.tensor([0, 1, 1]))
loss.backward()
optimizer.step()
optimizer.zero_grad()
print(x.grad, loss.item())
rows = torch.arange(6).view(2, 3)
print(rows.t() + torch.rand(3, 1), rows.t().is_contiguous(), rows.shape, rows.sum())
y = x.exp()
y.add_(1)
try:
    y.sum().backward()
except RuntimeError as error:
    print(error)
torch.rand(300, 300) @ torch.rand(300, 300)
torch.ones(2, 3) @ x
""",
        ),
    ),
    ask="x.grad",
    probes=("x.grad.dtype == torch.float32 and x.is_leaf",),
)
_EMPTY_REQUEST = pack({"nonce": "", "request": Request((Block("", ""),)).to_plain()})


def _receive(fd: int) -> dict[str, Any] | None:
    data = os.read(fd, 1 << 16)
    if data == ROUSE:
        _request_in(unpack(bytearray(_EMPTY_REQUEST)))  # as if, while the client packs the real one
        data = _stay_awake(fd)
    buffer = bytearray(data.removeprefix(ROUSE))
    while (message := unpack(buffer)) is None:
        data = os.read(fd, 1 << 16)
        if not data:
            return None
        buffer += data
    return message


def _request_in(message: dict[str, Any] | None) -> Request:
    return Request.from_plain((message or {})["request"])


def _stay_awake(fd: int) -> bytes:
    """Return what comes within a moment, without going to sleep; nothing when that takes longer."""
    end = time.perf_counter() + AWAKE_SECONDS
    os.set_blocking(fd, False)
    try:
        while time.perf_counter() < end:
            with suppress(BlockingIOError):
                return os.read(fd, 1 << 16)
            os.sched_yield()
    finally:
        os.set_blocking(fd, True)
    return b""
