"""A question to read before deciding to be asked it: what it asks and shows, nothing of its answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from quizbank.machine import missing
from quizbank.question import Question
from quizbank.search import State, shown_code
from tui.i18n import _, current_language, listed, say
from tui.services import Services
from tui.widgets.code import CodeView, highlighted
from tui.widgets.facets import STATE_MARKS, STATE_NAMES
from tui.widgets.prose import foreign, prose
from tui.widgets.words import Words

SEPARATOR = ("  ·  ", "$foreground-disabled")


class QuestionPreview(VerticalScroll, can_focus=False):
    """Shows one question's prompt, code and standing."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._question: Question | None = None
        self._states: Collection[State] = ()
        self._note: str | None = None

    def compose(self) -> ComposeResult:
        yield Words(self._about, classes="about")
        yield Words(lambda: foreign(self._note or ""), classes="note")
        yield Words(self._prompt, classes="prompt")
        yield CodeView(classes="snippet")
        yield Words(self._tags, classes="tags")

    def show(
        self, question: Question | None, states: Mapping[str, Collection[State]], note: str | None = None
    ) -> None:
        """Show this question, or nothing; ``note`` is the one of its flag."""
        self._note = note
        self._question = question
        self._states = () if question is None else states.get(question.id, ())
        code = "" if question is None else shown_code(question)
        view = self.query_one(CodeView)
        view.display = bool(code)
        view.show(highlighted(code))
        self.scroll_home(animate=False)
        self.translate()

    def translate(self) -> None:
        """Show the question in the language of the moment."""
        for words in self.query(Words):
            words.translate()
        self.query_one(".note").display = bool(self._note)

    @property
    def overflows(self) -> bool:
        """Whether there is more than fits."""
        return self.max_scroll_y > 0

    def read_on(self, pages: int) -> None:
        """Scroll by a page; from the end back to the beginning."""
        if self.scroll_offset.y >= self.max_scroll_y:
            self.scroll_home(animate=False)
        else:
            self.scroll_relative(y=pages * max(1, self.size.height - 1), animate=False)

    def _about(self) -> Content:
        question = self._question
        if question is None:
            return Content()
        parts = [foreign(question.id).stylize("bold")]
        for state, (mark, style) in STATE_MARKS.items():
            if state in self._states:
                parts.append(Content.styled(f"{mark} {say(STATE_NAMES[state])}", style))
        if lacking := missing(question, self._services.torch.machine):
            text = _("needs {what}").format(what=listed(lacking))
            parts.append(Content.styled(text, "$text-warning"))
        return Content.assemble(SEPARATOR).join(parts)

    def _prompt(self) -> Content:
        return Content() if self._question is None else prose(self._question.prompt[current_language()])

    def _tags(self) -> Content:
        if self._question is None:
            return Content()
        tags = "  ".join(f"#{tag}" for tag in self._question.tags)
        return foreign(tags).stylize("$text-muted")
