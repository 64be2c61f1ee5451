"""What a run of a program shows before it is given as the answer: which tests pass, and what it printed."""

from __future__ import annotations

from textual.content import Content

from quizbank.question import Blank, Code, Order
from runner.judge import Verdict
from tui.i18n import current_language, ngettext
from tui.widgets.live import live_text
from tui.widgets.prose import foreign, prose


def tests_text(question: Blank | Code | Order, verdict: Verdict) -> Content:
    """Return which of the question's tests pass, in the language of the moment, and what was printed."""
    # Where the program raised, no test was even tried.
    passed, count = sum(part.right for part in verdict.parts), len(question.tests)
    head = ngettext("{passed} of {count} test passes.", "{passed} of {count} tests pass.", count).format(
        passed=passed, count=count
    )
    rows = [
        Content.assemble(
            ("✓ ", "bold $text-success") if part.right else ("✗ ", "bold $text-error"),
            prose(part.label[current_language()]) if part.label is not None else "",
        )
        for part in verdict.parts
    ]
    output = foreign(live_text(question, verdict.result).strip("\n"))
    return Content("\n").join([Content.styled(head, "bold"), *rows, *([output] if output else [])])
