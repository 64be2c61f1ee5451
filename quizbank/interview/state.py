"""Where an interview stands: all that is needed to take it up again."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, JsonValue

from quizbank.interview.record import AskedRecord, Count, Ending, Seconds, Why
from quizbank.question import Model, NonBlank, QuestionId


class Current(Model):
    """The question that is being asked; ``content`` names its wording.

    ``draft`` is the answer as it stands, in the front end's own form.
    """

    number: Annotated[int, Field(ge=1)]
    question_id: QuestionId
    content: NonBlank
    parent: int | None = None
    why: Why = "planned"
    hints: Count = 0
    runs: Count = 0
    scratchpad: str = ""
    draft: JsonValue = None


class State(Model):
    """An interview in progress; ``position`` is how many of the section's planned questions were asked.

    ``used_seconds`` has an entry for each section that is over; ``ending`` is set when all is.
    """

    section: Count = 0
    position: Count = 0
    current: Current | None = None
    asked: Annotated[tuple[AskedRecord, ...], Field(strict=False)] = ()
    used_seconds: Annotated[tuple[Seconds, ...], Field(strict=False)] = ()
    ending: Ending | None = None
