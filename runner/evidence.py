"""Evaluates probes and tests so that the values which decided them are seen.

``a.dtype == b.dtype`` is compiled with each operand wrapped in a recorder; nothing is evaluated twice, and
short-circuits stay as they are. Of ``raises(lambda: f(x))`` it is recorded what ``f(x)`` raised. Runs in the
child; standard library only.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from types import CodeType

_CONSTANT = re.compile(r"torch(\.\w+)+")

SEE = "__see__"
FORGET = "__forget__"
WATCH = "__watch__"
MAX_MESSAGE = 500


class Seen:
    """Sub-expressions and their values, in the order of evaluation.

    ``calls`` are those tried with ``raises``, with the exception on one line, or None.
    """

    def __init__(self, describe: Callable[[object], str]) -> None:
        self._describe = describe
        self.values: list[tuple[str, str]] = []
        self.calls: list[tuple[str, str | None]] = []

    def see(self, source: str, value: object) -> object:
        self.values.append((source, self._describe(value)))
        return value

    def watch(self, source: str, call: Callable[[], object]) -> Callable[[], object]:
        """Return the call, which records what it raises."""

        def watched() -> object:
            try:
                value = call()
            except Exception as error:
                self.calls.append((source, _one_line(error)))
                raise
            self.calls.append((source, None))
            return value

        return watched

    def forget(self) -> bool:
        self.values.clear()
        self.calls.clear()
        return True

    def names(self) -> dict[str, object]:
        """Return the names that compiled probes and tests need in their namespace."""
        return {SEE: self.see, FORGET: self.forget, WATCH: self.watch}


def compile_probe(source: str) -> CodeType:
    """Compile an expression that records what decided it."""
    source = in_brackets(source)
    tree = ast.parse(source, "<probe>", "eval")
    tree.body = _Recorder(source).record(tree.body)
    return compile(ast.fix_missing_locations(tree), "<probe>", "eval")


def in_brackets(source: str) -> str:
    """Return the expression so that it may run over several lines."""
    return f"({source.strip()}\n)"


def compile_test(source: str, name: str) -> CodeType:
    """Compile statements whose asserts record what decided them."""
    tree = _Recorder(source).visit(ast.parse(source, name))
    return compile(ast.fix_missing_locations(tree), name, "exec")


class _Recorder(ast.NodeTransformer):
    """Wraps what decides an assert or an expression in calls that record it in the author's words."""

    def __init__(self, source: str) -> None:
        self._source = source

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        forget = ast.Call(ast.Name(FORGET, ast.Load()), [], [])
        condition = ast.BoolOp(ast.And(), [forget, self.record(node.test)])
        return ast.copy_location(ast.Assert(ast.copy_location(condition, node.test), node.msg), node)

    def record(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.BoolOp():
                node.values = [self.record(value) for value in node.values]
                return node
            case ast.UnaryOp(op=ast.Not()):
                node.operand = self.record(node.operand)
                return node
            case ast.Compare():
                node.left = self._recorded(node.left)
                node.comparators = [self._recorded(comparator) for comparator in node.comparators]
                return node
            case _:
                return self._recorded(node)

    def _recorded(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Constant | ast.List | ast.Tuple | ast.Dict | ast.Set):
            return node
        words = self._words(node)
        if isinstance(node, ast.Attribute) and _CONSTANT.fullmatch(words):
            return node  # a constant such as torch.float32: its value says nothing new
        match node:
            case ast.Call(func=ast.Name("raises"), args=[ast.Lambda() as tried, *others]):
                source = self._words(tried.body)
                watched = ast.Call(ast.Name(WATCH, ast.Load()), [ast.Constant(source), tried], [])
                node.args = [ast.copy_location(watched, tried), *others]
                return node  # what was raised says more than whether it was
        call = ast.Call(ast.Name(SEE, ast.Load()), [ast.Constant(words), node], [])
        return ast.copy_location(call, node)

    def _words(self, node: ast.expr) -> str:
        return " ".join((ast.get_source_segment(self._source, node) or ast.unparse(node)).split())


def _one_line(error: Exception) -> str:
    name = type(error).__name__
    try:
        message = " ".join(str(error).split())[:MAX_MESSAGE]
    except Exception:  # a snippet's own exception may not even have a text
        message = ""
    return f"{name}: {message}" if message else name
