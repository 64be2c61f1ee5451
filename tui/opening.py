"""What the app can open with."""

from __future__ import annotations

from quizbank.drill import Drill
from quizbank.history.figures import Unfinished
from quizbank.interview.sitting import Sitting
from quizbank.question import Question

Opening = list[Question] | Drill | Unfinished | Sitting | None
"""Questions to ask, something to go on with, or None: the home screen."""
