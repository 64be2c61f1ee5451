"""Keeps every test, and every process that one starts, away from what a learner has on this machine."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

YOUNG_OBJECTS = 20_000
"""So many objects more, and Python looks for garbage among the young ones."""


def pytest_configure() -> None:
    """Look for garbage less often: an app makes so many objects that a fifth of the time went there."""
    gc.set_threshold(YOUNG_OBJECTS, 20, 20)


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
