"""From the first question to the report, with nothing left out in between."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from quizbank.bank import BUILT_IN, Bank, load_bank
from quizbank.history.events import Interviewed
from quizbank.interview.blueprint import builtin, read_blueprint
from quizbank.interview.clock import Clock
from quizbank.interview.interview import Interview, Outcome
from quizbank.interview.plan import draw
from quizbank.interview.record import InterviewRecord
from quizbank.interview.report import Report, make_report
from quizbank.interview.report_html import report_html
from quizbank.interview.report_json import read_record, report_json
from quizbank.interview.report_md import report_md
from quizbank.question import Recall
from tests.quizbank.history.samples import NOW, in_memory
from tests.quizbank.interview.samples import HandClock

OUTCOMES = (
    Outcome("right", 1.0, {"options": [0]}, {"parts": [True]}, "tensor(1)\n"),
    Outcome("wrong", 0.0, {"options": [1]}, {"parts": [False]}),
    Outcome("partly", 0.5, {"text": "<1 & 2>"}, {"parts": [True, False]}),
    Outcome("unanswered", 0.0),
)


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank(proven={BUILT_IN})


def held(bank: Bank, role: str, seed: int, until: float = 1.0) -> InterviewRecord:
    """Return an interview of a role, held at speed; it is left when this share of its questions was asked."""
    hand, rng = HandClock(), Random(seed)
    blueprint = read_blueprint(builtin(role), bank.topics)
    interview = Interview(draw(blueprint, role, bank, 30, seed), bank, Clock(hand))
    interview.clock.run()
    planned = len(interview.plan.question_ids)
    while not interview.over:
        if len(interview.state.asked) >= until * planned:
            interview.leave()
            break
        hand.pass_by(rng.uniform(10, 200), interview.clock)
        spoken = isinstance(interview.question, Recall)
        interview.record(Outcome("self_rated", 0.0) if spoken else rng.choice(OUTCOMES))
    for one in interview.to_tick:
        interview.tick_points(one.number, frozenset({0}))
    return interview.result(f"{role} {seed}", "zh", NOW, NOW + timedelta(minutes=30), "cpu", "2.13.0")


def reported(bank: Bank, *records: InterviewRecord) -> Report:
    with in_memory() as history:
        for record in records:
            history.append(Interviewed(record), NOW)
        past = history.interview(-1)
        assert past is not None
        return make_report(past, history, bank)


@pytest.mark.parametrize("role", ["ml-engineer", "ml-infra", "new-grad"])
def test_an_interview_of_the_real_bank_is_reported_whole(bank: Bank, role: str) -> None:
    record = held(bank, role, seed=7)
    report = reported(bank, record)
    assert read_record(report_json(report)) == record
    assert [one.asked for _, one in report.tree()] != []
    assert {one.asked.number for _, one in report.tree()} == {one.number for one in record.asked}
    for text in (report_html(report, "zh", str), report_md(report, "zh", str)):
        for asked in record.asked:
            assert asked.question_id in text
    missed = {one.question_id for one in record.counted() if one.earned(record.hint_cost) < 0.5}
    assert report.plan and {one.question_id for one in report.plan if one.reason == "missed"} >= missed


def test_leaving_early_never_pays(bank: Bank) -> None:
    totals = [
        reported(bank, held(bank, "ml-engineer", 3, until)).card.total.objective.earned
        for until in (0.0, 0.25, 0.5, 1.0)
    ]
    assert totals[0] == 0.0
    assert totals == sorted(totals)
