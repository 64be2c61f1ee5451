"""What happened in an interview, from the first question to the last."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, JsonValue

from quizbank.question import Model, NonBlank, QuestionId, Text
from quizbank.vocabulary import Kind, Language

RECORD_FORMAT = 1

Why = Literal["planned", "follow_up", "sibling", "second_try"]
"""Why a question was asked: a right answer is met with its follow-up; a wrong one with an easier question of
the same topic, or where there is none in time, with the same one and a hint."""

Verdict = Literal["right", "partly", "wrong", "unanswered", "self_rated"]
Ending = Literal["finished", "out of time", "left", "incomplete"]
"""Finished: every section was gone through; out of time: the clock ended it; left: the candidate did;
incomplete: it was interrupted and not taken up again."""

Limit = Literal["move_on", "take_from_rest"]
"""What becomes of a question whose time is up: the answer is taken as it stands, or the section pays."""

Share = Annotated[float, Field(ge=0, le=1)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0)]


class AskedRecord(Model):
    """One question, as it was asked and answered; one that was planned and never reached is unanswered.

    ``number`` counts from 1 in the order of asking, and ``parent`` is the number of the question that led to
    this one, so the records form a tree. ``section`` counts from 0. ``limit_seconds`` is the question's own
    limit, ``seconds`` what it took of the candidate's time. ``answer`` and ``evidence`` are as the history
    keeps them. ``score`` is what was achieved before hints are paid for: 1 for right, the share of
    what was right otherwise, and of points ticked where the candidate rates themselves; a second try counts
    in the place of its parent. ``points`` are the positions of the key points ticked at the end.
    """

    number: Annotated[int, Field(ge=1)]
    parent: int | None = None
    why: Why = "planned"
    section: Count
    question_id: QuestionId
    content: NonBlank
    revision: Annotated[int, Field(ge=1)]
    kind: Kind
    topic: NonBlank
    difficulty: Annotated[int, Field(ge=1, le=5)]
    limit_seconds: Seconds
    seconds: Seconds = 0.0
    verdict: Verdict = "unanswered"
    score: Share = 0.0
    out_of_time: bool = False
    answer: JsonValue = None
    evidence: JsonValue = None
    output: str = ""
    hints: Count = 0
    runs: Count = 0
    scratchpad: str = ""
    think_aloud_seconds: Seconds = 0.0
    points: Annotated[tuple[int, ...], Field(strict=False)] = ()

    def earned(self, hint_cost: float) -> float:
        """Return the score, from 0 to 1, after the hints are paid for."""
        return self.score * max(0.0, 1 - hint_cost * self.hints)


class SectionRecord(Model):
    """One section: its time by plan and as it was used, and what it weighs in the whole."""

    title: Text
    seconds: Seconds
    used_seconds: Seconds
    weight: Annotated[float, Field(gt=0)]


class InterviewRecord(Model):
    """A whole interview; ``code`` repeats it exactly, as long as the bank is the same.

    ``standstill_seconds`` is how long the machine or the program stood still in between, which didn't count.
    """

    format: Literal[1] = 1
    uuid: NonBlank
    code: NonBlank
    blueprint: NonBlank
    title: Text
    minutes: Annotated[int, Field(gt=0)]
    seed: Count
    topics: Annotated[tuple[str, ...], Field(strict=False)] = ()
    hint_cost: Share
    language: Language
    started: AwareDatetime
    ended: AwareDatetime
    ending: Ending
    seconds: Seconds
    standstill_seconds: Seconds = 0.0
    device: str = ""
    torch: str = ""
    sections: Annotated[tuple[SectionRecord, ...], Field(strict=False)]
    asked: Annotated[tuple[AskedRecord, ...], Field(strict=False)]

    def counted(self) -> list[AskedRecord]:
        """Return what counts: everything that was planned or asked, a second try in place of its first."""
        replaced = {one.parent for one in self.asked if one.why == "second_try"}
        return [one for one in self.asked if one.number not in replaced]
