"""What the quiz needs from every way to answer."""

from __future__ import annotations

from textual.containers import VerticalGroup

from quizbank.answer import Answer
from quizbank.message import Message


class Answering(VerticalGroup):
    """Takes an answer. Knows nothing of what is right."""

    fills_side = False
    """Whether it wants the right column of a wide terminal, and half of a narrow one."""

    def answer(self) -> Answer:
        """Return the answer as it stands."""
        raise NotImplementedError

    def restore(self, answer: Answer) -> None:
        """Show an answer as if it had just been given; one that doesn't fit the question changes nothing.

        For a widget that is mounted.
        """
        raise NotImplementedError

    def written(self) -> str:
        """Return what the learner wrote that isn't judged."""
        return ""

    def missing(self) -> Message | None:
        """Return what is still to be done before there is an answer, or None."""
        return None

    def advance(self) -> bool:
        """Go on to the next step of answering, if there is one before the answer is given."""
        return False

    def take_focus(self) -> None:
        """Put the cursor where the learner goes on."""
        raise NotImplementedError

    def show_line(self, line: int) -> None:
        """Bring the line of the answer that raised into view, where an answer has lines to scroll."""

    def freeze(self, frozen: bool) -> None:
        """Keep the answer as it is while it is being judged."""
        self.disabled = frozen
