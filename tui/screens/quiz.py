"""A session: one question after another, each answered, judged by a run, and revealed."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message as Event
from textual.widgets import Input
from textual.worker import Worker

from quizbank.answer import Answer, Written
from quizbank.card import Rating
from quizbank.message import Message
from quizbank.practice import Given, Practice
from quizbank.question import Code, Question
from runner.errors import RunnerError, UnreadableAnswer
from runner.judge import Verdict
from tui.editing_elsewhere import edited_elsewhere
from tui.given import judged, skipped
from tui.i18n import _, say
from tui.messages import PlayWanted
from tui.playing import file_name, program_after
from tui.screens.aside import AsideScreen, flag_words
from tui.screens.confirm import ConfirmScreen
from tui.screens.quiz_keys import QUIZ_KEYS
from tui.screens.quiz_texts import leave_question, left_out_text, quit_question
from tui.services import Services
from tui.stopwatch import Stopwatch
from tui.widgets.answers.program import ProgramAnswer
from tui.widgets.answers.recall import RecallAnswer
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.prose import prose
from tui.widgets.question_view import QuestionView
from tui.widgets.quiz_header import QuizHeader
from tui.widgets.ratings import rating_words
from tui.widgets.tested import tests_text

TICK_SECONDS = 1.0
REPAINT_SECONDS = 10.0


class Phase(Enum):
    """Where the learner is within one question."""

    EXPLAINED = auto()
    ASKED = auto()
    JUDGING = auto()
    REVEALED = auto()


class QuizScreen(AsideScreen):
    """Asks the questions of a practice, and posts Finished after the last or when the learner leaves."""

    @dataclass
    class Finished(Event):
        practice: Practice

    CSS_PATH = "quiz.tcss"
    KEYS: ClassVar[Sequence[Command]] = QUIZ_KEYS
    BINDINGS = bindings_of(KEYS)

    def __init__(self, services: Services, practice: Practice) -> None:
        super().__init__(services, practice)
        self._phase = Phase.ASKED
        self._hints = 0
        self._shown = 0.0
        self._stopwatch = Stopwatch(services.clock)
        self._time_is_up = False
        self._answer: Answer | None = None
        self._trying = False
        self._told: Message | None = practice.learner.journal.not_kept

    def compose(self) -> ComposeResult:
        yield QuizHeader(self.services, self.practice, self._seconds_left, lambda: self._stopwatch.seconds)
        yield self._new_view()
        yield KeyBar()

    async def on_mount(self) -> None:
        await self._begin()
        self.set_interval(TICK_SECONDS, self.tick)
        if self.practice.drill is not None:
            self.set_interval(REPAINT_SECONDS, self.query_one(QuizHeader).translate)

    @property
    def phase(self) -> Phase:
        return self._phase

    @phase.setter
    def phase(self, phase: Phase) -> None:
        self._phase = phase
        self.query_one(QuizHeader).translate()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.session.over:
            return False
        match action:
            case "ask":
                return self.phase is Phase.EXPLAINED
            case "rate":
                return self.phase is Phase.REVEALED and self.practice.can_rate
            case "undo":
                return self.phase is Phase.REVEALED and self.practice.can_undo
            case "submit" | "dont_know":
                return self.phase is Phase.ASKED
            case "hint":
                left = self._hints < len(self.session.question.hints)
                return self.phase is Phase.ASKED and left and self.services.rules.hints != "none"
            case "copy_code":
                return self.is_mounted and self.view.shows_code
            case "docs":
                return self.phase is Phase.REVEALED and bool(self.session.question.links)
            case "copy_output":
                return self.phase is Phase.REVEALED and self.has_output
            case "skip":
                return self.phase is not Phase.REVEALED
            case "run_tests" | "external_editor":
                return self.phase is Phase.ASKED and isinstance(self.session.question, Code)
            case "stop":
                return self.phase is Phase.JUDGING and self._trying
            case "take_back":
                return self.phase is Phase.JUDGING and not self._trying and not self._time_is_up
            case "scroll":
                return self.is_mounted and self.view.overflows
            case "next" | "retry" | "play":
                return self.phase is Phase.REVEALED
            case "follow_up":
                return self.phase is Phase.REVEALED and self._can_follow_up
        return True

    def on_screen_suspend(self) -> None:
        """Let the time stand still under a dialog."""
        self._stopwatch.stop()

    def on_screen_resume(self) -> None:
        if self.phase is Phase.ASKED:
            self._stopwatch.start()

    def tick(self) -> None:
        """Show the time, and when it is up, take the answer as it stands."""
        if self.session.over:
            return
        self.query_one(QuizHeader).tick()
        limit = self.services.rules.seconds_for(self.session.question)
        asked = self.phase is Phase.ASKED and not self._time_is_up
        if asked and limit is not None and self._stopwatch.seconds >= limit:
            self._end_time()

    def _end_time(self) -> None:
        answering = self.view.answering
        if isinstance(answering, RecallAnswer):
            # What was said is over; ticking the points takes as long as it takes.
            if answering.advance():
                self._time_is_up = True
                self.view.notify_learner(lambda: _("The time to speak is up."), "waiting")
            return
        self._time_is_up = True
        self._run(None if answering.missing() is not None else answering.answer())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_submit()

    def action_submit(self) -> None:
        answering = self.view.answering
        if self.phase is not Phase.ASKED or answering.advance():
            return
        if (missing := answering.missing()) is not None:
            self.view.notify_learner(lambda: prose(say(missing)), "complaint")
            return
        self._run(answering.answer())

    def action_run_tests(self) -> None:
        question = self.session.question
        if isinstance(question, Code):
            self._work(self._try(question, self.view.answering.answer()), trying=True)

    async def _try(self, question: Code, answer: Answer) -> None:
        """Show what the program does and which tests it passes; nothing is kept of that."""
        try:
            verdict = await self.services.torch.judge(question, answer)
        except RunnerError as error:
            self._give_back_with(error.message)
            return
        self._ask_again()
        self.view.notify_learner(lambda: tests_text(question, verdict), "tests")

    def action_external_editor(self) -> None:
        answering = self.view.answering
        if isinstance(answering, ProgramAnswer):
            name = file_name(self.session.question)
            text = edited_elsewhere(self.app, answering.answer().code, name)
            if text is not None:
                answering.put(text)

    def action_dont_know(self) -> None:
        self._run(None)

    def _run(self, answer: Answer | None) -> None:
        """Have an answer judged, or what is right worked out where there is none."""
        self._work(self._judge(self.session.question, answer))

    def _work(self, work: Coroutine[Any, Any, None], *, trying: bool = False) -> None:
        """Wait for a run, which isn't the learner's time; ``trying`` is one that decides nothing."""
        self._stopwatch.stop()
        self.view.answering.freeze(True)
        self._trying = trying
        self.phase = Phase.JUDGING
        self.view.notify_learner(self._waiting, "waiting")
        self.run_worker(work, group="judge", exclusive=True, exit_on_error=False)

    def _waiting(self) -> str:
        if self.services.torch.imported:
            return _("Running the tests ...") if self._trying else _("Running ...")
        if self._trying:
            return _("torch is still being imported; your code runs as soon as that is done.")
        return _("torch is still being imported; your answer is judged as soon as that is done.")

    async def _judge(self, question: Question, answer: Answer | None) -> None:
        try:
            answer, verdict = await self._verdict_on(question, answer)
        except RunnerError as error:
            self._give_back_with(error.message)
            return
        self._answer = answer
        seconds, counted = self._stopwatch.seconds, self.services.rules.hints == "counted"
        self._record(judged(answer, verdict, seconds, self._hints, self.services.torch, hints_count=counted))
        self.verdict = verdict
        self.phase = Phase.REVEALED
        words = partial(rating_words, self.practice, self.services.now)
        await self.view.reveal(answer, verdict, self._follow_up(), words, self._remark)
        if self._follow_up_comes:
            self.view.say_follow_up_comes(show=False)

    async def _verdict_on(self, question: Question, answer: Answer | None) -> tuple[Answer | None, Verdict]:
        torch = self.services.torch
        try:
            return answer, await torch.judge(question, answer)
        except UnreadableAnswer:
            if not self._time_is_up:
                raise
            # There is no time to ask again.
            return None, await torch.judge(question, None)

    def _remark(self) -> Content:
        """Return what there is to say of an answer beside its verdict and rating."""
        late = Content(_("Time was up: this is judged as it stood.")) if self._time_is_up else Content()
        parts = [late, flag_words(self.practice.flag)]
        return Content("\n").join(part for part in parts if part)

    def flag_changed(self) -> None:
        self.query_one(QuizHeader).translate()
        self.view.show_remark()
        self._tell_if_not_kept()

    def _record(self, given: Given) -> None:
        """Keep how the question went, before anything is said about it."""
        self.practice.record(given, self.services.now())
        self._tell_if_not_kept()

    def _tell_if_not_kept(self) -> None:
        reason = self.practice.learner.journal.not_kept
        if reason is not None and reason != self._told:
            text = _("This is kept in memory for now. {reason}").format(reason=say(reason))
            self.app.notify(text, severity="warning", markup=False, timeout=15)
        self._told = reason

    def worker_failed(self, worker: Worker[Any], error: BaseException) -> None:
        super().worker_failed(worker, error)
        if worker.group == "judge" and self.phase is Phase.JUDGING:
            self._ask_again()

    def _ask_again(self) -> None:
        """Give the answer back to the learner as it is."""
        self.view.clear_notice()
        self.view.answering.freeze(False)
        if not self._trying:
            # A run leaves the cursor where it was, so that the key for it can be pressed again.
            self.view.answering.take_focus()
        self._trying = False
        self.phase = Phase.ASKED
        self._stopwatch.start()

    def _give_back_with(self, why: Message) -> None:
        self._ask_again()
        self.view.notify_learner(lambda: prose(say(why)), "complaint")

    def action_stop(self) -> None:
        self.action_take_back()

    def action_take_back(self) -> None:
        self.workers.cancel_group(self, "judge")
        self._ask_again()

    async def action_hint(self) -> None:
        self.practice.hinted(self.services.now())
        self._tell_if_not_kept()
        self._hints += 1
        await self.view.show_hint(self._hints - 1)
        self.refresh_bindings()

    async def action_ask(self) -> None:
        await self.view.ask()
        self._stopwatch.start()
        self.phase = Phase.ASKED

    async def action_skip(self) -> None:
        self.workers.cancel_group(self, "judge")
        self._record(skipped(self._stopwatch.seconds, self._hints, self.services.torch))
        await self.action_next()

    def action_rate(self, number: int) -> None:
        self.practice.rate(Rating(number), self.services.now())
        self._rating_changed()

    def action_undo(self) -> None:
        self.practice.undo(self.services.now())
        self._rating_changed()

    def _rating_changed(self) -> None:
        self.view.show_rating()
        self._tell_if_not_kept()
        self.refresh_bindings()

    async def action_retry(self) -> None:
        self.practice.spend(self._since_shown())
        # Whoever gave up may have written something, too.
        written, right = self.view.answering.answer(), self.verdict is not None and self.verdict.right
        await self._show_question()
        answering = self.view.answering
        if isinstance(answering, ProgramAnswer) and isinstance(written, Written) and not right:
            # A program is mended, not typed anew; undoing brings the starter back.
            answering.put(written.code)

    def action_follow_up(self) -> None:
        if (question := self._follow_up()) is not None:
            self.practice.ask_next(question, self.services.now())
            self.view.say_follow_up_comes()
            self.query_one(QuizHeader).translate()
            self.refresh_bindings()

    def action_play(self) -> None:
        question = self.session.question
        self.post_message(PlayWanted(question, program_after(question, self._answer)))

    def action_scroll(self, pages: int) -> None:
        self.view.scroll(pages)

    def action_leave(self) -> None:
        self.run_worker(self._leave(), group="dialog", exclusive=True, exit_on_error=False)

    async def may_quit(self) -> bool:
        return await self.app.push_screen_wait(ConfirmScreen(quit_question))

    async def _leave(self) -> None:
        if await self.app.push_screen_wait(ConfirmScreen(partial(leave_question, self.practice))):
            self.workers.cancel_group(self, "judge")
            self._finish(finished=self.practice.complete)

    async def action_next(self) -> None:
        self.practice.spend(self._since_shown())
        if self.practice.go_on(self.services.now()):
            await self._show_question()
        else:
            self._finish(finished=True)

    def _finish(self, *, finished: bool) -> None:
        self.practice.end(self.services.now(), finished=finished)
        self.post_message(self.Finished(self.practice))

    async def _show_question(self) -> None:
        await self.view.remove()
        self.verdict = None
        await self.mount(self._new_view(), before=self.query_one(KeyBar))
        await self._begin()

    async def _begin(self) -> None:
        """Ask the question on the screen, or have its explanation read first."""
        self._hints = self.practice.hints
        for number in range(min(self._hints, len(self.session.question.hints))):
            await self.view.show_hint(number)
        if explains := self.practice.explains_first:
            self.practice.explained()
            await self.view.explain_first()
        self._shown = self.services.clock()
        self._time_is_up = False
        self._stopwatch.reset()
        if not explains:
            self._stopwatch.start()
        self.phase = Phase.EXPLAINED if explains else Phase.ASKED

    def _since_shown(self) -> float:
        return self.services.clock() - self._shown

    def _seconds_left(self) -> float:
        return self.practice.seconds_left(self._since_shown())

    def _new_view(self) -> QuestionView:
        return QuestionView(self.session.question, self.session.order, self.services.torch.device)

    def _follow_up(self) -> Question | None:
        return self.session.follow_up(self.services.bank, self.services.torch.machine)

    @property
    def _follow_up_comes(self) -> bool:
        follow_up = self._follow_up()
        return follow_up is not None and self.session.comes_next(follow_up)

    @property
    def _can_follow_up(self) -> bool:
        return self._follow_up() is not None and not self._follow_up_comes

    def torch_changed(self) -> None:
        """Say that torch has been imported, or can't be; then it is known what can be asked here."""
        current = self.session.question
        left_out = self.practice.leave_out(self.services.torch.machine, self.services.now())
        if left_out:
            text = left_out_text(left_out, self.services.torch.machine)
            self.app.notify(text, severity="warning", markup=False)
        if current in left_out:
            self.workers.cancel_group(self, "judge")
        if self.session.over:
            self._finish(finished=True)
            return
        for header in self.query(QuizHeader):  # none while the screen is being built: it will show it anyway
            header.translate()
        if current in left_out:
            self.run_worker(self._show_question(), group="advance", exclusive=True, exit_on_error=False)
        elif self.phase is Phase.JUDGING:
            self.view.notify_learner(self._waiting, "waiting")
