"""Runs questions for flashcards: what a card shows is what torch did when the card was made."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace

from quizbank.cards.drawing import drawable
from quizbank.cards.evidence import Evidence, Graph, GraphNode, Proof
from quizbank.question import Blank, Choice, Code, Order, Predict, Question, Recall
from runner import inspected
from runner.ending import unexpected
from runner.judge import Runs, ends_as_declared, live_key, request_for, typed_answer
from runner.protocol import Check, Ended, Result


async def run_for_cards(
    runner: Runs, questions: Iterable[Question], *, at_once: int = 2
) -> AsyncIterator[tuple[str, Evidence]]:
    """Run questions, ``at_once`` of them side by side; yields each one's id and evidence as it comes."""
    waiting = iter(questions)
    running: dict[asyncio.Task[Evidence], str] = {}
    try:
        while True:
            while len(running) < at_once and (question := next(waiting, None)) is not None:
                running[asyncio.ensure_future(evidence_of(runner, question))] = question.id
            if not running:
                return
            finished, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in finished:
                yield running.pop(task), task.result()
    finally:
        for task in running:
            task.cancel()


async def evidence_of(runner: Runs, question: Question) -> Evidence:
    """Run a question once and return what a card may show of it."""
    request = request_for(question, None)
    result = await runner.request(replace(request, graph=graph_wanted(question)))
    return evidence_in(question, result)


def evidence_in(question: Question, result: Result) -> Evidence:
    """Return what a card may show of a run; where the run decides nothing, only why."""
    found = Evidence(torch=result.torch, device=result.device)
    if (failure := _failure(question, result)) is not None:
        return replace(found, failure=failure)
    raised = result.raised
    return replace(
        found,
        printed=result.text,
        raised=None if raised is None else f"{raised.type}: {raised.message}".rstrip(": "),
        answer=_live_answer(question, result) if isinstance(question, Predict) else None,
        proofs=_proofs(question, result),
        graph=_graph(result.graph),
    )


def graph_wanted(question: Question) -> str | None:
    """Return the tensor whose graph belongs on the card: the one that the snippet differentiates."""
    if isinstance(question, Blank | Code | Order | Recall):
        return None  # the learner's own program, or code that isn't shown
    try:
        tree = ast.parse(question.snippet)
    except SyntaxError:
        return None
    found = [name for node in ast.walk(tree) if (name := _differentiated(node)) is not None]
    return found[-1] if found else None


def _differentiated(node: ast.AST) -> str | None:
    """Return the name of the tensor in ``name.backward()`` or ``torch.autograd.grad(name, ...)``."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="backward")):
            return name
        case ast.Call(func=ast.Attribute(attr="grad"), args=[ast.Name(id=name), *_]):
            return name
    return None


def _failure(question: Question, result: Result) -> str | None:
    """Return why a run decides nothing, in the words of Python; None where it does."""
    program = isinstance(question, Blank | Code | Order)
    fine = result.ended is Ended.FINISHED if program else ends_as_declared(question, result)
    if not fine:
        raised = result.raised
        return str(unexpected(result)) if raised is None else f"{raised.type}: {raised.message}"
    match question:
        case Choice():
            key = live_key(question, result)
            right = key.count(True)
            if None in key:
                return _trouble(result.probes)
            if not right or (question.pick == "one" and right > 1):
                return f"{right} of {len(key)} options hold"
        case Predict():
            return None if _live_answer(question, result) is not None else "there is no value"
        case Recall():
            return None if all(check.holds for check in result.probes) else _trouble(result.probes)
        case Blank() | Code() | Order():
            return None if all(check.holds for check in result.tests) else _trouble(result.tests)
    return None


def _trouble(checks: Iterable[Check]) -> str:
    """Return what the first check that doesn't hold says."""
    for number, check in enumerate(checks, 1):
        if not check.holds:
            raised = check.raised
            return f"check {number}: " + ("False" if raised is None else f"{raised.type}: {raised.message}")
    return "a check is missing"


def _live_answer(question: Predict, result: Result) -> str | None:
    """Return what was to be predicted: a value as torch shows it, anything else as one would type it."""
    if question.expects == "value" and result.value is not None:
        return result.value.text
    typed = typed_answer(question, result)
    return typed if typed is not None or result.value is None else result.value.text


def _proofs(question: Question, result: Result) -> tuple[Proof, ...]:
    if isinstance(question, Blank | Code | Order):
        return tuple(Proof(check.holds is True) for check in result.tests)
    checks = iter(result.probes)
    if isinstance(question, Choice):
        return tuple(
            Proof(option.keyed is True) if option.holds is None else _proof(next(checks))
            for option in question.options
        )
    return tuple(map(_proof, checks))


def _proof(check: Check) -> Proof:
    raised = ((source, text) for source, text in check.calls if text is not None)
    return Proof(check.holds is True, (*check.seen, *raised))


def _graph(graph: inspected.Graph | None) -> Graph | None:
    """Return a graph without the inputs that need no gradient; None where no picture of it could be read."""
    if graph is None or graph.problem is not None or graph.left_out:
        return None
    nodes = tuple(
        GraphNode(
            node.name,
            tuple(one for one in node.inputs if one is not None),
            None if node.leaf is None else node.leaf or node.name,
        )
        for node in graph.nodes
    )
    found = Graph(graph.of, nodes)
    return found if drawable(found) else None
