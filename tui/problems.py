"""What is wrong with question files, in the learner's language."""

from __future__ import annotations

from quizbank.errors import Problem
from tui.i18n import say


def problem_text(problem: Problem) -> str:
    """Return a problem in one line; file, line and key are as an author finds them."""
    return problem.worded(say(problem.message))
