"""A report as JSON: the whole record, and the marks that follow from it."""

from __future__ import annotations

import json
from typing import Any

from pydantic import JsonValue

from quizbank.interview.record import InterviewRecord
from quizbank.interview.report import Report
from quizbank.interview.scorecard import Mark, Marks, QuestionMark

FORMAT = 1


def report_json(report: Report) -> str:
    """Return a report as text; ``record`` in it is the whole interview, as ``read_record`` reads it."""
    return json.dumps(report_object(report), ensure_ascii=False, indent=2) + "\n"


def read_record(text: str) -> InterviewRecord:
    """Return the interview in a report. Raises ValueError."""
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("torchdrill") != "interview":
        raise ValueError("this is no report of torchdrill")
    return InterviewRecord.model_validate_json(json.dumps(document.get("record")))


def report_object(report: Report) -> dict[str, JsonValue]:
    """Return a report as JSON has it; shares run from 0 to 1, and null says that nothing was asked."""
    record: dict[str, JsonValue] = report.record.model_dump(mode="json")
    return {
        "torchdrill": "interview",
        "format": FORMAT,
        "number": report.number,
        "scorecard": scorecard_object(report),
        "drill_plan": [
            {"question_id": one.question_id, "reason": one.reason, "after": one.number} for one in report.plan
        ],
        "record": record,
    }


def scorecard_object(report: Report) -> dict[str, JsonValue]:
    """Return the marks alone."""
    card = report.card
    return {
        "total": _marks(card.total),
        "dimensions": {one.row.dimension: _marks(one.marks) for one in card.dimensions},
        "sections": [
            {"title": {"en": one.section.title.en, "zh": one.section.title.zh}, **_marks(one.marks)}
            for one in card.sections
        ],
        "topics": {
            one.topic: {
                **_marks(one.marks),
                "past": None
                if one.past is None
                else {"right": one.past.right, "judged": one.past.total, "share": one.past.share},
            }
            for one in card.topics
        },
        "strongest": list(card.strongest),
        "weakest": list(card.weakest),
        "questions": [_question(one) for one in card.questions],
    }


def _question(one: QuestionMark) -> dict[str, JsonValue]:
    return {
        "number": one.asked.number,
        "weight": one.weight,
        "extra": one.extra,
        "earned": one.earned,
        "counts": one.counts,
        "on_time": one.on_time,
        "dimensions": list(one.dimensions),
        "mistakes": [
            {
                "what": None if mistake.what is None else mistake.what.model_dump(),
                "why": None if mistake.why is None else mistake.why.model_dump(),
            }
            for mistake in one.mistakes
        ],
    }


def _marks(marks: Marks) -> dict[str, Any]:
    return {"objective": _mark(marks.objective), "self_rated": _mark(marks.self_rated)}


def _mark(mark: Mark) -> dict[str, JsonValue]:
    return {"share": mark.share, "questions": mark.questions}
