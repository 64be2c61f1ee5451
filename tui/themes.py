"""The themes that a learner can choose, by the names that settings use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.theme import Theme

if TYPE_CHECKING:
    from tui.settings import ThemeName

CONTRAST = Theme(
    name="torchdrill-contrast",
    primary="#ffff00",
    secondary="#00ffff",
    accent="#ffffff",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    success="#00ff00",
    warning="#ffff00",
    error="#ff8080",
    text_alpha=1.0,
    variables={"border": "#ffffff", "border-blurred": "#c0c0c0", "footer-background": "#1c1c1c"},
)

# Blue and orange stay apart whichever cones are missing. Source: the palette of Okabe and Ito, lightened.
COLOUR_BLIND = Theme(
    name="torchdrill-colour-blind",
    primary="#8fd0f5",
    secondary="#cc79a7",
    accent="#f0e442",
    foreground="#e8e8e8",
    background="#14161a",
    surface="#22252b",
    panel="#32363e",
    success="#56b4e9",
    warning="#f0e442",
    error="#e69f00",
    variables={"border": "#8fd0f5", "border-blurred": "#5a5f69", "footer-background": "#32363e"},
)

OWN = (CONTRAST, COLOUR_BLIND)

TEXTUAL_NAMES: Mapping[ThemeName, str] = {
    "dark": "catppuccin-mocha",
    "light": "catppuccin-latte",
    "contrast": CONTRAST.name,
    "colour-blind": COLOUR_BLIND.name,
}
"""What Textual calls each of them, in the order in which a key goes through them."""


def after(name: str) -> str:
    """Return what Textual calls the theme after the one it calls so."""
    names = list(TEXTUAL_NAMES.values())
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]
