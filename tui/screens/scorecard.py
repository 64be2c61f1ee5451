"""How an interview went: the scorecard, every question, and what to drill next."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message as Event

from quizbank.errors import QuizbankError
from quizbank.files import write_text
from quizbank.history.events import Undone
from quizbank.interview.drill_plan import drill_plan, schedule
from quizbank.interview.plots import Bar
from quizbank.interview.report import Report
from quizbank.interview.report_words import Words as ReportWords
from quizbank.message import Message
from tui import places
from tui.copying import from_home
from tui.i18n import _, current_language, ngettext, say
from tui.screens.base import BaseScreen
from tui.services import Services
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.prose import foreign, prose
from tui.widgets.words import Words

BAR = 20


class ScorecardScreen(BaseScreen):
    """Everything that the report says, in short; the file says it at length."""

    class HomeWanted(Event):
        """The candidate goes home."""

    CSS_PATH = "scorecard.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command("drill", ("d",), Message("drill plan"), Message("Have the plan asked by your next drills")),
        Command("undo", ("u",), Message("take back"), Message("Take the plan out of the schedule again")),
        Command("report", ("w",), Message("write report"), Message("Write the report as a page to keep")),
        Command("home", ("h", "enter", "escape"), Message("home"), Message("Go to the start screen")),
        Command("app.quit", ("q", "f10"), Message("quit"), Message("Leave torchdrill")),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, services: Services, report: Report) -> None:
        super().__init__(services)
        self._report = report
        self._plan = drill_plan(report.record, services.bank)
        self._scheduled: str | None = None

    def compose(self) -> ComposeResult:
        yield Words(lambda: Content.styled(self._words.title, "bold"), id="title")
        with VerticalScroll(id="card"):
            yield Words(self._totals)
            yield Words(self._all_bars)
            yield Words(self._extremes)
            yield Words(self._questions)
            yield Words(self._to_drill)
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#card").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "drill":
                return bool(self._plan) and self._scheduled is None
            case "undo":
                return self._scheduled is not None
        return True

    def action_drill(self) -> None:
        event = schedule(self._plan, self.services.learner.journal, self.services.now())
        self._scheduled = event.uuid
        self._changed()

    def action_undo(self) -> None:
        if self._scheduled is not None:
            self.services.learner.journal.append(Undone(self._scheduled), self.services.now())
            self._scheduled = None
            self._changed()

    def action_report(self) -> None:
        self.run_worker(self._write(), group="report", exclusive=True, exit_on_error=False)

    def action_home(self) -> None:
        self.post_message(self.HomeWanted())

    async def _write(self) -> None:
        path = places.saved_folder() / f"interview-{self._report.number}.html"
        try:
            await asyncio.to_thread(_write_page, self._report, path)
        except (QuizbankError, OSError) as error:
            self.app.notify(str(error), severity="warning", markup=False, timeout=15)
        else:
            text = _("The report is in {path}.").format(path=from_home(path))
            self.app.notify(text, markup=False, timeout=15)

    def _changed(self) -> None:
        for words in self.query(Words):
            words.translate()
        self.refresh_bindings()

    @property
    def _words(self) -> ReportWords:
        return ReportWords(self._report, current_language(), say)

    def _totals(self) -> Content:
        words, total = self._words, self._report.card.total
        facts = " · ".join(fact.value for fact in words.facts())
        return Content.assemble(
            (facts, "$text-muted"),
            "\n\n",
            (words.share(total.objective), "bold $text-accent"),
            f"  {words.text('judged')}    ",
            (words.share(total.self_rated), "bold $text-primary"),
            f"  {words.text('rated')}\n",
        )

    def _all_bars(self) -> Content:
        words = self._words
        parts = []
        for name, rows in (
            ("rubric", words.rubric_bars()),
            ("sections", words.section_bars()),
            ("topics", words.topic_bars()),
        ):
            if rows:
                parts.append(Content.styled(words.text(name), "bold $text-primary"))
                parts += [_bar(row, max(Content(one.label).cell_length for one in rows)) for row in rows]
                parts.append(Content())
        return Content("\n").join(parts)

    def _extremes(self) -> Content:
        words = self._words
        parts = []
        for name, topics in (
            ("strongest", self._report.card.strongest),
            ("weakest", self._report.card.weakest),
        ):
            if topics:
                parts.append(
                    Content.assemble(
                        (words.text(name), "bold $text-primary"), "  ", words.named(topics), "\n"
                    )
                )
        return Content("\n").join(parts)

    def _questions(self) -> Content:
        words, rows = self._words, []
        for one in self._report.card.questions:
            question = self.services.bank.find(one.asked.question_id)
            prompt = "" if question is None else prose(question.prompt[current_language()]).plain
            first = prompt.partition("\n")[0]
            rows.append(
                Content.assemble(
                    (words.heading(one), "bold"),
                    "  ",
                    words.verdict(one),
                    "  ",
                    (words.time(one), "$text-muted"),
                    "\n  ",
                    foreign(first),
                )
            )
            if remark := words.remark(one):
                rows.append(Content.assemble("  ", (remark, "$text-warning")))
        return Content("\n").join([*rows, Content()])

    def _to_drill(self) -> Content:
        if not self._plan:
            return Content(_("Nothing to drill: everything was right."))
        count = len(self._plan)
        if self._scheduled is None:
            text = ngettext(
                "{count} question to drill after this; d puts it into your next drills.",
                "{count} questions to drill after this; d puts them into your next drills.",
                count,
            )
        else:
            text = ngettext(
                "{count} question comes first in your next drills.",
                "{count} questions come first in your next drills.",
                count,
            )
        lines = [Content.styled(text.format(count=count), "bold $text-primary")]
        lines += [
            Content.assemble("  ", one.question_id, "  ", (self._words.drill_reason(one), "$text-muted"))
            for one in self._plan
        ]
        return Content("\n").join(lines)


def _bar(row: Bar, width: int) -> Content:
    label = Content(row.label)
    pad = " " * (width - label.cell_length + 2)
    if row.value is None:
        cells = Content.styled(" " * BAR, "")
    else:
        full = round(BAR * row.value)
        colour = "$primary" if row.style == "rated" else "$accent"
        cells = Content.assemble(("█" * full, colour), ("·" * (BAR - full), "$foreground-disabled"))
        if row.marker is not None:
            at = min(BAR - 1, round(BAR * row.marker))
            cells = Content.assemble(cells[:at], ("│", "bold $foreground"), cells[at + 1 :])
    return Content.assemble("  ", label, pad, cells, "  ", row.note)


def _write_page(report: Report, path: Path) -> None:
    from quizbank.interview.report_html import report_html

    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, report_html(report, current_language(), say), replace=True)
