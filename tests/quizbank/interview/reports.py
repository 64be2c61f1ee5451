"""Reports of interviews that never took place."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hypothesis import strategies as st

from quizbank.bank import Bank
from quizbank.history.content import content_hash
from quizbank.history.events import Interviewed
from quizbank.interview.record import InterviewRecord
from quizbank.interview.report import Report, make_report
from quizbank.question import QUESTION, Question
from tests.quizbank.history.samples import NOW, in_memory
from tests.quizbank.interview.records import TOPICS, Script, scripts

HOSTILE = (
    "<script>alert(1)</script>",
    "</pre></body></html>",
    "<img src=https://example.org/x.png onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "{{ 7 * 7 }}{% raw %}",
    "]]> <!-- --> &lt;b&gt; &amp;",
    "```\n# heading\n~~~",
    "| a | b |\n| --- | --- |",
    "[click](javascript:alert(1)) ![x](y) <a@b.org> `x",
    "1. one\n- two\n===\n> three",
    "\x00\x1b[31m\x9b\u202e\r\n\ufeff",
    "张量 <b>「原地」</b>",
)
hostile = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=30))


def question(question_id: str, kind: str, text: str) -> Question:
    """Return a question of some kinds; its texts all say the same."""
    words = {"en": text or "?", "zh": text or "？"}
    common = {
        "id": question_id,
        "format": 1,
        "kind": kind,
        "difficulty": 1,
        "minutes": 1,
        "tags": ["sample"],
        "prompt": words,
        "explanation": words,
        "misconception": words,
        "snippet": f"x = 1  # {text}",
    }
    by_kind: dict[str, dict[str, object]] = {
        "choice": {
            "options": [{"text": words, "holds": "x"}, {"text": words, "holds": "not x", "why": words}]
        },
        "recall": {"points": [{"text": words, "holds": "x"}, {"text": words, "holds": "x"}]},
        "predict": {"expects": "value", "ask": "x"},
    }
    return QUESTION.validate_python({**common, **by_kind[kind]})


def bank_of(questions: Iterable[Question]) -> Bank:
    by_id = {one.id: one for one in questions}
    return Bank(by_id, dict.fromkeys(by_id, Path()), {})


def some_bank(text: str) -> Bank:
    """Return a bank in which half of what ``scripts`` asks can be found."""
    names = {"one": "choice", "two": "recall", "recall": "recall", "predict": "predict"}
    return bank_of(
        question(f"{topic}/{name}", kind, text) for topic in TOPICS for name, kind in names.items()
    )


def report_of(*records: InterviewRecord, bank: Bank | None = None) -> Report:
    """Return the report of the last of these interviews, which one learner had."""
    with in_memory() as history:
        for number, record in enumerate(records):
            history.append(Interviewed(record.model_copy(update={"uuid": f"number {number}"})), NOW)
        past = history.interview(-1)
        assert past is not None
        return make_report(past, history, bank or bank_of(()))


def as_asked(script: Script, bank: Bank) -> InterviewRecord:
    """Return an interview whose questions are those of the bank, word by word."""
    record = script.record()
    asked = tuple(
        one
        if (found := bank.find(one.question_id)) is None
        else one.model_copy(update={"content": content_hash(found)})
        for one in record.asked
    )
    return record.model_copy(update={"asked": asked})


@st.composite
def hostile_reports(draw: st.DrawFn) -> Report:
    """Draw a report in which everything that comes from outside may try to be something else."""
    text = draw(hostile.filter(lambda one: bool(one.strip())))
    bank = some_bank(text)
    records = [as_asked(script, bank) for script in draw(st.lists(scripts(hostile), min_size=1, max_size=2))]
    return report_of(*records, bank=bank)
