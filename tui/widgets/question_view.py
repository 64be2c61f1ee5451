"""One question on the screen: asked, answered, revealed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Container, HorizontalGroup, VerticalGroup
from textual.content import Content
from textual.widgets import Static

from quizbank.answer import Answer, Filled
from quizbank.question import Blank, Choice, Code, Order, Predict, Question, Text
from runner.judge import Verdict
from tui.i18n import _, current_language
from tui.visible import visible
from tui.widgets.answers.blank import BlankAnswer, with_holes
from tui.widgets.answers.make import answering
from tui.widgets.code import PREAMBLE_STYLE, CodeView, highlighted
from tui.widgets.compared import program
from tui.widgets.explanation import ExplainedFirst
from tui.widgets.live import Live
from tui.widgets.pages import Pages
from tui.widgets.prose import prose
from tui.widgets.reveal import Reveal
from tui.widgets.words import Words

LEAST_CODE = 6
"""So many rows are left to the code, with its frame, when it makes room for the answer."""


class QuestionView(Container):
    """Text and answer in ``#flow``; on wide terminals code and live output beside it, in ``#side``.

    The code stands in both columns, and the style sheet shows the one that fits the width. In the flow it
    makes room for what is to be picked or typed: it scrolls by itself, and says how much is out of sight.
    """

    DEFAULT_CSS = """
    QuestionView #notice.tests { border-left: thick $primary; padding: 0 1; }
    """

    def __init__(self, question: Question, order: Sequence[int], device: str) -> None:
        super().__init__()
        self.question = question
        self.answering = answering(question, order)
        self._order = order
        self._device = device
        self._explained: ExplainedFirst | None = None
        self._reveal: Reveal | None = None
        self._left_at = 0.0
        self._hints = VerticalGroup(id="hints")
        self._notice = Words(lambda: "", id="notice")
        self._flow = Pages(id="flow")
        self._side = Pages(id="side")
        self._answer_box = VerticalGroup(self.answering, id="answer")
        self._codes = [CodeView(classes="snippet"), CodeView(classes="snippet")]
        self._flow_code = Pages(self._codes[0], id="flow-code", can_focus=False)
        self._makes_room = False
        # A recall's snippet is there for its probes, and would give half the answer away.
        aloud = question.kind == "recall"
        self.set_class(aloud or not question.snippet.strip(), "no-snippet")
        self.set_class(aloud, "whole-width")
        self.set_class(self.answering.fills_side, "side-answer")

    def compose(self) -> ComposeResult:
        question = self.question
        with self._flow:
            yield Words(lambda: prose(question.prompt[current_language()]), id="prompt")
            if question.kind == "code":
                yield VerticalGroup(*(_requirement(test.text) for test in question.tests), id="requirements")
            yield self._flow_code
            yield self._hints
            if not self.answering.fills_side:
                yield self._answer_box
            yield self._notice
        with self._side:
            yield VerticalGroup(self._codes[1], id="side-code")
            if self.answering.fills_side:
                yield self._answer_box

    def on_mount(self) -> None:
        self._notice.display = False
        self._show_code()
        self.translate()
        for column in (self._flow, self._side):
            self.watch(column, "virtual_size", self._grown, init=False)
        self.watch(self._flow_code, "scroll_y", self._say_what_is_out_of_sight, init=False)
        self._after_refresh(self._make_room)
        self.answering.take_focus()

    def translate(self) -> None:
        """Name the boxes in the language of the moment."""
        for box in self.query("#flow-code, #side-code"):
            box.border_title = Content(
                _("Given") if self.question.kind in ("code", "order") else _("Snippet")
            )
        self._answer_box.border_title = Content(_("Your answer"))
        self._say_what_is_out_of_sight()

    def _grown(self) -> None:
        self.screen.refresh_bindings()
        self._after_refresh(self._make_room)

    def _make_room(self) -> None:
        """Let the code have the rows that the rest leaves to it, so that the answer is in sight."""
        flow, code = self._flow, self._flow_code
        makes_room = (
            isinstance(self.question, Choice | Predict)
            and code.display
            and self._answer_box.display
            and not self.has_class("revealed")
        )
        rest = sum(
            child.outer_size.height + child.styles.margin.height
            for child in flow.children
            if child.display and child is not code
        )
        rows = flow.scrollable_content_region.height - rest
        # Blank lines are the first to go; without them there are two rows more.
        tight = makes_room and rows - (2 if self.has_class("tight") else 0) < LEAST_CODE
        if tight != self.has_class("tight"):
            self.set_class(tight, "tight")
            rows += 2 if tight else -2
        self._limit_code(max(LEAST_CODE, rows) if makes_room else None)

    def _after_refresh(self, callback: Callable[[], object]) -> None:
        """Call back after the next refresh, unless the next question has taken this one's place by then."""
        self.call_after_refresh(lambda: callback() if self.is_attached else None)

    def _limit_code(self, rows: int | None) -> None:
        code = self._flow_code
        limit = code.styles.max_height
        if rows != (None if limit is None else limit.value):
            code.styles.max_height = rows
            self._after_refresh(self._show_snippet)

    def _show_snippet(self) -> None:
        """Begin at the question's own lines, unless all are in sight or the learner has scrolled already."""
        code = self._flow_code
        if not self._makes_room and code.max_scroll_y > 0:
            self._makes_room = True
            code.scroll_to(y=preamble(self._device, narrow=False).plain.count("\n") + 1, animate=False)
        self._say_what_is_out_of_sight()
        self.screen.refresh_bindings()

    def _say_what_is_out_of_sight(self) -> None:
        code = self._flow_code
        above, below = round(code.scroll_y), round(code.max_scroll_y - code.scroll_y)
        said = [
            text.format(count=count)
            for text, count in ((_("↑ {count} more (pgup)"), above), (_("↓ {count} more (pgdn)"), below))
            if count > 0
        ]
        code.border_subtitle = Content("  ".join(said))

    def on_blank_answer_changed(self, event: BlankAnswer.Changed) -> None:
        self._show_code(event.holes)

    def _show_code(self, holes: tuple[str, ...] = (), raised_in: int | None = None) -> None:
        question = self.question
        code = with_holes(question, holes) if isinstance(question, Blank) else highlighted(question.snippet)
        for view, narrow in zip(self._codes, (False, True), strict=True):
            view.show(code, preamble=preamble(self._device, narrow=narrow), raised_in=raised_in)

    def notify_learner(self, words: Callable[[], Content | str], css_class: str) -> None:
        """Show a line under the answer: why it has to be given again, or what is being waited for."""
        self._notice.set_classes(css_class)
        self._notice.show(words)
        self._notice.display = True
        self._after_refresh(lambda: self._notice.scroll_visible(animate=False))

    def clear_notice(self) -> None:
        self._notice.display = False

    async def show_hint(self, number: int) -> None:
        """Show the hint with this number, counted from 0."""
        hint, total = self.question.hints[number], len(self.question.hints)

        def words() -> Content:
            label = _("Hint {number} of {total}").format(number=number + 1, total=total)
            return Content.assemble((label, "bold $text-warning"), "  ", prose(hint[current_language()]))

        shown = Words(words)
        await self._hints.mount(shown)
        self._after_refresh(lambda: shown.scroll_visible(animate=False))

    async def explain_first(self) -> None:
        """Show the explanation in the place of the answer."""
        self._answer_box.display = False
        self._make_room()
        self._explained = ExplainedFirst(self.question)
        await self._flow.mount(self._explained, after=self._hints)
        self._flow.focus()

    async def ask(self) -> None:
        """Take the explanation away again and ask the question."""
        if self._explained is not None:
            await self._explained.remove()
            self._explained = None
        self._answer_box.display = True
        self._flow.scroll_home(animate=False)
        self._after_refresh(self._make_room)
        self.answering.take_focus()

    async def reveal(
        self,
        answer: Answer | None,
        verdict: Verdict,
        follow_up: Question | None,
        rating: Callable[[], Content],
        remark: Callable[[], Content],
    ) -> None:
        """Show what came of the answer, or what is right where there is none.

        ``rating`` says what the schedule makes of it, ``remark`` what else there is to say, if anything.
        """
        self.clear_notice()
        self.answering.freeze(True)
        self._answer_box.display = self.answering.fills_side
        raised = verdict.result.raised
        frames = raised.frames if raised is not None else ()
        in_snippet = [frame.line for frame in frames if frame.block == "snippet"]
        in_answer = [frame.line for frame in frames if frame.block == "answer"]
        if in_answer:
            self.answering.show_line(in_answer[-1])
        self._show_code(
            answer.holes if isinstance(answer, Filled) else (), in_snippet[-1] if in_snippet else None
        )
        self.add_class("revealed")
        self._make_room()
        self.remove_class("whole-width")
        self.set_class(not self.question.snippet.strip(), "no-snippet")
        written = self.answering.written()
        shown = Reveal(self.question, answer, verdict, self._order, follow_up, rating, remark, written)
        await self._flow.mount(shown)
        if not self.answering.fills_side:
            await self._side.mount(Live(self.question, verdict.result, "side-live"))
        self._flow.focus()
        self._reveal = shown
        self._after_refresh(self._scroll_to_reveal)

    def _scroll_to_reveal(self) -> None:
        if self._reveal is not None:
            self._flow.scroll_to_widget(self._reveal, top=True, animate=False, immediate=True)
            self._left_at = self._flow.scroll_y

    def on_resize(self) -> None:
        self._after_refresh(self._make_room)
        self._stay_at_verdict()

    def _stay_at_verdict(self) -> None:
        """Keep the verdict at the top when the key bar takes a line more, unless the learner reads on."""
        if self._reveal is not None and self._flow.scroll_y == self._left_at:
            self._after_refresh(self._scroll_to_reveal)

    def show_rating(self) -> None:
        self.query_one(Reveal).show_rating()

    def show_remark(self) -> None:
        for shown in self.query(Reveal):
            shown.show_remark()

    def say_follow_up_comes(self, *, show: bool = True) -> None:
        self.query_one(Reveal).say_follow_up_comes(show=show)

    @property
    def shows_code(self) -> bool:
        """Whether there is code on the screen."""
        return not self.has_class("no-snippet") or isinstance(self.question, Code | Order)

    @property
    def code(self) -> str:
        """The program as it stands, with what it starts from."""
        given = [preamble(self._device, narrow=True).plain]
        if self.question.kind != "blank" and self.question.snippet.strip():
            given.append(visible(self.question.snippet).strip("\n"))
        if isinstance(self.question, Blank | Code | Order):
            given.append(program(self.question, self.answering.answer()).plain.strip("\n"))
        return "\n\n".join(given) + "\n"

    def scroll(self, pages: int) -> None:
        """Scroll the question by pages, down or up: both columns, each as far as it goes.

        Code that makes room for the answer comes before the rest downwards, and after it upwards.
        """
        code, flow = self._flow_code, self._flow
        for column in self._columns:
            if column is not flow or code.max_scroll_y <= 0:
                column.page(pages)
            elif pages > 0:
                (code if code.scroll_y < code.max_scroll_y else flow).page(pages)
            else:
                (flow if flow.scroll_y > 0 else code).page(pages)

    @property
    def overflows(self) -> bool:
        """Whether there is more than fits the screen."""
        return any(column.max_scroll_y > 0 for column in (*self._columns, self._flow_code) if column.display)

    @property
    def _columns(self) -> list[Pages]:
        return [column for column in (self._flow, self._side) if column.display]


def _requirement(text: Text) -> HorizontalGroup:
    return HorizontalGroup(Static("• ", markup=False), Words(lambda: prose(text[current_language()])))


def preamble(device: str, *, narrow: bool) -> Content:
    """Return the lines that every snippet starts from."""
    imports = "import torch, torch.nn as nn" + (
        "\nimport torch.nn.functional as F" if narrow else ", torch.nn.functional as F"
    )
    return Content.styled(f'{imports}\ndevice = torch.device("{device}")', PREAMBLE_STYLE)
