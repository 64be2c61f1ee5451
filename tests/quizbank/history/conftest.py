from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quizbank.history.store import History, open_history
from tests.quizbank.history.samples import NOW, RULES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.db"


@pytest.fixture
def history(path: Path) -> Iterator[History]:
    with open_history(path, RULES, NOW) as history:
        yield history
