"""What a learner works towards, and how much of a day they give it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from quizbank.errors import ScheduleError
from quizbank.message import Message

NEW_A_DAY = 10
# How often a question that was never seen is passed the first time, before the learner's own answers say so.
FIRST_PASS = 0.65
# As if this many answers had shown FIRST_PASS already: twenty answers weigh as much as it does.
FIRST_PASS_WEIGHT = 20


@dataclass(frozen=True, slots=True)
class Goal:
    """What to plan for.

    ``seconds`` is a day's budget; None is no limit. ``new_a_day`` holds without an interview alone, as
    with one new questions compete by what they gain. ``first_pass`` is how often new questions are passed.
    """

    seconds: float | None = None
    interview: date | None = None
    new_a_day: int = NEW_A_DAY
    first_pass: float = FIRST_PASS

    def __post_init__(self) -> None:
        """Raise ScheduleError for what can't be planned for."""
        if self.seconds is not None and not 0 <= self.seconds <= 86_400:
            raise ScheduleError(
                Message("{seconds} seconds a day can't be planned; give 0 to 86400.", seconds=self.seconds)
            )
        if self.new_a_day < 0:
            raise ScheduleError(
                Message("{count} new questions a day can't be planned; give 0 or more.", count=self.new_a_day)
            )
        if not 0 <= self.first_pass <= 1:
            raise ScheduleError(Message("A pass rate of {rate} is none; give 0 to 1.", rate=self.first_pass))

    def days_left(self, day: date) -> int:
        """Return the days from a study day to the interview; raise ScheduleError when it is over or unset."""
        if self.interview is None:
            raise ScheduleError(Message("No interview is set; give its date."))
        left = (self.interview - day).days
        if left < 0:
            raise ScheduleError(is_over(self.interview))
        return left


def is_over(interview: date) -> Message:
    """Return what is said of an interview on a day that has passed."""
    return Message(
        "The interview of {interview} is over; set the date of the next one, or none.",
        interview=interview.isoformat(),
    )


def first_pass(passed: int, answered: int) -> float:
    """Return how often a learner may pass a new question, given how their first answers went so far."""
    return (FIRST_PASS * FIRST_PASS_WEIGHT + passed) / (FIRST_PASS_WEIGHT + answered)
