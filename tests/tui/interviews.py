"""Interviews of the fixture questions, held in tests: a plan, a clock wound by hand, somebody who answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from quizbank.answer import Answer
from quizbank.bank import Bank
from quizbank.history.content import content_hash
from quizbank.interview.checkpoint import Checkpoint, InterviewFile
from quizbank.interview.interview import Interview
from quizbank.interview.plan import Plan, PlannedQuestion, PlannedSection, limit_seconds
from quizbank.interview.record import InterviewRecord, Limit
from quizbank.interview.sitting import Sitting, begin
from quizbank.learner import Learner
from quizbank.machine import ANY
from quizbank.question import Choice, Text
from quizbank.vocabulary import Language
from tests.quizbank.interview.samples import HandClock
from tests.tui.driving import NOW, TALL, Driver, driven, fixture_bank
from tests.tui.fake_runner import FakeRunner
from tui.learner import learner_in_memory
from tui.screens.interview import InterviewScreen
from tui.services import JudgingRunner

LOOK = 5.0
"""Seconds that a test lets go by at once; more in one step wouldn't count."""


def planned(bank: Bank, question_id: str) -> PlannedQuestion:
    question = bank[question_id]
    return PlannedQuestion(
        question_id=question.id,
        content=content_hash(question),
        revision=question.revision,
        kind=question.kind,
        topic=question.topic,
        difficulty=question.difficulty,
        limit_seconds=limit_seconds(question),
    )


def plan_of(
    *sections: Sequence[str],
    minutes: int = 30,
    limit: Limit = "move_on",
    follow_ups: bool = False,
    seconds: float | None = None,
) -> Plan:
    """Return an interview whose parts ask these questions, and share its time unless ``seconds`` says so."""
    bank = fixture_bank()
    return Plan(
        blueprint="sample",
        title=Text(en="Sample", zh="示例"),
        minutes=minutes,
        seed=3,
        hint_cost=0.25,
        sections=tuple(
            PlannedSection(
                title=Text(en=f"Part named {number}", zh=f"名为 {number} 的部分"),
                kinds=tuple(dict.fromkeys(bank[name].kind for name in names)),
                seconds=seconds or 60 * minutes / len(sections),
                weight=1.0,
                limit=limit,
                follow_ups=follow_ups,
                questions=tuple(planned(bank, name) for name in names),
            )
            for number, names in enumerate(sections, 1)
        ),
    )


def sitting_of(plan: Plan, path: Path, hand: HandClock, language: Language = "en") -> Sitting:
    """Begin an interview that is kept below a folder."""
    return begin(plan, fixture_bank(), ANY, language, InterviewFile(path / "interview.json"), hand, NOW)


@dataclass
class Candidate:
    """Somebody who is being interviewed."""

    driver: Driver
    sitting: Sitting
    hand: HandClock
    learner: Learner

    @property
    def interview(self) -> Interview:
        return self.sitting.interview

    @property
    def screen(self) -> InterviewScreen:
        """The interview, also when a dialog covers it."""
        return next(one for one in self.driver.app.screen_stack if isinstance(one, InterviewScreen))

    @property
    def kept(self) -> Checkpoint:
        """What is on the disk."""
        kept = self.sitting.file.read()
        assert kept is not None
        return kept

    @property
    def records(self) -> list[InterviewRecord]:
        return [one.record for one in self.learner.history.interviews()]

    def pass_by(self, seconds: float) -> None:
        """Let time go by, with a look at the clock every few seconds."""
        while seconds > 0:
            self.hand.seconds += min(LOOK, seconds)
            seconds -= LOOK
            self.screen.tick()

    def key_of(self, option: int) -> str:
        """Return the key of the option that stands at this position in the file."""
        assert isinstance(self.interview.question, Choice)
        return str(self.interview.order.index(option) + 1)

    async def asked(self, number: int) -> None:
        """Wait until the question with this number is on the screen, and its clock runs."""
        await self.driver.until(
            lambda: (
                not self.interview.over
                and self.interview.current.number == number
                and self.interview.clock.running
                and self.screen.query_one("#question").children != []
                and self.screen.view.question == self.interview.question
            ),
            f"question {number}",
        )
        await self.driver.pilot.pause()

    async def answer(self, answer: Answer) -> None:
        """Give an answer as if it had been typed."""
        self.screen.view.answering.restore(answer)
        await self.driver.pilot.pause()
        await self.driver.press("f5")


@asynccontextmanager
async def interviewed(
    plan: Plan,
    path: Path,
    *,
    language: Language = "en",
    runner: JudgingRunner | None = None,
    size: tuple[int, int] = TALL,
    sitting: Sitting | None = None,
    hand: HandClock | None = None,
) -> AsyncIterator[Candidate]:
    """Open the app on an interview, which is new unless a ``sitting`` with its clock is given."""
    hand = hand or HandClock()
    sitting = sitting or sitting_of(plan, path, hand, language)
    learner = learner_in_memory(fixture_bank(), NOW)
    async with driven(
        opening=sitting, language=language, runner=runner or FakeRunner(), size=size, learner=learner
    ) as driver:
        candidate = Candidate(driver, sitting, hand, learner)
        if not sitting.interview.over:
            await driver.on_screen(InterviewScreen)
            await candidate.asked(sitting.interview.current.number)
        yield candidate
