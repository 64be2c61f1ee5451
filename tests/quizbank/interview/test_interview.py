from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizbank.bank import Bank, load_bank
from quizbank.errors import InterviewChanged, InterviewRunning
from quizbank.interview.blueprint import builtin, read_blueprint
from quizbank.interview.checkpoint import Checkpoint, InterviewFile
from quizbank.interview.clock import Clock
from quizbank.interview.interview import UNANSWERED, Interview, Outcome
from quizbank.interview.plan import draw
from quizbank.interview.record import InterviewRecord
from quizbank.interview.state import State
from tests.quizbank.interview.samples import (
    BANK,
    RIGHT,
    SPOKEN,
    TWO_PARTS,
    WRONG,
    HandClock,
    bank_of,
    begun,
    blueprint,
    question,
    section,
)

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
KILLS = 30


def result(interview: Interview) -> InterviewRecord:
    return interview.result("a-uuid", "en", NOW, NOW + timedelta(minutes=30), "cpu", "2.13.0")


def tree(interview: Interview) -> list[tuple[str, int | None, str]]:
    return [(one.question_id, one.parent, one.why) for one in interview.state.asked]


def test_right_answers_lead_deeper_but_not_endlessly() -> None:
    interview, _ = begun()
    while interview.question.kind != "recall":
        interview.record(RIGHT)
    assert tree(interview) == [
        ("a/deep", None, "planned"),
        ("b/deeper", 1, "follow_up"),
        ("b/deepest", 2, "follow_up"),
    ]


def test_a_wrong_answer_leads_to_an_easier_one_of_the_topic() -> None:
    interview, _ = begun()
    interview.record(WRONG)
    interview.record(WRONG)
    assert tree(interview) == [("a/deep", None, "planned"), ("a/easy", 1, "sibling")]
    assert interview.question.kind == "recall"


def test_without_an_easier_one_it_comes_again_with_a_hint() -> None:
    lonely = bank_of(question("a/deep", difficulty=3), BANK["c/say-it"])
    interview, _ = begun(lonely)
    interview.record(WRONG)
    assert (interview.question.id, interview.current.why) == ("a/deep", "second_try")
    assert [hint.en for hint in interview.hints] == ["hint 0"]
    interview.record(RIGHT)
    assert interview.question.kind == "recall"
    interview.record(SPOKEN)
    interview.tick_points(3, frozenset())
    record = result(interview)
    # The second try counts, and its hint is paid for.
    assert [(one.number, one.earned(record.hint_cost)) for one in record.counted()] == [(2, 0.75), (3, 0.0)]


def test_where_follow_ups_are_off_only_the_plan_is_asked() -> None:
    interview, _ = begun(of=blueprint(section(topics=["a"], difficulty=[3, 3], follow_ups=False)))
    interview.record(RIGHT)
    assert interview.over


def test_nothing_is_added_that_the_section_has_no_time_for() -> None:
    interview, hand = begun()
    room = interview.section.seconds - 100
    for _ in range(int(room / 100)):
        hand.pass_by(100, interview.clock)
    interview.record(RIGHT)
    assert interview.question.kind == "recall"
    assert interview.clock.spent.section == 0


def test_the_answer_is_taken_when_the_questions_time_is_up() -> None:
    interview, hand = begun()
    assert interview.question_limit == 150
    hand.pass_by(149, interview.clock)
    assert not interview.time_is_up()
    hand.pass_by(1, interview.clock)
    assert interview.time_is_up()


def test_a_section_can_pay_for_a_question_that_takes_longer() -> None:
    interview, hand = begun(of=blueprint(section(topics=["a"], difficulty=[3, 3], limit="take_from_rest")))
    hand.pass_by(interview.question_limit + 60, interview.clock)
    assert not interview.time_is_up()
    hand.pass_by(interview.section.seconds, interview.clock)
    assert interview.time_is_up()
    interview.record(UNANSWERED, out_of_time=True)
    assert interview.over


def test_the_last_second_of_a_section_is_all_that_a_question_gets() -> None:
    interview, hand = begun()
    hand.pass_by(100, interview.clock)
    interview.record(RIGHT)
    hand.pass_by(interview.section.seconds - 100 - 10, interview.clock)
    assert interview.question_limit == pytest.approx(min(150, interview.section.seconds - 100))
    assert interview.time_is_up()


def test_with_no_time_left_what_was_planned_is_unanswered_and_counts() -> None:
    interview, hand = begun()
    for _ in range(2):
        hand.pass_by(interview.section.seconds, interview.clock)
        interview.record(UNANSWERED, out_of_time=True)
    assert interview.over
    record = result(interview)
    assert record.ending == "finished"
    assert [one.verdict for one in record.counted()] == ["unanswered", "unanswered"]
    assert record.seconds == pytest.approx(30 * 60)
    assert [one.used_seconds for one in record.sections] == pytest.approx([20 * 60, 10 * 60])


def test_leaving_keeps_what_was_said_and_counts_the_rest() -> None:
    interview, hand = begun()
    hand.pass_by(30, interview.clock)
    interview.record(RIGHT)
    interview.leave()
    hand.pass_by(30, interview.clock)
    record = result(interview)
    assert (record.ending, record.seconds) == ("left", 30)
    assert [(one.question_id, one.verdict) for one in record.asked] == [
        ("a/deep", "right"),
        ("c/say-it", "unanswered"),
    ]


def test_hints_are_counted_and_cost() -> None:
    interview, _ = begun()
    hints = [interview.take_hint() for _ in range(3)]
    assert [hint and hint.en for hint in hints] == ["hint 0", "hint 1", None]
    interview.record(RIGHT)
    (asked,) = interview.state.asked
    assert (asked.hints, asked.earned(0.25), asked.earned(0.6)) == (2, 0.5, 0.0)


def test_runs_drafts_and_the_scratchpad_are_kept_with_the_question() -> None:
    interview, _ = begun()
    interview.ran()
    interview.ran()
    interview.keep({"typed": "1"}, "x is 1")
    assert interview.current.draft == {"typed": "1"}
    interview.record(RIGHT, 12.5)
    (asked,) = interview.state.asked
    assert (asked.runs, asked.scratchpad, asked.think_aloud_seconds) == (2, "x is 1", 12.5)
    assert interview.current.draft is None


def test_points_are_ticked_at_the_end() -> None:
    interview, _ = begun()
    interview.record(Outcome("partly", 0.5))
    interview.record(RIGHT)
    interview.record(SPOKEN)
    assert interview.over
    (spoken,) = interview.to_tick
    interview.tick_points(spoken.number, frozenset({0, 2, 3}))
    assert (interview.to_tick[0].points, interview.to_tick[0].score) == ((0, 2, 3), 0.75)
    assert InterviewRecord.model_validate_json(result(interview).model_dump_json()) == result(interview)


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank()


@settings(deadline=None, max_examples=40)
@given(st.randoms(use_true_random=False), st.sampled_from(["ml-engineer", "new-grad", "ml-infra"]))
def test_whatever_is_answered_it_ends_in_time_with_each_question_asked_once(
    bank: Bank, rng: Random, role: str
) -> None:
    plan = draw(read_blueprint(builtin(role), bank.topics), role, bank, 30, rng.randrange(1000))
    hand = HandClock()
    interview = Interview(plan, bank, Clock(hand))
    interview.clock.run()
    while not interview.over:
        limit = interview.question_limit
        hand.pass_by(round(limit * rng.random() * 1.1), interview.clock)
        verdict = rng.choice([RIGHT, WRONG, Outcome("partly", 0.4)])
        interview.record(SPOKEN if interview.question.kind == "recall" else verdict)
    record = result(interview)
    tries = [one.question_id for one in record.asked if one.why != "second_try"]
    assert len(tries) == len(set(tries))
    assert set(plan.question_ids) <= set(tries)
    assert record.seconds <= plan.seconds + len(record.asked)  # a tick's second each, at most
    assert [one.number for one in record.asked] == list(range(1, len(record.asked) + 1))
    for one in record.asked:
        assert one.parent is None or one.parent < one.number


def checkpoint(interview: Interview) -> Checkpoint:
    return Checkpoint(
        uuid="a-uuid",
        plan=interview.plan,
        state=interview.state,
        spent=interview.clock.spent,
        language="en",
        started=NOW,
    )


def test_killed_at_any_moment_it_goes_on_with_the_time_that_was_left(bank: Bank, tmp_path: Path) -> None:
    rng = Random(3)
    found = read_blueprint(builtin("algorithm-engineer"), bank.topics)
    file = InterviewFile(tmp_path / "interview.json")
    for kill in range(KILLS):
        hand = HandClock()
        interview = Interview(draw(found, "algorithm-engineer", bank, 30, kill), bank, Clock(hand))
        interview.clock.run()
        for _ in range(rng.randrange(8)):
            hand.pass_by(rng.randrange(90), interview.clock)
            if not interview.over:
                interview.record(rng.choice([RIGHT, WRONG, UNANSWERED]))
        if interview.over:
            continue
        interview.keep("half a thought", "pad")
        hand.pass_by(rng.random() * 20, interview.clock)
        file.write(checkpoint(interview), durable=False)
        hand.pass_by(rng.random(), interview.clock)  # killed before the next second's checkpoint
        kept = file.read()
        assert kept is not None
        later = HandClock()
        again = Interview(kept.plan, bank, Clock(later, kept.spent), state=kept.state)
        later.seconds += 86_400
        again.clock.run()
        assert again.seconds_left - interview.seconds_left == pytest.approx(0, abs=1)
        assert again.question_limit == pytest.approx(interview.question_limit, abs=1)
        assert again.current == interview.current
        assert (again.question, again.order) == (interview.question, interview.order)
        interview.record(RIGHT)
        again.record(RIGHT)
        assert again.state.current == interview.state.current


def test_a_second_process_is_kept_out(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "interview.json"
    with (
        InterviewFile(path).held(),
        pytest.raises(InterviewRunning, match="another terminal"),
        InterviewFile(path).held(),
    ):
        pass
    with InterviewFile(path).held():
        assert InterviewFile(path).read() is None


def test_a_file_that_says_nothing_is_put_aside(tmp_path: Path) -> None:
    file = InterviewFile(tmp_path / "interview.json")
    file.path.write_text('{"format": 2}', encoding="utf-8")
    assert file.read() is None
    assert file.path.with_suffix(".unreadable.json").read_text(encoding="utf-8") == '{"format": 2}'


def test_a_checkpoint_that_cannot_be_written_leaves_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interview, _ = begun()
    file = InterviewFile(tmp_path / "interview.json")
    file.write(checkpoint(interview))
    before = file.read()

    def full(_self: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        interview.take_hint()
        with pytest.raises(OSError, match="No space"):
            file.write(checkpoint(interview))
    assert file.read() == before
    assert [path.name for path in tmp_path.iterdir()] == ["interview.json"]
    file.remove()
    assert file.read() is None


def test_an_interview_that_nobody_took_up_again_ends_as_incomplete() -> None:
    interview, _ = begun()
    interview.record(RIGHT)
    again = Interview(interview.plan, BANK, Clock(HandClock()), state=interview.state)
    again.give_up()
    assert result(again).ending == "incomplete"
    assert State.model_validate_json(again.state.model_dump_json()) == again.state
    assert TWO_PARTS.minutes == 30


def test_it_does_not_go_on_with_another_bank_but_what_was_said_is_kept() -> None:
    interview, _ = begun()
    Interview(interview.plan, BANK, Clock(HandClock()), state=interview.state).refuse_changed()
    first = interview.question
    interview.record(RIGHT)
    for other in (
        bank_of(*(one for one in BANK if one.id != "c/say-it")),  # planned, and gone
        bank_of(*(one for one in BANK if one.id != interview.question.id)),  # being asked, and gone
        bank_of(*(one for one in BANK if one is not first), first.model_copy(update={"snippet": "x = 2"})),
    ):
        again = Interview(interview.plan, other, Clock(HandClock()), state=interview.state)
        with pytest.raises(InterviewChanged) as caught:
            again.refuse_changed()
        assert len(caught.value.question_ids) == 1
        again.give_up()
        record = result(again)
        assert record.ending == "incomplete"
        assert [one.verdict for one in record.asked if one.question_id == first.id] == ["right"]
        assert {one.question_id for one in record.asked} == set(interview.plan.question_ids)
