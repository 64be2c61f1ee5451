"""One declaration per command of the learner; keys, key bar, help and command palette come from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.keys import key_to_character
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from quizbank.message import Message

_KEY_NAMES = {
    "question_mark": "?",
    "slash": "/",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "escape": "esc",
    "shift+up": "shift+↑",
    "shift+down": "shift+↓",
}


@dataclass(frozen=True, slots=True)
class Command:
    """What the learner can do: its action, the keys for it, and what to call it.

    Printable keys come first; while a text field has the focus they are typed, and the next key that isn't
    is the one shown. In ``action``, ``{key}`` stands for the key that was pressed.
    """

    action: str
    keys: tuple[str, ...]
    label: Message
    help: Message
    shown: str = ""
    in_bar: bool = True
    in_palette: bool = True

    def bindings(self) -> Iterator[Binding]:
        for key in self.keys:
            yield Binding(key, self.action.format(key=key), str(self.label), show=False)

    @property
    def action_name(self) -> str:
        return self.action.partition("(")[0]


@dataclass(frozen=True, slots=True)
class LiveCommand:
    """A command that can be given now, and the keys that give it now."""

    node: DOMNode
    command: Command
    keys: tuple[str, ...]

    @property
    def shown(self) -> str:
        """How to write its key."""
        return self.command.shown or key_name(self.keys[0])


def bindings_of(commands: Iterable[Command]) -> list[BindingType]:
    """Return the BINDINGS of a class from its commands."""
    return [binding for command in commands for binding in command.bindings()]


def key_name(key: str) -> str:
    """Return how a key is written on the screen."""
    return _KEY_NAMES.get(key, key)


def live_commands(screen: Screen[Any]) -> list[LiveCommand]:
    """Return the commands that can be given now, the ones of the focused widget first."""
    focused = screen.focused
    nodes: list[DOMNode] = [screen] if focused is None else list(focused.ancestors_with_self)
    if isinstance(screen, ModalScreen):
        nodes = nodes[: nodes.index(screen) + 1]
    elif screen.app not in nodes:
        nodes.append(screen.app)
    found: list[LiveCommand] = []
    taken: set[str] = set()
    actions: set[str] = set()
    for node in nodes:
        for command in getattr(node, "KEYS", ()):
            if not node.check_action(command.action_name, ()):
                continue
            action = command.action.removeprefix("app.")
            if action in actions:
                continue
            actions.add(action)
            keys = tuple(key for key in command.keys if key not in taken and not _types(focused, key))
            taken.update(keys)
            if keys:
                found.append(LiveCommand(node, command, keys))
    return found


def _types(focused: Widget | None, key: str) -> bool:
    """Tell whether the focused widget takes the key as text."""
    return focused is not None and focused.check_consume_key(key, key_to_character(key))
