"""A small bank of questions about nothing, a blueprint for them, and a clock that is wound by hand."""

from __future__ import annotations

from quizbank.bank import Bank
from quizbank.interview.blueprint import Blueprint
from quizbank.interview.clock import Clock
from quizbank.interview.interview import Interview, Outcome
from quizbank.interview.plan import draw
from quizbank.question import QUESTION, Question, Text

RIGHT = Outcome("right", 1.0, {"options": [0]}, {"parts": [True]}, "1\n")
WRONG = Outcome("wrong", 0.0, {"options": [1]}, {"parts": [False]}, "1\n")
SPOKEN = Outcome("self_rated", 0.0)


def text(words: str) -> dict[str, str]:
    return {"en": words, "zh": words}


def question(
    question_id: str,
    kind: str = "predict",
    difficulty: int = 2,
    minutes: float = 2.0,
    follow_ups: tuple[str, ...] = (),
    hints: int = 2,
) -> Question:
    by_kind: dict[str, dict[str, object]] = {
        "predict": {"snippet": "x = 1", "expects": "value", "ask": "x"},
        "choice": {"options": [{"text": text(str(n)), "holds": str(n == 0)} for n in range(3)]},
        "recall": {"points": [{"text": text(str(n)), "holds": "True"} for n in range(4)]},
    }
    return QUESTION.validate_python(
        {
            "id": question_id,
            "format": 1,
            "kind": kind,
            "difficulty": difficulty,
            "minutes": minutes,
            "tags": ["sample"],
            "prompt": text("What?"),
            "explanation": text("So."),
            "hints": [text(f"hint {n}") for n in range(hints)],
            "follow_ups": list(follow_ups),
            **by_kind[kind],
        }
    )


def bank_of(*questions: Question) -> Bank:
    ordered = sorted(questions, key=lambda one: one.id)
    return Bank({one.id: one for one in ordered}, {}, {})


BANK = bank_of(
    question("a/easy", difficulty=1),
    question("a/deep", difficulty=3, follow_ups=("b/deeper",)),
    question("b/deeper", difficulty=4, follow_ups=("b/deepest",)),
    question("b/deepest", difficulty=5, follow_ups=("b/abyss",)),
    question("b/abyss", difficulty=5),
    question("c/say-it", "recall", difficulty=3, minutes=4),
)


def section(**changes: object) -> dict[str, object]:
    return {"title": text("Part"), "kinds": ["predict"], "minutes": 20, **changes}


def blueprint(*sections: dict[str, object], **changes: object) -> Blueprint:
    return Blueprint.model_validate(
        {
            "format": 1,
            "title": text("Interview"),
            "summary": text("About nothing."),
            "sections": list(sections),
            **changes,
        }
    )


TWO_PARTS = blueprint(
    section(topics=["a"], difficulty=[3, 3]), section(kinds=["recall"], minutes=10, title=text("Aloud"))
)


class HandClock:
    """Seconds that pass only when somebody says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def pass_by(self, seconds: float, clock: Clock) -> None:
        """Let time go by as it does on a screen that looks at the clock every second."""
        while seconds > 0:
            self.seconds += min(1.0, seconds)
            seconds -= 1.0
            clock.tick()


def begun(
    bank: Bank = BANK, of: Blueprint = TWO_PARTS, minutes: int = 30, seed: int = 1
) -> tuple[Interview, HandClock]:
    """Return an interview whose first question is on the screen, and what moves its clock."""
    hand = HandClock()
    interview = Interview(draw(of, "sample", bank, minutes, seed), bank, Clock(hand))
    interview.clock.run()
    return interview, hand


def title(words: str) -> Text:
    return Text(**text(words))


LONG_BANK = bank_of(*(question(f"a/number-{number:02}", difficulty=1 + number % 5) for number in range(40)))
LONG = blueprint(section(minutes=60))
"""An hour of one section, with more questions than it has time for."""
