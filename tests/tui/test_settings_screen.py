"""The settings on the screen: written at once, taken over at once, and refused with what is wrong."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from textual.containers import VerticalScroll

from quizbank.vocabulary import Language
from tests.tui.driving import Driver, driven
from tui.i18n import current_language, say, use_language
from tui.screens.home import HomeScreen
from tui.screens.settings import SettingRow, SettingsScreen
from tui.settings import NAMES, Settings, load_settings
from tui.themes import TEXTUAL_NAMES
from tui.widgets.text_fields import Line


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "settings.toml"
    monkeypatch.setattr("tui.places.settings_file", lambda: file)
    return file


async def open_settings(driver: Driver) -> None:
    await driver.press("s")
    await driver.on_screen(SettingsScreen)


async def put(driver: Driver, key: str, text: str) -> None:
    """Go to a setting with the arrow keys, and give it another value."""
    wanted = list(Settings.model_fields).index(key)
    rows = list(driver.app.screen.query(SettingRow))
    here = next(index for index, row in enumerate(rows) if row.query_one(Line).has_focus)
    await driver.press(*["down" if wanted > here else "up"] * abs(wanted - here))
    assert rows[wanted].query_one(Line).has_focus
    await driver.press("end", *["backspace"] * len(rows[wanted].query_one(Line).value))
    await driver.write(text)
    await driver.press("enter")
    await driver.pilot.pause()


@pytest.mark.parametrize(("language", "names"), [("en", "Day starts at"), ("zh", "一天从几点开始")])
async def test_every_setting_is_there_by_its_name_and_its_key(
    path: Path, language: Language, names: str
) -> None:
    async with driven(home=True, language=language, size=(80, 60)) as driver:
        await open_settings(driver)
        assert names in driver.text
        for key in Settings.model_fields:
            assert key in driver.text
            assert say(NAMES[key]) in driver.text
        await driver.press("escape")
        await driver.on_screen(HomeScreen)
    assert not path.exists()


async def test_a_change_is_written_and_taken_over_and_comments_stay(path: Path) -> None:
    path.write_text("# mine\nminutes = 20  # a day\n")
    async with driven(home=True) as driver:
        await open_settings(driver)
        await put(driver, "theme", "light")
        assert driver.app.theme == TEXTUAL_NAMES["light"]
        await put(driver, "minutes", "45")
        await put(driver, "questions", "3")
        await put(driver, "interview", "2026-12-20")
        await driver.until_text("✓ Saved.")
        services = driver.app.services
        assert (services.session_length, services.order.minutes) == (3, 45)
        assert services.order.interview == date(2026, 12, 20)
        await put(driver, "interview", "")
        assert driver.app.services.order.interview is None
    assert "# mine" in path.read_text()
    assert "# a day" in path.read_text()
    loaded = load_settings(path)
    assert (loaded.settings.theme, loaded.settings.minutes, loaded.problems) == ("light", 45, ())


async def test_a_bad_value_is_told_under_its_field_and_not_kept(path: Path) -> None:
    async with driven(home=True) as driver:
        await open_settings(driver)
        await put(driver, "questions", "many")
        await driver.until_text("✗ questions can't be many. It has to be a whole number from 1 to 500.")
        assert not path.exists()
        await put(driver, "questions", "7")
        await driver.until_text("✓ Saved.")
        assert "can't be" not in driver.text


async def test_the_language_changes_at_once(path: Path) -> None:
    async with driven(home=True) as driver:
        await open_settings(driver)
        await put(driver, "language", "zh")
        await driver.until_text("界面语言")
        assert current_language() == "zh"
    use_language("en")


async def test_what_holds_later_says_so(path: Path) -> None:
    async with driven(home=True) as driver:
        await open_settings(driver)
        await put(driver, "retention", "0.85")
        await driver.until_text("from the next start on")
    assert load_settings(path).settings.retention == 0.85


@pytest.mark.parametrize("key", ["language", "hints", "retention"])
async def test_what_is_wrong_stays_under_its_own_name(path: Path, key: str) -> None:
    async with driven(home=True, language="zh", size=(80, 24)) as driver:
        await open_settings(driver)
        await put(driver, key, "zhx")
        await driver.until_text(f"✗ {key} 不能是 zhx，应为：")
        row = next(one for one in driver.app.screen.query(SettingRow) if one.key == key)
        shown = driver.app.screen.query_one(VerticalScroll).region
        assert all(shown.contains_region(part.region) for part in row.query(".name, .said"))
