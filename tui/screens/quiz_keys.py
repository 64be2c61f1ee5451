"""What a learner can do in a session; which of it can be done now is for the screen to say."""

from __future__ import annotations

from collections.abc import Sequence

from quizbank.message import Message
from tui.widgets.command import Command

QUIZ_KEYS: Sequence[Command] = (
    Command(
        "submit",
        ("enter", "f5", "ctrl+s"),
        Message("submit"),
        Message("Give this answer and have it judged"),
    ),
    Command(
        "run_tests",
        ("r", "f6"),
        Message("run"),
        Message("Run your code against the tests you see; it isn't judged, and counts as nothing"),
    ),
    Command("stop", ("escape",), Message("stop"), Message("Stop the run")),
    Command(
        "external_editor",
        ("x", "ctrl+g"),
        Message("$EDITOR"),
        Message("Open the code in the editor that $VISUAL or $EDITOR names"),
    ),
    Command("ask", ("enter",), Message("ask me"), Message("Be asked the question, without its explanation")),
    Command("next", ("enter", "n"), Message("next"), Message("Go on to the next question")),
    Command(
        "rate({key})",
        ("1", "2", "3", "4"),
        Message("again, hard, good, easy"),
        Message("Rate your answer yourself: 1 again, 2 hard, 3 good, 4 easy"),
        shown="1-4",
        in_palette=False,
    ),
    Command("undo", ("u",), Message("undo"), Message("Take back the last change of the rating")),
    Command(
        "retry",
        ("r",),
        Message("retry"),
        Message("Try the same question again; the score stays as it is"),
    ),
    Command(
        "follow_up",
        ("a",),
        Message("follow-up"),
        Message("Ask the interviewer's follow-up question next"),
    ),
    Command("play", ("p",), Message("play"), Message("Play with the code, and look at what it does")),
    Command(
        "take_back",
        ("escape",),
        Message("take back"),
        Message("Take the answer back before it is judged"),
    ),
    Command(
        "docs",
        ("d",),
        Message("docs"),
        Message("Open or copy the links to the official documentation"),
    ),
    Command(
        "copy_output",
        ("o",),
        Message("copy output"),
        Message("Copy what the live run gave; once more saves it as a file"),
    ),
    Command("hint", ("h", "f2"), Message("hint"), Message("Show the next hint; hints are counted")),
    Command(
        "dont_know",
        ("i", "f9"),
        Message("I don't know"),
        Message("Be shown what is right; it counts as wrong"),
    ),
    Command(
        "skip",
        ("s", "f3"),
        Message("skip"),
        Message("Leave this question unanswered and go on; it counts as skipped"),
    ),
    Command(
        "flag",
        ("f", "f7"),
        Message("flag"),
        Message("Flag the question, with a note if you like; change or remove the flag"),
    ),
    Command(
        "copy_code",
        ("c", "ctrl+o"),
        Message("copy code"),
        Message("Copy the code as it stands; once more saves it as a file"),
    ),
    Command("scroll(1)", ("pagedown",), Message("more"), Message("Scroll down")),
    Command("scroll(-1)", ("pageup",), Message("back"), Message("Scroll up"), in_bar=False),
    Command("leave", ("q", "f10"), Message("leave"), Message("End this session and see its summary")),
)
