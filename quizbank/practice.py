"""A session as it is kept: written down answer by answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Self

from pydantic import JsonValue

from quizbank.answer import Answer, Ticked
from quizbank.card import Rating
from quizbank.drill import Drill
from quizbank.history.content import content_hash
from quizbank.history.events import (
    Answered,
    Ended,
    Event,
    Hinted,
    Mode,
    Plan,
    Rated,
    Replanned,
    Started,
    Undone,
    plain,
)
from quizbank.learner import Learner
from quizbank.machine import Machine, missing
from quizbank.planning.agenda import explain_first
from quizbank.planning.standing import MOST_OVERTIME, expected_seconds
from quizbank.question import Question, Recall
from quizbank.rating import Evidence, propose
from quizbank.session import Score, Session
from quizbank.vocabulary import Language

# A reveal is read in less; what goes beyond is a pause.
READING_MINUTES = 5.0


@dataclass(frozen=True, slots=True)
class Given:
    """How a question was answered, or passed over without an ``answer``; ``seconds`` is the time it took.

    ``evidence`` is what the verdict rests on; ``hints_count`` is whether hints lower the rating.
    """

    score: Score
    seconds: float
    hints: int
    language: Language
    device: str
    torch: str
    answer: Answer | None = None
    evidence: JsonValue = None
    hints_count: bool = True


class Practice:
    """A session whose answers are on the disk before anything is said about them.

    ``spent`` is how many seconds of a drill are gone, ``hints`` how many were shown to each question before
    the session was interrupted.
    """

    def __init__(
        self,
        learner: Learner,
        session: Session,
        mode: Mode,
        uuid: str,
        drill: Drill | None = None,
        spent: float = 0.0,
        hints: Mapping[str, int] | None = None,
    ) -> None:
        self.learner = learner
        self.session = session
        self.mode = mode
        self.drill = drill
        self.spent = spent
        self._uuid = uuid
        self._answer: Event | None = None
        self._changes: list[Event] = []
        self._explained: set[str] = set()
        self._hints = Counter(hints)

    @classmethod
    def start(
        cls,
        learner: Learner,
        questions: Iterable[Question],
        seed: int,
        now: datetime,
        *,
        mode: Mode = "quiz",
        settings: JsonValue = None,
    ) -> Self:
        """Start a session of these questions, shuffled by the seed."""
        session = Session(questions, Random(seed))
        started = learner.journal.append(Started(mode, _plan(session), seed, settings), now)
        learner.journal.hold(started.uuid)
        return cls(learner, session, mode, started.uuid)

    @classmethod
    def start_drill(cls, learner: Learner, drill: Drill, seed: int, now: datetime) -> Self | None:
        """Start a drill; None when there is nothing to ask, which ``drill.ending`` explains."""
        entry = drill.next(learner, (), now, 0.0)
        if entry is None:
            return None
        questions = {question.id: question for question in drill.questions}
        session = Session([questions[entry.question_id]], Random(seed))
        order = drill.order
        settings: JsonValue = {
            "topics": [*sorted({question.topic for question in drill.questions})],
            "minutes": order.minutes,
            "interview": order.interview.isoformat() if order.interview is not None else None,
            "count": order.count,
        }
        mode: Mode = "cram" if order.crams else "drill"
        started = learner.journal.append(Started(mode, _plan(session), seed, settings), now)
        learner.journal.hold(started.uuid)
        return cls(learner, session, mode, started.uuid, drill)

    # The current question

    @property
    def explains_first(self) -> bool:
        """Whether the current question is forgotten so often that its explanation should come before it."""
        question_id = self.session.question.id
        if self.session.answered or self.mode == "cram" or question_id in self._explained:
            return False
        return explain_first(self.learner.history.standing(question_id).card)

    def explained(self) -> None:
        """Note that the current question's explanation was shown."""
        self._explained.add(self.session.question.id)

    @property
    def hints(self) -> int:
        """How many hints were shown before the first answer to the current question; 0 after that."""
        return 0 if self.session.answered else self._hints[self.session.question.id]

    def hinted(self, now: datetime) -> None:
        """Write down that a hint is shown, so that it counts even if the session is interrupted now.

        Trying again is for nothing, and so are its hints.
        """
        if not self.session.answered:
            question_id = self.session.question.id
            self.learner.journal.append(Hinted(self._uuid, question_id), now)
            self._hints[question_id] += 1

    def record(self, given: Given, now: datetime) -> None:
        """Write down how the current question went, if it is the first time."""
        if self.session.answered:
            return
        question = self.session.question
        expected = expected_seconds(question, self.learner.history.standing(question.id).card)
        points = None
        if isinstance(question, Recall) and isinstance(given.answer, Ticked) and given.score != "unjudged":
            points = len(given.answer.points) / len(question.points)
        counted = given.hints if given.hints_count else 0
        evidence = Evidence(given.score, given.seconds, expected, counted, points=points)
        answered = Answered(
            question_id=question.id,
            content=content_hash(question),
            revision=question.revision,
            kind=question.kind,
            topic=question.topic,
            language=given.language,
            answer=plain(given.answer),
            score=given.score,
            evidence=given.evidence,
            hints=given.hints,
            seconds=float(given.seconds),
            expected_seconds=expected,
            proposed=propose(evidence),
            scheduled=self.mode != "cram",
            device=given.device,
            torch=given.torch,
            session=self._uuid,
            mode=self.mode,
        )
        self._answer = self.learner.journal.append(answered, now)
        self._changes.clear()
        del self._hints[question.id]
        self.session.record(answered.counts_as, given.seconds, given.hints)

    # The flag of the question

    @property
    def flag(self) -> str | None:
        """The note of the current question's flag, empty where it has none; None without a flag."""
        return self.learner.flag(self.session.question.id)

    def set_flag(self, note: str | None, now: datetime) -> None:
        """Flag the current question with a note, change the note, or with None take the flag away."""
        self.learner.set_flag(self.session.question.id, note, now)

    # The rating of the answer

    @property
    def can_rate(self) -> bool:
        """Whether the answer to the current question moves the schedule."""
        return self._answer is not None and self.session.answered and self.mode != "cram"

    @property
    def can_undo(self) -> bool:
        return self.can_rate and bool(self._changes)

    @property
    def rating(self) -> Rating | None:
        """The rating that holds for the current answer; None when it says nothing about the memory."""
        if self._answer is None or not isinstance(self._answer.fact, Answered):
            return None
        changed = self._changes[-1].fact if self._changes else None
        return changed.rating if isinstance(changed, Rated) else self._answer.fact.proposed

    def due_in(self, now: datetime) -> int | None:
        """Return after how many days the current question is asked again, by the rating that holds."""
        if not self.can_rate or self.rating is None:
            return None
        card = self.learner.history.standing(self.session.question.id).card
        return None if card is None else (card.due - self.learner.day(now)).days

    def rate(self, rating: Rating, now: datetime) -> None:
        """Give the current answer another rating."""
        if self.can_rate and self._answer is not None and rating != self.rating:
            self._changes.append(self.learner.journal.append(Rated(self._answer.uuid, rating), now))

    def undo(self, now: datetime) -> None:
        """Withdraw the last change of the rating."""
        if self.can_undo:
            self.learner.journal.append(Undone(self._changes.pop().uuid), now)

    # The course

    def spend(self, seconds: float) -> None:
        """Take the time that the current question took, its reveal included, off a drill's budget."""
        self.spent += self._at_most(seconds)

    def seconds_left(self, seconds: float) -> float:
        """Return what is left of a drill's time, after so many seconds with the current question."""
        total = 0.0 if self.drill is None else self.drill.seconds
        return total - self.spent - self._at_most(seconds)

    def _at_most(self, seconds: float) -> float:
        # Whoever is called away in the middle of a question hasn't practised in the meantime.
        return min(seconds, 60 * (MOST_OVERTIME * self.session.question.minutes + READING_MINUTES))

    def go_on(self, now: datetime) -> bool:
        """Go on to the next question; False when there is none."""
        self._answer = None
        self._changes.clear()
        if self.session.advance():
            return True
        if not self.ask_more(now):
            return False
        return self.session.advance()

    def ask_next(self, question: Question, now: datetime) -> None:
        """Make a question the next one."""
        self.session.ask_next(question)
        self._replanned(now)

    def leave_out(self, machine: Machine, now: datetime) -> list[Question]:
        """Take out, and return, the questions still to be answered that the machine can't run.

        In a drill that is left without a question, another one is current afterwards, if there is one.
        """
        left_out = self.session.leave_out(machine)
        if self.drill is not None:
            self.drill.questions = [one for one in self.drill.questions if not missing(one, machine)]
        if left_out and not (self.session.over and self.ask_more(now)):
            self._replanned(now)
        return left_out

    @property
    def complete(self) -> bool:
        """Whether every question that was planned from the beginning is over; a drill plans as it goes."""
        return self.drill is None and len(self.session.attempts) >= len(self.session.questions)

    def end(self, now: datetime, *, finished: bool) -> None:
        """Note that the session is over, so that it isn't offered to be taken up again."""
        self.learner.journal.append(Ended(self._uuid, finished), now)
        self.learner.journal.release(self._uuid)

    def ask_more(self, now: datetime) -> bool:
        """Plan a drill's next question, after all others; False when the drill is over, or this is none."""
        drill = self.drill
        entry = None if drill is None else drill.next(self.learner, self.session.attempts, now, self.spent)
        if drill is None or entry is None:
            return False
        self.session.ask_last(next(one for one in drill.questions if one.id == entry.question_id))
        self._replanned(now)
        return True

    def _replanned(self, now: datetime) -> None:
        self.learner.journal.append(Replanned(self._uuid, _plan(self.session)), now)


def _plan(session: Session) -> Plan:
    return Plan(tuple(question.id for question in session.questions), session.orders)
