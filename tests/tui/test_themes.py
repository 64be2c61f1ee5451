from __future__ import annotations

import math

import pytest
from textual.color import Color
from textual.theme import Theme

from tui.themes import COLOUR_BLIND, CONTRAST, DARK, OWN, TEXTUAL_NAMES, after

# How colours look without one kind of cones, in linear RGB. Source: Machado, Oliveira and Fernandes (2009),
# severity 1.
RED_CONES = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
GREEN_CONES = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
WITHOUT = {"red cones": RED_CONES, "green cones": GREEN_CONES}


def linear(colour: Color) -> tuple[float, ...]:
    parts = [channel / 255 for channel in colour.rgb]
    return tuple(one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)


def contrast(one: str, other: str) -> float:
    """Return the ratio of luminances as WCAG 2.1 defines it."""
    light, dark = sorted(
        (sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(Color.parse(x)), strict=True)))
        for x in (one, other)
    )[::-1]
    return (light + 0.05) / (dark + 0.05)


def apart(theme: Theme, cones: str) -> float:
    """Return how far right and wrong lie apart to somebody without these cones."""
    assert theme.success
    assert theme.error
    right, wrong = (linear(Color.parse(name)) for name in (theme.success, theme.error))
    seen = [
        [sum(w * c for w, c in zip(row, one, strict=True)) for row in WITHOUT[cones]]
        for one in (right, wrong)
    ]
    return math.dist(*seen)


@pytest.mark.parametrize("theme", OWN, ids=lambda theme: theme.name)
def test_every_colour_of_a_verdict_can_be_read(theme: Theme) -> None:
    least = 7.0 if theme is CONTRAST else 4.5
    assert theme.background
    for colour in (theme.foreground, theme.success, theme.error, theme.warning, theme.primary):
        assert colour
        assert contrast(colour, theme.background) >= least


@pytest.mark.parametrize("cones", WITHOUT)
def test_right_and_wrong_stay_apart_without_some_cones(cones: str) -> None:
    assert apart(COLOUR_BLIND, cones) > 1.3 * apart(DARK, cones)


def test_one_key_goes_through_all_of_them() -> None:
    names = [TEXTUAL_NAMES["dark"]]
    for _ in range(len(TEXTUAL_NAMES)):
        names.append(after(names[-1]))
    assert (set(names), names[-1]) == (set(TEXTUAL_NAMES.values()), names[0])
    assert after("nord") == names[0]
