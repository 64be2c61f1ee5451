"""The interface's own strings in the learner's language, through gettext catalogs.

Questions carry their texts in both languages themselves; this is for everything around them.
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Iterable
from pathlib import Path

from quizbank.message import Message
from quizbank.vocabulary import Language

LOCALE_DIR = Path(__file__).parent / "locale"
DOMAIN = "torchdrill"
_FULL_WIDTH = ("。", "！", "？", "；", "：", "，", "、")

_language: Language = "en"
_catalog: gettext.NullTranslations = gettext.NullTranslations()


def use_language(language: Language) -> None:
    """Show the interface in this language from now on."""
    global _language, _catalog
    _language = language
    _catalog = gettext.translation(DOMAIN, LOCALE_DIR, [language], fallback=language == "en")


def current_language() -> Language:
    """Return the language that the interface is in."""
    return _language


def language_of_locale() -> Language:
    """Return the environment's language: Chinese for any Chinese locale, otherwise English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "zh" if (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese")) else "en"


def _(text: str) -> str:
    """Return the interface string in the current language."""
    return _catalog.gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of an interface string that fits the count."""
    return _catalog.ngettext(one, many, count)


def sentences(*texts: str) -> str:
    """Return sentences one after the other; no blank follows a full-width mark. Empty ones are left out."""
    joined = ""
    for text in filter(None, texts):
        joined += text if not joined or joined.endswith(_FULL_WIDTH) else f" {text}"
    return joined


def listed(items: Iterable[str]) -> str:
    """Return an enumeration with the language's commas."""
    return ("、" if _language == "zh" else ", ").join(items)


def say(message: Message) -> str:
    """Return a message of the core in the current language."""
    return _(message.template).format(**{name: _said(value) for name, value in message.values})


def _said(value: object) -> object:
    if isinstance(value, Message):
        return say(value)
    return listed(value) if isinstance(value, tuple) else value
