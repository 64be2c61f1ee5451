"""A sitting, from its beginning to its one place in the history."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.errors import InterviewChanged
from quizbank.history.journal import Journal
from quizbank.interview.checkpoint import InterviewFile
from quizbank.interview.plan import draw
from quizbank.interview.sitting import Sitting, begin, end_unfinished, take_up
from quizbank.machine import ANY
from tests.quizbank.history.samples import NOW
from tests.quizbank.interview.samples import BANK, RIGHT, SPOKEN, TWO_PARTS, HandClock, bank_of, question
from tui.learner import learner_in_memory


@pytest.fixture
def file(tmp_path: Path) -> InterviewFile:
    return InterviewFile(tmp_path / "interview.json")


@pytest.fixture
def journal() -> Journal:
    return learner_in_memory(BANK, NOW).journal


def begun(file: InterviewFile, hand: HandClock) -> Sitting:
    return begin(draw(TWO_PARTS, "sample", BANK, 30, 1), BANK, ANY, "zh", file, hand, NOW)


def test_time_stands_until_the_first_question_is_shown(file: InterviewFile) -> None:
    hand = HandClock()
    sitting = begun(file, hand)
    hand.pass_by(60, sitting.interview.clock)
    assert sitting.interview.clock.spent.total == 0
    kept = file.read()
    assert kept is not None
    assert (kept.uuid, kept.state, kept.spent.total) == (sitting.uuid, sitting.interview.state, 0)


def test_what_is_kept_is_taken_up_as_it_was(file: InterviewFile) -> None:
    hand = HandClock()
    sitting = begun(file, hand)
    sitting.interview.clock.run()
    hand.pass_by(42, sitting.interview.clock)
    sitting.interview.keep({"text": "1"}, "pad")
    sitting.keep()
    kept = file.read()
    assert kept is not None
    again = take_up(kept, BANK, ANY, file, HandClock())
    assert (again.uuid, again.language, again.started) == (sitting.uuid, "zh", NOW)
    assert again.interview.state == sitting.interview.state
    assert again.interview.clock.spent == sitting.interview.clock.spent
    assert not again.interview.clock.running


def test_a_bank_that_asks_something_else_is_refused_and_yet_ended(
    file: InterviewFile, journal: Journal
) -> None:
    sitting = begun(file, HandClock())
    sitting.interview.clock.run()
    sitting.interview.record(RIGHT)
    sitting.keep()
    kept = file.read()
    assert kept is not None
    for changed in (bank_of(), bank_of(*(question(one.id, hints=1) for one in BANK))):
        with pytest.raises(InterviewChanged, match="c/say-it"):
            take_up(kept, changed, ANY, file, HandClock())
    record = end_unfinished(kept, bank_of(), file, journal, HandClock(), NOW)
    assert record.ending == "incomplete"
    assert [one.verdict for one in record.asked][:1] == ["right"]
    assert {one.verdict for one in record.asked[1:]} == {"unanswered"}
    assert file.read() is None


def test_finished_twice_it_is_in_the_history_once(file: InterviewFile, journal: Journal) -> None:
    sitting = begun(file, HandClock())
    with pytest.raises(RuntimeError):
        sitting.finish(journal, NOW, "cpu", "2.13.0")
    sitting.interview.clock.run()
    while not sitting.interview.over:
        sitting.interview.record(SPOKEN if sitting.interview.question.kind == "recall" else RIGHT)
    sitting.keep()
    kept = file.read()
    assert kept is not None
    record = sitting.finish(journal, NOW, "cpu", "2.13.0")
    assert (record.ending, record.uuid) == ("finished", sitting.uuid)
    # Killed between the two, it is found on the disk and finished again.
    sitting.keep()
    again = take_up(kept, BANK, ANY, file, HandClock())
    again.finish(journal, NOW, "cpu", "2.13.0")
    assert [one.record.uuid for one in journal.history.interviews()] == [sitting.uuid]
    assert file.read() is None
