"""The commands that work on every screen.

Textual keeps an app's keys from its modal screens, so dialogs declare these as their own.
"""

from __future__ import annotations

from quizbank.message import Message
from tui.widgets.command import Command

LANGUAGE = Command(
    "app.language", ("l", "f4"), Message("中文"), Message("Switch between English and Chinese")
)
HELP = Command("app.help", ("question_mark", "f1"), Message("help"), Message("Show what the keys do here"))
