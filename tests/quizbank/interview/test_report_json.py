from __future__ import annotations

import json

import pytest
from hypothesis import given

from quizbank.interview.report import Report
from quizbank.interview.report_json import read_record, report_json
from tests.quizbank.history.strategies import law
from tests.quizbank.interview.records import Script
from tests.quizbank.interview.reports import hostile_reports, report_of


@law
@given(hostile_reports())
def test_the_whole_interview_comes_back_from_its_report(report: Report) -> None:
    text = report_json(report)
    assert read_record(text) == report.record
    document = json.loads(text)
    assert [one["question_id"] for one in document["drill_plan"]] == [one.question_id for one in report.plan]
    assert document["scorecard"]["total"]["objective"]["share"] == report.card.total.objective.share
    assert len(document["scorecard"]["questions"]) == len(report.record.asked)


def test_what_is_no_report_is_refused() -> None:
    for text, reason in (
        ("[]", "no report"),
        ('{"torchdrill": "history"}', "no report"),
        ('{"torchdrill": "interview"}', "InterviewRecord"),
        ("{", "Expecting"),
    ):
        with pytest.raises(ValueError, match=reason):
            read_record(text)


def test_earlier_interviews_and_answers_stand_behind_a_report() -> None:
    report = report_of(Script().ask(verdict="wrong").record(), Script().ask().record())
    assert [(one.number, one.objective) for one in report.earlier] == [(1, 0.0)]
    assert report.number == 2
