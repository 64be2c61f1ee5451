"""What home says of the bank and of the learner's history, and the questions that it draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from quizbank.choose import Filter, choose
from quizbank.history.events import Ended
from quizbank.history.figures import Home, Unfinished
from quizbank.history.fold import Standing
from quizbank.machine import missing
from quizbank.question import Question
from quizbank.resume import resumable
from quizbank.statistics.progress import Progress, progress
from quizbank.vocabulary import KINDS
from tui.i18n import _, current_language, ngettext, say
from tui.screens.home import ALL_TOPICS
from tui.services import Services
from tui.widgets.labels import KIND_NAMES, difficulty_dots
from tui.widgets.progress import progress_bar, progress_lines

GAP = "  "


class HomeFigures:
    """How things stand as of the last ``look``; before the first, nothing is known of the history."""

    def __init__(self, services: Services) -> None:
        self.services = services
        topics = {question.topic for question in services.bank.active}
        slugs = [slug for slug in services.bank.topics if slug in topics]
        self.slugs = [ALL_TOPICS, *slugs, *sorted(topics.difference(slugs))]
        self.home: Home | None = None
        self.unfinished: Unfinished | None = None
        self.interview_interrupted = False
        self.day = services.learner.day(services.now())
        self._standings: Mapping[str, Standing] = {}
        self._progress: Mapping[str, Progress] = {}

    def look(self) -> None:
        """Ask the history how things stand now."""
        learner, now = self.services.learner, self.services.now()
        askable = self.services.askable()
        self._standings = learner.history.standings()
        self.home = learner.history.home([one.id for one in askable], learner.day(now))
        self.unfinished = resumable(learner)
        interviews = self.services.interviews
        self.interview_interrupted = interviews is not None and interviews.path.exists()
        self.day = learner.day(now)
        cards = {name: to.card for name, to in self._standings.items() if to.card is not None}
        self._progress = progress(askable, cards, self.day, learner.scheduler)

    def of_topic(self, slug: str) -> list[Question]:
        """Return the questions of a session about a topic."""
        services = self.services
        wanted = Filter(topics=frozenset({slug})) if slug != ALL_TOPICS else Filter()
        active, machine = services.bank.active, services.torch.machine
        return choose(active, wanted, services.session_length, services.rng, machine)

    def new(self) -> list[Question]:
        """Return the questions of a session of such as were never asked."""
        seen = {one for one, standing in self._standings.items() if standing.card is not None}
        return self._drawn([one for one in self.services.askable() if one.id not in seen])

    def wrong(self) -> list[Question]:
        """Return the questions of a session of such as were answered wrongly last time."""
        wrong = {one for one, to in self._standings.items() if to.last_score == "wrong"}
        return self._drawn([one for one in self.services.askable() if one.id in wrong])

    def _drawn(self, questions: list[Question]) -> list[Question]:
        return choose(questions, Filter(), self.services.session_length, self.services.rng)

    def give_up(self) -> None:
        """Don't offer the interrupted session any more."""
        if self.unfinished is not None:
            ended = Ended(self.unfinished.session, finished=False)
            self.services.learner.journal.append(ended, self.services.now())

    # What is shown of it, in the language of the moment

    def today(self) -> Content:
        """Return a line or two: what is due, what went wrong, what was interrupted."""
        lines = [Content(GAP).join(self._counts())]
        if (reason := self.services.learner.journal.not_kept) is not None:
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
        if self.interview_interrupted:
            text = _("A mock interview was interrupted; m goes on with it.")
            lines.append(Content.styled(text, "$text-warning"))
        return Content("\n").join(lines)

    def _counts(self) -> Iterator[Content]:
        home = self.home
        if home is None:
            return
        for count, label in (
            (home.due, _("due")),
            (home.new, _("new")),
            (home.wrong_last, _("wrong last time")),
        ):
            yield Content.assemble((str(count), "bold $text-accent"), " ", label)
        if home.streak:
            text = ngettext("{count} day in a row", "{count} days in a row", home.streak)
            yield Content(text.format(count=home.streak))
        interview = self.services.order.interview
        if interview is not None and interview >= self.day:
            yield Content.styled(_interview_in((interview - self.day).days), "bold $text-primary")

    def name(self, slug: str) -> str:
        """Return what a topic is called."""
        topic = self.services.bank.topics.get(slug)
        return topic[current_language()] if topic is not None else slug

    def counted(self, slug: str, bar: int) -> Content:
        """Return how many questions can be asked of a topic, and its progress as a bar of so many cells."""
        count = sum(not self._lacks(question) for question in self._questions(slug))
        return Content.assemble((f"{count:>4}", "$text-accent"), " ", progress_bar(self._of(slug), bar))

    def about(self, slug: str) -> list[Content]:
        """Return lines on what a session about a topic draws from, below its name; none of an empty bank."""
        everything = self._questions(slug)
        if not everything:
            return []
        questions = [question for question in everything if not self._lacks(question)]
        drawn = min(self.services.session_length, len(questions))
        starts = ngettext(
            "Enter starts a session of {count} question.",
            "Enter starts a session of {count} questions.",
            drawn,
        ).format(count=drawn)
        lines = [
            Content(starts if drawn else _("Nothing of this can be asked here.")),
            Content(),
            *progress_lines(self._of(slug)),
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
        return lines

    def _questions(self, slug: str) -> Sequence[Question]:
        bank = self.services.bank
        return bank.active if slug == ALL_TOPICS else bank.active_by_topic.get(slug, ())

    def _lacks(self, question: Question) -> tuple[str, ...]:
        return missing(question, self.services.torch.machine)

    def _of(self, slug: str) -> Progress:
        if slug == ALL_TOPICS:
            return sum(self._progress.values(), Progress())
        return self._progress.get(slug, Progress())


def _count(count: int, label: Content) -> Content:
    return Content.assemble((f"{count:>4}", "$text-accent"), "  ", label)


def _interview_in(days: int) -> str:
    if days == 0:
        return _("the interview is today")
    return ngettext("interview in {count} day", "interview in {count} days", days).format(count=days)
