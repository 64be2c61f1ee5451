from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tui.browser import main, opened

SLEEP = shutil.which("sleep")


@pytest.fixture
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without a browser, and the folder in which its programs are."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def program(folder: Path, name: str, script: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


async def test_without_a_browser_nothing_is_opened(nothing_set: Path) -> None:
    assert not await opened("https://example.org")


async def test_the_browser_that_is_set_gets_the_address(
    nothing_set: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = nothing_set / "seen"
    browser = program(nothing_set, "mine", f'printf %s "$1" > {seen}')
    monkeypatch.setenv("BROWSER", str(browser))
    assert await opened("https://example.org/a?b=[c]")
    assert seen.read_text() == "https://example.org/a?b=[c]"


async def test_a_browser_that_fails_opened_nothing(
    nothing_set: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER", str(program(nothing_set, "mine", "exit 3")))
    assert not await opened("https://example.org")


async def test_a_browser_that_stays_counts_as_open(
    nothing_set: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.browser.PATIENCE", 0.5)
    monkeypatch.setenv("BROWSER", str(program(nothing_set, "mine", f"exec {SLEEP} 3")))
    assert await opened("https://example.org")


@pytest.mark.parametrize("name", ["w3m", "lynx", "www-browser"])
def test_a_browser_that_would_draw_over_the_app_is_not_started(
    nothing_set: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    started = nothing_set / "started"
    monkeypatch.setenv("BROWSER", str(program(nothing_set, name, f"touch {started}")))
    assert main("https://example.org") == 1
    assert not started.exists()
