"""How a session went."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.message import Message as Event

from quizbank.drill import Drill, Outlook
from quizbank.message import Message
from quizbank.practice import Practice
from quizbank.question import Question
from quizbank.session import Attempt, Score
from tui.i18n import _, current_language, ngettext
from tui.screens.base import BaseScreen
from tui.services import Services
from tui.widgets.command import Command, bindings_of
from tui.widgets.drill_words import ending_text, outlook_text
from tui.widgets.key_bar import KeyBar
from tui.widgets.labels import duration, verdict_words
from tui.widgets.prose import prose
from tui.widgets.words import Words

BAR = 20
WEAKEST = 3


class SummaryScreen(BaseScreen):
    """Figures, weakest topics, and every question with its verdict."""

    class HomeWanted(Event):
        """The learner goes home, or to the list that they came from."""

    @dataclass
    class Again(Event):
        """The learner wants to answer these again."""

        plan: list[Question]

    CSS_PATH = "summary.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command("again", ("m",), Message("missed ones again"), Message("Answer the missed questions again")),
        Command("home", ("h", "enter", "escape"), Message("home"), Message("Go to the start screen")),
        Command(
            "list",
            ("h", "enter", "escape"),
            Message("to the list"),
            Message("Go back to the list of questions"),
        ),
        Command("app.quit", ("q", "f10"), Message("quit"), Message("Leave torchdrill")),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, services: Services, practice: Practice, *, from_list: bool = False) -> None:
        """``from_list`` says that the list of questions is what the learner comes back to."""
        super().__init__(services)
        self._from_list = from_list
        self._practice = practice
        self._session = practice.session
        self._outlook: Outlook | None = None

    def compose(self) -> ComposeResult:
        with HorizontalGroup(id="top"):
            yield Words(lambda: Content.styled(_("Session over"), "bold"))
        with VerticalScroll(id="page"):
            with VerticalGroup(id="figures"):
                yield Words(self._figures)
                yield Words(self._bar)
            if self._practice.drill is not None:
                yield Words(self._course, id="course")
            if self._session.summary.weakest:
                yield Words(lambda: _("Weakest topics"), classes="title")
                yield Words(self._weakest, id="weakest")
            yield Words(lambda: _("Questions"), classes="title")
            for attempt in self._session.attempts:
                with HorizontalGroup(classes="record"):
                    yield Words(partial(verdict_words, attempt.score), classes="score")
                    yield Words(partial(self._asked, attempt), classes="asked")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#page").focus()
        if self._practice.drill is not None:
            self.run_worker(
                self._look_ahead(self._practice.drill), group="outlook", exclusive=True, exit_on_error=False
            )

    async def _look_ahead(self, drill: Drill) -> None:
        """Predict apart from the event loop: a far interview takes a second."""
        outlook = drill.outlook(self.services.learner, self.services.now())
        self._outlook = await asyncio.to_thread(outlook)
        self.query_one("#course", Words).translate()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "again":
                return bool(self._session.missed)
            case "home":
                return not self._from_list
            case "list":
                return self._from_list
        return True

    def action_again(self) -> None:
        self.post_message(self.Again(self._session.missed))

    def action_home(self) -> None:
        self.post_message(self.HomeWanted())

    def action_list(self) -> None:
        self.post_message(self.HomeWanted())

    def _figures(self) -> Content:
        summary = self._session.summary
        shown: list[tuple[Score, int]] = [
            ("right", summary.right),
            ("wrong", summary.wrong),
            ("skipped", summary.skipped),
        ]
        if summary.unjudged:
            shown.append(("unjudged", summary.unjudged))
        parts = [Content.assemble(verdict_words(score), " ", (str(count), "bold")) for score, count in shown]
        hints = sum(attempt.hints for attempt in self._session.attempts)
        time = _("Time {time}").format(time=duration(summary.seconds))
        used = ngettext("{count} hint", "{count} hints", hints).format(count=hints)
        return Content("    ").join([*parts, Content(time), *([Content(used)] if hints else [])])

    def _course(self) -> Content:
        drill = self._practice.drill
        if drill is None:
            return Content()
        said = [ending_text(drill)] if drill.ending is not None else []
        if self._outlook is not None:
            said.append(outlook_text(self._outlook, drill))
        return Content("\n".join(said))

    def _bar(self) -> Content:
        share = self._session.summary.share
        if share is None:
            return Content(_("Nothing was answered."))
        return Content.assemble(_filled(share, 2 * BAR), f"  {share:.0%}")

    def _weakest(self) -> Content:
        lines = []
        for score in self._session.summary.weakest[:WEAKEST]:
            topic = self.services.bank.topics.get(score.topic)
            name = topic[current_language()] if topic is not None else score.topic
            right = _("{right} of {total} right").format(right=score.right, total=score.total)
            lines.append(
                Content.assemble(
                    _filled(score.share, BAR), "  ", (name, "bold"), "  ", (right, "$text-muted")
                )
            )
        return Content("\n").join(lines)

    def _asked(self, attempt: Attempt) -> Content:
        prompt = prose(attempt.question.prompt[current_language()])
        topic = self.services.bank.topic_of(attempt.question)[current_language()]
        return Content.assemble(prompt.split("\n")[0], (f"  {topic}", "$text-muted"))


def _filled(share: float, width: int) -> Content:
    full = round(share * width)
    return Content.assemble(("━" * full, "$text-success"), ("─" * (width - full), "$foreground-disabled"))
