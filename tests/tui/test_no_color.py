"""Without colours, shapes, words and attributes tell what colours tell otherwise."""

from __future__ import annotations

import subprocess
import sys

import pytest
from textual.content import Content

from tests.tui.driving import Driver, driven
from tui.screens.summary import _filled
from tui.widgets.calendar import LEVELS
from tui.widgets.facets import STATE_MARKS
from tui.widgets.progress import KNOWN, LEARNING, NEW
from tui.wording import SCORES


@pytest.fixture(autouse=True)
def _without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.parametrize(
    ("given", "colourless"),
    [
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "vt100"}, True),
        ({"TERM": "vt100", "COLORTERM": "truecolor"}, False),
        ({"TERM": "nobody-knows-this-one"}, False),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, False),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, True),
    ],
)
def test_terminals_without_colours_and_who_wants_none(given: dict[str, str], colourless: bool) -> None:
    # In a process of its own, for curses knows but one terminal.
    program = (
        f"from tui.colours import settle_colours; e = {given!r}; settle_colours(e); print('NO_COLOR' in e)"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == f"{colourless}\n"


def underlined(driver: Driver) -> list[str]:
    """Return the texts of the underlined stretches of the screen."""
    return [
        segment.text.strip()
        for strip in driver.app.screen._compositor.render_strips()
        for segment in strip
        if segment.style is not None and segment.style.underline and segment.text.strip()
    ]


def test_each_mark_of_a_kind_is_another_glyph() -> None:
    for glyphs in (
        [look.glyph for look in SCORES.values()],
        [mark for mark, _style in STATE_MARKS.values()],
        [glyph for _least, glyph, _style in LEVELS],
        [glyph for glyph, _style in (KNOWN, LEARNING, NEW)],
    ):
        assert len(set(glyphs)) == len(glyphs)


def test_a_bar_of_a_share_shows_where_it_ends() -> None:
    assert isinstance(_filled(0.5, 10), Content)
    assert _filled(0.5, 10).plain == "━━━━━─────"


async def test_the_row_under_the_cursor_is_underlined_and_the_focus_has_another_frame() -> None:
    async with driven(home=True, size=(80, 24)) as driver:
        await driver.until(lambda: any("All topics" in row for row in underlined(driver)), "the row")
        assert "┏" in driver.text
        await driver.press("down")
        await driver.until(lambda: any("Plain Python" in row for row in underlined(driver)), "the next")
        assert not any("All topics" in row for row in underlined(driver))
        await driver.press("b")
        await driver.until(lambda: any("❯" in row for row in underlined(driver)), "the question")
