"""What a learner can do in the playground; which of it can be done now is for the screen to say."""

from __future__ import annotations

from collections.abc import Sequence

from quizbank.message import Message
from tui.widgets.command import Command

PLAYGROUND_KEYS: Sequence[Command] = (
    Command("run", ("r", "f5"), Message("run"), Message("Run the code as it stands")),
    Command("stop", ("escape",), Message("stop"), Message("Stop the run")),
    Command(
        "show_here('{key}')",
        ("1", "2", "3", "4"),
        Message("views"),
        Message("Show 1 the output, 2 the tensors, 3 the steps, 4 the graph"),
        shown="1-4",
        in_palette=False,
    ),
    Command(
        "show_on_devices('{key}')",
        ("1", "2", "3", "4", "5"),
        Message("views"),
        Message("Show 1 the output, 2 the tensors, 3 the steps, 4 the graph, 5 several devices"),
        shown="1-5",
        in_palette=False,
    ),
    Command("next_view", ("v", "f3"), Message("next view"), Message("Show the next view of the run")),
    Command("to_views", ("f2",), Message("to the run"), Message("Go to what is seen of the run")),
    Command("to_code", ("e", "enter", "f2"), Message("edit"), Message("Go to the code")),
    Command(
        "enlarge", ("z",), Message("enlarge"), Message("Give the run the whole screen, or the code its part")
    ),
    Command("save", ("s", "f6"), Message("save as"), Message("Save the code as a file that runs by itself")),
    Command(
        "external_editor",
        ("x", "f7"),
        Message("$EDITOR"),
        Message("Open the code in the editor that $VISUAL or $EDITOR names"),
    ),
    Command(
        "copy_code",
        ("c",),
        Message("copy code"),
        Message("Copy the code as it stands; once more saves it as a file"),
        in_bar=False,
    ),
    Command(
        "copy_output",
        ("o",),
        Message("copy output"),
        Message("Copy what the run printed; once more saves it as a file"),
        in_bar=False,
    ),
    Command("reset", ("0", "f9"), Message("reset"), Message("Go back to the code as it was at first")),
    Command("back", ("escape", "q", "f10"), Message("go back"), Message("Go back to where you came from")),
)
