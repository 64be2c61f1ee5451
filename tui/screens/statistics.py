"""The statistics: six views of a history, each as a plot and as a table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, HorizontalGroup, VerticalScroll
from textual.content import Content
from textual.message import Message as Event
from textual.widgets import Static

from quizbank.errors import HistoryError, ScheduleError
from quizbank.history.record import Record
from quizbank.message import Message
from quizbank.statistics.overview import Overview, overview
from quizbank.statistics.retention import Retention, retention
from tui.i18n import _, ngettext, say
from tui.screens.base import BaseScreen
from tui.services import Services
from tui.statistics_tables import Statistics, View, lead, marked, nothing_yet, table
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.plots import BARS, NUMBERED, Plot, legend, listed, says_something
from tui.widgets.prose import prose
from tui.widgets.words import Words

VIEWS = tuple(View)


class StatisticsScreen(BaseScreen):
    """Figures are worked out apart from the event loop; the forecast comes after the rest."""

    class Left(Event):
        """Back to where the learner came from."""

    CSS_PATH = "statistics.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command(
            "view('{key}')",
            tuple(str(number) for number in range(1, len(VIEWS) + 1)),
            Message("views"),
            Message("Show 1 accuracy, 2 forecast, 3 time, 4 days, 5 hardest questions, 6 misconceptions"),
            shown=f"1-{len(VIEWS)}",
            in_palette=False,
        ),
        Command(
            "turn(1)",
            ("right",),
            Message("next view"),
            Message("Show the next view"),
            shown="→",
            in_palette=False,
        ),
        Command(
            "turn(-1)",
            ("left",),
            Message("view before"),
            Message("Show the view before"),
            shown="←",
            in_bar=False,
            in_palette=False,
        ),
        Command(
            "topic('{key}')",
            ("down", "up"),
            Message("topic"),
            Message("Choose the topic whose accuracy is drawn"),
            shown="↑↓",
            in_palette=False,
        ),
        Command("as_table", ("v", "f6"), Message("as a table"), Message("Show these figures as a table")),
        Command("as_plot", ("v", "f6"), Message("as a plot"), Message("Show these figures as a plot")),
        Command("back", ("q", "escape", "enter"), Message("home"), Message("Go to the start screen")),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.view = View.ACCURACY
        self.tabled = False
        self.topic = 0
        self.shown: Statistics | None = None
        self._failure: Message | None = None

    def compose(self) -> ComposeResult:
        with HorizontalGroup(id="top"):
            yield Words(lambda: Content.styled(_("Statistics"), "bold $text-accent"), classes="left")
            yield Words(self._counted, classes="right")
        yield Words(self._tabs, id="tabs")
        yield Words(self._lead, id="lead")
        yield Words(self._legend, id="legend")
        with Horizontal(id="drawn"):
            yield Plot()
            with VerticalScroll(id="beside"):
                for place in range(BARS):
                    with HorizontalGroup(classes="listed"):
                        yield Words(partial(self._listed, place, 0), classes="count")
                        yield Words(partial(self._listed, place, 1), classes="text")
        with VerticalScroll(id="tabled"):
            yield Static(id="table")
        yield KeyBar()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())
        self._show()
        self.run_worker(self._work_out(), group="statistics", exclusive=True, exit_on_error=False)

    async def _work_out(self) -> None:
        services = self.services
        learner, bank = services.learner, services.bank
        day = learner.day(services.now())
        questions, askable = {question.id: question for question in bank}, services.askable()

        def look_back() -> tuple[Record, Overview]:
            record = read()
            return record, overview(record, questions, day)

        def look_ahead() -> Retention:
            rng = Random(day.toordinal())
            return retention(askable, record, day, services.order.goal, learner.scheduler, rng)

        try:
            read = learner.history.recorder()
            record, figures = await asyncio.to_thread(look_back)
            self.shown = Statistics(bank, figures)
            self._show()
            if self._there:
                self.shown = replace(self.shown, retention=await asyncio.to_thread(look_ahead))
                self._show()
        except (HistoryError, ScheduleError) as error:
            self._failure = error.message
            self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        there = self._there
        match action:
            case "view" | "turn":
                return there
            case "topic":
                return there and self.view is View.ACCURACY and not self.tabled
            case "as_table":
                return there and not self.tabled
            case "as_plot":
                return there and self.tabled
        return True

    def action_view(self, key: str) -> None:
        self.view = VIEWS[int(key) - 1]
        self._show()

    def action_turn(self, by: int) -> None:
        self.view = VIEWS[(VIEWS.index(self.view) + by) % len(VIEWS)]
        self._show()

    def action_topic(self, key: str) -> None:
        if self.shown is not None:
            count = len(self.shown.overview.accuracy)
            self.topic = (self.topic + (1 if key == "down" else -1)) % count
            self._show()

    def action_as_table(self) -> None:
        self.tabled = True
        self._show()

    def action_as_plot(self) -> None:
        self.tabled = False
        self._show()

    def action_back(self) -> None:
        self.post_message(self.Left())

    def translate(self) -> None:
        """Write the table in the language of the moment; the rest follows by itself."""
        if self._there and self.shown is not None:
            self.query_one("#table", Static).update(table(self.view, self.shown, marked))

    @property
    def _there(self) -> bool:
        """Whether there are figures to show."""
        return self.shown is not None and self.shown.overview.answers + self.shown.overview.skipped > 0

    @property
    def _drawn(self) -> bool:
        """Whether there is a plot to show."""
        there = self.shown is not None and self._there and says_something(self.view, self.shown)
        return there and not self.tabled

    @property
    def _numbered(self) -> bool:
        return self.view in NUMBERED

    def _show(self) -> None:
        there = self._there
        count = len(self._list)
        self.query_one("#legend").display = self._drawn and not self._numbered
        self.query_one("#drawn").display = self._drawn or count > 0
        self.query_one(Plot).display = self._drawn
        self.query_one("#beside").display = count > 0
        for place, row in enumerate(self.query(".listed")):
            row.display = place < count
        self.query_one("#tabled").display = there and self.tabled
        for words in self.query(Words):
            words.translate()
        self.translate()
        self._draw()
        if there and self.tabled:
            self.query_one("#tabled").focus()
        elif count:
            self.query_one("#beside").focus()
        else:
            self.set_focus(None)
        self.refresh_bindings()

    def _draw(self) -> None:
        if self._drawn and self.shown is not None:
            self.query_one(Plot).show(self.view, self.shown, self.topic)

    def _counted(self) -> Content:
        if self.shown is None:
            return Content()
        count = self.shown.overview.answers
        return Content(ngettext("{count} answer", "{count} answers", count).format(count=f"{count:,}"))

    def _tabs(self) -> Content:
        names = (
            Content.assemble(
                (f"{number}", "bold $text-accent"),
                " ",
                (say(view.value), "bold reverse" if view is self.view else "$text-muted"),
            )
            for number, view in enumerate(VIEWS, 1)
        )
        return Content("   ").join(names) if self._there else Content()

    def _lead(self) -> Content:
        if self._failure is not None:
            return Content.styled(say(self._failure), "$text-warning")
        if self.shown is None:
            return Content(_("Adding up …"))
        return Content(lead(self.view, self.shown)) if self._there else prose(nothing_yet())

    def _legend(self) -> Content:
        return legend(self.view, self.shown, self.topic) if self.shown is not None else Content()

    @property
    def _list(self) -> list[tuple[Content, Content]]:
        """What stands beside the plot, or in its place."""
        return [] if self.shown is None or self.tabled else listed(self.view, self.shown)

    def _listed(self, place: int, column: int) -> Content:
        there = self._list
        return there[place][column] if place < len(there) else Content()
