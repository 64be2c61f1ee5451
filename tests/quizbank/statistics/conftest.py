from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from quizbank.bank import load_bank
from quizbank.question import Question

QUESTIONS = Path(__file__).parent.parent.parent / "tui" / "questions"


@pytest.fixture(scope="session")
def questions() -> Mapping[str, Question]:
    """The fixture questions by id."""
    return {one.id: one for one in load_bank([QUESTIONS])}
