"""How a learner wants to be asked."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from typing import Self

from quizbank.question import Question
from tui.settings import HintPolicy, Settings
from tui.time_limit import Limit


@dataclass(frozen=True, slots=True)
class QuizRules:
    """Whether hints lower a rating or aren't given, how long a question may take, and whether that shows.

    ``time_limit`` is a multiple of the minutes that a question should take; 0 is no limit. ``seconds`` is a
    limit in its place that is the same for every question.
    """

    hints: HintPolicy = "counted"
    time_limit: float = 0.0
    stopwatch: bool = True
    seconds: float | None = None

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return the rules that the settings give."""
        return cls(settings.hints, settings.time_limit, settings.stopwatch)

    def timed(self, limit: Limit | None) -> Self:
        """Return the rules with this limit in place of their own; None leaves that."""
        if limit is None:
            return self
        return replace(self, time_limit=1.0, seconds=limit.seconds)

    def changed_to(self, settings: Settings, keys: Set[str]) -> Self:
        """Return the rules that changed settings give; ``--timed`` holds until the limit is among them."""
        usual = self.of(settings)
        if "time_limit" in keys:
            return usual
        return replace(usual, time_limit=self.time_limit, seconds=self.seconds)

    def seconds_for(self, question: Question) -> float | None:
        """Return the seconds after which an answer is taken as it stands; None without a limit."""
        if self.seconds is not None:
            return self.seconds
        return 60 * self.time_limit * question.minutes or None


USUAL_RULES = QuizRules()
