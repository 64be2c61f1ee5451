"""What a session says beside its questions."""

from __future__ import annotations

from collections.abc import Sequence

from quizbank.machine import Machine, missing
from quizbank.practice import Practice
from quizbank.question import Question
from tui.i18n import _, ngettext


def leave_question(practice: Practice) -> str:
    """Return what to ask before a session is left for good."""
    done = len(practice.session.attempts)
    if practice.drill is None:
        text = _("Leave this session? {done} of {total} questions are answered.")
        return text.format(done=done, total=len(practice.session.questions))
    text = ngettext(
        "Leave this drill? {done} question is answered.",
        "Leave this drill? {done} questions are answered.",
        done,
    )
    return text.format(done=done)


def quit_question() -> str:
    """Return what to ask before the app is left in the middle of a session."""
    return _("Leave torchdrill? This session can be taken up again from the start screen.")


def left_out_text(questions: Sequence[Question], machine: Machine) -> str:
    """Say that these questions are not asked, and what they need."""
    lacks = {need for question in questions for need in missing(question, machine)}
    text = ngettext(
        "{count} question is left out: it needs {what}, which isn't here.",
        "{count} questions are left out: they need {what}, which isn't here.",
        len(questions),
    )
    return text.format(count=len(questions), what=", ".join(sorted(lacks)))
