"""Where the app opens: what can be practised now."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, HorizontalGroup, VerticalScroll
from textual.content import Content
from textual.message import Message as Event
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from quizbank.message import Message
from quizbank.topics import BUILT_IN, Titles, read_titles
from tui.i18n import _, current_language
from tui.screens.base import CommandScreen
from tui.screens.everywhere import TOUR
from tui.widgets.calendar import Calendar
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.torch_status import torch_status
from tui.widgets.words import Words

if TYPE_CHECKING:
    from quizbank.history.figures import Unfinished
    from quizbank.question import Question
    from tui.screens.home_figures import HomeFigures

ALL_TOPICS = ""
BAR, LONG_BAR = 6, 12
WIDE = 120
NOT_COUNTED = "   ·"


class HomeScreen(CommandScreen):
    """Topics to choose from, and what the history offers; posts what the learner wants to do.

    It is painted before there are figures, with what is known without them.
    """

    @dataclass
    class Started(Event):
        """A session of these questions."""

        plan: list[Question]

    class BrowseWanted(Event):
        """A look through all questions."""

    class StatisticsWanted(Event):
        """A look at how practice goes."""

    class InterviewWanted(Event):
        """A mock interview, a new one or one that was interrupted."""

    class DrillWanted(Event):
        """A drill of everything."""

    @dataclass
    class ResumeWanted(Event):
        unfinished: Unfinished

    CSS_PATH = "home.tcss"
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012  # textual declares it without ClassVar
        (0, "-narrow"),
        (WIDE, "-wide"),
        (170, "-widest"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (36, "-tall")]  # noqa: RUF012
    KEYS: ClassVar[Sequence[Command]] = (
        Command("start", ("enter",), Message("start"), Message("Start a session")),
        Command(
            "move", ("up", "down"), Message("choose"), Message("Choose a topic"), shown="↑↓", in_palette=False
        ),
        Command("resume", ("c",), Message("continue"), Message("Take up the interrupted session again")),
        Command(
            "give_up", ("x",), Message("give it up"), Message("Don't offer the interrupted session any more")
        ),
        Command("drill", ("d",), Message("drill"), Message("Drill what is due and what is worth its time")),
        Command(
            "interview",
            ("m",),
            Message("mock interview"),
            Message("Hold a mock interview, or go on with one"),
        ),
        Command("new", ("n",), Message("new ones"), Message("Be asked questions never seen")),
        Command("wrong", ("w",), Message("wrong ones"), Message("Be asked questions missed last time")),
        Command("browse", ("b",), Message("browse"), Message("Search and read all questions")),
        Command("your_days", ("y",), Message("your days"), Message("Show your last weeks or the topic")),
        Command("statistics", ("g",), Message("statistics"), Message("See how your practice goes")),
        Command(
            "app.settings", ("s",), Message("settings"), Message("Change language, theme, device and more")
        ),
        TOUR,
        Command("app.quit", ("q", "f10"), Message("quit"), Message("Leave torchdrill")),
    )
    BINDINGS = bindings_of(command for command in KEYS if command.action not in ("start", "move"))

    def __init__(self, figures: HomeFigures | None = None) -> None:
        """Without figures, the screen shows the built-in topics until it is told more by ``know``."""
        super().__init__()
        self._figures = figures
        self._bar_shown = 0
        self._titles: Titles = {}
        if figures is None:
            with suppress(OSError, ValueError):  # the bank, once it is read, tells what is wrong with it
                self._titles = read_titles(BUILT_IN)
        self._slugs = [ALL_TOPICS, *self._titles] if figures is None else figures.slugs

    def compose(self) -> ComposeResult:
        with HorizontalGroup(id="top"):
            yield Words(self._title, classes="left")
            yield Words(self._torch, id="torch", classes="right")
        yield Words(self._today, id="today")
        with Horizontal(id="middle"):
            yield OptionList(*(Option(self._label(slug)) for slug in self._slugs), id="topics", markup=False)
            with Container(id="side"):
                with VerticalScroll(id="about", can_focus=False):
                    yield Words(self._about)
                with VerticalScroll(id="days", can_focus=False):
                    yield Calendar()
        yield KeyBar()

    def on_mount(self) -> None:
        topics = self.query_one(OptionList)
        topics.highlighted = 0
        topics.focus()
        self._name_boxes()

    def translate(self) -> None:
        """Name the topics in the language of the moment, with what can be asked of them by now."""
        self._name_boxes()
        self._show_progress()

    def _name_boxes(self) -> None:
        self.query_one(OptionList).border_title = Content(_("Topics"))
        self.query_one("#about").border_title = Content(_("What a session draws from"))
        self.query_one("#days").border_title = Content(_("Your days"))

    def know(self, figures: HomeFigures) -> None:
        """Show figures, which have looked at the history, from now on."""
        chosen = self._slug if self.query(OptionList) else ALL_TOPICS
        self._figures = figures
        if not self.query(OptionList):
            self._slugs = figures.slugs
            return  # the screen is being built, and will show them anyway
        if figures.slugs != self._slugs:
            self._slugs = figures.slugs
            topics = self.query_one(OptionList)
            topics.set_options(Option(self._label(slug)) for slug in self._slugs)
            topics.highlighted = self._slugs.index(chosen) if chosen in self._slugs else 0
        self._show_figures()
        self.query_one("#torch", Words).translate()

    def on_screen_resume(self) -> None:
        """Look again at how things stand, after a session or a night; the screen is painted before that."""
        self.call_after_refresh(self.look_again)

    def on_resize(self) -> None:
        if self._bar != self._bar_shown:
            self._show_progress()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        figures = self._figures
        home = figures.home if figures is not None else None
        match action:
            case "resume" | "give_up":
                return figures is not None and figures.unfinished is not None
            case "interview":
                return figures is None or figures.services.interviews is not None
            case "new":
                return home is not None and home.new > 0
            case "wrong":
                return home is not None and home.wrong_last > 0
            case "your_days":
                return self.has_class("-short")
        return True

    def action_drill(self) -> None:
        self.post_message(self.DrillWanted())

    def action_interview(self) -> None:
        self.post_message(self.InterviewWanted())

    def action_browse(self) -> None:
        self.post_message(self.BrowseWanted())

    def action_your_days(self) -> None:
        self.toggle_class("-days")

    def action_statistics(self) -> None:
        self.post_message(self.StatisticsWanted())

    def action_new(self) -> None:
        if self._figures is not None:
            self.post_message(self.Started(self._figures.new()))

    def action_wrong(self) -> None:
        if self._figures is not None:
            self.post_message(self.Started(self._figures.wrong()))

    def action_resume(self) -> None:
        if self._figures is not None and self._figures.unfinished is not None:
            self.post_message(self.ResumeWanted(self._figures.unfinished))

    def action_give_up(self) -> None:
        if self._figures is not None:
            self._figures.give_up()
            self.look_again()

    def look_again(self) -> None:
        """Ask the history anew, and show what it says."""
        if self._figures is not None:
            self._figures.look()
            self._show_figures()

    def _show_figures(self) -> None:
        if self._figures is None or not self.query(OptionList):
            return  # nothing to show yet, or nothing to show it in
        self.query_one("#today", Words).translate()
        if self._figures.home is not None:
            self.query_one(Calendar).know(self._figures.home.per_day, self._figures.day)
        self._show_progress()
        self.refresh_bindings()

    def _show_progress(self) -> None:
        for topics in self.query(OptionList):
            for index, slug in enumerate(self._slugs):
                topics.replace_option_prompt_at_index(index, self._label(slug))
            self.query_one("#about Words", Words).translate()

    def action_start(self) -> None:
        if self._figures is not None and (plan := self._figures.of_topic(self._slug)):
            self.post_message(self.Started(plan))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self._figures is None:
            # A click waits like the key. The app sends it: a key doesn't go beyond where it was sent from.
            self.app.call_later(self.app.simulate_key, "enter")
        else:
            self.action_start()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.query_one("#about Words", Words).translate()

    def torch_changed(self) -> None:
        """Say that torch has been imported, or can't be; then it is known what can be asked here."""
        if not self.query(OptionList):
            return  # the screen is being built, and will show it anyway
        self.look_again()
        for words in self.query(Words):
            words.translate()
        self.translate()

    @property
    def _slug(self) -> str:
        return self._slugs[self.query_one(OptionList).highlighted or 0]

    def _title(self) -> Content:
        return Content.assemble(
            ("torchdrill", "bold $text-accent"), "  ", _("every answer key is what torch does")
        )

    def _torch(self) -> Content:
        return torch_status(self._figures.services if self._figures is not None else None)

    def _today(self) -> Content:
        if self._figures is None:
            return Content.styled(_("reading the questions and your history ..."), "italic $text-warning")
        return self._figures.today()

    def _topic_name(self, slug: str) -> str:
        if slug == ALL_TOPICS:
            return _("All topics")
        return self._figures.name(slug) if self._figures else self._titles[slug][current_language()]

    @property
    def _bar(self) -> int:
        """How many cells a topic's bar has room for."""
        return BAR if self.app.size.width < WIDE else LONG_BAR

    def _label(self, slug: str) -> Content:
        self._bar_shown = width = self._bar
        if self._figures is None:
            return Content(f"{NOT_COUNTED}{'':{width + 2}}{self._topic_name(slug)}")
        counted = self._figures.counted(slug, width)
        return Content.assemble(counted, " ", (self._topic_name(slug), "bold" if slug == ALL_TOPICS else ""))

    def _about(self) -> Content:
        name = Content.styled(self._topic_name(self._slug), "bold $text-primary")
        if self._figures is None:
            return name
        lines = self._figures.about(self._slug)
        return Content("\n").join([name, *lines]) if lines else Content(_("The bank holds no questions yet."))
