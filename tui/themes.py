"""The themes that a learner can choose, by the names that settings use.

Nothing is painted in a part of a colour, so that each pair can be read in all of them. Words step back as
``$text-muted``, marks as ``$foreground-disabled``, frames as ``$border-blurred``. ``$primary-muted`` is
behind the row under a cursor; ``$success-muted``, ``$error-muted`` and ``$warning-muted`` behind a verdict.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.theme import Theme

if TYPE_CHECKING:
    from tui.settings import ThemeName


def _variables(
    *, text: str, words: str, marks: str, row: str, success: str, error: str, warning: str
) -> dict[str, str]:
    """Return Textual's variables for text, for what steps back and for what lies behind them."""
    return {
        "text": text,
        "text-muted": words,
        "text-disabled": words,
        "foreground-muted": words,
        "foreground-disabled": marks,
        "border-blurred": marks,
        "primary-muted": row,
        "block-cursor-blurred-background": row,
        "success-muted": success,
        "error-muted": error,
        "warning-muted": warning,
    }


# The colours of Catppuccin, in the dark theme with deeper surfaces, in the light one with deeper inks.
DARK = Theme(
    name="torchdrill-dark",
    primary="#f5c2e7",
    secondary="#cba6f7",
    accent="#fab387",
    foreground="#cdd6f4",
    background="#181825",
    surface="#232336",
    panel="#2d2e42",
    success="#abe9b3",
    warning="#fae3b0",
    error="#f28fad",
    variables={
        "border": "#b4befe",
        "input-cursor-foreground": "#11111b",
        "input-cursor-background": "#f5e0dc",
        "input-selection-background": "#9399b2 30%",
        **_variables(
            text="#cdd6f4",
            words="#a6adc8",
            marks="#8087a2",
            row="#3a3146",
            success="#2a3136",
            error="#322636",
            warning="#2e2c33",
        ),
    },
)

LIGHT = Theme(
    name="torchdrill-light",
    primary="#8839ef",
    secondary="#a5523f",
    accent="#b84600",
    foreground="#43465f",
    background="#eff1f5",
    surface="#e6e9ef",
    panel="#d6dae3",
    success="#257716",
    warning="#8f5600",
    error="#c80e37",
    dark=False,
    variables={
        "border": "#8839ef",
        **_variables(
            text="#43465f",
            words="#585b72",
            marks="#74778d",
            row="#e0d6f4",
            success="#dbe8db",
            error="#ebdbe1",
            warning="#ece5d9",
        ),
    },
)

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
    variables={
        "border": "#ffffff",
        "footer-background": "#1c1c1c",
        **_variables(
            text="#ffffff",
            words="#d0d0d0",
            marks="#c0c0c0",
            row="#303000",
            success="#002400",
            error="#2c1414",
            warning="#242400",
        ),
    },
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
    panel="#2b2f36",
    success="#56b4e9",
    warning="#f0e442",
    error="#e69f00",
    variables={
        "border": "#8fd0f5",
        "footer-background": "#2b2f36",
        **_variables(
            text="#e8e8e8",
            words="#adb0b6",
            marks="#84888f",
            row="#26343f",
            success="#1b2a35",
            error="#2d2617",
            warning="#2a2b1e",
        ),
    },
)

OWN = (DARK, LIGHT, CONTRAST, COLOUR_BLIND)

TEXTUAL_NAMES: Mapping[ThemeName, str] = {
    "dark": DARK.name,
    "light": LIGHT.name,
    "contrast": CONTRAST.name,
    "colour-blind": COLOUR_BLIND.name,
}
"""What Textual calls each of them, in the order in which a key goes through them."""


def after(name: str) -> str:
    """Return what Textual calls the theme after the one it calls so."""
    names = list(TEXTUAL_NAMES.values())
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]
