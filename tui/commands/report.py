"""``torchdrill report``: mock interviews that are over, one by one, side by side, and as files."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from quizbank.bank import Bank
from quizbank.errors import UnknownInterview
from quizbank.files import write_text
from quizbank.history.store import History
from quizbank.interview.compare import Comparison, Pair, compare, comparison_object, how_alike
from quizbank.interview.plots import Bar
from quizbank.interview.record import Ending
from quizbank.interview.report import VERDICTS, Report, Total, make_report, total
from quizbank.interview.report_md import MD_MARK
from quizbank.interview.report_words import Words, percent
from quizbank.interview.rubric import RUBRIC
from quizbank.message import Message
from quizbank.vocabulary import Language, ReportFormat
from tui import exit_codes
from tui.commands.printing import Flowing, console, say_replaced
from tui.commands.selection import choose_language, open_bank, settings
from tui.i18n import _, say
from tui.learner import local_now, opened_learner

BAR_CELLS = 20
_ENDED: Mapping[Ending, Message] = {
    "finished": Message("finished"),
    "out of time": Message("out of time"),
    "left": Message("left"),
    "incomplete": Message("incomplete"),
}
REPORT_MARKS = ('<meta name="generator" content="torchdrill">', '"torchdrill": "interview"', MD_MARK)
FORMATS: dict[str, ReportFormat] = {".html": "html", ".htm": "html", ".md": "md", ".json": "json"}


@dataclass(frozen=True, slots=True)
class Desk:
    """What a report is made from."""

    history: History
    bank: Bank
    language: Language

    def report(self, number: int | None) -> Report:
        """Return an interview's report, the last one's for None. Raises UnknownInterview."""
        past = self.history.interview(-1 if number is None else number)
        if past is None:
            raise UnknownInterview(number or 0, len(self.history.interviews()))
        return make_report(past, self.history, self.bank)


def show_report(number: int | None, lang: Language | None, packs: list[Path]) -> int:
    """Print a scorecard. Raises UnknownInterview, HistoryError."""
    with _desk(lang, packs) as desk:
        report = desk.report(number)
        words = Words(report, desk.language, say)
    out = console()
    out.print(Text(words.title, style="bold"))
    for line in _facts(words, out.width):
        out.print(line)
    out.print()
    for mark, name in ((report.card.total.objective, "judged"), (report.card.total.self_rated, "rated")):
        out.print(Text.assemble((f"{words.share(mark):>8}", "bold"), "  ", words.text(name)))
    for name, rows in (
        ("rubric", words.rubric_bars()),
        ("sections", words.section_bars()),
        ("topics", words.topic_bars()),
    ):
        if rows:
            out.print()
            out.print(_bars(words.text(name), rows))
    if any(one.past is not None for one in report.card.topics):
        out.print(Flowing(Text(words.text("before_note"), style="dim")))
    out.print()
    for name, topics in (("strongest", report.card.strongest), ("weakest", report.card.weakest)):
        if topics:
            out.print(Flowing(Text(words.named(topics)), Text(f"{words.text(name)}  ", style="bold")))
    out.print()
    text = _("`torchdrill report {number} --format html` writes all of it to a file.")
    out.print(Text(text.format(number=report.number), style="dim"))
    return exit_codes.DONE


def write_report(
    number: int | None,
    wanted: ReportFormat | None,
    target: str | None,
    lang: Language | None,
    packs: list[Path],
    *,
    force: bool,
) -> int:
    """Write a report to a file, or to standard output for ``-``.

    Raises UnknownInterview, FileNotWritten, HistoryError.
    """
    with _desk(lang, packs) as desk:
        report, language = desk.report(number), desk.language
    chosen = wanted or FORMATS.get(Path(target or "").suffix.lower(), "html")
    text = _rendered(report, chosen, language)
    if target == "-":
        sys.stdout.write(text)
        return exit_codes.DONE
    path = Path(target or f"interview-{report.number}.{chosen}")
    replaces = path.exists()
    write_text(path, text, replace=force or is_report(path))
    print(_("The report is in {path}.").format(path=path))
    say_replaced([path] if replaces else [])
    return exit_codes.DONE


def is_report(path: Path) -> bool:
    """Tell whether ``torchdrill report`` wrote this file, so that a newer report may take its place."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return any(mark in text for mark in REPORT_MARKS)


def list_interviews(lang: Language | None, packs: list[Path], *, as_json: bool) -> int:
    """Print all interviews. Raises HistoryError."""
    with _desk(lang, packs) as desk:
        totals = [total(one, desk.bank) for one in desk.history.interviews()]
        language = desk.language
    if as_json:
        print(json.dumps([_row(one) for one in totals], ensure_ascii=False, indent=2))
        return exit_codes.DONE
    if not totals:
        print(_("There is no interview yet; `torchdrill mock` holds one."), file=sys.stderr)
        return exit_codes.NEGATIVE
    heads = ("#", _("date"), _("interview"), _("minutes"), _("ended"), _("judged"), _("rated"))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for head in heads:
        table.add_column(head, justify="right" if head in ("#", heads[3], *heads[5:]) else "left")
    for one in totals:
        record = one.record
        table.add_row(
            str(one.number),
            f"{record.started:%Y-%m-%d %H:%M}",
            Text(record.title[language]),
            str(record.minutes),
            say(_ENDED[record.ending]),
            _share(one.objective),
            _share(one.self_rated),
        )
    console().print(table)
    return exit_codes.DONE


def compare_interviews(
    numbers: tuple[int, int], lang: Language | None, packs: list[Path], *, as_json: bool
) -> int:
    """Print two interviews side by side. Raises UnknownInterview, HistoryError."""
    with _desk(lang, packs) as desk:
        comparison = compare(*(desk.report(number) for number in numbers))
        bank, language = desk.bank, desk.language
    if as_json:
        print(json.dumps(comparison_object(comparison), ensure_ascii=False, indent=2))
        return exit_codes.DONE
    out = console()
    out.print(Text(say(how_alike(comparison))), style="dim")
    out.print()
    out.print(_compared(comparison, bank, language))
    if comparison.questions:
        out.print()
        out.print(_again(comparison))
    return exit_codes.DONE


@contextmanager
def _desk(lang: Language | None, packs: list[Path]) -> Iterator[Desk]:
    language = choose_language(lang)
    bank = open_bank(packs)
    with opened_learner(bank, local_now(), settings()) as learner:
        yield Desk(learner.history, bank, language)


def _rendered(report: Report, wanted: ReportFormat, language: Language) -> str:
    match wanted:
        case "html":
            from quizbank.interview.report_html import report_html

            return report_html(report, language, say)
        case "md":
            from quizbank.interview.report_md import report_md

            return report_md(report, language, say)
        case "json":
            from quizbank.interview.report_json import report_json

            return report_json(report)


def _row(one: Total) -> dict[str, object]:
    record = one.record
    return {
        "number": one.number,
        "uuid": record.uuid,
        "code": record.code,
        "blueprint": record.blueprint,
        "minutes": record.minutes,
        "started": record.started.isoformat(),
        "ending": record.ending,
        "objective": one.objective,
        "self_rated": one.self_rated,
    }


def _facts(words: Words, width: int) -> Iterator[Text]:
    """Yield the interview's figures in lines of whole figures."""
    line = Text()
    for fact in words.facts():
        figure = Text.assemble((fact.name, "dim"), " ", fact.value)
        if line and line.cell_len + 3 + figure.cell_len > width:
            yield line
            line = Text()
        line = Text.assemble(line, "   ", figure) if line else figure
    yield line


def _bars(title: str, rows: Sequence[Bar]) -> Table:
    table = Table(box=None, show_header=True, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(title, style="", header_style="bold", overflow="fold")
    table.add_column("", width=BAR_CELLS, no_wrap=True)
    table.add_column("", overflow="fold")
    for row in rows:
        table.add_row(Text(row.label), _bar(row), Text(row.note))
    return table


def _bar(row: Bar) -> Text:
    """Return a bar; what one did before stands in it as a line."""
    if row.value is None:
        return Text("")
    full = round(BAR_CELLS * row.value)
    cells = ["█"] * full + ["░"] * (BAR_CELLS - full)
    if row.marker is not None:
        cells[min(BAR_CELLS - 1, round(BAR_CELLS * row.marker))] = "│"
    return Text("".join(cells), style="magenta" if row.style == "rated" else "blue")


def _compared(comparison: Comparison, bank: Bank, language: Language) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    for head in (str(comparison.first), str(comparison.second), _("change")):
        table.add_column(head, justify="right")
    names = {row.dimension: say(row.name) for row in RUBRIC}
    table.add_row(say(Message("Total")), *_cells(comparison.total))
    table.add_row(say(Message("rated by yourself")), *_cells(comparison.self_rated), end_section=True)
    for one in comparison.dimensions:
        last = one is comparison.dimensions[-1]
        table.add_row(
            next(name for key, name in names.items() if key == one.name), *_cells(one), end_section=last
        )
    for one in comparison.topics:
        topic = bank.topics.get(one.name)
        table.add_row(Text(one.name if topic is None else topic[language]), *_cells(one))
    return table


def _cells(pair: Pair) -> tuple[str, str, Text]:
    change = Text("–", style="dim")
    if pair.first is not None and pair.second is not None:
        points = round(100 * pair.second) - round(100 * pair.first)
        glyph, style = ("▲", "green") if points > 0 else ("▼", "red") if points < 0 else ("=", "dim")
        change = Text(f"{glyph} {points:+d}" if points else glyph, style=style)
    return _share(pair.first), _share(pair.second), change


def _again(comparison: Comparison) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(_("asked both times"))
    table.add_column(str(comparison.first))
    table.add_column(str(comparison.second))
    for one in comparison.questions:
        verdicts = (VERDICTS[verdict] for verdict in (one.first, one.second))
        table.add_row(one.question_id, *(f"{glyph} {say(word)}" for glyph, word in verdicts))
    return table


def _share(share: float | None) -> str:
    return "–" if share is None else percent(share)
