"""A key means one thing at a time, and those that work everywhere mean the same everywhere."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen

import tui.screens
import tui.widgets
from quizbank.message import Message
from tests.tui.driving import driven
from tests.tui.interviews import interviewed, plan_of
from tui.app import TorchdrillApp
from tui.screens.browse import BrowseScreen
from tui.screens.everywhere import CTRL_C
from tui.screens.help import HelpScreen
from tui.screens.interview import InterviewScreen
from tui.screens.playground import PlaygroundScreen
from tui.screens.quiz import QuizScreen
from tui.widgets.command import Command

EVERYWHERE = {key: command.action for command in (*TorchdrillApp.KEYS, CTRL_C) for key in command.keys}

CLOSES = {(HelpScreen, "question_mark"), (HelpScreen, "f1")}
"""Keys that close what they open."""

GOES_FIRST = {
    ("show_points", "submit"),  # what was said aloud is over before its points can be given
    ("drop", "submit"),  # a line that is held is let go before the answer is given
    ("leave", "submit"),  # the search line's enter goes to the list
}
"""Pairs of commands of which the first, where both can be given, has the key they share."""


def declared() -> Iterator[tuple[type[DOMNode], Command]]:
    """Yield every command of the app with the class that declares it."""
    for package in (tui.screens, tui.widgets):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for one in vars(import_module(module.name)).values():
                if isinstance(one, type) and one.__module__ == module.name:
                    for command in vars(one).get("KEYS", ()):
                        yield one, command


def shadowing(commands: Iterable[tuple[type[DOMNode], Command]]) -> list[tuple[str, str, str]]:
    """Return the class, action and key of commands that take a key away from one that works everywhere."""
    return [
        (owner.__name__, command.action, key)
        for owner, command in commands
        for key in command.keys
        if key in EVERYWHERE and command.action != EVERYWHERE[key] and (owner, key) not in CLOSES
    ]


def test_no_screen_gives_a_key_of_everywhere_another_meaning() -> None:
    found = list(declared())
    assert {owner for owner, _ in found} >= {QuizScreen, BrowseScreen, InterviewScreen, PlaygroundScreen}
    assert shadowing(found) == []


def test_a_key_that_is_taken_away_is_found() -> None:
    export = Command("export", ("x", "f8"), Message("export"), Message("Write them"))
    assert shadowing([(BrowseScreen, export)]) == [("BrowseScreen", "export", "f8")]


def shared(screen: Screen[Any]) -> set[tuple[str, str, str]]:
    """Return the keys that two commands share which can both be given now, with both actions."""
    focused = screen.focused
    nodes: list[DOMNode] = [screen] if focused is None else list(focused.ancestors_with_self)
    if isinstance(screen, ModalScreen):
        nodes = nodes[: nodes.index(screen) + 1]
    elif screen.app not in nodes:
        nodes.append(screen.app)
    given: dict[str, str] = {}
    found = set()
    for node in nodes:
        for command in getattr(node, "KEYS", ()):
            if node.check_action(command.action_name, ()):
                action = command.action_name.removeprefix("app.")
                for key in command.keys:
                    first = given.setdefault(key, action)
                    if first != action and (first, action) not in GOES_FIRST:
                        found.add((key, first, action))
    return found


PLACES: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    ((), ()),
    ((), ("f7",)),
    ((), ("s",)),
    ((), ("g",)),
    ((), ("b",)),
    ((), ("b", "enter")),
    ((), ("b", "enter", "1")),
    ((), ("b", "enter", "x")),
    ((), ("b", "enter", "f")),
    ((), ("b", "enter", "p")),
    ((), ("question_mark",)),
    ((), ("ctrl+p",)),
    (("plain/pick-one",), ()),
    (("plain/pick-all",), ()),
    (("plain/number",), ()),
    (("plain/printed",), ()),
    (("plain/hole",), ()),
    (("plain/program",), ()),
    (("plain/lines",), ()),
    (("plain/lines",), ("space",)),
    (("plain/aloud",), ()),
    (("plain/aloud",), ("enter",)),
    (("plain/pick-one",), ("q",)),
    (("plain/number",), ("f3",)),
    *(((f"plain/{name}",), ("f9",)) for name in ("everything", "program", "lines", "aloud")),
]


@pytest.mark.parametrize(("questions", "keys"), PLACES, ids=["-".join((*q, *k)) or "home" for q, k in PLACES])
async def test_no_two_commands_share_a_key(questions: tuple[str, ...], keys: tuple[str, ...]) -> None:
    async with driven(*questions, home=not questions) as driver:
        for key in keys:
            await driver.press(key)
            await driver.pilot.pause()
        if keys == ("f9",):
            await driver.revealed()
        assert shared(driver.app.screen) == set()


async def test_nor_do_any_of_an_interview(tmp_path: Path) -> None:
    async with interviewed(
        plan_of(["plain/program", "plain/aloud", "plain/pick-one"]), tmp_path
    ) as candidate:
        for number in (1, 2, 3):
            await candidate.asked(number)
            assert shared(candidate.driver.app.screen) == set()
            await candidate.driver.press("f9")
            assert shared(candidate.driver.app.screen) == set()
            await candidate.driver.press("f9", "f3")
