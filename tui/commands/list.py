"""``torchdrill list``: the questions of the bank, or what is wrong with its files."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich import box
from rich.table import Table

from quizbank.bank import BUILT_IN, load_bank
from quizbank.prose import paragraphs
from quizbank.vocabulary import Kind, Language
from tui import exit_codes
from tui.commands.printing import console, prose
from tui.commands.selection import choose_language, filter_of, open_bank
from tui.i18n import _, ngettext


def list_questions(
    topics: list[str] | None,
    kinds: list[Kind] | None,
    difficulties: list[int] | None,
    lang: Language | None,
    packs: list[Path],
    *,
    as_json: bool,
    check: bool,
) -> int:
    language = choose_language(lang)
    if check:
        return _check(packs)
    bank = open_bank(packs)
    wanted = filter_of(bank, topics, kinds, difficulties)
    questions = [question for question in bank if question.status != "retired" and wanted.matches(question)]
    if as_json:
        rows = [
            {
                "id": question.id,
                "kind": question.kind,
                "difficulty": question.difficulty,
                "minutes": question.minutes,
                "status": question.status,
                "tags": list(question.tags),
                "prompt": {"en": question.prompt.en, "zh": question.prompt.zh},
            }
            for question in questions
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return exit_codes.DONE
    if not questions:
        print(_("No question matches."), file=sys.stderr)
        return exit_codes.NEGATIVE
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(_("id"), no_wrap=True)
    table.add_column(_("kind"), no_wrap=True)
    table.add_column("★", no_wrap=True)
    table.add_column(_("question"), no_wrap=True, overflow="ellipsis")
    for question in questions:
        first = paragraphs(question.prompt[language])[0]
        table.add_row(question.id, question.kind, str(question.difficulty), prose(first))
    console().print(table)
    count = len(questions)
    print(ngettext("{count} question", "{count} questions", count).format(count=count))
    return exit_codes.DONE


def _check(packs: list[Path]) -> int:
    bank = load_bank([BUILT_IN, *packs])
    for problem in bank.problems:
        print(problem)
    count = len(bank)
    if bank.problems:
        return exit_codes.NEGATIVE
    print(
        ngettext("{count} question file is fine.", "{count} question files are fine.", count).format(
            count=count
        )
    )
    return exit_codes.DONE
