"""How a learner wants to be asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from quizbank.question import Question
from tui.settings import HintPolicy, Settings


@dataclass(frozen=True, slots=True)
class QuizRules:
    """Whether hints lower a rating or aren't given, how long a question may take, and whether that shows.

    ``time_limit`` is a multiple of the minutes that a question should take; 0 is no limit.
    """

    hints: HintPolicy = "counted"
    time_limit: float = 0.0
    stopwatch: bool = True

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return the rules that the settings give."""
        return cls(settings.hints, settings.time_limit, settings.stopwatch)

    def seconds_for(self, question: Question) -> float | None:
        """Return the seconds after which an answer is taken as it stands; None without a limit."""
        return 60 * self.time_limit * question.minutes or None


USUAL_RULES = QuizRules()
