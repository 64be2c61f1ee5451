"""Records of interviews that never took place, for tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st

from quizbank.interview.record import AskedRecord, InterviewRecord, SectionRecord, Verdict, Why
from quizbank.question import Text
from quizbank.vocabulary import KINDS, Kind

BEGAN = datetime(2026, 3, 2, 20, 0, tzinfo=timezone(timedelta(hours=8)))
TOPICS = ("tensors", "autograd-graph", "in-place")


@dataclass
class Script:
    """An interview to be written down question by question; each takes half a minute of its one."""

    weights: tuple[float, ...] = (1.0,)
    hint_cost: float = 0.25
    changes: dict[str, Any] = field(default_factory=dict)
    asked: list[AskedRecord] = field(default_factory=list)

    def ask(
        self,
        question_id: str = "tensors/views",
        verdict: Verdict = "right",
        score: float | None = None,
        *,
        kind: Kind = "choice",
        section: int = 0,
        why: Why = "planned",
        parent: int | None = None,
        **more: Any,
    ) -> Script:
        if score is None:
            score = {"right": 1.0, "partly": 0.5, "self_rated": 0.5}.get(verdict, 0.0)
        known: dict[str, Any] = {
            "content": "0123456789abcdef",
            "revision": 1,
            "difficulty": 2,
            "limit_seconds": 60.0,
            "seconds": 30.0,
        }
        self.asked.append(
            AskedRecord(
                number=len(self.asked) + 1,
                question_id=question_id,
                topic=question_id.partition("/")[0],
                verdict=verdict,
                score=score,
                kind=kind,
                section=section,
                why=why,
                parent=parent,
                **{**known, **more},
            )
        )
        return self

    def record(self) -> InterviewRecord:
        sections = tuple(
            SectionRecord(
                title=Text(en=f"Part {index + 1}", zh=f"第 {index + 1} 部分"),
                seconds=600.0,
                used_seconds=sum(one.seconds for one in self.asked if one.section == index),
                weight=weight,
            )
            for index, weight in enumerate(self.weights)
        )
        known: dict[str, Any] = {
            "uuid": "6f2c8a52-7b7e-4c0e-9b49-0d6f0f5d9f10",
            "code": "MLE-30-7",
            "blueprint": "ml-engineer",
            "title": Text(en="ML engineer", zh="机器学习工程师"),
            "minutes": 30,
            "seed": 7,
            "language": "en",
            "started": BEGAN,
            "ended": BEGAN + timedelta(minutes=28),
            "ending": "finished",
            "seconds": 1680.0,
            "device": "cpu",
            "torch": "2.13.0",
        }
        return InterviewRecord(
            hint_cost=self.hint_cost,
            sections=sections,
            asked=tuple(self.asked),
            **{**known, **self.changes},
        )


def _ways_on(script: Script, parent: AskedRecord | None) -> list[Why]:
    """Return why an interviewer may ask something after a question."""
    if parent is None or parent.verdict == "unanswered":
        return []
    if parent.verdict in ("right", "self_rated"):
        return ["follow_up"]
    tried = any(one.why == "second_try" and one.parent == parent.number for one in script.asked)
    return ["sibling"] if tried else ["sibling", "second_try"]


@st.composite
def scripts(draw: st.DrawFn, texts: st.SearchStrategy[str] | None = None) -> Script:
    """Draw an interview of any course; ``texts`` are what was typed, noted and printed."""
    weights = draw(st.lists(st.sampled_from([0.5, 1.0, 3.0]), min_size=1, max_size=3))
    script = Script(tuple(weights), draw(st.sampled_from([0.0, 0.25, 1.0])))
    words = texts if texts is not None else st.just("")
    for _ in range(draw(st.integers(0, 8))):
        leads_on = draw(st.booleans()) and bool(script.asked)
        parent = draw(st.sampled_from(script.asked)) if leads_on else None
        whys = _ways_on(script, parent)
        why = draw(st.sampled_from(whys)) if whys else "planned"
        again = parent if why == "second_try" else None
        name = draw(st.sampled_from(["one", "two", "three", "recall", "predict"]))
        kind = draw(st.sampled_from(KINDS)) if again is None else again.kind
        verdict: Verdict = draw(st.sampled_from(["right", "partly", "wrong", "unanswered"]))
        if kind == "recall" and verdict != "unanswered":
            verdict = "self_rated"
        seconds = draw(st.floats(0, 300))
        script.ask(
            f"{draw(st.sampled_from(TOPICS))}/{name}" if again is None else again.question_id,
            verdict,
            draw(st.floats(0, 0.99)) if verdict in ("partly", "self_rated") else None,
            kind=kind,
            section=draw(st.integers(0, len(weights) - 1)) if again is None else again.section,
            why=why,
            parent=None if parent is None or why == "planned" else parent.number,
            hints=draw(st.integers(0, 3)),
            seconds=seconds,
            out_of_time=seconds > 60,
            answer={"text": draw(words), "code": draw(words), "options": [0]},
            output=draw(words),
            scratchpad=draw(words),
        )
    return script
