"""One request on its way to a result. Runs in the child.

Everything a snippet can spoil (builtins, streams, signal handlers) is put back before its outcome is
examined; anything else is spoilt for this process alone.
"""

from __future__ import annotations

import builtins
import sys
import time
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import torch

from runner.alarm import OutOfTime
from runner.autograd_graph import graph_of
from runner.capture import Capture
from runner.compare import compare
from runner.describe import brief, describe
from runner.device_clock import synchronize
from runner.evidence import Seen, compile_probe, compile_test, in_brackets
from runner.inspected import Graph, Inspection
from runner.look import look
from runner.probe_helpers import HELPERS
from runner.protocol import Block, Check, Comparison, Ended, Raised, Request, Result, Value
from runner.sources import Sources
from runner.stage import Stage, peak_bytes, random_state
from runner.tracing import HeardCapture, Tracer

TORCH_VERSION = str(torch.__version__)  # read before a program can put something else in its place
SOFT_LIMIT = 0.97
"""The share of the time limit after which a snippet is interrupted; the client kills a little later."""


@dataclass
class _Outcome:
    ended: Ended = Ended.FINISHED
    error: BaseException | None = None
    exit_status: int | None = None
    seconds: float = 0.0
    random: bool | None = None
    value: Value | None = None
    comparison: Comparison | None = None
    probes: list[Check] = field(default_factory=list)
    tests: list[Check] = field(default_factory=list)
    inspection: Inspection | None = None
    graph: Graph | None = None


class Execution:
    """One request on its way to a result."""

    def __init__(self, request: Request, capture: Capture, stage: Stage) -> None:
        self._request = request
        self._capture = capture
        self._stage = stage
        self._outcome = _Outcome()
        self._sources = Sources()
        self._random_before: tuple[object, ...] = ()
        self._tracer = Tracer(stage.namespace, capture) if isinstance(capture, HeardCapture) else None

    def result(self) -> Result:
        """Run the program, find out what was asked, and return it all."""
        outcome, stage = self._outcome, self._stage
        stage.set_for(self._request)
        if self._request.watch_random:
            self._random_before = random_state()
        sys.stdout, sys.stderr = self._capture.stdout, self._capture.stderr
        sys.modules["__main__"] = stage.module
        try:
            with self._stage.alarm.after(self._request.seconds * SOFT_LIMIT):
                self._run_program()
                self._inspect()
                if self._request.asks and outcome.ended in (Ended.FINISHED, Ended.RAISED):
                    self._examine()
                    # Again, for probes may draw as well; and before, for they may have seeded.
                    outcome.random = outcome.random or self._drew_random()
        except OutOfTime as late:
            outcome.ended, outcome.error = Ended.TIMED_OUT, late
            if self._tracer is not None:
                self._tracer.end(self._raised(late), look=False)
        self._capture.flush()
        return Result(
            ended=outcome.ended,
            value=outcome.value,
            raised=None if outcome.error is None else self._raised(outcome.error),
            comparison=outcome.comparison,
            probes=tuple(outcome.probes),
            tests=tuple(outcome.tests),
            seconds=outcome.seconds,
            exit_status=outcome.exit_status,
            torch=TORCH_VERSION,
            device=str(stage.namespace.get("device", self._request.device)),
            peak_memory=max(0, peak_bytes() - stage.resident),
            random=outcome.random,
            inspection=outcome.inspection,
            trace=None if self._tracer is None else self._tracer.trace,
            graph=outcome.graph,
        )

    def _run_program(self) -> None:
        outcome = self._outcome
        stopped: BaseException | None = None
        with _put_back():
            started = time.perf_counter()
            try:
                for block in self._request.blocks:
                    exec(self._compile(block), self._stage.namespace)
                synchronize(self._request.device)
            except SystemExit as error:
                stopped = error
                outcome.ended, outcome.exit_status = Ended.EXITED, _exit_status(error)
            except OutOfTime:
                raise
            except BaseException as error:
                stopped = error
                outcome.ended, outcome.error = Ended.RAISED, error
            finally:
                outcome.seconds = time.perf_counter() - started
        if self._tracer is not None:
            outcome.seconds -= self._tracer.looking
            self._tracer.end(None if stopped is None else self._raised(stopped))
        outcome.random = self._drew_random()

    def _compile(self, block: Block) -> types.CodeType:
        self._sources.remember(block.name, block.source)
        if self._tracer is not None:
            return self._tracer.compile(block)
        return compile(block.source, block.name, "exec", dont_inherit=True)

    def _drew_random(self) -> bool | None:
        return random_state() != self._random_before if self._request.watch_random else None

    def _inspect(self) -> None:
        """Look at what the program left behind, before probes and tests can change it."""
        request, outcome, namespace = self._request, self._outcome, self._stage.namespace
        if request.inspect:
            with suppress(Exception):
                outcome.inspection = look(namespace)
        if request.graph is not None:
            with suppress(Exception):
                outcome.graph = graph_of(request.graph, namespace)

    def _examine(self) -> None:
        request, outcome = self._request, self._outcome
        after: dict[str, object] = {"error": outcome.error, "output": self._capture.printed, **HELPERS}
        if request.expects == "printed":
            self._answer(after["output"])
        elif request.expects == "exception":
            self._answer(outcome.error)
        elif request.ask is not None:
            self._ask(request.ask, after)
        probes = [lambda source=source: self._probe(source, after) for source in request.probes]
        tests = [
            lambda source=source, number=number: self._test(source, f"test {number}", after)
            for number, source in enumerate(request.tests, 1)
        ]
        outcome.probes = _in_order(probes, request.backwards)
        outcome.tests = _in_order(tests, request.backwards)

    def _ask(self, ask: str, after: dict[str, object]) -> None:
        outcome = self._outcome
        try:
            self._sources.remember("ask", ask.strip())
            value = eval(compile(in_brackets(ask), "ask", "eval"), {**self._stage.namespace, **after})
            self._answer(value)
        except OutOfTime:
            raise
        except BaseException as error:  # a value may raise anything, however it is touched
            outcome.ended, outcome.error = Ended.RAISED, error

    def _answer(self, live: object) -> None:
        request, outcome = self._request, self._outcome
        outcome.value = describe(live)
        if request.expects is not None:
            outcome.comparison = compare(live, request.guess, request.expects, request.tolerance)

    def _probe(self, source: str, after: dict[str, object]) -> Check:
        seen = Seen(brief)
        try:
            value = eval(compile_probe(source), {**self._stage.namespace, **after, **seen.names()})
            return Check(bool(value), tuple(seen.values), calls=tuple(seen.calls))
        except OutOfTime:
            raise
        except BaseException as error:
            return Check(None, tuple(seen.values), self._raised(error), tuple(seen.calls))

    def _test(self, source: str, name: str, after: dict[str, object]) -> Check:
        seen = Seen(brief)
        self._sources.remember(name, source)
        try:
            exec(compile_test(source, name), {**self._stage.namespace, **after, **seen.names()})
            return Check(True)
        except AssertionError as error:
            return Check(False, tuple(seen.values), self._raised(error), tuple(seen.calls))
        except OutOfTime:
            raise
        except BaseException as error:
            return Check(False, (), self._raised(error))

    def _raised(self, error: BaseException) -> Raised:
        if isinstance(error, OutOfTime):
            return Raised(
                "TimeoutError",
                f"still running after {self._request.seconds:g} s",
                self._sources.frames(error),
            )
        return self._sources.raised(error)


def _in_order(checks: Sequence[Callable[[], Check]], backwards: bool) -> list[Check]:
    if backwards:
        return [check() for check in reversed(checks)][::-1]
    return [check() for check in checks]


@contextmanager
def _put_back() -> Iterator[None]:
    """Put back what the runner itself needs after a snippet, whatever the snippet did to it."""
    names = vars(builtins)
    kept = names.copy()
    update = names.update  # bound before the snippet: afterwards even ``vars`` may be gone
    stdout, stderr, main = sys.stdout, sys.stderr, sys.modules["__main__"]
    try:
        yield
    finally:
        update(kept)
        sys.stdout, sys.stderr = stdout, stderr
        sys.modules["__main__"] = main
        sys.settrace(None)
        sys.setprofile(None)


def _exit_status(error: SystemExit) -> int:
    if error.code is None:
        return 0
    return error.code if isinstance(error.code, int) else 1
