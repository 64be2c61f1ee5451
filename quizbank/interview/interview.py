"""An interview in progress: what is asked, what was answered, whose time it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from quizbank.bank import Bank
from quizbank.errors import InterviewChanged
from quizbank.history.content import content_hash
from quizbank.interview.clock import Clock
from quizbank.interview.code import code_of
from quizbank.interview.course import next_question
from quizbank.interview.plan import Plan, PlannedSection, limit_seconds, shuffle_of
from quizbank.interview.record import AskedRecord, Ending, InterviewRecord, SectionRecord, Verdict
from quizbank.interview.state import Current, State
from quizbank.machine import ANY, Machine
from quizbank.question import Question, Recall, Text
from quizbank.vocabulary import Language


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an answer was judged; ``answer`` and ``evidence`` are as the history keeps them."""

    verdict: Verdict
    score: float
    answer: JsonValue = None
    evidence: JsonValue = None
    output: str = ""


UNANSWERED = Outcome("unanswered", 0.0)


class Interview:
    """Conducts a plan. Before the end nothing says how an answer was judged, but for what is asked next.

    A question that comes again, with a hint, was missed; an easier one is only likely to be a step back.

    Its clock runs while a question is asked, and is paused by whoever works on something else: judging,
    running the candidate's program, starting up.
    """

    def __init__(
        self, plan: Plan, bank: Bank, clock: Clock, machine: Machine = ANY, state: State | None = None
    ) -> None:
        self.plan = plan
        self.clock = clock
        self._bank = bank
        self._machine = machine
        self.state = state or State()
        if state is None:
            self._go_on()

    def refuse_changed(self) -> None:
        """Raise InterviewChanged when the bank isn't the one that the interview began with.

        To be called when one is taken up again. If it raises, ``give_up`` and ``result`` still work.
        """
        worded = {one.question_id: one.content for one in self.state.asked}
        worded |= {
            one.question_id: one.content for section in self.plan.sections for one in section.questions
        }
        if (current := self.state.current) is not None:
            worded[current.question_id] = current.content
        known = self._bank.questions
        changed = [
            name
            for name, content in worded.items()
            if name not in known or content_hash(known[name]) != content
        ]
        if changed:
            raise InterviewChanged(sorted(changed))

    # What is asked

    @property
    def over(self) -> bool:
        """Whether no question is left; key points may still have to be ticked."""
        return self.state.ending is not None

    @property
    def current(self) -> Current:
        """The question that is being asked. Raises RuntimeError when the interview is over."""
        if self.state.current is None:
            raise RuntimeError("the interview is over")
        return self.state.current

    @property
    def question(self) -> Question:
        return self._bank[self.current.question_id]

    @property
    def section(self) -> PlannedSection:
        return self.plan.sections[self.state.section]

    @property
    def order(self) -> tuple[int, ...]:
        """The order in which the question's options or lines are shown."""
        return shuffle_of(self.question, self.plan.seed)

    @property
    def hints(self) -> tuple[Text, ...]:
        """The hints that were taken."""
        return self.question.hints[: self.current.hints]

    # Time

    @property
    def question_limit(self) -> float:
        """The seconds that the question may take: its own, or what is left of the section if that is less."""
        spent = self.clock.spent
        return min(limit_seconds(self.question), self.section.seconds - (spent.section - spent.question))

    @property
    def seconds_left(self) -> float:
        """What is left of the whole interview."""
        return max(0.0, self.plan.seconds - self.clock.spent.total)

    def time_is_up(self) -> bool:
        """Tell whether the answer is to be taken as it stands."""
        spent = self.clock.spent
        if spent.section >= self.section.seconds or spent.total >= self.plan.seconds:
            return True
        return self.section.limit == "move_on" and spent.question >= self.question_limit

    # What the candidate does

    def take_hint(self) -> Text | None:
        """Return the next hint, which costs; None when there is none."""
        current = self.current
        if current.hints >= len(self.question.hints):
            return None
        self._change(hints=current.hints + 1)
        return self.question.hints[current.hints]

    def ran(self) -> None:
        """Count a run against the visible tests."""
        self._change(runs=self.current.runs + 1)

    def keep(self, draft: JsonValue, scratchpad: str) -> None:
        """Keep what is being written, so that it is there when the interview is taken up again."""
        self._change(draft=draft, scratchpad=scratchpad)

    def record(
        self, outcome: Outcome, think_aloud_seconds: float = 0.0, *, out_of_time: bool = False
    ) -> None:
        """Write down how the current question went, and go on to the next."""
        current, question, spent = self.current, self.question, self.clock.spent
        asked = AskedRecord(
            number=current.number,
            parent=current.parent,
            why=current.why,
            section=self.state.section,
            question_id=question.id,
            content=content_hash(question),
            revision=question.revision,
            kind=question.kind,
            topic=question.topic,
            difficulty=question.difficulty,
            limit_seconds=limit_seconds(question),
            seconds=spent.question,
            verdict=outcome.verdict,
            score=outcome.score,
            out_of_time=out_of_time,
            answer=outcome.answer,
            evidence=outcome.evidence,
            output=outcome.output,
            hints=current.hints,
            runs=current.runs,
            scratchpad=current.scratchpad,
            think_aloud_seconds=think_aloud_seconds,
        )
        planned = current.why == "planned"
        self.state = self.state.model_copy(
            update={
                "asked": (*self.state.asked, asked),
                "current": None,
                "position": self.state.position + planned,
            }
        )
        self.clock.next_question()
        self._go_on()

    def leave(self) -> None:
        """End the interview here; what is being written isn't judged."""
        if not self.over:
            self._end("left")

    def give_up(self) -> None:
        """End an interview that was interrupted and isn't taken up again."""
        if not self.over:
            self._end("incomplete")

    # Key points, after the last question

    @property
    def to_tick(self) -> list[AskedRecord]:
        """The spoken answers, whose key points the candidate ticks when everything has been asked."""
        return [one for one in self.state.asked if one.verdict == "self_rated"]

    def tick_points(self, number: int, points: frozenset[int]) -> None:
        """Note which key points a spoken answer covered, as positions counted from 0."""
        asked = self.state.asked[number - 1]
        question = self._bank[asked.question_id]
        if not isinstance(question, Recall):
            raise ValueError(f"{asked.question_id} has no key points")
        rated = asked.model_copy(
            update={"points": tuple(sorted(points)), "score": len(points) / len(question.points)}
        )
        before, after = self.state.asked[: number - 1], self.state.asked[number:]
        self.state = self.state.model_copy(update={"asked": (*before, rated, *after)})

    # The end

    def result(
        self, uuid: str, language: Language, started: datetime, ended: datetime, device: str, torch: str
    ) -> InterviewRecord:
        """Return the record of an interview that is over; what was planned and never asked is unanswered."""
        state, spent = self.state, self.clock.spent
        if state.ending is None:
            raise RuntimeError("the interview isn't over")
        return InterviewRecord(
            uuid=uuid,
            code=code_of(self.plan),
            blueprint=self.plan.blueprint,
            title=self.plan.title,
            minutes=self.plan.minutes,
            seed=self.plan.seed,
            topics=self.plan.topics,
            hint_cost=self.plan.hint_cost,
            language=language,
            started=started,
            ended=ended,
            ending=state.ending,
            seconds=spent.total,
            standstill_seconds=spent.standstill,
            device=device,
            torch=torch,
            sections=tuple(
                SectionRecord(
                    title=section.title, seconds=section.seconds, used_seconds=used, weight=section.weight
                )
                for section, used in zip(self.plan.sections, self._used(), strict=True)
            ),
            asked=(*state.asked, *self._never_asked()),
        )

    def _used(self) -> list[float]:
        used = list(self.state.used_seconds)
        return used + [0.0] * (len(self.plan.sections) - len(used))

    def _never_asked(self) -> list[AskedRecord]:
        asked = {one.question_id for one in self.state.asked}
        number = len(self.state.asked)
        records = []
        for index, section in enumerate(self.plan.sections):
            for planned in section.questions:
                if planned.question_id not in asked:
                    number += 1
                    records.append(
                        AskedRecord(
                            number=number,
                            section=index,
                            question_id=planned.question_id,
                            content=planned.content,
                            revision=planned.revision,
                            kind=planned.kind,
                            topic=planned.topic,
                            difficulty=planned.difficulty,
                            limit_seconds=planned.limit_seconds,
                        )
                    )
        return records

    def _go_on(self) -> None:
        """Make the next question the current one, in this section or in a later one, or end."""
        while self.state.section < len(self.plan.sections):
            spent = self.clock.spent
            left = min(self.section.seconds - spent.section, self.plan.seconds - spent.total)
            current = next_question(self.plan, self.state, self._bank, self._machine, left)
            if current is not None:
                self.state = self.state.model_copy(update={"current": current})
                return
            self._close_section()
        unasked = len(self._never_asked())
        self._end("out of time" if unasked else "finished")

    def _close_section(self) -> None:
        used = (*self.state.used_seconds, self.clock.spent.section)
        self.state = self.state.model_copy(
            update={"section": self.state.section + 1, "position": 0, "used_seconds": used}
        )
        self.clock.next_section()

    def _end(self, ending: Ending) -> None:
        if len(self.state.used_seconds) < len(self.plan.sections):
            self._close_section()
        self.clock.pause()
        self.state = self.state.model_copy(update={"current": None, "ending": ending})

    def _change(self, **changes: object) -> None:
        self.state = self.state.model_copy(update={"current": self.current.model_copy(update=changes)})
