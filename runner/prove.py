"""The bank proves itself: every key is computed by live runs, and everything known to be wrong is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace

from quizbank.answer import Picked
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
from runner.known import Named, known_right, known_wrong, program_of, variants
from runner.protocol import Check, Ended, Request, Result
from runner.remarks import explained_though_right, longest_option, never_failed
from runner.variations import Variation, difference, every_pair, one_by_one, spread

SEEDS = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class Proof:
    """What the runs of one question showed; proven when ``failures`` is empty.

    ``live_keys`` and ``hand_keys`` count the keys that a probe decides and those that an author wrote.
    ``notes`` are for the author to think about, and prove nothing.
    """

    question_id: str
    failures: tuple[str, ...]
    runs: int
    live_keys: int
    hand_keys: int
    notes: tuple[str, ...] = ()

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
    """Prove one question under every seed and with each number of threads, its probes in both orders.

    Known answers are judged with the first number of threads only, None being the runner's own.
    """
    prover = _Prover(runner, question, threads)
    await prover.prove()
    hand_keys = (
        sum(option.keyed is not None for option in question.options) if isinstance(question, Choice) else 0
    )
    return Proof(
        question.id,
        tuple(prover.failures),
        prover.runs,
        _count_keys(question) - hand_keys,
        hand_keys,
        tuple(prover.notes),
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
    def __init__(self, runner: Runs, question: Question, threads: tuple[int | None, ...]) -> None:
        self._runner = runner
        self._question = question
        self._threads = threads
        self._keys: list[Result] = []
        self.failures: list[str] = []
        self.notes: list[str] = []
        self.runs = 0

    async def prove(self) -> None:
        """Run the key in every variation; then judge what is known to be right or wrong."""
        question = self._question
        few = spread(SEEDS, self._threads)
        has_key = await self._run_key(few)
        if has_key and not self.failures and not all(map(_same_under_any_seed, self._keys)):
            further = [one for one in every_pair(SEEDS, self._threads) if one not in few]
            has_key = await self._run_key(further)
        elif self.failures:
            await self._find_cause()
        if not has_key:
            return
        first = self._keys[0]
        match question:
            case Choice():
                self._check_choice(question, first)
            case Recall():
                self._check_recall(question, first)
            case Blank() | Code() | Order():
                self._check_repetitions(question, first)
        await self._check_answers(first)

    async def _find_cause(self) -> None:
        """Say what is wrong with the key in terms of one seed, one number of threads, or one order."""
        unexplained, self.failures = self.failures, []
        keys, self._keys = self._keys, []
        await self._run_key(one_by_one(SEEDS, self._threads))
        self.failures, self._keys = self.failures or unexplained, keys

    async def _run_key(self, variations: Iterable[Variation]) -> bool:
        """Run the key in these variations; False when there is no key."""
        question = self._question
        for variation in variations:
            request = request_for(
                question,
                None,
                seed=variation.seed,
                backwards=variation.backwards,
                threads=variation.threads,
            )
            result = await self._run(request)
            if not self._check_ending(result, variation) or not self._check_solution(result, variation):
                return False
            self._keys.append(result)
            if (changed := difference(self._keys[0], result)) is not None:
                self.failures.append(f"not the same with {variation}: {changed}")
        return True

    async def _run(self, request: Request) -> Result:
        self.runs += 1
        return await self._runner.request(replace(request, watch_random=True))

    def _check_ending(self, result: Result, variation: Variation) -> bool:
        question = self._question
        if isinstance(question, Blank | Code | Order):
            return True  # the solution is judged as an answer
        if ends_as_declared(question, result):
            return True
        declared = f"raises {question.raises}" if question.raises else "runs to its end"
        raised = f": {result.raised.type}: {result.raised.message}" if result.raised else ""
        self.failures.append(
            f"the snippet should end so: {declared}; with {variation} it {result.ended}{raised}"
        )
        return False

    def _check_solution(self, result: Result, variation: Variation) -> bool:
        """Judge the solution by a run of the key, for that is what the run was."""
        question = self._question
        answer = right_answer(question, result)
        if not isinstance(question, Blank | Code | Order) or answer is None:
            return True
        verdict = verdict_on(question, answer, result)
        return self._expected(verdict, right=True, name=f"with {variation}, the right answer")

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

    def _check_repetitions(self, question: Blank | Code | Order, result: Result) -> None:
        """Refuse answers that say the same twice, for the second of them proves nothing."""
        solution = right_answer(question, result)
        named = [("the solution", solution)] if solution is not None else []
        wrong = [(f"wrong[{number}]", one) for number, (one, _why) in enumerate(variants(question), 1)]
        seen: dict[str, str] = {}
        for name, answer in [*named, *known_right(question), *wrong]:
            first = seen.setdefault(program_of(question, answer), name)
            if first != name:
                self.failures.append(f"{name} is the same program as {first}")

    async def _check_answers(self, result: Result) -> None:
        question = self._question
        answer = right_answer(question, result)
        if answer is None:
            shown = result.value.text if result.value else "nothing"
            self.failures.append(f"nobody can type the answer: {shown}")
            return
        if isinstance(question, Choice) and isinstance(answer, Picked):
            self.notes += longest_option(question, answer)
            self.notes += explained_though_right(question, answer)
        wrong = known_wrong(question, answer)
        match question:
            case Choice() | Recall():
                # What is ticked changes nothing about the run, so the key's own run decides.
                self._expected(verdict_on(question, answer, result), right=True, name="the right answer")
                for name, refused in wrong:
                    self._expected(verdict_on(question, refused, result), right=False, name=name)
            case Predict():
                await self._judge(("the right answer", answer), right=True, seeds=SEEDS[:1])
                for known in wrong:
                    await self._judge(known, right=False, seeds=SEEDS[:1])
            case Blank() | Code() | Order():
                failed = [False] * len(question.tests)
                for known in wrong:
                    for verdict in await self._judge(known, right=False, seeds=SEEDS[::-1]):
                        for number, part in enumerate(verdict.parts):
                            failed[number] |= not part.right
                self.notes += never_failed(question, failed)
                for known in known_right(question):
                    await self._judge(known, right=True, seeds=SEEDS[::-1])

    async def _judge(self, named: Named, *, right: bool, seeds: tuple[int, ...]) -> list[Verdict]:
        """Judge an answer under each seed, up to the first verdict that isn't the expected one.

        One seed is enough where nothing random was drawn. The first is not the one that snippets like to
        reseed with, for after that it would seem that nothing had been.
        """
        name, answer = named
        verdicts: list[Verdict] = []
        for seed in seeds:
            try:
                request = request_for(self._question, answer, seed=seed, threads=self._threads[0])
                verdict = verdict_on(self._question, answer, await self._run(request))
            except UnreadableAnswer as error:
                self.failures.append(f"{name} can't be read: {error}")
                break
            verdicts.append(verdict)
            if not self._expected(verdict, right=right, name=name) or _same_under_any_seed(verdict.result):
                break
        return verdicts

    def _expected(self, verdict: Verdict, *, right: bool, name: str) -> bool:
        if verdict.outcome is (Outcome.RIGHT if right else Outcome.WRONG):
            return True
        expected = "right" if right else "wrong"
        self.failures.append(f"{name} is judged {verdict.outcome}, not {expected}: {_evidence(verdict)}")
        return False


def _same_under_any_seed(result: Result) -> bool:
    return result.ended in (Ended.FINISHED, Ended.RAISED) and result.device == "cpu" and not result.random


def _trouble(check: Check) -> str:
    if check.raised is None:
        return "gave no answer"
    return f"raises {check.raised.type}: {check.raised.message}"


def _seen(check: Check) -> str:
    seen = [f"{source} is {text}" for source, text in check.seen]
    tried = [f"{source} raises {text or 'nothing'}" for source, text in check.calls]
    return "; ".join([*seen, *tried]) or "no evidence"


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
