"""``torchdrill list``: the questions of the bank, or what is wrong with its files."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from quizbank.bank import BUILT_IN, load_bank
from quizbank.interview.blueprint import lint_builtin
from quizbank.machine import missing
from quizbank.prose import paragraphs
from quizbank.question import Question
from quizbank.vocabulary import Kind, Language
from runner.machine import known_before_import
from tui import exit_codes
from tui.commands.printing import console, prose
from tui.commands.selection import choose_language, filter_of, open_bank
from tui.i18n import _, listed, ngettext
from tui.problems import problem_text
from tui.wording import kind_word_and_name

GAP = 2
"""Blanks between two columns."""
MIN_PROMPT = 10


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
    machine = known_before_import()
    if as_json:
        rows = [
            {
                "id": question.id,
                "kind": question.kind,
                "difficulty": question.difficulty,
                "minutes": question.minutes,
                "status": question.status,
                "missing": list(missing(question, machine)),
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
    lacks = {question.id: missing(question, machine) for question in questions}
    out = console()
    out.print(_table(questions, lacks, language, out.width))
    count = len(questions)
    print(ngettext("{count} question", "{count} questions", count).format(count=count))
    if absent := sum(map(bool, lacks.values())):
        text = ngettext(
            "{count} of them isn't asked here; its line has a ✗ and what it needs: {what}.",
            "{count} of them aren't asked here; their lines have a ✗ and what they need: {what}.",
            absent,
        )
        needs = sorted({need for one in lacks.values() for need in one})
        print(text.format(count=absent, what=listed(needs)))
    if drafts := sum(question.status == "draft" for question in questions):
        text = ngettext(
            "{count} of them is a draft, and isn't asked.",
            "{count} of them are drafts, and aren't asked.",
            drafts,
        )
        print(text.format(count=drafts))
    return exit_codes.DONE


def _table(
    questions: list[Question], lacks: Mapping[str, Sequence[str]], language: Language, width: int
) -> Table:
    """Return the questions as a table of this width, in which only the prompt gives way."""
    heads = (_("id"), _("kind"), "★")
    rows = [(one.id, kind_word_and_name(one.kind), str(one.difficulty)) for one in questions]
    widths = [max(map(cell_len, column)) for column in zip(heads, *rows, strict=True)]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for head, wide in zip(heads, widths, strict=True):
        table.add_column(head, width=wide, no_wrap=True)
    rest = max(MIN_PROMPT, width - sum(widths) - GAP * len(heads))
    table.add_column(_("question"), max_width=rest, no_wrap=True, overflow="ellipsis")
    for question, row in zip(questions, rows, strict=True):
        first = prose(paragraphs(question.prompt[language])[0])
        if lacks[question.id]:
            note = _("needs {what}").format(what=listed(lacks[question.id]))
            first = Text.assemble((f"✗ {note}", "yellow"), "  ", first)
        table.add_row(*row, first)
    return table


def _check(packs: list[Path]) -> int:
    bank = load_bank([BUILT_IN, *packs])
    problems = [*bank.problems, *lint_builtin(bank.topics)]
    for problem in problems:
        print(problem_text(problem))
    count = len(bank)
    if problems:
        return exit_codes.NEGATIVE
    print(
        ngettext("{count} question file is fine.", "{count} question files are fine.", count).format(
            count=count
        )
    )
    return exit_codes.DONE
