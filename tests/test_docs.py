"""What the pages promise is there: each line about security names tests that exist, each key is bound so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tui.app import TorchdrillApp
from tui.screens.home import HomeScreen
from tui.screens.quiz_keys import QUIZ_KEYS
from tui.widgets.command import Command

ROOT = Path(__file__).parent.parent
SECURITY = (ROOT / "docs" / "security.md").read_text("utf-8")

NAMED = re.compile(r"`([A-Z]|tests/[\w/]+\.py)::(test_\w+)`")
SHORT = re.compile(r"`([A-Z])` is\s+`(tests/[\w/]+\.py)`")
CODE = re.compile(r"`([^`]+)`")


def rows(page: str, heading: str) -> list[str]:
    """Return the rows of tables with this in the last cell of their head."""
    found: list[str] = []
    inside = False
    for line in page.split("\n"):
        if line.startswith("|") and line.rstrip(" |").endswith(heading):
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not line.startswith("| ---"):
            found.append(line)
    return found


def absent(page: str) -> list[str]:
    """Return the tests that a page names and that aren't there."""
    files = dict(SHORT.findall(page))
    return [
        f"{file}::{test}"
        for file, test in NAMED.findall(page)
        if f"def {test}(" not in (ROOT / files.get(file, file)).read_text("utf-8")
    ]


def test_each_line_about_security_names_a_test() -> None:
    lines = rows(SECURITY, "attacked by")
    assert len(lines) > 20
    assert [line for line in lines if not NAMED.search(line.rstrip(" |").rpartition("|")[2])] == []


def test_the_tests_that_the_page_names_are_there() -> None:
    assert len(NAMED.findall(SECURITY)) > 40
    assert absent(SECURITY) == []


def test_a_test_that_is_gone_is_found() -> None:
    page = "`A` is `tests/test_docs.py`. `A::test_a_test_that_is_gone_is_found` `A::test_nothing`"
    assert absent(page) == ["A::test_nothing"]
    assert rows("| a | by |\n| --- | --- |\n| b | |\n\n| c | d |\n| e | f |", "by") == ["| b | |"]


HOME = {
    "d": "drill",
    "n": "new",
    "w": "wrong",
    "b": "browse",
    "m": "interview",
    "g": "statistics",
    "y": "your_days",
    "s": "app.settings",
    "f7": "app.tour",
}
ASKED = {
    "enter": "submit",
    "h": "hint",
    "i": "dont_know",
    "s": "skip",
    "r": "run_tests",
    "x": "external_editor",
}
ANSWERED = {
    "enter": "next",
    "1": "rate({key})",
    "4": "rate({key})",
    "u": "undo",
    "r": "retry",
    "a": "follow_up",
    "p": "play",
    "d": "docs",
    "o": "copy_output",
}
BOTH = {"f": "flag", "c": "copy_code"}
EVERYWHERE = {"l": "app.language", "t": "app.theme", "?": "app.help", "ctrl+q": "app.quit"}

TABLE: list[tuple[dict[str, str], Sequence[Command]]] = [
    (HOME, HomeScreen.KEYS),
    (ASKED, QUIZ_KEYS),
    (ANSWERED, QUIZ_KEYS),
    (BOTH, QUIZ_KEYS),
    (EVERYWHERE, TorchdrillApp.KEYS),
]
"""What the keys in each row of the READMEs' table do, and where they are declared."""


@pytest.mark.parametrize(("name", "heading"), [("README.md", "keys"), ("README.zh-CN.md", "按键")])
def test_the_table_of_keys_names_these(name: str, heading: str) -> None:
    lines = rows((ROOT / name).read_text("utf-8"), heading)
    assert [CODE.findall(line) for line in lines] == [list(keys) for keys, _ in TABLE]


@pytest.mark.parametrize(("keys", "declared"), TABLE)
def test_the_keys_of_the_table_do_what_it_says(keys: dict[str, str], declared: Sequence[Command]) -> None:
    bound = {(key, command.action) for command in declared for key in command.keys}
    assert {(key.replace("?", "question_mark"), action) for key, action in keys.items()} <= bound


def test_the_table_leaves_out_nothing_of_the_start_screen_that_can_be_done_at_any_time() -> None:
    sometimes = {"c", "x"}  # of an interrupted session
    letters = {key for command in HomeScreen.KEYS for key in command.keys if len(key) == 1}
    assert letters - sometimes - {"q"} == {key for key in HOME if len(key) == 1}
