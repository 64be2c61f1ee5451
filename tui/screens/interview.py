"""A mock interview: one question after another against the clock, and not a word on how it goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Container, VerticalGroup
from textual.content import Content
from textual.message import Message as Event
from textual.widgets import Input
from textual.worker import Worker

from quizbank.answer import Answer, read_answer
from quizbank.history.events import plain
from quizbank.interview.interview import UNANSWERED, Outcome
from quizbank.interview.record import Why
from quizbank.interview.report_words import percent
from quizbank.interview.sitting import Sitting
from quizbank.message import Message
from quizbank.question import Blank, Code, Order
from runner.errors import RunnerError, UnreadableAnswer
from tui.i18n import _, say
from tui.interviewing import outcome_of, spoken
from tui.screens.base import BaseScreen
from tui.screens.confirm import ConfirmScreen
from tui.services import Services
from tui.widgets.answers.recall import RecallAnswer
from tui.widgets.command import Command, bindings_of
from tui.widgets.interview_header import InterviewHeader
from tui.widgets.key_bar import KeyBar
from tui.widgets.prose import prose
from tui.widgets.question_view import QuestionView
from tui.widgets.tested import tests_text
from tui.widgets.text_fields import AnswerEditor
from tui.widgets.words import Words

TICK_SECONDS = 1.0
TESTED = (Blank, Code, Order)
"""Kinds whose tests the candidate sees, and may run."""

# One follows a right answer, the other a wrong one, and the words don't tell which it was.
_ANOTHER = Message("That brings me to another question.")

SAID: Mapping[Why, Message | None] = {
    "planned": None,
    "follow_up": _ANOTHER,
    "sibling": _ANOTHER,
    # Only after a wrong answer, which nobody can help guessing; an interviewer nudges, too.
    "second_try": Message("Let's stay with this one for a moment. Here is something to think about."),
}
"""What the interviewer says before a question that wasn't planned."""


class InterviewScreen(BaseScreen):
    """Conducts a sitting, and posts Finished when everything has been asked or the candidate ends it."""

    @dataclass
    class Finished(Event):
        sitting: Sitting

    CSS_PATH: ClassVar[list[str | PurePath]] = ["quiz.tcss", "interview.tcss"]
    KEYS: ClassVar[Sequence[Command]] = (
        Command("submit", ("enter", "f5", "ctrl+s"), Message("answer"), Message("Give this answer")),
        Command("run_tests", ("r", "f6"), Message("run"), Message("Run your code against the tests you see")),
        Command("hint", ("h", "f2"), Message("hint"), Message("Take a hint, which costs part of the score")),
        Command("pass_over", ("s", "f3"), Message("pass"), Message("Leave this question unanswered")),
        Command("pad", ("x", "f9"), Message("scratchpad"), Message("Write on the scratchpad, or go back")),
        Command(
            "leave_pad", ("escape",), Message("back"), Message("Go back to the question"), in_palette=False
        ),
        Command("scroll(1)", ("pagedown",), Message("more"), Message("Scroll down")),
        Command("scroll(-1)", ("pageup",), Message("back"), Message("Scroll up"), in_bar=False),
        Command("end", ("q", "f10"), Message("end"), Message("End the interview here")),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, services: Services, sitting: Sitting) -> None:
        super().__init__(services)
        self.sitting = sitting
        self.interview = sitting.interview
        self._asking = True
        self._not_kept: str | None = None
        self._pad = AnswerEditor(
            lambda: _("Scratchpad: kept with the question, judged by nobody"), classes="pad"
        )

    def compose(self) -> ComposeResult:
        yield InterviewHeader(self.services, self.interview)
        with VerticalGroup(id="interview"):
            yield Words(self._interviewer, id="interviewer")
            yield Container(self._new_view(), id="question")
            yield self._pad
        yield KeyBar()

    async def on_mount(self) -> None:
        self._pad.display = False
        await self._asked()
        self.set_interval(TICK_SECONDS, self.tick)

    @property
    def view(self) -> QuestionView:
        return self.query_one(QuestionView)

    def torch_changed(self) -> None:
        """Show that torch has been imported, or can't be."""
        for header in self.query(InterviewHeader):  # none while the screen is being built
            header.translate()

    async def may_quit(self) -> bool:
        """Ask before the app is left; the interview can be taken up again."""
        if self._asking:
            self._keep()
        return await self.app.push_screen_wait(ConfirmScreen(_leave_words))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.interview.over or not self.is_mounted:
            return False
        match action:
            case "submit" | "pass_over":
                return self._asking
            case "hint":
                left = self.interview.current.hints < len(self.interview.question.hints)
                return self._asking and left
            case "run_tests":
                return self._asking and isinstance(self.interview.question, TESTED)
            case "leave_pad":
                return self._pad.has_focus
            case "scroll":
                return self.view.overflows
        return True

    # Time

    def tick(self) -> None:
        """Count a second, keep it, and take the answer when time is up."""
        if self.interview.over:
            return
        self.interview.clock.tick()
        self.query_one(InterviewHeader).tick()
        if self._asking:
            self._keep(durable=False)
            if self.interview.time_is_up():
                self._time_is_up()

    def _time_is_up(self) -> None:
        answering = self.view.answering
        if isinstance(answering, RecallAnswer):
            self._give(spoken(answering.written()), out_of_time=True)
        elif answering.missing() is not None:
            self._give(UNANSWERED, out_of_time=True)
        else:
            self._judge(answering.answer(), out_of_time=True)

    # What the candidate does

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_submit()

    def action_submit(self) -> None:
        answering = self.view.answering
        if not self._asking or self._pad.has_focus or answering.advance():
            return
        if (missing := answering.missing()) is not None:
            self._complain(missing)
        elif isinstance(answering, RecallAnswer):
            self._give(spoken(answering.written()))
        else:
            self._judge(answering.answer())

    def action_pass_over(self) -> None:
        self._give(UNANSWERED)

    async def action_hint(self) -> None:
        if self.interview.take_hint() is None:
            return
        await self.view.show_hint(self.interview.current.hints - 1)
        cost = self.interview.plan.hint_cost * self.interview.current.hints
        share = percent(min(1.0, cost))
        self.view.notify_learner(
            lambda: _("Hints cost {share} of this question's score so far.").format(share=share), "waiting"
        )
        self._keep()
        self.refresh_bindings()

    def action_run_tests(self) -> None:
        self._work(self._run_tests(self.view.answering.answer()), _("Running the tests ..."))

    def action_pad(self) -> None:
        if self._pad.has_focus:
            self._pad.display = bool(self._pad.text.strip())
            self.view.answering.take_focus()
        else:
            self._pad.display = True
            self._pad.focus()

    def action_leave_pad(self) -> None:
        self.action_pad()

    def action_scroll(self, pages: int) -> None:
        self.view.scroll(pages)

    def action_end(self) -> None:
        self.run_worker(self._end(), group="dialog", exclusive=True, exit_on_error=False)

    async def _end(self) -> None:
        if await self.app.push_screen_wait(ConfirmScreen(_end_words)) and not self.interview.over:
            self.workers.cancel_group(self, "run")
            self.interview.leave()
            self._finished()

    # Judging, which is not the candidate's time

    def _judge(self, answer: Answer, *, out_of_time: bool = False) -> None:
        told = _("Time is up: your answer is taken as it stands.") if out_of_time else _("Noted.")
        self._work(self._judged(answer, out_of_time), told)

    def _work(self, work: Any, told: str) -> None:
        self._asking = False
        self.interview.clock.pause()
        self.view.answering.freeze(True)
        waiting = _("torch is still being imported; the clock stands still until that is done.")
        self.view.notify_learner(lambda: told if self.services.torch.imported else waiting, "waiting")
        self.refresh_bindings()
        self.run_worker(work, group="run", exclusive=True, exit_on_error=False)

    async def _judged(self, answer: Answer, out_of_time: bool) -> None:
        question = self.interview.question
        try:
            verdict = await self.services.torch.judge(question, answer)
        except UnreadableAnswer as error:
            if out_of_time:
                self._give(UNANSWERED, out_of_time=True)
            else:
                self._ask_again(error.message)
        except RunnerError as error:
            if out_of_time:
                # The clock won't wait for the machine to be mended; the answer is kept with the record.
                self.app.notify(say(error.message), severity="warning", markup=False, timeout=15)
                self._give(Outcome("unanswered", 0.0, plain(answer)), out_of_time=True)
            else:
                self._ask_again(error.message)
        else:
            self._give(outcome_of(question, answer, verdict), out_of_time=out_of_time)

    async def _run_tests(self, answer: Answer) -> None:
        question = self.interview.question
        if not isinstance(question, TESTED):
            raise TypeError(f"{question.id} has no tests")
        try:
            verdict = await self.services.torch.judge(question, answer)
        except RunnerError as error:
            self._ask_again(error.message)
            return
        self.interview.ran()
        self._ask_again(None)
        self.view.notify_learner(lambda: tests_text(question, verdict), "tests")

    def worker_failed(self, worker: Worker[Any], error: BaseException) -> None:
        super().worker_failed(worker, error)
        if worker.group == "run" and not self._asking:
            self._ask_again(None)

    def _ask_again(self, why: Message | None) -> None:
        self.view.clear_notice()
        self.view.answering.freeze(False)
        self.view.answering.take_focus()
        self._asking = True
        self.interview.clock.run()
        if why is not None:
            self._complain(why)
        self.refresh_bindings()

    def _complain(self, why: Message) -> None:
        self.view.notify_learner(lambda: prose(say(why)), "complaint")

    def _give(self, outcome: Outcome, *, out_of_time: bool = False) -> None:
        """Write down how the question went, and have the next one asked."""
        self._asking = False
        interview, answering = self.interview, self.view.answering
        aloud = interview.clock.spent.question if isinstance(answering, RecallAnswer) else 0.0
        interview.clock.pause()
        interview.keep(interview.current.draft, self._pad.text)
        interview.record(outcome, aloud, out_of_time=out_of_time)
        self._save()
        if interview.over:
            self._finished()
        else:
            self.run_worker(self._ask_next(), group="next", exclusive=True, exit_on_error=False)

    async def _ask_next(self) -> None:
        await self.query_one("#question").remove_children()
        await self.query_one("#question").mount(self._new_view())
        await self._asked()

    def _new_view(self) -> QuestionView:
        interview = self.interview
        view = QuestionView(interview.question, interview.order, self.services.torch.device)
        if isinstance(view.answering, RecallAnswer):
            view.answering.asks_points = False
        return view

    async def _asked(self) -> None:
        """Let the clock run, now that the question is on the screen, as it was left if it was."""
        current, answering = self.interview.current, self.view.answering
        for number in range(current.hints):
            await self.view.show_hint(number)
        self._pad.text = current.scratchpad
        self._pad.display = bool(current.scratchpad.strip())
        draft = current.draft
        if isinstance(answering, RecallAnswer):
            answering.restore_notes(draft if isinstance(draft, str) else "")
        elif (answer := read_answer(self.interview.question.kind, draft)) is not None:
            answering.restore(answer)
        answering.take_focus()
        self._asking = True
        self.interview.clock.run()
        self.query_one(InterviewHeader).translate()
        self.query_one("#interviewer", Words).translate()
        self.query_one("#interviewer").display = current.why != "planned"
        self.refresh_bindings()

    def _interviewer(self) -> Content:
        """Return how the interviewer comes to this question."""
        if self.interview.over or (said := SAID[self.interview.current.why]) is None:
            return Content()
        return Content.styled(say(said), "italic")

    def _keep(self, *, durable: bool = True) -> None:
        """Keep the interview with what is being written."""
        answering = self.view.answering
        draft = answering.written() if isinstance(answering, RecallAnswer) else plain(answering.answer())
        self.interview.keep(draft, self._pad.text)
        self._save(durable=durable)

    def _save(self, *, durable: bool = True) -> None:
        """Put the interview on the disk; if that fails, say so once and go on."""
        try:
            self.sitting.keep(durable=durable)
        except OSError as error:
            reason = error.strerror or str(error)
            if reason != self._not_kept:
                text = _("The interview goes on, but it can't be kept on the disk: {reason}.")
                self.app.notify(text.format(reason=reason), severity="warning", markup=False, timeout=15)
            self._not_kept = reason
        else:
            self._not_kept = None

    def _finished(self) -> None:
        self._asking = False
        self._save()
        self.post_message(self.Finished(self.sitting))


def _leave_words() -> str:
    return _("Leave torchdrill? `torchdrill mock --resume` goes on with the time that is left now.")


def _end_words() -> str:
    return _("End the interview? What wasn't asked counts as unanswered.")
