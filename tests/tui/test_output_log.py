"""Output as it comes: to the letter, broken at the edge, quick whatever comes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import pytest
from rich.console import RenderableType
from rich.text import Text
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from runner.protocol import Output
from tests.tui.driving import text_of
from tui.widgets.output_log import MAX_LINES, OutputLog

WIDTH = 40


class _LogApp(App[None]):
    def compose(self) -> ComposeResult:
        yield OutputLog(_ending, "log")


def _ending(width: int) -> Iterable[RenderableType]:
    yield Text(f"ended at {width}")


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[OutputLog, Pilot[None]]]:
    app = _LogApp()
    async with app.run_test(size=(WIDTH + 1, 10)) as pilot:
        await pilot.pause()
        yield app.query_one(OutputLog), pilot


async def shown(log: OutputLog, pilot: Pilot[None]) -> list[str]:
    await pilot.pause()
    return text_of(log.app.export_screenshot()).splitlines()


def out(text: str) -> Output:
    return Output("stdout", text)


def err(text: str) -> Output:
    return Output("stderr", text)


@pytest.mark.parametrize(
    "stretches",
    [
        ("one\ntwo\n",),
        ("on", "e\ntw", "o\n"),
        ("one", "\n", "two"),
        ("one\n", "", "two", "\n"),
        ("one\n", "two"),
    ],
)
async def test_stretches_begin_and_end_anywhere(stretches: tuple[str, ...]) -> None:
    async with opened() as (log, pilot):
        for text in stretches:
            log.write(out(text))
        assert log.plain == "one\ntwo"
        assert (await shown(log, pilot))[:3] == ["one", "two", f"ended at {WIDTH}"]


async def test_blank_lines_stay() -> None:
    async with opened() as (log, pilot):
        log.write(out("\n\na\n"))
        log.write(out("\nb"))
        assert log.plain == "\n\na\n\nb"
        assert await shown(log, pilot) == ["a", "b", f"ended at {WIDTH}"]  # a screenshot has no blank lines
        assert log.virtual_size.height == 6


async def test_everything_is_shown_to_the_letter() -> None:
    async with opened() as (log, pilot):
        log.write(out("x[mask] [/tmp] [bold]\n\x1b[31mred\ta\n中文\n"))
        assert (await shown(log, pilot))[:3] == ["x[mask] [/tmp] [bold]", "␛[31mred        a", "中文"]


@pytest.mark.parametrize("text", ["abcdefg" * 20, "中文字" * 20])
async def test_a_long_line_is_broken_at_the_edge_also_when_it_comes_in_pieces(text: str) -> None:
    async with opened() as (log, pilot):
        log.write(out(text))
        at_once = await shown(log, pilot)
        log.clear()
        for character in text:
            log.write(out(character))
        assert await shown(log, pilot) == at_once
        rows = at_once[: at_once.index(f"ended at {WIDTH}")]
        assert "".join(rows) == text
        assert len(rows) > 1


async def test_a_new_width_breaks_anew() -> None:
    async with opened() as (log, pilot):
        log.write(out("abcdefg" * 10))
        assert (await shown(log, pilot))[0] == ("abcdefg" * 10)[:WIDTH]
        await pilot.resize_terminal(21, 10)
        assert (await shown(log, pilot))[0] == ("abcdefg" * 10)[:20]
        assert "ended at 20" in await shown(log, pilot)


async def test_of_very_many_lines_the_last_are_kept_and_the_others_counted() -> None:
    async with opened() as (log, pilot):
        text = "\n".join(map(str, range(300_000))) + "\n"
        for start in range(0, len(text), 1 << 16):
            log.write(out(text[start : start + (1 << 16)]))
        lines = log.plain.split("\n")
        assert lines == [str(number) for number in range(300_000 - MAX_LINES, 300_000)]
        assert (await shown(log, pilot))[-2] == "299999"
        log.scroll_home(animate=False, immediate=True)
        screen = await shown(log, pilot)
        assert screen[0].startswith(f"{300_000 - MAX_LINES} earlier lines ...")
        assert screen[1].startswith(lines[0])


async def test_whoever_scrolled_up_is_left_there() -> None:
    async with opened() as (log, pilot):
        log.write(out("".join(f"{number}\n" for number in range(50))))
        await pilot.pause()
        assert log.scroll_offset.y == log.max_scroll_y
        log.scroll_to(y=5, animate=False, immediate=True)
        await pilot.pause()
        log.write(out("more\n"))
        await pilot.pause()
        assert log.scroll_offset.y == 5
        log.clear()
        assert log.plain == ""


async def test_each_row_of_stderr_has_a_bar_that_is_no_part_of_the_output() -> None:
    async with opened() as (log, pilot):
        log.write(out("one\n"))
        log.write(err("警告" * 12 + "\n\n"))
        log.write(out("two\n"))
        rows = ["one", "┃ " + "警告" * 9 + "警", "┃ " + "告" + "警告" * 2, "┃", "two"]
        assert (await shown(log, pilot))[:5] == rows
        assert log.plain == "one\n" + "警告" * 12 + "\n\ntwo"
        await pilot.resize_terminal(21, 10)
        assert (await shown(log, pilot))[1] == "┃ " + "警告" * 4 + "警"


async def test_it_tells_whether_anything_came_from_stderr() -> None:
    async with opened() as (log, _pilot):
        told = [log.has_stderr]
        for output in (out("one\n"), err("two\n"), out("three\n")):
            log.write(output)
            told.append(log.has_stderr)
        log.clear()
        assert [*told, log.has_stderr] == [False, False, True, True, False]


@pytest.mark.parametrize("width", [None, 31])
async def test_where_another_stream_goes_on_with_a_line_the_bar_begins_and_ends(width: int | None) -> None:
    async with opened() as (log, pilot):
        for output in (out("loss "), err("warn"), err("ing"), err(""), out("0.5"), err("\n"), err("e\n")):
            log.write(output)
        if width is not None:
            await pilot.resize_terminal(width, 10)
        assert (await shown(log, pilot))[:4] == ["loss", "┃ warning", "0.5", "┃ e"]
        assert log.plain == "loss warning0.5\ne"
        assert log.virtual_size.height == 5


@pytest.mark.parametrize("text", ["abcdefg" * 20, "中文字" * 20])
async def test_a_long_line_of_stderr_comes_in_pieces_as_it_does_at_once(text: str) -> None:
    async with opened() as (log, pilot):
        log.write(err(text))
        at_once = await shown(log, pilot)
        log.clear()
        for character in text:
            log.write(err(character))
        assert await shown(log, pilot) == at_once
        rows = at_once[: at_once.index(f"ended at {WIDTH}")]
        assert "".join(row.removeprefix("┃ ") for row in rows) == text
        assert all(row.startswith("┃ ") for row in rows)
