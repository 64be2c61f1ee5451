"""Browsing: all questions, searched and narrowed, read, and asked from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, HorizontalGroup, VerticalGroup
from textual.content import Content
from textual.message import Message as Event
from textual.widgets import Input

from quizbank.choose import Filter, choose
from quizbank.machine import missing
from quizbank.question import Question
from quizbank.search import UNSEEN, Facet, Index, Value, count_by, narrow, states_of
from runner.errors import RunnerError
from tui.exporting import NotOurs, Wish
from tui.exporting_here import export_here, runnable
from tui.i18n import _, current_language, listed, ngettext, say, sentences
from tui.messages import PlayWanted
from tui.playing import program_before
from tui.screens.base import BaseScreen
from tui.screens.browse_filter import Entry, FilterScreen
from tui.screens.browse_keys import BROWSE_KEYS
from tui.screens.export_choice import FORMATS, ExportScreen
from tui.screens.flag import FlagScreen
from tui.services import Services
from tui.widgets.command import Command, bindings_of
from tui.widgets.facets import FACET_NAMES, FACET_VALUES, facet_words
from tui.widgets.key_bar import KeyBar
from tui.widgets.question_preview import QuestionPreview
from tui.widgets.question_table import QuestionTable
from tui.widgets.search_line import SearchLine
from tui.widgets.words import Words


class BrowseScreen(BaseScreen):
    """A table of questions, a line to search in, and the question under the cursor beside or below."""

    @dataclass
    class Started(Event):
        """A session of these questions."""

        plan: list[Question]

    class Left(Event):
        """Back to where the learner came from."""

    CSS_PATH = "browse.tcss"
    AUTO_FOCUS = "QuestionTable"
    KEYS: ClassVar[Sequence[Command]] = BROWSE_KEYS
    BINDINGS = bindings_of(KEYS)

    def __init__(self, services: Services, index: Index) -> None:
        """``index`` holds the questions that can be asked at all."""
        super().__init__(services)
        self._index = index
        self._wanted: dict[Facet, Value] = {}
        self._look()

    def compose(self) -> ComposeResult:
        with HorizontalGroup(id="top"):
            yield Words(lambda: Content.styled(_("Browse"), "bold $text-accent"), classes="left")
            yield Words(self._counted, id="counted", classes="right")
        yield SearchLine()
        yield Words(self._narrowed, id="facets")
        with Horizontal(id="middle"):
            with VerticalGroup(id="list"):
                yield QuestionTable(self.services.bank)
                yield Words(self._nothing, id="nothing")
            yield QuestionPreview(self.services)
        yield KeyBar()

    def on_mount(self) -> None:
        self.watch(self.query_one(QuestionPreview), "virtual_size", self.refresh_bindings, init=False)
        self._find()

    def on_screen_resume(self) -> None:
        """Look again at how the learner stands, after a session or a night."""
        self._look()
        for _table in self.query(QuestionTable):  # none while the screen is being built
            self._find()

    def torch_changed(self) -> None:
        """Show what can be asked here, which is known once torch has been imported."""
        for preview in self.query(QuestionPreview):
            preview.translate()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.query(QuestionTable):
            return True  # the screen is being built, and its keys are looked up again
        match action:
            case "ask":
                return self.table.question is not None and not self.searching
            case "start" | "play" | "flag":
                return self.table.question is not None
            case "search":
                return not self.searching
            case "show_all":
                return bool(self._wanted or self.query_one(SearchLine).value)
            case "scroll":
                return self.query_one(QuestionPreview).overflows
        return True

    @property
    def table(self) -> QuestionTable:
        return self.query_one(QuestionTable)

    @property
    def searching(self) -> bool:
        """Whether keys are typed into the search."""
        return isinstance(self.focused, SearchLine)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._find()

    def on_search_line_moved(self, event: SearchLine.Moved) -> None:
        self.table.action_move(event.key)

    def on_search_line_left(self) -> None:
        if self._shown:
            self.table.focus()

    def on_question_table_moved(self, event: QuestionTable.Moved) -> None:
        question = event.question
        note = None if question is None else self._standings.get(question.id, UNSEEN).flag
        self.query_one(QuestionPreview).show(question, self._states, note)
        self.query_one("#counted", Words).translate()

    def on_question_table_chosen(self) -> None:
        self.action_ask()

    def action_search(self) -> None:
        self.query_one(SearchLine).focus()

    def action_ask(self) -> None:
        question = self.table.question
        if question is None:
            return
        if lacking := missing(question, self.services.torch.machine):
            text = _("This question needs what isn't here: {what}.").format(what=listed(lacking))
            self.app.notify(text, severity="warning", markup=False)
        else:
            self.post_message(self.Started([question]))

    def action_start(self) -> None:
        services = self.services
        plan = choose(self._shown, Filter(), services.session_length, services.rng, services.torch.machine)
        if plan:
            self.post_message(self.Started(plan))
        else:
            self.app.notify(_("Nothing of this can be asked here."), severity="warning", markup=False)

    def action_flag(self) -> None:
        self.run_worker(self._flag(), group="dialog", exclusive=True, exit_on_error=False)

    def action_play(self) -> None:
        if (question := self.table.question) is not None:
            self.post_message(PlayWanted(question, program_before(question)))

    def action_narrow(self, key: str) -> None:
        facet = tuple(Facet)[int(key) - 1]
        self.run_worker(self._narrow(facet), group="dialog", exclusive=True, exit_on_error=False)

    def action_export(self) -> None:
        self.run_worker(self._export(), group="export", exclusive=True, exit_on_error=False)

    def action_show_all(self) -> None:
        self._wanted.clear()
        self.query_one(SearchLine).value = ""
        self._wanted_changed()

    def action_scroll(self, pages: int) -> None:
        self.query_one(QuestionPreview).read_on(pages)

    def action_back(self) -> None:
        self.post_message(self.Left())

    async def _flag(self) -> None:
        question, learner = self.table.question, self.services.learner
        if question is None:
            return
        wanted = await self.app.push_screen_wait(FlagScreen(learner.flag(question.id)))
        if wanted is not None:
            learner.set_flag(question.id, wanted.note, self.services.now())
            self._look()
            self._find()

    async def _narrow(self, facet: Facet) -> None:
        others: Mapping[Facet, Value] = {one: to for one, to in self._wanted.items() if one is not facet}
        left = narrow(self._index.find(self._query), others, self._states)
        counts = count_by(facet, left, self._states)
        bank = self.services.bank
        current = self._wanted.get(facet)
        values = [value for value in FACET_VALUES[facet](bank) if counts[value] or value == current]
        entries = [Entry(None, partial(facet_words, facet, None, bank), len(left))]
        entries += [Entry(value, partial(facet_words, facet, value, bank), counts[value]) for value in values]
        chosen = await self.app.push_screen_wait(FilterScreen(FACET_NAMES[facet], entries, current))
        if chosen is not None:
            self._wanted.pop(facet, None)
            if chosen.value is not None:
                self._wanted[facet] = chosen.value
            self._wanted_changed()

    async def _export(self) -> None:
        questions = runnable(self.services, self._shown)
        if not questions:
            self.app.notify(_("Nothing of this can be exported here."), severity="warning", markup=False)
            return
        chosen = await self.app.push_screen_wait(ExportScreen(len(questions)))
        if chosen is None:
            return
        count = len(questions)
        text = ngettext(
            "Running {count} question for its card ...",
            "Running {count} questions for their cards ...",
            count,
        )
        self.app.notify(text.format(count=count), markup=False)
        _name, format_, style = FORMATS[str(chosen.value)]
        try:
            wish = Wish(format_, style, (current_language(),))
            export, paths = await export_here(self.services, questions, wish)
        except (NotOurs, RunnerError) as error:
            reason = say(error.message) if isinstance(error, RunnerError) else str(error)
            self.app.notify(reason, severity="error", markup=False)
            return
        text = ngettext("{count} card is in {paths}.", "{count} cards are in {paths}.", len(export.cards))
        said = text.format(count=len(export.cards), paths=listed(map(str, paths)))
        if failed := sum(not card.works for card in export.cards):
            text = ngettext("{count} of them has no answer.", "{count} of them have no answer.", failed)
            said = sentences(said, text.format(count=failed))
        self.app.notify(said, severity="warning" if failed else "information", markup=False)

    def _wanted_changed(self) -> None:
        self.query_one("#facets", Words).translate()
        self._find()

    @property
    def _query(self) -> str:
        return self.query_one(SearchLine).value

    def _look(self) -> None:
        """Ask the history how the learner stands now."""
        learner = self.services.learner
        today = learner.day(self.services.now())
        self._standings = learner.history.standings()
        self._states = states_of(self._index.questions, self._standings, today)

    def _find(self) -> None:
        self._shown = narrow(self._index.find(self._query), self._wanted, self._states)
        self.table.show(self._shown, self._states)
        self.table.display = bool(self._shown)
        self.query_one("#nothing").display = not self._shown
        if self._shown and not self.searching:
            # An empty list is hidden, and loses the focus with that.
            self.table.focus()
        self.refresh_bindings()

    def _counted(self) -> Content:
        if not self.query(QuestionTable):
            return Content()
        total = len(self._index.questions)
        text = ngettext("{shown} of {total} question", "{shown} of {total} questions", total)
        counted = Content(text.format(shown=len(self._shown), total=total))
        machine = self.services.torch.machine
        if absent := sum(bool(missing(one, machine)) for one in self._shown):
            text = _("{asked} of them can be asked here").format(asked=len(self._shown) - absent)
            counted = Content.assemble(counted, (" · ", "$text-muted"), (text, "$text-warning"))
        if not self._shown:
            return counted
        return Content.assemble(
            (f"{self.table.position + 1}", "bold"), (" · ", "$foreground-disabled"), counted
        )

    def _narrowed(self) -> Content:
        parts = []
        for number, facet in enumerate(Facet, start=1):
            value = self._wanted.get(facet)
            parts.append(
                Content.assemble(
                    (f"{number}\u00a0", "bold $text-accent"),
                    (say(FACET_NAMES[facet]) + "\u00a0", "$text-muted"),
                    facet_words(facet, value, self.services.bank).stylize(
                        "$text-muted" if value is None else "bold"
                    ),
                )
            )
        return Content("   ").join(parts)

    def _nothing(self) -> Content:
        return Content(_("Nothing matches. 0 or f6 shows all questions again."))
