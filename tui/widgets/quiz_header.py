"""The two lines at the top of a session: how it is going, and what this question is."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor

from textual.app import ComposeResult
from textual.containers import HorizontalGroup
from textual.content import Content

from quizbank.practice import Practice
from quizbank.search import State
from tui.i18n import _, current_language, say
from tui.services import Services
from tui.widgets.clock_marks import marked_time
from tui.widgets.facets import STATE_MARKS, STATE_NAMES
from tui.widgets.labels import KIND_NAMES, SCORES, difficulty_dots, duration
from tui.widgets.two_lines import TwoLines
from tui.widgets.words import Words

TRAIL = 24
"""So many marks fit beside the rest at 80 columns."""


class QuizHeader(TwoLines):
    """Says how the session is going; ``tick`` redraws the time."""

    def __init__(
        self,
        services: Services,
        practice: Practice,
        seconds_left: Callable[[], float],
        seconds: Callable[[], float],
    ) -> None:
        """``seconds_left`` tells how much of a drill's time is left, ``seconds`` how long an answer took."""
        super().__init__()
        self._seconds = seconds
        self._time = Words(self._taken, id="time", classes="right")
        self._services = services
        self._practice = practice
        self._session = practice.session
        self._seconds_left = seconds_left

    def compose(self) -> ComposeResult:
        with HorizontalGroup(classes="upper"):
            yield Words(self._trail, classes="left")
            yield Words(lambda: torch_status(self._services), id="torch", classes="right")
        with HorizontalGroup(classes="lower"):
            yield Words(self._topic, classes="left")
            yield self._time
            yield Words(self._kind, classes="right")

    def tick(self) -> None:
        """Show the time, if it isn't shown already."""
        if self._time.plain != self._taken().plain:
            self._time.translate()

    def _trail(self) -> Content:
        session = self._session
        total = len(session.questions)
        first = max(0, min(session.position - TRAIL // 2, total - TRAIL))
        marks: list[Content] = []
        for index in range(first, min(total, first + TRAIL)):
            if index < len(session.attempts):
                look = SCORES[session.attempts[index].score]
                marks.append(Content.styled(look.glyph, look.style))
            elif index == session.position:
                marks.append(Content.styled("❯", "bold $text-accent"))
            else:
                marks.append(Content.styled("·", "$foreground 40%"))
        number = session.position + 1
        if self._practice.drill is None:
            count = _("Question {number} of {total}").format(number=number, total=total)
            return Content.assemble((count, "bold"), "  ", *marks)
        count = _("Question {number}").format(number=number)
        minutes = max(0, ceil(self._seconds_left() / 60))
        left = _("{count} min left").format(count=minutes)
        return Content.assemble((count, "bold"), "  ", (left, "$text-accent"), "  ", *marks)

    def _topic(self) -> Content:
        question = self._session.question
        topic = Content(self._services.bank.topic_of(question)[current_language()])
        if self._practice.flag is None:
            return topic
        mark, style = STATE_MARKS[State.FLAGGED]
        return Content.assemble(topic, "  ", (f"{mark} {say(STATE_NAMES[State.FLAGGED])}", style))

    def _taken(self) -> Content:
        """Return how long the question has been asked, and how long it may be."""
        rules = self._services.rules
        seconds, limit = self._seconds(), rules.seconds_for(self._session.question)
        if limit is not None:
            return marked_time(min(seconds, limit), limit).append("  ")
        return (
            Content.styled(f"{duration(floor(seconds))}  ", "$foreground 45%")
            if rules.stopwatch
            else Content()
        )

    def _kind(self) -> Content:
        question = self._session.question
        return Content.assemble(say(KIND_NAMES[question.kind]), "  ", difficulty_dots(question.difficulty))


def torch_status(services: Services) -> Content:
    """Return where torch stands, with its version and device once it is there."""
    torch = services.torch
    if torch.lacks_device:
        return Content.styled(_("✗ no such device: {device}").format(device=torch.device), "bold $text-error")
    if torch.failed:
        return Content.styled(_("✗ torch can't be imported"), "bold $text-error")
    if not torch.imported:
        return Content.styled(_("importing torch ..."), "italic $text-warning")
    return Content.styled(f"torch {torch.version} · {torch.device}", "$text-success")
