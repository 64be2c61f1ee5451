"""A session: one question after another, each answered, judged by a run, and revealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.message import Message as Event
from textual.widgets import Input
from textual.worker import Worker

from quizbank.answer import Answer
from quizbank.machine import missing
from quizbank.message import Message
from quizbank.question import Question
from quizbank.session import Session
from runner.errors import RunnerError
from tui.i18n import _, ngettext, say
from tui.screens.base import BaseScreen
from tui.screens.confirm import ConfirmScreen
from tui.services import Services
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.prose import prose
from tui.widgets.question_view import QuestionView
from tui.widgets.quiz_header import QuizHeader


class Phase(Enum):
    """Where the learner is within one question."""

    ASKED = auto()
    JUDGING = auto()
    REVEALED = auto()


class QuizScreen(BaseScreen):
    """Asks the questions of a session, and posts Finished after the last or when the learner leaves."""

    @dataclass
    class Finished(Event):
        session: Session

    CSS_PATH = "quiz.tcss"
    KEYS: ClassVar[Sequence[Command]] = (
        Command(
            "submit",
            ("enter", "f5", "ctrl+s"),
            Message("submit"),
            Message("Give this answer and have it judged"),
        ),
        Command("next", ("enter", "n"), Message("next"), Message("Go on to the next question")),
        Command(
            "retry",
            ("r",),
            Message("retry"),
            Message("Try the same question again; the score stays as it is"),
        ),
        Command(
            "follow_up",
            ("f",),
            Message("follow-up"),
            Message("Ask the interviewer's follow-up question next"),
        ),
        Command(
            "take_back",
            ("escape",),
            Message("take back"),
            Message("Take the answer back before it is judged"),
        ),
        Command("hint", ("h", "f2"), Message("hint"), Message("Show the next hint; hints are counted")),
        Command("skip", ("s", "f3"), Message("skip"), Message("Leave this question unanswered and go on")),
        Command("scroll(1)", ("pagedown",), Message("more"), Message("Scroll down")),
        Command("scroll(-1)", ("pageup",), Message("back"), Message("Scroll up"), in_bar=False),
        Command("leave", ("q", "f10"), Message("leave"), Message("End this session and see its summary")),
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, services: Services, session: Session) -> None:
        super().__init__(services)
        self.session = session
        self._phase = Phase.ASKED
        self._hints = 0
        self._started = 0.0
        self._seconds = 0.0

    def compose(self) -> ComposeResult:
        yield QuizHeader(self.services, self.session)
        yield self._new_view()
        yield KeyBar()

    def on_mount(self) -> None:
        self._started = self.services.clock()

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
        question = self.session.question
        match action:
            case "submit":
                return self.phase is Phase.ASKED
            case "hint":
                return self.phase is Phase.ASKED and self._hints < len(question.hints)
            case "skip":
                return self.phase is not Phase.REVEALED
            case "take_back":
                return self.phase is Phase.JUDGING
            case "scroll":
                return self.is_mounted and self.view.overflows
            case "next" | "retry":
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
        self._seconds = self.services.clock() - self._started
        answer = answering.answer()
        answering.freeze(True)
        self.phase = Phase.JUDGING
        if not self.services.torch.imported:
            self.view.notify_learner(
                lambda: _("torch is still being imported; your answer is judged as soon as that is done."),
                "waiting",
            )
        else:
            self.view.notify_learner(lambda: _("Running ..."), "waiting")
        self.run_worker(
            self._judge(self.session.question, answer), group="judge", exclusive=True, exit_on_error=False
        )

    async def _judge(self, question: Question, answer: Answer) -> None:
        try:
            verdict = await self.services.torch.judge(question, answer)
        except RunnerError as error:
            message = error.message
            self._ask_again()
            self.view.notify_learner(lambda: prose(say(message)), "complaint")
            return
        self.session.record(verdict.outcome.value, self._seconds, self._hints)
        self.phase = Phase.REVEALED
        await self.view.reveal(answer, verdict, self._follow_up())

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

    async def action_skip(self) -> None:
        self.workers.cancel_group(self, "judge")
        self.session.record("skipped", self.services.clock() - self._started, self._hints)
        await self._go_on()

    async def action_next(self) -> None:
        await self._go_on()

    async def action_retry(self) -> None:
        await self._show_question()

    def action_follow_up(self) -> None:
        question = self._follow_up()
        if question is not None:
            self.session.ask_next(question)
            self.view.say_follow_up_comes()
            self.query_one(QuizHeader).translate()

    def action_scroll(self, pages: int) -> None:
        self.view.scroll(pages)

    def action_leave(self) -> None:
        self.run_worker(self._leave(), group="dialog", exclusive=True, exit_on_error=False)

    async def may_quit(self) -> bool:
        return await self.app.push_screen_wait(ConfirmScreen(self._leave_question))

    async def _leave(self) -> None:
        if await self.may_quit():
            self.workers.cancel_group(self, "judge")
            self.post_message(self.Finished(self.session))

    def _leave_question(self) -> str:
        return _("Leave this session? {done} of {total} questions are answered.").format(
            done=len(self.session.attempts), total=len(self.session.questions)
        )

    async def _go_on(self) -> None:
        if self.session.advance():
            await self._show_question()
        else:
            self.post_message(self.Finished(self.session))

    async def _show_question(self) -> None:
        await self.view.remove()
        self._hints = 0
        await self.mount(self._new_view(), before=self.query_one(KeyBar))
        self._started = self.services.clock()
        self.phase = Phase.ASKED

    def _new_view(self) -> QuestionView:
        session = self.session
        return QuestionView(session.question, session.order, self.services.torch.device)

    def _follow_up(self) -> Question | None:
        return self.session.follow_up(self.services.bank, self.services.torch.machine)

    def torch_changed(self) -> None:
        """Say that torch has been imported, or can't be; then it is known what can be asked here."""
        current = self.session.question
        left_out = self.session.leave_out(self.services.torch.machine)
        if left_out:
            self._say_left_out(left_out)
        if current in left_out:
            self.workers.cancel_group(self, "judge")
        if self.session.over:
            self.post_message(self.Finished(self.session))
            return
        for header in self.query(QuizHeader):  # none while the screen is being built: it will show it anyway
            header.translate()
        if current in left_out:
            self.run_worker(self._show_question(), group="advance", exclusive=True, exit_on_error=False)
        elif self.phase is Phase.JUDGING:
            self.view.notify_learner(lambda: _("Running ..."), "waiting")

    def _say_left_out(self, questions: Sequence[Question]) -> None:
        lacks = {need for question in questions for need in missing(question, self.services.torch.machine)}
        text = ngettext(
            "{count} question is left out: it needs {what}, which isn't here.",
            "{count} questions are left out: they need {what}, which isn't here.",
            len(questions),
        )
        said = text.format(count=len(questions), what=", ".join(sorted(lacks)))
        self.app.notify(said, severity="warning", markup=False)
