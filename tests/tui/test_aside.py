"""Beside answering: flagging with a note, copying or saving, and reading on."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from quizbank.errors import HistoryFull
from quizbank.history.events import Event, Fact, Flagged, Unflagged
from quizbank.history.store import History
from quizbank.learner import Learner
from tests.tui.driving import NOW, Driver, driven, fixture_bank
from tests.tui.test_answers import digit_of
from tui import places
from tui.copying import MOST_BYTES, save_new, takes_copies
from tui.learner import learner_in_memory
from tui.screens.browse import BrowseScreen
from tui.screens.flag import FlagScreen
from tui.screens.links import LinksScreen
from tui.screens.quiz import Phase, QuizScreen

LINKS = (
    "https://docs.python.org/3/library/functions.html#print",
    "https://docs.python.org/3/tutorial/inputoutput.html",
)


@pytest.fixture
def learner() -> Learner:
    return learner_in_memory(fixture_bank(), NOW)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(places, "saved_folder", lambda: tmp_path / "saved")
    return tmp_path / "saved"


def flags(learner: Learner) -> list[Fact]:
    facts = [event.fact for event in learner.history.events()]
    return [fact for fact in facts if isinstance(fact, Flagged | Unflagged)]


async def flag(driver: Driver, key: str, note: str, *, then: str = "enter") -> None:
    await driver.press(key)
    await driver.on_screen(FlagScreen)
    await driver.write(note)
    await driver.press(then)
    await driver.on_screen(QuizScreen)


async def answer(driver: Driver) -> None:
    await driver.press(digit_of(driver, 0), "enter")
    await driver.revealed()


async def test_a_flag_with_a_note_is_kept_at_once_and_shown(learner: Learner) -> None:
    async with driven("plain/pick-one", learner=learner) as driver:
        assert "* flagged" not in driver.text
        await flag(driver, "f", "ask x[mask] again")
        await driver.until_text("* flagged")
        assert flags(learner) == [Flagged("plain/pick-one", "ask x[mask] again")]
        await answer(driver)
        assert "* flagged: ask x[mask] again" in driver.text
        await driver.press("l")
        await driver.until_text("* 已标记：ask x[mask] again")


async def test_a_flag_is_set_while_typing_and_leaves_the_answer_alone(learner: Learner) -> None:
    async with driven("plain/number", learner=learner) as driver:
        await driver.write("42")
        assert "f7 flag" in driver.text
        await flag(driver, "f7", "")
        await driver.until_text("* flagged")
        assert flags(learner) == [Flagged("plain/number", "")]
        assert driver.quiz.query_one(Input).value == "42"
        assert driver.quiz.query_one(Input).has_focus
        await driver.press("enter")
        await driver.revealed()


async def test_flagging_again_changes_the_note_or_takes_the_flag_away(learner: Learner) -> None:
    async with driven("plain/pick-one", learner=learner) as driver:
        await answer(driver)
        await flag(driver, "f", "odd")
        await driver.until_text("* flagged: odd")
        await flag(driver, "f", " one")
        await driver.until_text("* flagged: odd one")
        await flag(driver, "f", "", then="f7")
        await driver.until(lambda: "* flagged" not in driver.text, "no flag")
    kept = flags(learner)
    assert kept == [
        Flagged("plain/pick-one", "odd"),
        Flagged("plain/pick-one", "odd one"),
        Unflagged("plain/pick-one"),
    ]


async def test_a_flag_that_is_left_as_it_is_writes_nothing(learner: Learner) -> None:
    async with driven("plain/pick-one", learner=learner) as driver:
        await driver.press("f")
        await driver.on_screen(FlagScreen)
        assert "f7 remove the flag" not in driver.text
        await driver.press("f7")
        await driver.write("no")
        await driver.press("escape")
        await driver.on_screen(QuizScreen)
        assert not flags(learner)
        await flag(driver, "f", "yes")
        await flag(driver, "f", "")
        assert flags(learner) == [Flagged("plain/pick-one", "yes")]


async def test_the_dialog_follows_the_language() -> None:
    async with driven("plain/pick-one") as driver:
        await driver.press("f")
        await driver.until_text("A note, if you like")
        await driver.press("f4")
        await driver.until_text("标记这道题")
        assert "备注（可不写）" in driver.text


async def test_a_flag_that_the_disk_doesnt_take_is_kept_in_memory_and_says_so(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with driven("plain/pick-one", learner=learner) as driver:
        append = History.append

        def refuse(history: History, fact: Fact, now: object) -> Event:
            if history is kept:
                raise HistoryFull(Path("history.db"))
            return append(history, fact, NOW)

        kept = learner.history
        monkeypatch.setattr(History, "append", refuse)
        await flag(driver, "f", "")
        await driver.until_text("This is kept in memory for now.")
        await driver.until_text("* flagged")


async def test_browsing_shows_the_note_of_a_flag(learner: Learner) -> None:
    learner.journal.append(Flagged("plain/pick-one", "ask x[mask] again"), NOW)
    async with driven(home=True, learner=learner) as driver:
        await driver.press("b")
        await driver.on_screen(BrowseScreen)
        await driver.press("slash")
        await driver.write("pick-one")
        await driver.until_text("ask x[mask] again")


async def test_the_code_is_copied_and_once_more_saved(folder: Path) -> None:
    async with driven("plain/pick-one") as driver:
        await driver.press("c")
        await driver.until_text("7 lines copied.")
        assert "allow it; c again" in driver.text
        code = driver.app.clipboard
        assert code.startswith("import torch, torch.nn as nn\n")
        assert code.endswith('device = torch.device("cpu")\n\na = [1, 2]\nb = a\nb.append(3)\n')
        await driver.press("c")
        await driver.until_text("Saved:")
    assert (folder / "plain-pick-one.py").read_text() == code
    compile(code, "copied", "exec")


async def test_while_typing_the_code_is_copied_by_another_key() -> None:
    async with driven("plain/hole") as driver:
        await driver.write("width")
        await driver.press("ctrl+o")
        await driver.until_text("lines copied.")
        assert "allow it; ctrl+o" in driver.text
        assert "return width * __2__" in driver.app.clipboard


async def test_a_program_is_copied_as_it_stands() -> None:
    async with driven("plain/lines") as driver:
        await driver.press("c")
        await driver.until_text("lines copied.")
        assert sorted(driver.app.clipboard.splitlines()[-3:]) == ["x = 1", "x = x * 10", "x = x + 1"]


async def test_what_a_recall_hides_is_not_copied_before_it_is_shown() -> None:
    async with driven("plain/aloud") as driver:
        assert "copy code" not in driver.text
        await driver.press("c")
        assert not driver.app.clipboard
        await driver.press("enter", "1", "2", "enter")
        await driver.revealed()
        await driver.press("c")
        await driver.until_text("copied.")
        assert "x = (1, 2)" in driver.app.clipboard


async def test_the_output_is_copied_to_the_letter() -> None:
    async with driven("plain/markup") as driver:
        assert "copy output" not in driver.text
        await driver.write("none")
        await driver.press("enter")
        await driver.revealed()
        await driver.press("o")
        await driver.until_text("2 lines copied.")
        expected = "[red]a[i][j][/red] ␛[31m x[/tmp]\nValueError: x[mask] of [/tmp]"
        assert driver.app.clipboard == expected


async def test_whoever_copies_and_goes_on_at_once_has_both() -> None:
    async with driven("plain/pick-one", "plain/number") as driver:
        await answer(driver)
        driver.quiz.action_copy_code()
        await driver.quiz.action_next()
        await driver.until_text("Question 2 of 2")
        await driver.until_text("lines copied.")
        assert "a = [1, 2]" in driver.app.clipboard


async def test_what_gave_nothing_has_no_output_to_copy() -> None:
    async with driven("plain/pick-one") as driver:
        await answer(driver)
        assert "copy output" not in driver.text
        await driver.press("o")
        assert not driver.app.clipboard


async def test_what_is_too_long_for_a_clipboard_is_saved(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "x" * (MOST_BYTES + 1)
    monkeypatch.setattr("tui.screens.aside.live_text", lambda *_: long)
    async with driven("plain/number") as driver:
        await driver.write("42")
        await driver.press("enter")
        await driver.revealed()
        await driver.press("o")
        await driver.until_text("too long for a terminal's clipboard")
        assert not driver.app.clipboard
    assert (folder / "plain-number.txt").read_text() == long


@pytest.mark.parametrize(
    ("environ", "takes"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "tmux-256color", "TMUX": "/tmp/tmux"}, True),
        ({"TERM": "screen-256color", "TMUX": "/tmp/tmux"}, True),
        ({"TERM": "screen"}, False),
        ({"TERM": "linux"}, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, False),
        ({}, True),
    ],
)
def test_some_terminals_are_known_to_have_no_clipboard(environ: dict[str, str], takes: bool) -> None:
    assert takes_copies(environ) == takes


async def test_where_there_is_no_clipboard_the_text_is_saved_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "linux")
    async with driven("plain/pick-one") as driver:
        await driver.press("c")
        await driver.until_text("This terminal has no clipboard, so it is saved:")
        assert not driver.app.clipboard
    assert (folder / "plain-pick-one.py").exists()


async def test_a_folder_that_cant_be_written_is_said(folder: Path) -> None:
    folder.write_text("not a folder")
    async with driven("plain/pick-one") as driver:
        await driver.press("c", "c")
        await driver.until_text("It can't be saved: ")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    names = [save_new(tmp_path, "a.py", text).name for text in ("one", "two", "one", "three", "two")]
    assert names == ["a.py", "a-2.py", "a.py", "a-3.py", "a-2.py"]
    assert [(tmp_path / name).read_text() for name in ("a.py", "a-2.py", "a-3.py")] == ["one", "two", "three"]


async def read_on(driver: Driver) -> None:
    await driver.write("x")
    await driver.press("f5")
    await driver.revealed()
    await driver.press("d")
    await driver.on_screen(LinksScreen)


async def test_documentation_is_opened_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def opened(address: str) -> bool:
        asked.append(address)
        return True

    monkeypatch.setattr("tui.screens.links.opened", opened)
    async with driven("plain/printed") as driver:
        await read_on(driver)
        await driver.press("down", "enter")
        await driver.until_text("Opened in your browser:")
        assert driver.quiz.phase is Phase.REVEALED
        await driver.press("d")
        await driver.on_screen(LinksScreen)
        await driver.press("o")
        await driver.on_screen(QuizScreen)
    assert asked == [LINKS[1], LINKS[0]]


async def test_where_no_browser_opens_the_address_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    async def opened(_address: str) -> bool:
        return False

    monkeypatch.setattr("tui.screens.links.opened", opened)
    async with driven("plain/printed") as driver:
        await read_on(driver)
        await driver.press("enter")
        await driver.until_text("No browser can be opened from here.")
        assert driver.app.clipboard == LINKS[0]


async def test_an_address_is_copied_and_the_dialog_left() -> None:
    async with driven("plain/printed") as driver:
        await read_on(driver)
        await driver.press("escape")
        await driver.on_screen(QuizScreen)
        await driver.press("d")
        await driver.on_screen(LinksScreen)
        await driver.press("down", "c")
        await driver.until_text("Copied, if your terminal allows that:")
        assert driver.app.clipboard == LINKS[1]


async def test_without_links_there_is_nothing_to_read_on() -> None:
    async with driven("plain/pick-one") as driver:
        await answer(driver)
        assert "d docs" not in driver.text
        await driver.press("d")
        await driver.pilot.pause()
        assert driver.quiz.phase is Phase.REVEALED
