"""A session: one question after another, each answered, judged by a run, and revealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.message import Message as Event
from textual.widgets import Input
from textual.worker import Worker

from quizbank.answer import Answer
from quizbank.card import Rating
from quizbank.message import Message
from quizbank.practice import Given, Practice
from quizbank.question import Question
from runner.errors import RunnerError
from tui.given import judged, skipped
from tui.i18n import _, say
from tui.messages import PlayWanted
from tui.playing import program_after
from tui.screens.base import BaseScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.quiz_keys import QUIZ_KEYS
from tui.screens.quiz_texts import leave_question, left_out_text, quit_question
from tui.services import Services
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.prose import prose
from tui.widgets.question_view import QuestionView
from tui.widgets.quiz_header import QuizHeader
from tui.widgets.ratings import rating_words

REPAINT_SECONDS = 10.0


class Phase(Enum):
    """Where the learner is within one question."""

    EXPLAINED = auto()
    ASKED = auto()
    JUDGING = auto()
    REVEALED = auto()


class QuizScreen(BaseScreen):
    """Asks the questions of a practice, and posts Finished after the last or when the learner leaves."""

    @dataclass
    class Finished(Event):
        practice: Practice

    CSS_PATH = "quiz.tcss"
    KEYS: ClassVar[Sequence[Command]] = QUIZ_KEYS
    BINDINGS = bindings_of(KEYS)

    def __init__(self, services: Services, practice: Practice) -> None:
        super().__init__(services)
        self.practice = practice
        self.session = practice.session
        self._phase = Phase.ASKED
        self._hints = 0
        self._shown = 0.0
        self._asked = 0.0
        self._seconds = 0.0
        self._answer: Answer | None = None
        self._told: Message | None = practice.learner.journal.not_kept

    def compose(self) -> ComposeResult:
        yield QuizHeader(self.services, self.practice, self._seconds_left)
        yield self._new_view()
        yield KeyBar()

    async def on_mount(self) -> None:
        await self._begin()
        if self.practice.drill is not None:
            self.set_interval(REPAINT_SECONDS, self.query_one(QuizHeader).translate)

    @property
    def view(self) -> QuestionView:
        return self.query_one(QuestionView)

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
                return self.phase is Phase.ASKED and self._hints < len(self.session.question.hints)
            case "skip":
                return self.phase is not Phase.REVEALED
            case "take_back":
                return self.phase is Phase.JUDGING
            case "scroll":
                return self.is_mounted and self.view.overflows
            case "next" | "retry" | "play":
                return self.phase is Phase.REVEALED
            case "follow_up":
                return self.phase is Phase.REVEALED and self._follow_up() is not None
        return True

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

    def action_dont_know(self) -> None:
        self._run(None)

    def _run(self, answer: Answer | None) -> None:
        """Have an answer judged, or what is right worked out where there is none."""
        self._seconds = self.services.clock() - self._asked
        self.view.answering.freeze(True)
        self.phase = Phase.JUDGING
        self.view.notify_learner(self._waiting, "waiting")
        self.run_worker(
            self._judge(self.session.question, answer), group="judge", exclusive=True, exit_on_error=False
        )

    def _waiting(self) -> str:
        if self.services.torch.imported:
            return _("Running ...")
        return _("torch is still being imported; your answer is judged as soon as that is done.")

    async def _judge(self, question: Question, answer: Answer | None) -> None:
        try:
            verdict = await self.services.torch.judge(question, answer)
        except RunnerError as error:
            message = error.message
            self._ask_again()
            self.view.notify_learner(lambda: prose(say(message)), "complaint")
            return
        self._answer = answer
        self._record(judged(answer, verdict, self._seconds, self._hints, self.services.torch))
        self.phase = Phase.REVEALED
        words = partial(rating_words, self.practice, self.services.now)
        await self.view.reveal(answer, verdict, self._follow_up(), words)

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
        self.view.answering.take_focus()
        self.phase = Phase.ASKED

    def action_take_back(self) -> None:
        self.workers.cancel_group(self, "judge")
        self._ask_again()

    async def action_hint(self) -> None:
        self._hints += 1
        await self.view.show_hint(self._hints - 1)
        self.refresh_bindings()

    async def action_ask(self) -> None:
        await self.view.ask()
        self._asked = self.services.clock()
        self.phase = Phase.ASKED

    async def action_skip(self) -> None:
        self.workers.cancel_group(self, "judge")
        seconds = self.services.clock() - self._asked
        self._record(skipped(seconds, self._hints, self.services.torch))
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
        await self._show_question()

    def action_follow_up(self) -> None:
        if (question := self._follow_up()) is not None:
            self.practice.ask_next(question, self.services.now())
            self.view.say_follow_up_comes()
            self.query_one(QuizHeader).translate()

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
        self._hints = 0
        await self.mount(self._new_view(), before=self.query_one(KeyBar))
        await self._begin()

    async def _begin(self) -> None:
        """Ask the question on the screen, or have its explanation read first."""
        if explains := self.practice.explains_first:
            self.practice.explained()
            await self.view.explain_first()
        self._shown = self._asked = self.services.clock()
        self.phase = Phase.EXPLAINED if explains else Phase.ASKED

    def _since_shown(self) -> float:
        return self.services.clock() - self._shown

    def _seconds_left(self) -> float:
        return self.practice.seconds_left(self._since_shown())

    def _new_view(self) -> QuestionView:
        return QuestionView(self.session.question, self.session.order, self.services.torch.device)

    def _follow_up(self) -> Question | None:
        return self.session.follow_up(self.services.bank, self.services.torch.machine)

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
