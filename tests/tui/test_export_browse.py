"""Exporting what is shown while browsing."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.cards import jsonl
from quizbank.vocabulary import LANGUAGES, Language
from tests.tui.driving import driven
from tui import places
from tui.screens.browse import BrowseScreen
from tui.screens.export_choice import FORMATS, ExportScreen
from tui.widgets.search_line import SearchLine


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_shown_is_written(language: Language) -> None:
    async with driven(home=True, size=(80, 24), language=language) as driver:
        await driver.press("b")
        await driver.on_screen(BrowseScreen)
        driver.app.screen.query_one(SearchLine).value = "plain/p"
        await driver.pilot.pause()
        await driver.press("f2")
        await driver.on_screen(ExportScreen)
        await driver.press(*["down"] * list(FORMATS).index("jsonl"), "enter")
        path = places.saved_folder() / "torchdrill.jsonl"
        await driver.until(path.exists, "the file")
        await driver.until_text("torchdrill.jsonl")
        found = jsonl.read(path.read_bytes())
        assert found and all(question.id.startswith("plain/p") for question, _ in found)


async def test_somebody_elses_file_is_left_alone() -> None:
    path = places.saved_folder() / "torchdrill.apkg"
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    async with driven(home=True, size=(80, 24)) as driver:
        await driver.press("b")
        await driver.on_screen(BrowseScreen)
        driver.app.screen.query_one(SearchLine).value = "plain/number"
        await driver.pilot.pause()
        await driver.press("f2")
        await driver.on_screen(ExportScreen)
        await driver.press("enter")
        await driver.until_text("wasn't")  # where the line breaks is for the path's length to say
    assert path.read_text() == "mine"


async def test_nothing_is_written_by_leaving() -> None:
    async with driven(home=True, size=(80, 24)) as driver:
        await driver.press("b")
        await driver.on_screen(BrowseScreen)
        await driver.press("x")
        await driver.on_screen(ExportScreen)
        await driver.press("escape")
        await driver.on_screen(BrowseScreen)
    assert not places.saved_folder().exists()
