"""Keeps every test, and every process that one starts, away from what a learner has on this machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tui.i18n import use_language


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
