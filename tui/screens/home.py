"""Where the app opens: what can be practised now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, HorizontalGroup, VerticalScroll
from textual.content import Content
from textual.message import Message as Event
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from quizbank.choose import Filter, choose
from quizbank.history.events import Ended
from quizbank.history.figures import Unfinished
from quizbank.machine import missing
from quizbank.message import Message
from quizbank.question import Question
from quizbank.statistics.progress import Progress
from quizbank.vocabulary import KINDS
from tui.i18n import _, current_language, ngettext, say
from tui.screens.base import BaseScreen
from tui.screens.everywhere import TOUR
from tui.services import Services
from tui.widgets.calendar import Calendar
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.labels import KIND_NAMES, difficulty_dots
from tui.widgets.progress import progress_bar, progress_lines
from tui.widgets.quiz_header import torch_status
from tui.widgets.today import Today
from tui.widgets.words import Words

ALL_TOPICS = ""
BAR, LONG_BAR = 6, 12


class HomeScreen(BaseScreen):
    """Topics to choose from, and what the history offers; posts what the learner wants to do."""

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
        (120, "-wide"),
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

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.today = Today(services)
        topics = {question.topic for question in services.bank.active}
        slugs = [slug for slug in services.bank.topics if slug in topics]
        self._slugs = [ALL_TOPICS, *slugs, *sorted(topics.difference(slugs))]

    def compose(self) -> ComposeResult:
        with HorizontalGroup(id="top"):
            yield Words(self._title, classes="left")
            yield Words(lambda: torch_status(self.services), id="torch", classes="right")
        yield self.today
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
        self.translate()

    def translate(self) -> None:
        """Name the topics in the language of the moment, with what can be asked of them by now."""
        self.query_one(OptionList).border_title = Content(_("Topics"))
        self.query_one("#about").border_title = Content(_("What a session draws from"))
        self.query_one("#days").border_title = Content(_("Your days"))
        self._show_progress()

    def on_screen_resume(self) -> None:
        """Look again at how things stand, after a session or a night; the screen is painted before that."""
        self.call_after_refresh(self._look_again)

    def on_resize(self) -> None:
        self._show_progress()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.query(Today):
            return True  # the screen is being built, and its keys are looked up again
        figures = self.today.figures
        match action:
            case "resume" | "give_up":
                return self.today.unfinished is not None
            case "interview":
                return self.services.interviews is not None
            case "new":
                return figures is not None and figures.new > 0
            case "wrong":
                return figures is not None and figures.wrong_last > 0
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
        self.post_message(self.Started(self.today.new(self.services.session_length)))

    def action_wrong(self) -> None:
        self.post_message(self.Started(self.today.wrong(self.services.session_length)))

    def action_resume(self) -> None:
        if self.today.unfinished is not None:
            self.post_message(self.ResumeWanted(self.today.unfinished))

    def action_give_up(self) -> None:
        if self.today.unfinished is not None:
            ended = Ended(self.today.unfinished.session, finished=False)
            self.services.learner.journal.append(ended, self.services.now())
            self._look_again()

    def _look_again(self) -> None:
        for today in self.query(Today):  # none while the screen is being built
            today.look()
            today.translate()
            if today.figures is not None:
                self.query_one(Calendar).know(today.figures.per_day, today.day)
            self._show_progress()
        self.refresh_bindings()

    def _show_progress(self) -> None:
        for topics in self.query(OptionList):
            for index, slug in enumerate(self._slugs):
                topics.replace_option_prompt_at_index(index, self._label(slug))
            self.query_one("#about Words", Words).translate()

    def action_start(self) -> None:
        bank = self.services.bank
        slug = self._slug
        wanted = Filter(topics=frozenset({slug})) if slug else Filter()
        if plan := choose(
            bank.active, wanted, self.services.session_length, self.services.rng, self.services.torch.machine
        ):
            self.post_message(self.Started(plan))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_start()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.query_one("#about Words", Words).translate()

    def torch_changed(self) -> None:
        """Say that torch has been imported, or can't be; then it is known what can be asked here."""
        if not self.query(OptionList):
            return  # the screen is being built, and will show it anyway
        self._look_again()
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

    def _topic_name(self, slug: str) -> str:
        if slug == ALL_TOPICS:
            return _("All topics")
        topic = self.services.bank.topics.get(slug)
        return topic[current_language()] if topic is not None else slug

    def _questions(self, slug: str) -> Sequence[Question]:
        bank = self.services.bank
        return bank.active if slug == ALL_TOPICS else bank.active_by_topic.get(slug, ())

    def _lacks(self, question: Question) -> tuple[str, ...]:
        return missing(question, self.services.torch.machine)

    def _label(self, slug: str) -> Content:
        count = sum(not self._lacks(question) for question in self._questions(slug))
        style = "bold" if slug == ALL_TOPICS else ""
        bar = progress_bar(self._progress(slug), BAR if self.has_class("-narrow") else LONG_BAR)
        return Content.assemble(
            (f"{count:>4}", "$text-accent"), " ", bar, " ", (self._topic_name(slug), style)
        )

    def _progress(self, slug: str) -> Progress:
        found = self.today.progress
        return sum(found.values(), Progress()) if slug == ALL_TOPICS else found.get(slug, Progress())

    def _about(self) -> Content:
        slug = self._slug
        everything = self._questions(slug)
        if not everything:
            return Content(_("The bank holds no questions yet."))
        questions = [question for question in everything if not self._lacks(question)]
        drawn = min(self.services.session_length, len(questions))
        starts = ngettext(
            "Enter starts a session of {count} question.",
            "Enter starts a session of {count} questions.",
            drawn,
        ).format(count=drawn)
        lines = [
            Content.styled(self._topic_name(slug), "bold $text-primary"),
            Content(starts if drawn else _("Nothing of this can be asked here.")),
            Content(),
            *progress_lines(self._progress(slug)),
            Content(),
        ]
        kinds = Counter(question.kind for question in questions)
        lines += [_count(kinds[kind], Content(say(KIND_NAMES[kind]))) for kind in KINDS if kinds[kind]]
        lines.append(Content())
        levels = Counter(question.difficulty for question in questions)
        lines += [_count(levels[level], difficulty_dots(level)) for level in range(1, 6) if levels[level]]
        if absent := len(everything) - len(questions):
            text = ngettext(
                "{count} more question needs what isn't here: {what}.",
                "{count} more questions need what isn't here: {what}.",
                absent,
            )
            what = ", ".join(sorted({need for question in everything for need in self._lacks(question)}))
            lines += [Content(), Content.styled(text.format(count=absent, what=what), "$text-warning")]
        return Content("\n").join(lines)


def _count(count: int, label: Content) -> Content:
    return Content.assemble((f"{count:>4}", "$text-accent"), "  ", label)
