from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from quizbank.bank import Bank, load_bank
from quizbank.machine import Machine
from quizbank.message import Message
from quizbank.question import Question
from quizbank.session import Attempt, Score, Session, summarise
from quizbank.vocabulary import Kind
from tests.samples import sample, sample_question

FOLLOWED = ("follow_ups = [", 'follow_ups = ["samples/order", "samples/code", ')
NEEDS_CUDA = ("minutes = 1", "minutes = 1\nrequires = { cuda = true }")
NO_CUDA = Machine(cuda=False)


def question(directory: Path, kind: Kind, *replacements: tuple[str, str]) -> Question:
    return sample_question(directory, kind, *replacements)


def test_questions_come_in_order_until_there_are_no_more(tmp_path: Path) -> None:
    plan = [question(tmp_path, "choice"), question(tmp_path, "code")]
    session = Session(plan, Random(0))
    assert session.question is plan[0]
    assert session.advance()
    assert session.question is plan[1]
    assert not session.advance()
    assert session.question is plan[1]


def test_the_first_answer_counts(tmp_path: Path) -> None:
    session = Session([question(tmp_path, "choice"), question(tmp_path, "code")], Random(0))
    before = session.answered
    session.record("wrong", 3.0, 1)
    assert (before, session.answered) == (False, True)
    session.record("right", 1.0, 0)
    session.advance()
    session.record("skipped", 2.0, 0)
    assert [attempt.score for attempt in session.attempts] == ["wrong", "skipped"]
    assert session.attempts[0].hints == 1
    assert [one.id for one in session.missed] == ["samples/choice", "samples/code"]
    assert (session.summary.wrong, session.summary.skipped, session.summary.right) == (1, 1, 0)


def test_a_shuffle_is_drawn_once(tmp_path: Path) -> None:
    session = Session([question(tmp_path, "order"), question(tmp_path, "recall")], Random(0))
    order = session.order
    assert sorted(order) == [1, 2, 3]
    assert all(session.order == order for _ in range(20))
    session.advance()
    assert session.order == ()


@pytest.fixture
def bank(tmp_path: Path) -> Bank:
    for kind in ("code", "recall"):
        question(tmp_path, kind)
    question(tmp_path, "order", ('follow_ups = ["samples/recall"]', "follow_ups = []"))
    question(tmp_path, "choice", FOLLOWED)
    return load_bank([tmp_path])


def test_a_follow_up_is_one_that_was_not_asked(bank: Bank) -> None:
    choice, order, code = (bank[f"samples/{kind}"] for kind in ("choice", "order", "code"))
    assert Session([choice], Random(0)).follow_up(bank) is order
    later = Session([order, choice], Random(0))
    later.advance()
    assert later.follow_up(bank) is code
    assert Session([order], Random(0)).follow_up(bank) is None


def test_a_follow_up_that_is_a_draft_or_cannot_run_here_is_passed_over(tmp_path: Path, bank: Bank) -> None:
    question(tmp_path, "order", NEEDS_CUDA)
    changed = load_bank([tmp_path])
    session = Session([changed["samples/choice"]], Random(0))
    assert session.follow_up(changed) is changed["samples/order"]
    assert session.follow_up(changed, NO_CUDA) is changed["samples/code"]
    question(tmp_path, "code", ("minutes = 1", 'minutes = 1\nstatus = "draft"'))
    drafted = load_bank([tmp_path])
    assert session.follow_up(drafted, NO_CUDA) is None


def test_only_the_very_next_question_comes_next(bank: Bank) -> None:
    first, second, third = [*bank][:3]
    session = Session([first, second, third], Random(0))
    assert session.comes_next(second)
    assert not session.comes_next(first) and not session.comes_next(third)
    assert not Session([first], Random(0)).comes_next(second)


def test_a_follow_up_comes_next_and_only_once(bank: Bank) -> None:
    choice, order, code, recall = (bank[f"samples/{kind}"] for kind in ("choice", "order", "code", "recall"))
    session = Session([choice, recall, order], Random(0))
    session.ask_next(order)
    assert session.questions == [choice, order, recall]
    session.ask_next(code)
    assert session.questions == [choice, code, order, recall]


def test_what_cannot_run_here_is_taken_out_of_what_is_to_come(tmp_path: Path) -> None:
    choice = question(tmp_path, "choice", NEEDS_CUDA)
    order = question(tmp_path, "order", NEEDS_CUDA)
    code = question(tmp_path, "code")
    session = Session([choice, code, order], Random(0))
    assert session.leave_out(Machine()) == []
    assert session.leave_out(NO_CUDA) == [choice, order]
    assert session.question is code
    answered = Session([choice, order, code], Random(0))
    answered.record("unjudged", 1.0, 0)
    assert answered.leave_out(NO_CUDA) == [order]
    assert answered.questions == [choice, code]
    assert answered.question is choice


def test_a_session_may_be_over_when_nothing_of_it_can_run_here(tmp_path: Path) -> None:
    session = Session([question(tmp_path, "choice", NEEDS_CUDA)], Random(0))
    before = session.over
    session.leave_out(NO_CUDA)
    assert (before, session.over) == (False, True)


def test_a_summary_counts_and_finds_the_weakest_topics(tmp_path: Path) -> None:
    def attempt(topic: str, score: Score, seconds: float) -> Attempt:
        path = tmp_path / topic / "choice.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(sample("choice"), encoding="utf-8")
        return Attempt(load_bank([tmp_path])[f"{topic}/choice"], score, seconds)

    summary = summarise(
        [
            attempt("a", "right", 10),
            attempt("a", "wrong", 20),
            attempt("b", "wrong", 5),
            attempt("b", "skipped", 5),
            attempt("c", "right", 1),
            attempt("c", "skipped", 1),
            attempt("e", "skipped", 1),
            attempt("d", "unjudged", 1),
        ]
    )
    assert (summary.right, summary.wrong, summary.skipped, summary.unjudged) == (2, 2, 3, 1)
    assert summary.total == 8
    assert summary.share == 0.5
    assert summary.seconds == 44
    assert [(one.topic, one.right, one.total) for one in summary.weakest] == [("b", 0, 1), ("a", 1, 2)]


def test_an_empty_session() -> None:
    assert summarise([]).total == 0
    assert summarise([]).share is None


def test_a_message_fills_its_template() -> None:
    message = Message("{count} of {total}", count=1, total=2)
    assert str(message) == "1 of 2"
    assert message == Message("{count} of {total}", count=1, total=2)
