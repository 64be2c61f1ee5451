"""A runner without torch or processes: it runs the fixtures' plain Python right here."""

from __future__ import annotations

import asyncio
import io
import traceback
from contextlib import redirect_stdout
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from quizbank.answer import Answer
from quizbank.question import Question
from runner import judge as judging
from runner.conversation import Watch
from runner.protocol import Check, Comparison, Ended, Frame, Output, Raised, Request, Result, Value

VERSION = "2.13.0+cpu"


class FakeRunner:
    """Judges as the real one does, from results that are made in this process.

    ``seen`` is what every result has beside: what was seen of it, which needs torch.
    """

    def __init__(self, device: str = "auto", *, ready: bool = True, version: str = VERSION) -> None:
        self._version = version
        self.imported = asyncio.Event()
        self.torch_version = ""
        self.requests: list[Request] = []
        self.running = False
        self.failure: Exception | None = None
        self.seen: dict[str, Any] = {}
        self.known_devices: tuple[str, ...] = ("cpu",)
        self.may_end = asyncio.Event()
        self.may_end.set()
        if ready:
            self.finish_import()

    def finish_import(self) -> None:
        self.torch_version = self._version
        self.imported.set()

    async def __aenter__(self) -> Self:
        self.running = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.running = False

    async def devices(self) -> tuple[str, ...]:
        return self.known_devices

    async def judge(self, question: Question, answer: Answer, *, seed: int = 0) -> judging.Verdict:
        return await judging.judge(self, question, answer, seed=seed)

    async def request(self, request: Request, watch: Watch | None = None) -> Result:
        return await self.request_on(replace(request, device="cpu"), watch)

    async def request_on(self, request: Request, watch: Watch | None = None) -> Result:
        """Run a request; its output is told at once, and its end only when it may end."""
        await self.imported.wait()
        if self.failure is not None:
            raise self.failure
        self.requests.append(request)
        result = run_here(request)
        if watch is not None:
            for output in result.output:
                watch(output)
        await self.may_end.wait()
        return replace(result, device=request.device, **self.seen)


def run_here(request: Request) -> Result:
    """Run a request's program in this process."""
    namespace: dict[str, Any] = {}
    printed = io.StringIO()
    raised: Raised | None = None
    with redirect_stdout(printed):
        for block in request.blocks:
            try:
                exec(compile(block.source, f"<{block.name}>", "exec"), namespace)
            except Exception as error:
                raised = _raised(error, block.name, block.source)
                break
    value = None
    live: object = None
    if request.ask is not None:
        live = eval(request.ask, namespace)
        value = Value(repr(live), type(live).__name__, answer=repr(live))
    text = printed.getvalue()
    return Result(
        Ended.RAISED if raised else Ended.FINISHED,
        output=(Output("stdout", text),) if text else (),
        value=value,
        raised=raised,
        comparison=_compare(request, live, text, raised),
        probes=tuple(_probe(probe, namespace) for probe in request.probes),
        tests=tuple(_test(test, namespace) for test in request.tests),
        seconds=0.012,
        torch=VERSION,
        device="cpu",
    )


def _raised(error: Exception, block: str, source: str) -> Raised:
    lines = source.split("\n")
    frames = tuple(
        Frame(block, entry.lineno, entry.name, lines[entry.lineno - 1])
        for entry in traceback.extract_tb(error.__traceback__)
        if entry.filename == f"<{block}>" and entry.lineno is not None
    )
    return Raised(type(error).__name__, str(error), frames)


def _compare(request: Request, live: object, text: str, raised: Raised | None) -> Comparison | None:
    match request.expects:
        case None:
            return None
        case "printed":
            return Comparison(request.guess["text"].strip() == text.strip())
        case "exception":
            wanted = request.guess["name"] if request.guess is not None else None
            return Comparison(wanted == (raised.type if raised is not None else None))
        case _:
            return Comparison(request.guess == live)


def _probe(probe: str, namespace: dict[str, Any]) -> Check:
    left = probe.partition(" == ")[0]
    try:
        return Check(bool(eval(probe, namespace)), seen=((left, repr(eval(left, namespace))),))
    except NameError as error:
        return Check(None, raised=Raised("NameError", str(error)))


def _test(test: str, namespace: dict[str, Any]) -> Check:
    seen = test.removeprefix("assert ").partition(" == ")[0]
    try:
        exec(test, namespace)
    except AssertionError:
        return Check(False, seen=((seen, repr(eval(seen, namespace))),), raised=Raised("AssertionError", ""))
    except Exception as error:
        return Check(None, raised=Raised(type(error).__name__, str(error)))
    return Check(True)
