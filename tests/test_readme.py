"""What the READMEs name is there: files, pictures, commands and their options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App

from tui.cli import app

ROOT = Path(__file__).parent.parent
READMES = ("README.md", "README.zh-CN.md")
LINK = re.compile(r"\]\(([^)\s]+)\)")
INLINE = re.compile(r"`(torchdrill[^`]*)`")
ONE_LINE = re.compile(r"^    (torchdrill.*)$", re.MULTILINE)


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def dead_links(text: str) -> list[str]:
    """Return the relative links of a page at the root whose file isn't there."""
    links = [link for link in LINK.findall(text) if "://" not in link]
    return [link for link in links if not (ROOT / link.partition("#")[0]).exists()]


def commands(text: str) -> Iterator[list[str]]:
    """Return what is typed, word by word, without its comment."""
    for line in [*ONE_LINE.findall(text), *INLINE.findall(text)]:
        yield shlex.split(line, comments=True)


def unknown(words: list[str]) -> list[str]:
    """Return the words of a command line that are neither a command nor an option that it takes."""
    here: App = app
    rest = words[1:]
    while rest and not rest[0].startswith("-") and any(not name.startswith("-") for name in here):
        if rest[0] not in here:
            return [rest[0]]
        here = here[rest.pop(0)]
    taken = {name for argument in here.assemble_argument_collection() for name in argument.names}
    taken.update(name for name in here if name.startswith("-"))
    return [word for word in rest if re.match(r"--?[a-z]", word) and word not in taken]


@pytest.mark.parametrize("name", READMES)
def test_links_and_pictures_lead_somewhere(name: str) -> None:
    assert LINK.search(read(name))
    assert dead_links(read(name)) == []


@pytest.mark.parametrize("name", READMES)
def test_commands_and_their_options_are_there(name: str) -> None:
    named = list(commands(read(name)))
    assert len(named) > 10
    assert {" ".join(words): wrong for words in named if (wrong := unknown(words))} == {}


def test_both_name_the_same_commands_and_pictures() -> None:
    english, chinese = map(read, READMES)
    own = ["torchdrill", "config", "language", "zh"]
    assert [one for one in commands(chinese) if one != own] == list(commands(english))
    pictures = [link.replace("-zh-", "-en-") for link in LINK.findall(chinese) if link.endswith(".svg")]
    assert pictures == [link for link in LINK.findall(english) if link.endswith(".svg")]


def test_what_is_not_there_is_found() -> None:
    assert dead_links("[a](README.md) [b](docs/none.md) ![c](docs/none.svg)") == [
        "docs/none.md",
        "docs/none.svg",
    ]
    (asked,) = commands("    torchdrill quiz --topic x --colour red   # a remark")
    assert unknown(asked) == ["--colour"]
    assert unknown(["torchdrill", "sing"]) == ["sing"]
    assert unknown(["torchdrill", "history", "export", "file.jsonl"]) == []
    assert unknown(["torchdrill", "history", "sing"]) == ["sing"]
