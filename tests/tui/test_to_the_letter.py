"""Whatever a snippet prints or raises is shown to the letter, and what is too much is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from runner.protocol import Ended, Output, Raised, Request, Result
from tests.tui import fake_runner
from tests.tui.driving import driven
from tests.tui.fake_runner import run_here
from tui.widgets.live import Live
from tui.widgets.words import Words


def loud(monkeypatch: pytest.MonkeyPatch, text: str, *, raises: bool = False) -> None:
    """Have every program print this text, and perhaps raise an exception with it."""

    def run(request: Request) -> Result:
        raised = Raised("ValueError", text) if raises else None
        ended = Ended.RAISED if raises else Ended.FINISHED
        return replace(run_here(request), ended=ended, output=(Output("stdout", text),), raised=raised)

    monkeypatch.setattr(fake_runner, "run_here", run)


@pytest.mark.parametrize("raises", [False, True], ids=["printed", "raised"])
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x[mask] [/tmp] [bold]a[i][j][/bold] \\[x]", ["x[mask] [/tmp] [bold]a[i][j][/bold] \\[x]"]),
        ("\x1b[2J\x1b]0;title\x07\x9b31m", ["␛[2J␛]0;title␇\\x9b31m"]),
        ("a\tb\n张\t量", ["a       b", "张      量"]),
        ("50%\r100%\x08", ["50%␍100%␈"]),
        ("\u202ebackwards\u200b", ["\\u202ebackwards\\u200b"]),
    ],
)
async def test_what_a_terminal_would_obey_is_shown(
    monkeypatch: pytest.MonkeyPatch, text: str, lines: list[str], raises: bool
) -> None:
    loud(monkeypatch, text, raises=raises)
    # A question that may end in any way.
    async with driven("plain/markup", size=(80, 40)) as driver:
        await driver.write("none")
        await driver.press("enter")
        await driver.revealed()
        for line in lines:
            assert line in driver.text


@pytest.mark.parametrize(
    ("text", "shown", "rest"),
    [
        ("x" * 10_000, "x" * 10_000, ""),
        ("张" * 10_000, "张" * 10_000, ""),
        ("\n".join("1" * 1_000_000), "1\n1\n", "... and 999,800 more lines"),
        ("y" * (1 << 20), "y" * 20_000, "... and 1,028,576 more characters"),
    ],
    ids=["long", "wide", "lines", "longest"],
)
async def test_much_is_shown_and_the_rest_is_counted(
    monkeypatch: pytest.MonkeyPatch, text: str, shown: str, rest: str
) -> None:
    loud(monkeypatch, text)
    async with driven("plain/number", size=(80, 24)) as driver:
        await driver.write("42")
        await driver.press("enter")
        await driver.revealed()
        outputs = [words for words in driver.quiz.query_one(Live).query(Words) if words.has_class("output")]
        assert outputs[0].plain.startswith(shown)
        assert outputs[0].plain.endswith(rest)
        await driver.press("end")
        await driver.until_text("Explanation")
        if rest:
            assert "o copies all of it, or saves it as a file." in driver.text
        for line in driver.text.split("\n"):
            assert cell_len(line) <= 80
