"""``torchdrill show``: one question as it is asked, and on request what decides it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from quizbank.choose import shuffled_lines
from quizbank.machine import missing, needs
from quizbank.question import Blank, Choice, Code, Order, Predict, Question, Recall
from quizbank.vocabulary import Language
from runner.machine import known_before_import
from tui import exit_codes
from tui.commands.printing import Flowing, code, console, prose
from tui.commands.selection import choose_language, open_bank
from tui.i18n import _, listed
from tui.views.lines import plain


def show_question(question_id: str, lang: Language | None, packs: list[Path], *, answers: bool) -> int:
    language = choose_language(lang)
    bank = open_bank(packs)
    question = bank[question_id]
    out = console()
    out.print(Text(f"{question.id} · {question.kind} · {'★' * question.difficulty}", style="dim"))
    for line in _needed(question):
        out.print(line)
    out.print()
    parts = [*_asked(question, language), *(_answers(question, language) if answers else ())]
    for part in parts:
        out.print(part)
    return exit_codes.DONE


def _needed(question: Question) -> Iterator[RenderableType]:
    lacks = missing(question, known_before_import())
    if lacks:
        yield Text(_("✗ Not asked here: it needs {what}.").format(what=listed(lacks)), style="yellow")
    elif what := needs(question):
        yield Text(_("It needs {what}.").format(what=listed(what)), style="dim")


def _asked(question: Question, language: Language) -> Iterator[RenderableType]:
    yield Flowing(prose(question.prompt[language]))
    # A recall's snippet is there for its probes, and would give half the answer away.
    if question.snippet.strip() and not isinstance(question, Recall):
        yield Padding(code(question.snippet), (1, 2))
    match question:
        case Choice():
            for number, option in enumerate(question.options, 1):
                yield Flowing(prose(option.text[language]), Text(f"  {number}  ", style="bold"))
        case Predict() if question.ask is not None:
            yield Padding(code(question.ask), (0, 2))
        case Code():
            yield Padding(code(question.starter), (1, 2))
        case Order():
            # The written order is a right one, so it is never the one that is shown.
            lines = [
                question.lines[number - 1].strip("\n")
                for number in shuffled_lines(question, Random(question.id))
            ]
            yield Padding(code("\n".join(lines)), (1, 2))
    if isinstance(question, Blank | Code | Order):
        yield Text(_("It must pass:"), style="bold")
        for test in question.tests:
            yield Flowing(prose(test.text[language]), Text("  · "))


def _answers(question: Question, language: Language) -> Iterator[RenderableType]:
    for number, hint in enumerate(question.hints, 1):
        yield _headed(_("Hint {number}").format(number=number), prose(hint[language]))
    match question:
        case Choice():
            for number, option in enumerate(question.options, 1):
                probe = option.holds or f"keyed: {option.keyed}"
                yield _headed(_("Option {number} holds if").format(number=number), plain(probe))
        case Blank():
            for hole, filling in zip(question.holes, question.solution, strict=True):
                yield _headed(_("Hole {number}").format(number=hole), plain(filling))
        case Code():
            yield Padding(code(question.solution), (1, 2))
        case Order():
            yield Padding(code("\n".join(question.lines)), (1, 2))
        case Recall():
            yield Padding(code(question.snippet), (1, 2))
            for point in question.points:
                text = Text.assemble(prose(point.text[language]), "\n", (plain(point.holds).plain, "dim"))
                yield Flowing(text, Text("  · "))
    if question.misconception is not None:
        yield _headed(_("Misconception"), prose(question.misconception[language]))
    yield _headed(_("Explanation"), prose(question.explanation[language]))
    for link in question.links:
        yield Text(link, style="dim")


def _headed(head: str, body: Text) -> Flowing:
    return Flowing(Text.assemble("\n", (f"{head}  ", "bold"), body))
