"""Language and colours of the first paint, which doesn't wait for the settings to be read and checked."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quizbank.vocabulary import LANGUAGES, Language
from tui.i18n import language_of_locale
from tui.themes import TEXTUAL_NAMES

if TYPE_CHECKING:
    from tui.settings import ThemeName


def appearance(lang: Language | None, path: Path) -> tuple[Language, ThemeName]:
    """Return the language asked for or else set, and the theme; what is wrong with the file is passed over.

    That is said when the settings are read.
    """
    given = _given(path)
    language = lang or next((one for one in LANGUAGES if one == given.get("language")), None)
    theme: ThemeName = next((one for one in TEXTUAL_NAMES if one == given.get("theme")), "dark")
    return language or language_of_locale(), theme


def _given(path: Path) -> dict[str, Any]:
    if path.exists():
        import tomli  # not before there is something to read

        with suppress(OSError, ValueError):
            return tomli.loads(path.read_text(encoding="utf-8"))
    return {}
