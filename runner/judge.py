"""From an answer and what really happened to a verdict, part by part."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from quizbank.answer import Answer, Arranged, Filled, Picked, Ticked, Typed, Written
from quizbank.message import Message
from quizbank.question import Blank, Choice, Code, Order, Predict, Question, Recall, Text
from runner.ending import unexpected
from runner.errors import UnreadableAnswer
from runner.guess import read_guess
from runner.known import program_of, variants
from runner.protocol import Block, Check, Ended, Limits, Request, Result

RECALL_SHARE = 2 / 3
"""The share of a recall's key points that makes the answer count as right."""


class Outcome(StrEnum):
    """What an answer was worth; UNJUDGED when the question itself doesn't work on this torch."""

    RIGHT = "right"
    WRONG = "wrong"
    UNJUDGED = "unjudged"


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that was judged: an option, a key point or a test; or the whole, without a ``label``.

    ``claimed`` is what the learner said of an option or key point, ``check`` what its probe or test gave.
    """

    right: bool
    label: Text | None = None
    claimed: bool | None = None
    holds: bool | None = None
    check: Check | None = None
    why: Text | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer judged; ``result`` is the run that decided it."""

    outcome: Outcome
    result: Result
    parts: tuple[Part, ...] = ()
    reason: Message | None = None
    mistake: Text | None = None

    @property
    def right(self) -> bool:
        return self.outcome is Outcome.RIGHT

    @property
    def score(self) -> float:
        """The share of the parts that are right, 0 to 1."""
        if not self.parts:
            return float(self.right)
        return sum(part.right for part in self.parts) / len(self.parts)


class Runs(Protocol):
    """What judging needs of a runner."""

    async def request(self, request: Request) -> Result: ...


async def judge(runner: Runs, question: Question, answer: Answer, *, seed: int = 0) -> Verdict:
    """Judge an answer by running the question with it.

    Raises UnreadableAnswer, with the reason, when the answer has to be asked for again; TypeError when the
    answer's shape is not the one of the question's kind.
    """
    request = request_for(question, answer, seed=seed)
    return verdict_on(question, answer, await runner.request(request))


def request_for(
    question: Question,
    answer: Answer | None,
    *,
    seed: int = 0,
    seconds: float | None = None,
    backwards: bool = False,
    threads: int | None = None,
) -> Request:
    """Return the run that decides an answer; without an answer, the run that shows the key.

    Raises UnreadableAnswer.
    """
    blocks = [Block("snippet", question.snippet)] if question.snippet.strip() else []
    ask = expects = guess = None
    tolerance = 0.0
    probes: tuple[str, ...] = ()
    match question, answer:
        case Choice(), Picked() | None:
            probes = tuple(option.holds for option in question.options if option.holds is not None)
        case Predict(), Typed() | None:
            ask = question.ask
            if isinstance(answer, Typed):
                expects, guess = question.expects, read_guess(question, answer.text)
                tolerance = question.tolerance
        case Blank(), Filled() | None:
            filling = answer.holes if isinstance(answer, Filled) else question.solution
            if len(filling) != len(question.holes) or not all(hole.strip() for hole in filling):
                raise UnreadableAnswer(Message("A hole is still empty."))
            blocks = [Block("answer", _parsed(question.fill(filling)))]
        case Code(), Written() | None:
            code = answer.code if isinstance(answer, Written) else question.solution
            blocks.append(Block("answer", _parsed(code)))
        case Order(), Arranged() | None:
            order = answer.order if isinstance(answer, Arranged) else tuple(range(1, len(question.lines) + 1))
            blocks.append(Block("answer", question.arrange(order)))
        case Recall(), Ticked() | None:
            probes = tuple(point.holds for point in question.points)
        case _:
            raise TypeError(f"a {question.kind} question is not answered by {type(answer).__name__}")
    tests = tuple(test.code for test in question.tests) if isinstance(question, Blank | Code | Order) else ()
    return Request(
        tuple(blocks),
        seed=seed,
        seconds=seconds or question.limits.seconds,
        limits=_limits(question),
        threads=threads,
        ask=ask,
        expects=expects,
        guess=guess,
        tolerance=tolerance,
        probes=probes,
        tests=tests,
        backwards=backwards,
    )


def _limits(question: Question) -> Limits:
    wanted = question.limits
    return Limits(
        cpu_seconds=max(20, round(4 * wanted.seconds)),
        memory_bytes=wanted.memory_mb << 20,
        output_bytes=wanted.output_kb << 10,
        file_bytes=wanted.file_mb << 20,
        processes=wanted.processes,
        open_files=wanted.open_files,
    )


def verdict_on(question: Question, answer: Answer, result: Result) -> Verdict:
    """Judge an answer by a run that has been made with ``request_for``.

    Raises UnreadableAnswer when only the live value could show that the answer can't be read.
    """
    if isinstance(question, Blank | Code | Order):
        return _on_program(question, answer, result)
    if not ends_as_declared(question, result):
        return Verdict(Outcome.UNJUDGED, result, reason=unexpected(result))
    match question, answer:
        case Choice(), Picked():
            return _on_choice(question, answer, result)
        case Predict(), Typed():
            return _on_prediction(result)
        case Recall(), Ticked():
            return _on_recall(question, answer, result)
    raise TypeError(f"a {question.kind} question is not answered by {type(answer).__name__}")


def ends_as_declared(question: Question, result: Result) -> bool:
    """Tell whether the snippet ended as the question says: by running out, or by the exception it names."""
    if isinstance(question, Predict) and question.expects == "exception":
        return result.ended in (Ended.FINISHED, Ended.RAISED)
    if question.raises is None:
        return result.ended is Ended.FINISHED
    raised = result.raised
    return (
        result.ended is Ended.RAISED
        and raised is not None
        and raised.type.rpartition(".")[2] == question.raises
        and (raised.line is None or raised.frames[0].block == "snippet")
    )


def live_key(question: Choice, result: Result) -> tuple[bool | None, ...]:
    """Return for each option whether it is true; None where its probe raised."""
    checks = iter(result.probes)
    return tuple(
        option.keyed if option.holds is None else check.holds if (check := next(checks, None)) else None
        for option in question.options
    )


def _on_choice(question: Choice, answer: Picked, result: Result) -> Verdict:
    key = live_key(question, result)
    checks = iter(result.probes)
    parts = []
    for index, (option, holds) in enumerate(zip(question.options, key, strict=True)):
        claimed = index in answer.options
        check = next(checks, None) if option.holds is not None else None
        parts.append(
            Part(
                right=claimed == holds,
                label=option.text,
                claimed=claimed,
                holds=holds,
                check=check,
                why=option.why,
            )
        )
    if None in key or True not in key:
        reason = Message("The key can't be worked out on this torch.")
        return Verdict(Outcome.UNJUDGED, result, tuple(parts), reason)
    right = all(part.right for part in parts)
    mistake = next((part.why for part in parts if part.claimed and not part.right), None)
    return Verdict(_outcome(right), result, tuple(parts), mistake=mistake)


def _on_prediction(result: Result) -> Verdict:
    comparison = result.comparison
    if comparison is None:
        return Verdict(Outcome.UNJUDGED, result, reason=Message("There is no live value to compare with."))
    if comparison.unreadable is not None:
        template, values = comparison.unreadable
        raise UnreadableAnswer(Message(template, **values))
    reason = None
    if comparison.note is not None:
        template, values = comparison.note
        reason = Message(template, **values)
    if comparison.right is None:
        return Verdict(Outcome.UNJUDGED, result, reason=reason)
    return Verdict(_outcome(comparison.right), result, (Part(right=comparison.right),), reason)


def _on_recall(question: Recall, answer: Ticked, result: Result) -> Verdict:
    parts = tuple(
        Part(
            right=index in answer.points and check.holds is True,
            label=point.text,
            claimed=index in answer.points,
            holds=check.holds,
            check=check,
        )
        for index, (point, check) in enumerate(zip(question.points, result.probes, strict=True))
    )
    covered = sum(part.right for part in parts) / len(parts)
    return Verdict(_outcome(covered >= RECALL_SHARE), result, parts)


def _on_program(question: Blank | Code | Order, answer: Answer, result: Result) -> Verdict:
    mistake = known_mistake(question, answer)
    if result.ended is not Ended.FINISHED:
        return Verdict(Outcome.WRONG, result, reason=unexpected(result), mistake=mistake)
    parts = tuple(
        Part(right=check.holds is True, label=test.text, holds=check.holds, check=check)
        for test, check in zip(question.tests, result.tests, strict=True)
    )
    return Verdict(_outcome(all(part.right for part in parts)), result, parts, mistake=mistake)


def known_mistake(question: Blank | Code | Order, answer: Answer) -> Text | None:
    """Return what to say about the answer when it is one of the question's known-wrong variants."""
    program = program_of(question, answer)
    return next((why for wrong, why in variants(question) if program_of(question, wrong) == program), None)


def _parsed(code: str) -> str:
    """Return the code if it parses; otherwise ask again, for a slip of the pen is not a wrong answer."""
    try:
        ast.parse(code)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        message = getattr(error, "msg", str(error))
        raise UnreadableAnswer(
            Message("This is not valid Python: line {line}: {message}.", line=line, message=message)
        ) from None
    return code


def _outcome(right: bool) -> Outcome:
    return Outcome.RIGHT if right else Outcome.WRONG


def right_answer(question: Question, result: Result) -> Answer | None:
    """Return an answer that the live run proves right; None when the value can't be typed."""
    match question:
        case Choice():
            key = live_key(question, result)
            return Picked(frozenset(index for index, holds in enumerate(key) if holds))
        case Predict():
            typed = typed_answer(question, result)
            return None if typed is None else Typed(typed)
        case Blank():
            return Filled(question.solution)
        case Code():
            return Written(question.solution)
        case Order():
            return Arranged(tuple(range(1, len(question.lines) + 1)))
        case Recall():
            return Ticked(frozenset(range(len(question.points))))


def typed_answer(question: Predict, result: Result) -> str | None:
    """Return what a learner would have typed to be right."""
    value, raised = result.value, result.raised
    match question.expects:
        case "printed":
            return result.printed
        case "exception":
            return raised.type.rpartition(".")[2] if raised is not None else "none"
        case "shape" if value is not None and value.shape is not None:
            return str(value.shape)
        case "dtype" if value is not None:
            return value.dtype
        case _:
            return None if value is None else value.answer
