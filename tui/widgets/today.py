"""What the learner's history says on the home screen: what is due, what went wrong, what was interrupted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from textual.content import Content

from quizbank.choose import Filter, choose
from quizbank.history.figures import Home, Unfinished
from quizbank.history.fold import Standing
from quizbank.question import Question
from quizbank.resume import resumable
from quizbank.statistics.progress import Progress, progress
from tui.i18n import _, ngettext, say
from tui.services import Services
from tui.widgets.words import Words

GAP = "  "


class Today(Words):
    """A line or two, as of the last ``look``; nothing before the first."""

    def __init__(self, services: Services) -> None:
        super().__init__(self._said, id="today")
        self._services = services
        self._standings: Mapping[str, Standing] = {}
        self.figures: Home | None = None
        self.unfinished: Unfinished | None = None
        self.interrupted = False
        self.progress: Mapping[str, Progress] = {}
        self.day = services.learner.day(services.now())

    def look(self) -> None:
        """Ask the history how things stand now."""
        learner, now = self._services.learner, self._services.now()
        askable = self._services.askable()
        self._standings = learner.history.standings()
        self.figures = learner.history.home([one.id for one in askable], learner.day(now))
        self.unfinished = resumable(learner)
        interviews = self._services.interviews
        self.interrupted = interviews is not None and interviews.path.exists()
        self.day = learner.day(now)
        cards = {name: to.card for name, to in self._standings.items() if to.card is not None}
        self.progress = progress(askable, cards, self.day, learner.scheduler)

    def new(self, count: int) -> list[Question]:
        """Return some questions that were never asked."""
        seen = {one for one, standing in self._standings.items() if standing.card is not None}
        return self._drawn([one for one in self._services.askable() if one.id not in seen], count)

    def wrong(self, count: int) -> list[Question]:
        """Return some questions whose last answer was wrong."""
        wrong = {one for one, to in self._standings.items() if to.last_score == "wrong"}
        return self._drawn([one for one in self._services.askable() if one.id in wrong], count)

    def _drawn(self, questions: list[Question], count: int) -> list[Question]:
        return choose(questions, Filter(), count, self._services.rng)

    def _said(self) -> Content:
        lines = [Content(GAP).join(self._figures())]
        if (reason := self._services.learner.journal.not_kept) is not None:
            text = _("Nothing is kept this time: {reason}").format(reason=say(reason))
            lines.append(Content.styled(text, "$text-warning"))
        if self.unfinished is not None:
            done = len(self.unfinished.answers)
            text = ngettext(
                "A session was interrupted after {count} answer; c takes it up again.",
                "A session was interrupted after {count} answers; c takes it up again.",
                done,
            )
            lines.append(Content.styled(text.format(count=done), "$text-warning"))
        if self.interrupted:
            text = _("A mock interview was interrupted; m goes on with it.")
            lines.append(Content.styled(text, "$text-warning"))
        return Content("\n").join(lines)

    def _figures(self) -> Iterator[Content]:
        figures = self.figures
        if figures is None:
            return
        for count, label in (
            (figures.due, _("due")),
            (figures.new, _("new")),
            (figures.wrong_last, _("wrong last time")),
        ):
            yield Content.assemble((str(count), "bold $text-accent"), " ", label)
        if figures.streak:
            text = ngettext("{count} day in a row", "{count} days in a row", figures.streak)
            yield Content(text.format(count=figures.streak))
        interview = self._services.order.interview
        if interview is not None and interview >= self.day:
            yield Content.styled(_interview_in((interview - self.day).days), "bold $text-primary")


def _interview_in(days: int) -> str:
    if days == 0:
        return _("the interview is today")
    return ngettext("interview in {count} day", "interview in {count} days", days).format(count=days)
