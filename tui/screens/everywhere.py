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
THEME = Command(
    "app.theme",
    ("t", "f8"),
    Message("theme"),
    Message("Switch to the next theme: dark, light, high contrast, for colour-blind eyes"),
    in_bar=False,
)
PALETTE = Command(
    "app.command_palette",
    ("ctrl+p",),
    Message("commands"),
    Message("Find a command by its name"),
    in_bar=False,
    in_palette=False,
)
QUIT = Command("app.quit", ("ctrl+q",), Message("quit"), Message("Leave torchdrill"), in_bar=False)
CTRL_C = Command(
    "app.help_quit",
    ("ctrl+c",),
    Message("ctrl+c"),
    Message("Copy what is selected, or else say how to leave"),
    in_bar=False,
    in_palette=False,
)
TOUR = Command(
    "app.tour", ("f7",), Message("tour"), Message("Be shown around again, in four steps"), in_bar=False
)
