"""``torchdrill verify --coverage``: which claims of an inventory no question covers."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from quizbank.coverage import Coverage, coverage, read_claims
from tui import exit_codes
from tui.commands.printing import console
from tui.commands.selection import choose_language, open_bank
from tui.i18n import _, ngettext
from tui.views.lines import plain


def report_coverage(path: Path, packs: list[Path], *, as_json: bool) -> int:
    """Hold the claims of a file against the questions that are asked; negative when one has no question."""
    choose_language(None)
    found = coverage(read_claims(path), open_bank(packs).active)
    if as_json:
        print(json.dumps({**asdict(found), "covered": found.covered}, ensure_ascii=False, indent=2))
    else:
        _print(found)
    return exit_codes.NEGATIVE if found.uncovered else exit_codes.DONE


def _print(found: Coverage) -> None:
    unknown = [f"{claim}  {', '.join(questions)}" for claim, questions in found.unknown.items()]
    uncovered = [f"{claim.id}  {claim.verdict}: {claim.text}" for claim in found.uncovered]
    _list(_("Claims without a question"), uncovered)
    _list(_("Questions without a claim"), found.unclaimed)
    _list(_("Claims that questions name and the file doesn't have"), unknown)
    text = ngettext(
        "{covered} of {claims} claim covered, by {questions}.",
        "{covered} of {claims} claims covered, by {questions}.",
        found.claims,
    )
    questions = ngettext("{count} question", "{count} questions", found.questions)
    counts = {"covered": found.covered, "claims": found.claims}
    console().print(
        text.format(**counts, questions=questions.format(count=found.questions)),
        style="bold red" if found.uncovered else "bold green",
    )


def _list(head: str, lines: list[str] | tuple[str, ...]) -> None:
    out = console()
    if lines:
        out.print(f"{head} ({len(lines)})", style="bold")
    for line in lines:
        out.print(plain(f"  {line}"), soft_wrap=True)
