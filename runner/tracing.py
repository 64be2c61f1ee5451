"""The trace: what each top-level statement of a program printed and changed. Runs in the child.

The program is compiled as one piece, with a call after each statement that looks at the namespace, so its
constants, docstring, future imports, annotations and line numbers are what they are without a trace.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import CodeType, FunctionType
from typing import Any

from runner.capture import Capture
from runner.inspected import Change, Facts, Inspection, Step, Trace
from runner.look import look
from runner.look_tensor import plain_text
from runner.protocol import Block, Raised
from runner.storages import Storages

MAX_STEPS = 200
MAX_CHANGES = 60
MAX_ALL_CHANGES = 4_000
MAX_TENSORS = 200
MAX_SOURCE = 2_000
MAX_PRINTED = 4_000
STEP, TRACING, UNTRACED = "__step__", "__tracing__", "__untraced__"
_TOP_NAME = re.compile(r"[.\[]")

Entry = tuple[str, Facts]
"""What kind of thing a name stands for, and what is to be said about it."""


class HeardCapture(Capture):
    """A capture that also remembers what was printed since it was last asked, on either stream."""

    def __init__(self, nonce: str, output_fd: int = 1) -> None:
        super().__init__(nonce, output_fd)
        self._heard = bytearray()

    def write(self, stream: str, data: bytes) -> None:
        self._heard += data[: max(0, MAX_PRINTED - len(self._heard))]
        super().write(stream, data)

    def heard(self) -> str:
        self.flush()
        text = self._heard.decode("utf-8", "replace")
        self._heard.clear()
        return text


class Tracer:
    """Follows one program through its blocks; ``looking`` counts the seconds that this took."""

    def __init__(self, namespace: Mapping[str, object], capture: HeardCapture) -> None:
        self._namespace = namespace
        self._capture = capture
        self._storages = Storages()
        self._builtins = vars(builtins)
        self._kept_builtins = self._builtins.copy()
        # ``__step__(__tracing__(), __untraced__())``: by then a tracer of the snippet's own is off.
        self._calls: dict[str, Any] = {
            STEP: self._end_of_statement,
            TRACING: partial(sys.gettrace),
            UNTRACED: partial(sys.settrace, None),
        }
        self._seen: dict[str, Entry] = {}
        self._waiting: deque[Step] = deque()
        self._steps: list[Step] = []
        self._places = 0
        self._left_out = 0
        self._room = MAX_ALL_CHANGES
        self._since = 0.0
        self.looking = 0.0

    @property
    def trace(self) -> Trace:
        return Trace(tuple(self._steps), self._left_out)

    def compile(self, block: Block) -> CodeType:
        """Compile a block so that running it makes steps. Raises SyntaxError as ``compile`` does."""
        tree = ast.parse(block.source, block.name)
        steps = statements(block, tree)
        room = MAX_STEPS - self._places
        self._left_out += max(0, len(steps) - room)
        kept = steps[:room]
        self._places += len(kept)
        tree.body = [*_with_calls(tree.body, [index for index, _ in kept])]
        code = compile(tree, block.name, "exec", dont_inherit=True)
        self._waiting.extend(step for _, step in kept)
        if not self._steps and not self._seen:
            with suppress(Exception):
                self._seen = self._entries()  # the names that every program starts with
        self._builtins.update(self._calls)
        self._since = time.perf_counter()
        return code

    def end(self, raised: Raised | None, *, look: bool = True) -> None:
        """Close the trace; if something was raised, the statement that was running becomes the last step."""
        for name in self._calls:
            self._builtins.pop(name, None)
        if raised is not None and self._waiting:
            seconds = time.perf_counter() - self._since
            self._finish(seconds, raised=_one_line(raised), look=look)
        self._waiting.clear()
        self._seen.clear()

    def _end_of_statement(self, tracing: Any, _untraced: None) -> None:
        """Look, with the builtins as they were and without the snippet's tracing, then give both back."""
        started = time.perf_counter()
        names = self._builtins
        theirs = names.copy()  # methods only: here a snippet may have replaced any builtin function
        profiling = sys.getprofile()
        if type(profiling) is FunctionType:  # a profiler written in C couldn't be set again
            sys.setprofile(None)
        names.update(self._kept_builtins)
        try:
            self._finish(started - self._since)
        finally:
            for name in names.keys() - theirs.keys():
                del names[name]
            names.update(theirs)
            self._since = time.perf_counter()
            self.looking += self._since - started
            if type(profiling) is FunctionType:
                sys.setprofile(profiling)
            if tracing is not None:
                sys.settrace(tracing)

    def _finish(self, seconds: float, *, raised: str | None = None, look: bool = True) -> None:
        if not self._waiting:
            return
        changes: list[Change] = []
        if look:
            with suppress(Exception):  # whatever a snippet made of its namespace, the program goes on
                now = self._entries()
                changes = list(_changes(self._seen, now))
                self._seen = now
        kept = changes[: min(MAX_CHANGES, self._room)]
        self._room -= len(kept)
        step = replace(
            self._waiting[0],
            printed=self._capture.heard(),
            changes=tuple(kept),
            left_out=len(changes) - len(kept),
            seconds=seconds,
            raised=raised,
        )
        self._waiting.popleft()
        self._steps.append(step)

    def _entries(self) -> dict[str, Entry]:
        """Return what there is to say about each name, in the order in which the names came up."""
        entries = dict(_described(look(self._namespace, self._storages, MAX_TENSORS)))
        for name, value in list(self._namespace.items()):
            if not name.startswith("__") and name not in entries and (text := plain_text(value)) is not None:
                entries[name] = ("value", {"value": text})
        order = {name: place for place, name in enumerate(self._namespace)}
        place_of = {name: order.get(_TOP_NAME.split(name)[0], len(order)) for name in entries}
        return dict(sorted(entries.items(), key=lambda entry: place_of[entry[0]]))


def statements(block: Block, tree: ast.Module) -> list[tuple[int, Step]]:
    """Return a step still to be filled for each top-level statement, and the statement's index.

    The future imports and all before them make one step, for nothing may be called before they are done.
    """
    lines = block.source.splitlines(keepends=True)
    steps = []
    first = _last_future_import(tree.body)
    for index, statement in enumerate(tree.body):
        if index < first:
            continue
        start = _first_line(tree.body[0] if index == first else statement)
        end = statement.end_lineno or start
        neighbours = tree.body[max(0, index - 1) : index] + tree.body[index + 1 : index + 2]
        if any(_touch(statement, other) for other in neighbours):
            source = ast.get_source_segment(block.source, statement) or ""
        else:
            source = "".join(lines[start - 1 : end]).rstrip()
        if len(source) > MAX_SOURCE:
            source = source[:MAX_SOURCE] + " ..."
        steps.append((index, Step(block.name, start, end, source)))
    return steps


def _last_future_import(body: Sequence[ast.stmt]) -> int:
    return max(
        (
            index
            for index, one in enumerate(body)
            if isinstance(one, ast.ImportFrom) and one.module == "__future__"
        ),
        default=0,
    )


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])


def _touch(statement: ast.stmt, other: ast.stmt) -> bool:
    """Tell whether two statements share a line, as in ``a = 1; b = 2``."""
    return other.lineno == statement.end_lineno or other.end_lineno == statement.lineno


def _with_calls(body: Sequence[ast.stmt], indices: Sequence[int]) -> Iterator[ast.stmt]:
    wanted = set(indices)
    for index, statement in enumerate(body):
        yield statement
        if index in wanted:
            line, column = statement.end_lineno or statement.lineno, statement.end_col_offset or 0
            where: dict[str, Any] = {
                "lineno": line,
                "col_offset": column,
                "end_lineno": line,
                "end_col_offset": column,
            }
            step, *before = (ast.Name(name, ast.Load(), **where) for name in (STEP, TRACING, UNTRACED))
            arguments: list[ast.expr] = [ast.Call(name, [], [], **where) for name in before]
            yield ast.Expr(ast.Call(step, arguments, [], **where), **where)


def _described(seen: Inspection) -> Iterator[tuple[str, Entry]]:
    for module in seen.modules:
        yield module.name, ("module", module.facts)
    state = tuple(f"{optimizer.name}.state[" for optimizer in seen.optimizers)
    for tensor in seen.tensors:
        if not tensor.name.startswith(state):  # the optimizer's own entry tells it
            yield tensor.name, ("tensor", tensor.facts)
    for optimizer in seen.optimizers:
        yield optimizer.name, ("optimizer", optimizer.facts)


def _changes(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> Iterator[Change]:
    for name, (kind, facts) in after.items():
        old_kind, old = before.get(name, ("", {}))
        if old_kind != kind:
            yield Change(name, kind, "new", tuple((fact, None, text) for fact, text in facts.items()))
            continue
        keys = [*facts, *(key for key in old if key not in facts)]
        changed = [(key, old.get(key), facts.get(key)) for key in keys if old.get(key) != facts.get(key)]
        if changed:
            yield Change(name, kind, "changed", tuple(changed))
    for name, (kind, _) in before.items():
        if name not in after:
            yield Change(name, kind, "gone")


def _one_line(raised: Raised) -> str:
    """Return an exception's class and message on one line, as the last line of a traceback has it."""
    message = " ".join(raised.message.split())
    return f"{raised.type}: {message}"[:MAX_SOURCE] if message else raised.type
