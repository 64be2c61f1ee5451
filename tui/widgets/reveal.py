"""What is shown once an answer has been judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content
from textual.widget import Widget

from quizbank.answer import Answer
from quizbank.question import Blank, Choice, Code, Order, Predict, Question, Recall
from runner.judge import Outcome, Verdict
from runner.protocol import Ended
from tui.given import look_of
from tui.i18n import _, current_language, say
from tui.widgets.compared import Compared, Programs
from tui.widgets.explanation import explained
from tui.widgets.labels import look_words
from tui.widgets.live import Live
from tui.widgets.parts import check_row, option_row, options_legend, point_row
from tui.widgets.prose import foreign, prose
from tui.widgets.words import Words


class Reveal(VerticalGroup):
    """The verdict, what decided it, and what to learn from it."""

    def __init__(
        self,
        question: Question,
        answer: Answer | None,
        verdict: Verdict,
        order: Sequence[int],
        follow_up: Question | None,
        rating: Callable[[], Content],
        remark: Callable[[], Content],
        written: str = "",
    ) -> None:
        self._look = look_of(answer, verdict)
        super().__init__(classes=self._look.css_class)
        self._question = question
        self._answer = answer
        self._verdict = verdict
        self._order = order
        self._follow_up = follow_up
        self._rating_words = Words(rating, id="rating")
        self._remark_words = Words(remark, id="remark")
        self._written = written
        self._follow_up_comes = False
        self._follow_up_words = Words(self._next_question, id="follow-up")

    def compose(self) -> ComposeResult:
        with VerticalGroup(id="verdict"):
            yield Words(self._headline, id="headline")
            yield from self._mistake()
            yield self._rating_words
            yield self._remark_words
        live = [Live(self._question, self._verdict.result, "flow-live")] if self._has_output() else []
        details = VerticalGroup(*self._details(), classes="details")
        # What a program did comes before what would have been right.
        if isinstance(self._question, Blank | Code | Order):
            yield from [*live, details]
        else:
            yield from [details, *live]
        yield from explained(self._question)
        if self._follow_up is not None:
            yield Words(lambda: _("The interviewer may go on"), classes="title")
            yield self._follow_up_words
        if self._question.links:
            yield Words(lambda: _("To read on"), classes="title")
            yield Words(lambda: foreign("\n".join(self._question.links)), classes="links")

    def show_rating(self) -> None:
        """Say the rating of the moment."""
        self._rating_words.translate()

    def on_mount(self) -> None:
        self.show_remark()

    def show_remark(self) -> None:
        """Say what else there is to say of this answer, if there is anything."""
        self._remark_words.translate()
        self._remark_words.display = bool(self._remark_words.plain)

    def say_follow_up_comes(self, *, show: bool) -> None:
        """Say that the follow-up question is the next one, and with ``show`` bring that into view."""
        self._follow_up_comes = True
        self._follow_up_words.translate()
        if show:
            self.call_after_refresh(self._follow_up_words.scroll_visible, animate=False)

    def _headline(self) -> Content:
        verdict = self._verdict
        words = [look_words(self._look)]
        if verdict.outcome is Outcome.UNJUDGED:
            words.append(Content(_("This question doesn't work on your torch, so it isn't counted.")))
        elif isinstance(self._question, Recall) and self._answer is not None:
            words.append(Content(_("Judged by yourself: two points in three make it right.")))
        headline = Content("  ").join(words)
        return (
            headline
            if verdict.reason is None
            else Content.assemble(headline, "\n", prose(say(verdict.reason)))
        )

    def _mistake(self) -> Iterator[Widget]:
        mistake = self._verdict.mistake
        # A choice says it beside the option that was picked.
        if mistake is not None and not isinstance(self._question, Choice):
            yield Words(lambda: prose(mistake[current_language()]), id="mistake")

    def _details(self) -> Iterable[Widget]:
        question, parts = self._question, self._verdict.parts
        match question:
            case Choice() if parts:
                single = question.pick == "one"
                yield Words(lambda: options_legend(single=single), classes="legend")
                for number, position in enumerate(self._order, 1):
                    yield option_row(number, question.options[position], parts[position], single=single)
            case Predict():
                yield Compared(question, self._answer, self._verdict)
            case Recall():
                if self._written:
                    yield Words(lambda: _("You wrote"), classes="title")
                    yield Words(lambda: foreign(self._written), classes="written")
                for point, part in zip(question.points, parts, strict=False):  # none where it is unjudged
                    yield point_row(point.holds, part)
            case Blank() | Code() | Order():
                yield from map(check_row, parts)
                yield Programs(question, self._answer, self._verdict)

    def _has_output(self) -> bool:
        result = self._verdict.result
        return bool(result.text.strip() or result.raised is not None or result.ended is not Ended.FINISHED)

    def _next_question(self) -> Content:
        if self._follow_up is None:
            return Content()
        question = prose(self._follow_up.prompt[current_language()])
        key = ("✓ ", _("it comes next")) if self._follow_up_comes else ("a ", _("asks it next"))
        return Content.assemble(question, "  ", (key[0], "bold $text-accent"), (key[1], "$text-muted"))
