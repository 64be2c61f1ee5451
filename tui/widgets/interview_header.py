"""The lines at the top of an interview: where it is, and the three clocks."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import HorizontalGroup
from textual.content import Content

from quizbank.interview.interview import Interview
from tui.i18n import _, current_language, say
from tui.services import Services
from tui.widgets.clock_marks import marked_time
from tui.widgets.labels import KIND_NAMES
from tui.widgets.torch_status import torch_status
from tui.widgets.two_lines import TwoLines
from tui.widgets.words import Words


class InterviewHeader(TwoLines):
    """Says where the interview is; ``tick`` redraws the clocks every second."""

    def __init__(self, services: Services, interview: Interview) -> None:
        super().__init__()
        self._services = services
        self._interview = interview
        self._clocks = Words(self._times, classes="left", id="clocks")

    def compose(self) -> ComposeResult:
        with HorizontalGroup(classes="upper"):
            yield Words(self._where, classes="left")
            yield Words(lambda: torch_status(self._services), classes="right")
        with HorizontalGroup(classes="lower"):
            yield self._clocks

    def tick(self) -> None:
        """Show the time, if it isn't shown already."""
        if self._clocks.plain != self._times().plain:
            self._clocks.translate()

    def _where(self) -> Content:
        interview = self._interview
        if interview.over:
            return Content.styled(_("The interview is over"), "bold")
        number, count = interview.state.section + 1, len(interview.plan.sections)
        section = _("Part {number} of {count}").format(number=number, count=count)
        title = interview.section.title[current_language()]
        question = _("Question {number}").format(number=interview.current.number)
        kind = say(KIND_NAMES[interview.question.kind])
        return Content.assemble(
            (section, "bold"), "  ", (title, "bold $text-accent"), f"   {question}  ", (kind, "$text-muted")
        )

    def _times(self) -> Content:
        interview, spent = self._interview, self._interview.clock.spent
        # The whole comes before the part: on a narrow terminal the last may be cut off.
        clocks = [(_("interview"), spent.total, interview.plan.seconds)]
        if not interview.over:
            clocks.insert(0, (_("question"), spent.question, interview.question_limit))
            clocks.append((_("part"), spent.section, interview.section.seconds))
        return Content("   ").join(_clock(name, seconds, limit) for name, seconds, limit in clocks)


def _clock(name: str, seconds: float, limit: float) -> Content:
    return Content.assemble((f"{name} ", "$text-muted"), marked_time(seconds, limit, "/"))
