from __future__ import annotations

import json

from hypothesis import given

from quizbank.interview.compare import compare, comparison_object, how_alike
from quizbank.interview.report import Report
from tests.quizbank.history.strategies import law
from tests.quizbank.interview.records import Script
from tests.quizbank.interview.reports import hostile_reports, report_of


def test_what_rose_and_what_fell() -> None:
    before = report_of(Script().ask("a/x", "wrong").ask("b/x", kind="predict").ask("c/x").record())
    after = report_of(Script().ask("a/x").ask("b/x", "partly", kind="predict").ask("d/x").record())
    comparison = compare(before, after)
    assert {one.name: one.change for one in comparison.topics} == {"a": 1.0, "b": -0.5, "c": None, "d": None}
    changes = {one.name: one.change for one in comparison.dimensions}
    assert (changes["prediction"], changes["concepts"], changes["coding"]) == (-0.5, 0.5, None)
    assert [(one.question_id, one.first, one.second) for one in comparison.questions] == [
        ("a/x", "wrong", "right"),
        ("b/x", "right", "partly"),
    ]


def test_what_both_have_in_common_is_said() -> None:
    def words(**changes: object) -> str:
        other = Script(changes={"uuid": "other", **changes}).ask().record()
        return str(how_alike(compare(report_of(Script().ask().record()), report_of(other))))

    assert "same plan" in words()
    assert "same blueprint" in words(code="MLE-30-8")
    assert "different blueprints" in words(code="NG-30-8", blueprint="new-grad")


@law
@given(hostile_reports(), hostile_reports())
def test_the_other_way_round_every_change_has_the_other_sign(one: Report, other: Report) -> None:
    there, back = compare(one, other), compare(other, one)
    for mine, theirs in zip(
        (*there.topics, *there.dimensions), (*back.topics, *back.dimensions), strict=True
    ):
        assert mine.name == theirs.name
        assert (mine.change is None) == (theirs.change is None)
        assert mine.change is None or theirs.change is None or mine.change == -theirs.change
    assert {one.question_id for one in there.questions} == {one.question_id for one in back.questions}
    json.dumps(comparison_object(there), allow_nan=False)


@law
@given(hostile_reports())
def test_nothing_changes_between_an_interview_and_itself(report: Report) -> None:
    comparison = compare(report, report)
    assert comparison.same_plan and comparison.same_blueprint
    assert {one.change for one in (comparison.total, *comparison.topics)} <= {0.0, None}
