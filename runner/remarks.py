"""What a proof remarks on without failing: signs that a question can be guessed, or tests less than meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quizbank.answer import Picked
from quizbank.prose import paragraphs
from quizbank.question import Blank, Choice, Code, Order
from quizbank.vocabulary import LANGUAGES

CONSPICUOUS = 1.15
"""An option so many times as long as every other one is seen to be the longest."""


def longest_option(question: Choice, right: Picked) -> Iterator[str]:
    """Remark that the one right option can be told by its length, in either language."""
    if len(right.options) != 1:
        return
    (index,) = right.options
    for language in LANGUAGES:
        lengths = [len("".join(paragraphs(option.text[language]))) for option in question.options]
        others = lengths[:index] + lengths[index + 1 :]
        if lengths[index] > CONSPICUOUS * max(others):
            yield (
                f"the right option, {index + 1}, is the longest in {language}: "
                f"{lengths[index]} characters, the others have up to {max(others)}"
            )


def explained_though_right(question: Choice, right: Picked) -> Iterator[str]:
    """Remark on options whose author expected another key: they are right here, and have a ``why``."""
    for index in sorted(right.options):
        if question.options[index].why is not None:
            yield f"option {index + 1} is right here, but its `why` says that it's wrong"


def never_failed(question: Blank | Code | Order, failed: Sequence[bool]) -> Iterator[str]:
    """Remark on tests that nothing known to be wrong fails; ``failed`` has one per test."""
    who = "neither the starter nor any known-wrong answer" if isinstance(question, Code) else None
    for number, (test, fails) in enumerate(zip(question.tests, failed, strict=True), 1):
        if not fails:
            subject = who or "no known-wrong answer"
            yield f"{subject} fails test {number} ({test.text.en}), so nothing shows that it can fail"
