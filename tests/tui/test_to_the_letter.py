"""Whatever a snippet prints or raises is shown to the letter, and what is too much is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from runner.protocol import Ended, Output, Raised, Request, Result
from tests.tui.driving import driven
from tests.tui.fake_runner import FakeRunner
from tui.widgets.live import Live
from tui.widgets.words import Words


class LoudRunner(FakeRunner):
    """Every program prints this text, and may raise an exception with it."""

    def __init__(self, text: str, *, raises: bool) -> None:
        super().__init__()
        self._text, self._raises = text, raises

    async def request(self, request: Request) -> Result:
        result = await super().request(request)
        raised = Raised("ValueError", self._text) if self._raises else None
        ended = Ended.RAISED if self._raises else Ended.FINISHED
        return replace(result, ended=ended, output=(Output("stdout", self._text),), raised=raised)


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
async def test_what_a_terminal_would_obey_is_shown(text: str, lines: list[str], raises: bool) -> None:
    # Seen in the box of the exception question, for it says nothing of how a program ends.
    async with driven("plain/markup", runner=LoudRunner(text, raises=raises), size=(80, 40)) as driver:
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
async def test_much_is_shown_and_the_rest_is_counted(text: str, shown: str, rest: str) -> None:
    async with driven("plain/number", runner=LoudRunner(text, raises=False), size=(80, 24)) as driver:
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
