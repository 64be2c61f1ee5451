"""``torchdrill verify``: the bank proves itself."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import asdict
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quizbank.bank import Bank, load_file
from quizbank.errors import BankError, Problem
from quizbank.question import Question
from runner.client import Runner
from runner.prove import Proof, prove_all
from tui import exit_codes
from tui.commands.printing import console, plain
from tui.commands.selection import choose_language, filter_of, open_bank
from tui.i18n import _, ngettext


def verify_questions(
    what: list[str], topics: list[str] | None, device: str, packs: list[Path], *, as_json: bool
) -> int:
    choose_language(None)
    bank = open_bank(packs)
    questions, problems = _select(bank, what, topics)
    proofs = asyncio.run(_prove(questions, device))
    failed = [proof for proof in proofs if not proof.proven]
    if as_json:
        report = {
            "problems": [
                {"path": str(one.path), "line": one.line, "key": one.key, "message": one.message}
                for one in problems
            ],
            "proofs": [{**asdict(proof), "proven": proof.proven} for proof in proofs],
        }
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        _print(problems, proofs, failed)
    return exit_codes.NEGATIVE if failed or problems else exit_codes.DONE


def _select(bank: Bank, what: list[str], topics: list[str] | None) -> tuple[list[Question], list[Problem]]:
    """Return the questions named by id or file, or those of the topics, or all; and the problems of files."""
    if not what:
        wanted = filter_of(bank, topics, None, None)
        return [question for question in bank if question.status != "retired" and wanted.matches(question)], [
            *bank.problems
        ]
    questions: list[Question] = []
    problems: list[Problem] = []
    for name in what:
        if not name.endswith(".toml"):
            questions.append(bank[name])
            continue
        try:
            questions.append(load_file(Path(name)))
        except BankError as error:
            problems.extend(error.problems)
    return questions, problems


async def _prove(questions: list[Question], device: str) -> list[Proof]:
    workers = os.cpu_count() or 1
    proofs = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(_("Proving"), total=len(questions))
        async with Runner(device, workers=workers) as runner:
            await runner.warm.wait()
            async for proof in prove_all(runner, questions, at_once=workers):
                proofs.append(proof)
                progress.advance(task)
    order = {question.id: index for index, question in enumerate(questions)}
    return sorted(proofs, key=lambda proof: order[proof.question_id])


def _print(problems: list[Problem], proofs: list[Proof], failed: list[Proof]) -> None:
    out = console()
    for problem in problems:
        print(problem)
    for proof in failed:
        out.print(f"✗ {proof.question_id}", style="bold red")
        for failure in proof.failures:
            out.print(plain(f"    {failure}"), soft_wrap=True)
    live, hand = sum(proof.live_keys for proof in proofs), sum(proof.hand_keys for proof in proofs)
    runs = sum(proof.runs for proof in proofs)
    proven = len(proofs) - len(failed)
    if live + hand:
        text = _("{live} of {all} keys are live ({share:.1%}); {runs} runs.")
        out.print(text.format(live=live, all=live + hand, share=live / (live + hand), runs=runs))
    count = len(proofs)
    text = ngettext("{proven} of {count} question proven.", "{proven} of {count} questions proven.", count)
    out.print(text.format(proven=proven, count=count), style="bold green" if not failed else "bold red")
