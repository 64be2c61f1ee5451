"""``torchdrill verify``: the bank proves itself."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from quizbank.bank import Bank
from quizbank.errors import Problem
from quizbank.machine import missing
from quizbank.mix import mix_of
from quizbank.question import Question
from runner.client import Runner
from runner.machine import known_after_import
from runner.prove import Proof, prove_all
from tui import exit_codes
from tui.commands.mix import print_mix
from tui.commands.printing import console
from tui.commands.selection import choose_language, filter_of, named_questions, open_bank
from tui.i18n import _, listed, ngettext
from tui.problems import problem_text
from tui.views.lines import plain

THREADS = (1, 2)


@dataclass(frozen=True, slots=True)
class How:
    """How to prove: on which device, with how many threads; and whether to print JSON, or the mix."""

    device: str = "auto"
    threads: tuple[int, ...] = THREADS
    as_json: bool = False
    stats: bool = False


def verify_questions(what: list[str], topics: list[str] | None, packs: list[Path], how: How) -> int:
    choose_language(None)
    bank = open_bank(packs, check=True)
    questions, problems = _select(bank, what, topics)
    proofs, not_run = asyncio.run(_prove(questions, how))
    failed = [proof for proof in proofs if not proof.proven]
    if how.as_json:
        report: dict[str, object] = {
            "problems": [
                {"path": str(one.path), "line": one.line, "key": one.key, "message": str(one.message)}
                for one in problems
            ],
            "proofs": [{**asdict(proof), "proven": proof.proven} for proof in proofs],
            "not_run": [{"question_id": one, "missing": list(lacks)} for one, lacks in not_run.items()],
        }
        if how.stats:
            report["mix"] = asdict(mix_of(questions))
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        _print(problems, proofs, failed, not_run)
        _print_notes(proofs, shown=bool(what))
        if how.stats:
            print_mix(mix_of(questions))
    return exit_codes.NEGATIVE if failed or problems else exit_codes.DONE


def _select(bank: Bank, what: list[str], topics: list[str] | None) -> tuple[list[Question], list[Problem]]:
    """Return the questions named by id or file, or those of the topics, or all; and the problems of files."""
    if not what:
        wanted = filter_of(bank, topics, None, None)
        return [question for question in bank if question.status != "retired" and wanted.matches(question)], [
            *bank.problems
        ]
    return named_questions(bank, what)


async def _prove(questions: list[Question], how: How) -> tuple[list[Proof], dict[str, tuple[str, ...]]]:
    """Return the proofs, and by id what the questions need that can't be run here: those prove nothing."""
    workers = os.cpu_count() or 1
    proofs = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(_("Proving"), total=len(questions))
        # Each run says how many threads it has.
        async with Runner(how.device, workers=workers + 1, threads=1, bulk=True) as runner:
            await runner.warm.wait()
            machine = known_after_import(runner.torch_version, await runner.devices())
            not_run = {one.id: lacks for one in questions if (lacks := missing(one, machine))}
            here = [question for question in questions if question.id not in not_run]
            progress.update(task, total=len(here))
            async for proof in prove_all(runner, here, at_once=workers, threads=how.threads):
                proofs.append(proof)
                progress.advance(task)
    order = {question.id: index for index, question in enumerate(questions)}
    return sorted(proofs, key=lambda proof: order[proof.question_id]), not_run


def _print(
    problems: list[Problem],
    proofs: list[Proof],
    failed: list[Proof],
    not_run: Mapping[str, Sequence[str]],
) -> None:
    out = console()
    for problem in problems:
        print(problem_text(problem))
    for proof in failed:
        out.print(f"✗ {proof.question_id}", style="bold red")
        for failure in proof.failures:
            out.print(plain(f"    {failure}"), soft_wrap=True)
    for question_id, lacks in not_run.items():
        note = _("not run here: needs {what}").format(what=listed(lacks))
        out.print(Text.assemble((f"– {question_id}", "yellow"), f"  {note}"), soft_wrap=True)
    live, hand = sum(proof.live_keys for proof in proofs), sum(proof.hand_keys for proof in proofs)
    runs = sum(proof.runs for proof in proofs)
    proven = len(proofs) - len(failed)
    if live + hand:
        text = _("{live} of {all} keys are live ({share:.1%}); {runs} runs.")
        out.print(text.format(live=live, all=live + hand, share=live / (live + hand), runs=runs))
    count = len(proofs)
    text = ngettext("{proven} of {count} question proven.", "{proven} of {count} questions proven.", count)
    out.print(text.format(proven=proven, count=count), style="bold green" if not failed else "bold red")
    if not_run:
        text = ngettext("{count} question not run here.", "{count} questions not run here.", len(not_run))
        out.print(text.format(count=len(not_run)), style="yellow")


def _print_notes(proofs: Sequence[Proof], *, shown: bool) -> None:
    """Print the notes of questions that were asked for by name; of a whole bank, how many there are."""
    out = console()
    noted = [proof for proof in proofs if proof.notes]
    for proof in noted if shown else ():
        for note in proof.notes:
            out.print(plain(f"· {proof.question_id}  {note}"), soft_wrap=True)
    if noted and not shown:
        text = ngettext(
            "{count} question has notes for its author; `torchdrill verify ID` shows them.",
            "{count} questions have notes for their authors; `torchdrill verify ID` shows them.",
            len(noted),
        )
        out.print(text.format(count=len(noted)), style="dim")
