from __future__ import annotations

from quizbank.message import Message
from quizbank.session import Attempt, summarise


def test_a_summary_counts_and_finds_the_weakest_topics() -> None:
    summary = summarise(
        [
            Attempt("a/1", "a", "right", 10),
            Attempt("a/2", "a", "wrong", 20),
            Attempt("b/1", "b", "wrong", 5),
            Attempt("b/2", "b", "skipped", 5),
            Attempt("c/1", "c", "right", 1),
            Attempt("d/1", "d", "unjudged", 1),
        ]
    )
    assert (summary.right, summary.wrong, summary.skipped, summary.unjudged) == (2, 2, 1, 1)
    assert summary.total == 6
    assert summary.seconds == 42
    assert [(one.topic, one.right, one.total) for one in summary.weakest] == [("b", 0, 2), ("a", 1, 2)]


def test_an_empty_session() -> None:
    assert summarise([]).total == 0


def test_a_message_fills_its_template() -> None:
    message = Message("{count} of {total}", count=1, total=2)
    assert str(message) == "1 of 2"
    assert message == Message("{count} of {total}", count=1, total=2)
