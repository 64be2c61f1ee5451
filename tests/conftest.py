"""Keeps every test, and every process that one starts, away from what a learner has on this machine."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tui.i18n import use_language

HERE = Path(__file__).parent
LONG = [HERE / "test_bank.py", HERE / "tui" / "test_killed.py", HERE / "tui" / "test_interview_killed.py"]
"""Files that take long for the few tests, or the one expensive fixture, that they have."""

YOUNG_OBJECTS = 20_000
"""So many objects more, and Python looks for garbage among the young ones."""


def pytest_configure() -> None:
    """Look for garbage less often: an app makes so many objects that a fifth of the time went there."""
    gc.set_threshold(YOUNG_OBJECTS, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take long, so that at the end no worker waits for another's."""
    tests = Counter(item.path for item in items)
    items.sort(key=lambda item: (item.path not in LONG, -tests[item.path]))


@pytest.fixture(scope="session", autouse=True)
def folders_of_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give the tests data, config and log folders of their own, and a common terminal."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("DATA", "CONFIG", "STATE"):
            patch.setenv(f"XDG_{kind}_HOME", str(tmp_path_factory.mktemp(kind.lower())))
        patch.setenv("TERM", "xterm-256color")
        for name in ("TERM_PROGRAM", "TMUX"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(autouse=True)
def english_to_begin_with() -> None:
    """Begin in English, whatever language the last test left."""
    use_language("en")
