"""The bank proves itself: every key is computed by live runs, and everything known to be wrong is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace

from quizbank.answer import Answer, Arranged, Filled, Picked, Ticked, Typed, Written
from quizbank.question import Blank, Choice, Code, Order, Predict, Question, Recall
from runner.errors import UnreadableAnswer
from runner.judge import (
    Outcome,
    Runs,
    Verdict,
    ends_as_declared,
    live_key,
    request_for,
    right_answer,
    verdict_on,
)
from runner.protocol import Check, Request, Result

SEEDS = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class Proof:
    """What the runs of one question showed; proven when ``failures`` is empty.

    ``live_keys`` and ``hand_keys`` count the keys that a probe decides and those that an author wrote.
    """

    question_id: str
    failures: tuple[str, ...]
    runs: int
    live_keys: int
    hand_keys: int

    @property
    def proven(self) -> bool:
        return not self.failures


async def prove_all(
    runner: Runs,
    questions: Iterable[Question],
    *,
    at_once: int = 2,
    threads: tuple[int | None, ...] = (None,),
) -> AsyncIterator[Proof]:
    """Prove questions, ``at_once`` of them side by side; yields each proof as it is finished."""
    waiting = iter(questions)
    running: set[asyncio.Task[Proof]] = set()
    try:
        while True:
            while len(running) < at_once and (question := next(waiting, None)) is not None:
                running.add(asyncio.ensure_future(prove(runner, question, threads=threads)))
            if not running:
                return
            finished, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in finished:
                yield task.result()
    finally:
        for task in running:
            task.cancel()


async def prove(runner: Runs, question: Question, *, threads: tuple[int | None, ...] = (None,)) -> Proof:
    """Prove one question under every seed, with its probes in both orders."""
    prover = _Prover(runner, question)
    await prover.prove(threads)
    hand_keys = (
        sum(option.keyed is not None for option in question.options) if isinstance(question, Choice) else 0
    )
    return Proof(
        question.id, tuple(prover.failures), prover.runs, _count_keys(question) - hand_keys, hand_keys
    )


def _count_keys(question: Question) -> int:
    match question:
        case Choice():
            return len(question.options)
        case Recall():
            return len(question.points)
        case Predict():
            return 1
        case Blank() | Code() | Order():
            return len(question.tests)


class _Prover:
    def __init__(self, runner: Runs, question: Question) -> None:
        self._runner = runner
        self._question = question
        self.failures: list[str] = []
        self.runs = 0

    async def prove(self, threads: tuple[int | None, ...]) -> None:
        """Run the key under every seed, forwards and backwards; then what is known to be right or wrong."""
        first: Result | None = None
        for count in threads:
            for seed in SEEDS:
                for backwards in (False, True):
                    request = request_for(self._question, None, seed=seed, backwards=backwards, threads=count)
                    result = await self._run(request)
                    where = f"seed {seed}" + (", probes backwards" if backwards else "")
                    if not self._check_ending(result, where):
                        return
                    if first is None:
                        first = result
                    elif (difference := _difference(first, result)) is not None:
                        self.failures.append(f"not the same with {where}: {difference}")
        if first is None:
            return
        match self._question:
            case Choice():
                self._check_choice(self._question, first)
            case Recall():
                self._check_recall(self._question, first)
        await self._check_answers(first)

    async def _run(self, request: Request) -> Result:
        self.runs += 1
        return await self._runner.request(request)

    def _check_ending(self, result: Result, where: str) -> bool:
        question = self._question
        if isinstance(question, Blank | Code | Order):
            return True  # the solution is judged below, as an answer
        if ends_as_declared(question, result):
            return True
        declared = f"raises {question.raises}" if question.raises else "runs to its end"
        raised = f": {result.raised.type}: {result.raised.message}" if result.raised else ""
        self.failures.append(f"the snippet should end so: {declared}; with {where} it {result.ended}{raised}")
        return False

    def _check_choice(self, question: Choice, result: Result) -> None:
        key = live_key(question, result)
        checks = iter(result.probes)
        for number, (option, holds) in enumerate(zip(question.options, key, strict=True), 1):
            check = next(checks, None) if option.holds is not None else None
            if holds is None and check is not None:
                self.failures.append(f"the probe of option {number} {_trouble(check)}")
            elif holds is False and option.why is None:
                self.failures.append(f"option {number} is wrong here, so it needs a `why`")
        right = sum(holds is True for holds in key)
        if right == 0:
            self.failures.append(f"no option is right: {_outcomes(result.probes)}")
        elif question.pick == "one" and right > 1:
            self.failures.append(
                f'{right} options are right, but `pick` is "one": {_outcomes(result.probes)}'
            )
        elif right == len(key):
            self.failures.append("every option is right; a choice needs a wrong one")

    def _check_recall(self, question: Recall, result: Result) -> None:
        for number, check in enumerate(result.probes, 1):
            if check.holds is not True:
                trouble = _trouble(check) if check.holds is None else f"does not hold: {_seen(check)}"
                self.failures.append(f"the probe of point {number} {trouble}")

    async def _check_answers(self, result: Result) -> None:
        question = self._question
        answer = right_answer(question, result)
        if answer is None:
            shown = result.value.text if result.value else "nothing"
            self.failures.append(f"nobody can type the answer: {shown}")
            return
        await self._expect(answer, right=True, name="the right answer")
        for name, wrong in _wrong_answers(question, answer):
            await self._expect(wrong, right=False, name=name)
        if isinstance(question, Blank):
            for number, filling in enumerate(question.also_right, 1):
                await self._expect(Filled(filling), right=True, name=f"also_right[{number}]")
        elif isinstance(question, Code):
            for number, code in enumerate(question.also_right, 1):
                await self._expect(Written(code), right=True, name=f"also_right[{number}]")
        elif isinstance(question, Order):
            for number, order in enumerate(question.also_right, 1):
                await self._expect(Arranged(order), right=True, name=f"also_right[{number}]")

    async def _expect(self, answer: Answer, *, right: bool, name: str) -> None:
        """Judge an answer under every seed where its verdict could depend on one."""
        programs = isinstance(self._question, Blank | Code | Order)
        for seed in SEEDS if programs else SEEDS[:1]:
            try:
                request = request_for(self._question, answer, seed=seed)
                verdict = verdict_on(self._question, answer, await self._run(request))
            except UnreadableAnswer as error:
                self.failures.append(f"{name} can't be read: {error}")
                return
            if verdict.outcome is not (Outcome.RIGHT if right else Outcome.WRONG):
                expected = "right" if right else "wrong"
                self.failures.append(
                    f"{name} is judged {verdict.outcome}, not {expected}: {_evidence(verdict)}"
                )
                return


def _wrong_answers(question: Question, right: Answer) -> list[tuple[str, Answer]]:
    """Return answers that must be refused: what the author knows to be wrong, and the right one spoilt."""
    match question, right:
        case Choice(), Picked():
            everything = frozenset(range(len(question.options)))
            return [("the opposite of the right options", Picked(everything - right.options))]
        case Recall(), Ticked():
            return [("ticking nothing", Ticked(frozenset()))]
        case Predict(), Typed():
            return [("the right answer spoilt", Typed(_spoilt(question, right.text)))]
        case Blank(), _:
            return [(f"wrong[{number}]", Filled(one.fill)) for number, one in enumerate(question.wrong, 1)]
        case Code(), _:
            variants = [(f"wrong[{number}]", one.code) for number, one in enumerate(question.wrong, 1)]
            return [(name, Written(code)) for name, code in [("the starter", question.starter), *variants]]
        case Order(), _:
            return [(f"wrong[{number}]", Arranged(one.order)) for number, one in enumerate(question.wrong, 1)]
    return []


def _spoilt(question: Predict, typed: str) -> str:
    match question.expects:
        case "bool":
            return str(typed != "True")
        case "shape":
            return f"[{', '.join([*_sizes(typed), '7'])}]"
        case "dtype":
            return "complex128" if typed != "complex128" else "bool"
        case "exception":
            return "KeyboardInterrupt" if typed == "none" else "none"
        case "printed":
            return f"{typed}\nand more"
        case "value":
            return (
                f"[[{typed}]]"
                if typed[:1] in "[(" or typed[:1].isdigit() or typed[:1] == "-"
                else f"not_{typed}"
            )


def _sizes(shape: str) -> list[str]:
    return [size for size in shape.strip("()[] ").replace(" ", "").split(",") if size]


def _difference(first: Result, other: Result) -> str | None:
    """Return what differs between two runs that should have given the same key."""
    for name, one, two in (("probe", first.probes, other.probes), ("test", first.tests, other.tests)):
        for number, (left, right) in enumerate(zip(one, two, strict=False), 1):
            if left.holds != right.holds:
                return f"{name} {number} gives {left.holds}, then {right.holds}"
    if first.ended != other.ended:
        return f"it {first.ended}, then it {other.ended}"
    if first.value != other.value and (
        first.value is None or other.value is None or not _alike(first, other)
    ):
        return f"`ask` gives {_text(first)}, then {_text(other)}"
    return None


def _alike(first: Result, other: Result) -> bool:
    if first.value is None or other.value is None:
        return False
    if first.value.answer is None:
        return False
    # The printed text may hold an address; what a learner would type, the dtype and the shape may not differ.
    return replace(first.value, text="") == replace(other.value, text="")


def _text(result: Result) -> str:
    return "nothing" if result.value is None else result.value.text


def _trouble(check: Check) -> str:
    if check.raised is None:
        return "gave no answer"
    return f"raises {check.raised.type}: {check.raised.message}"


def _seen(check: Check) -> str:
    return "; ".join(f"{source} is {text}" for source, text in check.seen) or "no evidence"


def _outcomes(checks: Iterable[Check]) -> str:
    return "; ".join(f"{number}: {_seen(check)}" for number, check in enumerate(checks, 1))


def _evidence(verdict: Verdict) -> str:
    if verdict.reason is not None:
        raised = verdict.result.raised
        return f"{verdict.reason}" + (f" {raised.type}: {raised.message}" if raised else "")
    failed = [
        f"test {number} ({part.label.en}): {_seen(part.check)}"
        + (f"; {part.check.raised.type}: {part.check.raised.message}" if part.check.raised else "")
        for number, part in enumerate(verdict.parts, 1)
        if not part.right and part.check is not None and part.label is not None
    ]
    return " | ".join(failed) or "everything passed"
