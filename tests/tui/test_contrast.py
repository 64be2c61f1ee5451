"""Everything on every screen can be read, in every theme."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.screen import Screen
from textual.theme import Theme

from tests.tui.driving import Driver
from tests.tui.test_themes import contrast
from tests.tui.walk import EVERY_SCREEN, around_home, through_a_session, through_an_interview
from tui.themes import CONTRAST, DARK, OWN

WORDS, CONTRAST_WORDS, MARKS = 4.5, 7.0, 3.0
"""The least ratios: WCAG's for words at levels AA and AAA, and for what is no word."""
ROLES = (
    *("background", "surface", "panel", "foreground", "primary", "accent", "success", "warning", "error"),
    *("text-muted", "text-primary", "text-accent", "text-success", "text-warning", "text-error"),
    *("foreground-disabled", "primary-muted", "success-muted", "warning-muted", "error-muted", "border"),
    *("input-cursor-foreground", "input-cursor-background"),
)
"""The variables of a theme that are painted with."""


def colours_of(theme: Theme) -> Mapping[str, Color]:
    """Return the colour of each role."""
    variables = theme.to_color_system().generate() | theme.variables
    return {role: Color.parse(variables[role]) for role in ROLES}


COLOURS = {theme.name: colours_of(theme) for theme in OWN}


class Reader:
    """Reads each screen of a walk in the dark theme, and writes down what stands out too little in any.

    Switching themes takes longer than the walk. What is painted in a colour that isn't a role's can't be told
    for the other themes, and is written down, too.
    """

    def __init__(self) -> None:
        self.seen: set[type[Screen[Any]]] = set()
        self.unreadable: dict[str, str] = {}

    async def look(self, driver: Driver, where: str) -> None:
        screen = driver.app.screen
        self.seen.add(type(screen))
        assert driver.app.theme == DARK.name
        for segment in painted(screen):
            for problem in too_faint(segment):
                self.unreadable.setdefault(problem, f"{where}: {segment.text.strip()!r}")


def painted(screen: Screen[Any]) -> Iterator[Segment]:
    """Yield what is on the screen; of one that covers another partly, only what it covers that with."""
    for y, strip in enumerate(screen._compositor.render_strips()):
        x = 0
        for segment in strip:
            above = not screen.is_modal or screen.get_widget_at(x, y)[0] is not screen
            x += segment.cell_length
            if above and segment.text.strip():
                yield segment


def is_mark(text: str) -> bool:
    """Tell whether a text is made of lines, blocks, dots and circles only."""
    return all(
        character.isspace() or character in "·" or "─" <= character <= "◿" or "⠀" <= character <= "⣿"
        for character in text
    )


def too_faint(segment: Segment) -> Iterator[str]:
    """Yield why a piece of the dark theme's screen can't be read well enough in some theme."""
    style = segment.style or Style()
    if style.color is None or style.bgcolor is None or style.dim:
        yield f"{style}: left to the terminal"
        return
    inks, papers = (roles_of(Color.from_rich_color(one)) for one in (style.color, style.bgcolor))
    if not inks or not papers:
        yield f"{style}: not a theme's"
    for (theme, colours), ink, paper in product(COLOURS.items(), inks, papers):
        words = CONTRAST_WORDS if theme == CONTRAST.name else WORDS
        least = MARKS if is_mark(segment.text) else words
        ratio = contrast(colours[ink].hex, colours[paper].hex)
        if ratio < least:
            yield f"{ink} on {paper}: {ratio:.2f} < {least} in {theme}"


def roles_of(colour: Color) -> list[str]:
    """Return which roles the dark theme paints like this; the terminal's colours are rounded."""
    return [
        role
        for role, one in COLOURS[DARK.name].items()
        if all(abs(a - b) <= 1 for a, b in zip(one.rgb, colour.rgb, strict=True))
    ]


def test_the_roles_of_the_dark_theme_can_be_told_apart() -> None:
    for role, colour in COLOURS[DARK.name].items():
        assert roles_of(colour) == [role]


@pytest.mark.parametrize(
    ("text", "ink", "paper", "themes"),
    [
        ("word", "foreground", "background", []),
        ("word", "foreground-disabled", "primary-muted", ["dark", "light", "colour-blind"]),
        ("│ ●·⠒", "foreground-disabled", "background", []),
        ("│ ●·⠒", "surface", "background", ["dark", "light", "contrast", "colour-blind"]),
    ],
)
def test_what_is_too_faint_is_told_for_each_theme(text: str, ink: str, paper: str, themes: list[str]) -> None:
    colours = COLOURS[DARK.name]
    style = Style.parse(f"{colours[ink].hex} on {colours[paper].hex}")
    told = list(too_faint(Segment(text, style)))
    assert [one.rpartition("torchdrill-")[2] for one in told] == themes


@pytest.mark.parametrize("style", ["dim #cdd6f4 on #181825", "#cdd6f4", "#123456 on #181825"])
def test_what_no_theme_answers_for_is_told(style: str) -> None:
    assert list(too_faint(Segment("word", Style.parse(style))))


async def test_every_screen_can_be_read_in_every_theme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.places.settings_file", lambda: tmp_path / "settings.toml")
    reader = Reader()
    await around_home(reader.look, tmp_path)
    await through_a_session(reader.look)
    await through_an_interview(reader.look, tmp_path)
    assert not reader.unreadable, "\n".join(f"{k} {v}" for k, v in reader.unreadable.items())
    assert reader.seen >= set(EVERY_SCREEN)
