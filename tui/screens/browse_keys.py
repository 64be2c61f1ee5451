"""What a learner can do while browsing; which of it can be done now is for the screen to say."""

from __future__ import annotations

from collections.abc import Sequence

from quizbank.message import Message
from tui.widgets.command import Command

BROWSE_KEYS: Sequence[Command] = (
    Command("ask", ("enter",), Message("ask this"), Message("Be asked the question under the cursor")),
    Command(
        "start",
        ("s", "f5"),
        Message("session"),
        Message("Start a session of the questions shown"),
    ),
    Command(
        "search",
        ("slash", "f3"),
        Message("search"),
        Message("Search in prompts of both languages, code, ids and tags"),
    ),
    Command(
        "narrow('{key}')",
        ("1", "2", "3", "4"),
        Message("filters"),
        Message("Narrow by 1 topic, 2 kind, 3 difficulty, 4 how you stand with a question"),
        shown="1-4",
        in_palette=False,
    ),
    Command(
        "flag",
        ("f", "f7"),
        Message("flag"),
        Message("Flag the question, with a note if you like; change or remove the flag"),
    ),
    Command(
        "play", ("p", "f9"), Message("play"), Message("Play with the code of the question under the cursor")
    ),
    Command("export", ("x", "f2"), Message("export"), Message("Write the questions shown as flashcards")),
    Command("show_all", ("0", "f6"), Message("show all"), Message("Show all questions again")),
    Command(
        "scroll(1)",
        ("space",),
        Message("read on"),
        Message("Scroll the preview"),
        in_palette=False,
    ),
    Command("back", ("q", "escape"), Message("home"), Message("Go to the start screen")),
)
