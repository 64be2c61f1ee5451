"""Which wording of a question an answer was given to."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import JsonValue

    from quizbank.question import Question

# What the learner was shown before answering, and what makes an answer right. What comes after an answer
# (explanation, misconception, the reasons of wrong options), what helps (hints), what proves (solutions,
# known wrong answers) and what sorts (tags, difficulty, links) can be improved without touching either.
_MEANING = {
    "kind",
    "prompt",
    "snippet",
    "raises",
    "pick",
    "options",
    "expects",
    "ask",
    "tolerance",
    "starter",
    "lines",
    "tests",
    "points",
}
_AFTERWARDS = {"options": {"__all__": {"why", "source"}}}


def content_hash(question: Question) -> str:
    """Return 16 hexadecimal digits that name what a question asks and what it accepts.

    Space at the ends of lines and empty lines around a text don't count. Whether a changed question is
    to be asked again is for its ``revision`` to say; this only tells which answers were given to which text.
    """
    meaning = question.model_dump(mode="json", include=_MEANING, exclude=_AFTERWARDS)
    text = json.dumps(_trimmed(meaning), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _trimmed(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return "\n".join(line.rstrip() for line in value.splitlines()).strip("\n")
    if isinstance(value, list):
        return [_trimmed(one) for one in value]
    if isinstance(value, dict):
        return {key: _trimmed(one) for key, one in value.items()}
    return value
