"""Home is painted before anything is loaded: what that needs, what waits, and what becomes of a failure."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from quizbank.errors import PackError
from quizbank.history.store import History
from quizbank.message import Message
from runner import sandbox
from runner.finding_out import finding_out
from tests.tui.driving import Driver, make_app
from tui import cli, exit_codes, late, places, start
from tui.app import TorchdrillApp
from tui.appearance import appearance
from tui.commands import home
from tui.commands.terminal import run_app
from tui.screens.browse import BrowseScreen
from tui.screens.failure import FailureScreen
from tui.screens.home import HomeScreen
from tui.services import Services
from tui.telling import tell, told_afterwards

SMALL = (80, 24)
# Imports nothing of its own that the app doesn't; says what there is when the screen has been painted.
PAINTED = """
import sys
from tui.start import start
import tui.commands.home
from tui.app import TorchdrillApp

def load():
    for name in sys.modules:
        print(name, file=sys.__stderr__)
    raise RuntimeError

app = TorchdrillApp(load, "en")
app.run(headless=True, size=(80, 24))
print("read" if app.not_loaded is not None else "not read")
"""
NOT_FOR_THE_PAINT = [
    "cyclopts",
    "filelock",
    "fsrs",
    "numpy",
    "packaging",
    "pydantic",
    "sqlite3",
    "tomlkit",
    "torch",
]
"""The libraries, each of which takes a tenth of the time or more."""


@asynccontextmanager
async def waiting(*, fails: Exception | None = None) -> AsyncIterator[tuple[Driver, Callable[[], None]]]:
    """Open the app as it is until its services are there, with what lets them be."""
    ready = Event()
    loaded, runner = make_app(home=True)

    def load() -> Services:
        ready.wait(30)
        if fails is not None:
            raise fails
        return loaded.services

    app = TorchdrillApp(load, "en")
    app.survives, app.settles = False, 0.0
    try:
        async with app.run_test(size=SMALL, notifications=True) as pilot:
            driver = Driver(app, pilot, runner)
            await driver.until_text("reading the questions")
            yield driver, ready.set
    finally:
        ready.set()  # the thread would keep the tests from ending


def test_the_first_paint_imports_little() -> None:
    found = subprocess.run([sys.executable, "-c", PAINTED], capture_output=True, text=True, check=True)
    assert found.stdout.strip().endswith("read")
    names = set(found.stderr.split())
    assert "tui.screens.home" in names
    assert not names & set(NOT_FOR_THE_PAINT)
    own = {name for name in names if name.partition(".")[0] in ("quizbank", "runner")}
    assert own <= {
        "quizbank",
        "quizbank.message",
        "quizbank.prose",
        "quizbank.topics",
        "quizbank.vocabulary",
        "runner",
        "runner.errors",
    }
    screens = {name for name in names if name.startswith("tui.screens.")}
    assert screens == {f"tui.screens.{name}" for name in ("base", "everywhere", "home", "too_small")}


def test_every_late_name_is_listed_where_it_is() -> None:
    checked = next(node for node in ast.parse(inspect.getsource(late)).body if isinstance(node, ast.If))
    listed = {
        alias.asname: node.module
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert listed == late.MODULES
    for name in late.MODULES:
        assert getattr(late, name) is not None
    with pytest.raises(AttributeError):
        late.NothingOfTheKind  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("arguments", start.HOME, ids=" ".join)
def test_what_is_read_at_once_means_the_same_to_the_command_line(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []

    def opened(
        lang: str | None = None,
        device: str | None = None,
        packs: list[Path] | None = None,
        minutes: float | None = None,
        interview: date | None = None,
    ) -> int:
        asked.append((lang, device, packs or [], minutes, interview))
        return 7

    monkeypatch.setattr(home, "open_home", opened)
    monkeypatch.setattr("gc.disable", lambda: None)
    assert start.start(arguments) == cli.run_command(arguments) == 7
    assert asked[0] == asked[1] == (start.HOME[arguments], None, [], None, None)


def test_other_arguments_go_to_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert start.start(["--lang", "xx"]) == exit_codes.USAGE
    assert "--lang can't be xx" in capsys.readouterr().err
    assert start.start(["--version"]) == exit_codes.DONE


async def test_home_is_painted_as_such_before_anything_is_known() -> None:
    async with waiting() as (driver, let_it_load):
        for text in (
            "every answer key",
            "Topics",
            "Tensors and creation",
            "What a session draws",
            "b browse",
        ):
            assert text in driver.text
        let_it_load()
        await driver.until_text("0 due")
        assert "Plain Python" in driver.text
        assert "Tensors and creation" not in driver.text
        assert "reading the questions" not in driver.text


async def test_language_and_choice_dont_wait() -> None:
    async with waiting() as (driver, let_it_load):
        await driver.press("l")
        await driver.until_text("张量与创建")
        await driver.press("l")
        await driver.until_text("Tensors and creation")
        let_it_load()
        await driver.until_text("0 due")


async def test_keys_wait_and_act_in_order() -> None:
    async with waiting() as (driver, let_it_load):
        # Browse, search there for a word: each key is meant for what the one before led to.
        await driver.press("b", "slash", "h", "o", "l", "e", "l")
        assert isinstance(driver.app.screen, HomeScreen)
        let_it_load()
        await driver.on_screen(BrowseScreen)
        await driver.until_text("holel")


async def test_a_click_waits_too() -> None:
    async with waiting() as (driver, let_it_load):
        await driver.pilot.click("#topics", offset=(4, 1))
        assert isinstance(driver.app.screen, HomeScreen)
        let_it_load()
        await driver.until(lambda: not isinstance(driver.app.screen, HomeScreen), "a session")


async def test_whoever_leaves_doesnt_wait() -> None:
    async with waiting() as (driver, _let_it_load):
        await driver.press("b", "ctrl+q")
        await driver.until(lambda: not driver.app.is_running, "the end")


async def test_what_cant_be_loaded_ends_the_app_and_is_raised() -> None:
    error = PackError(Path("here"), Message("is no pack"))
    async with waiting(fails=error) as (driver, let_it_load):
        let_it_load()
        await driver.until(lambda: not driver.app.is_running, "the end")
        assert driver.app.not_loaded is error


async def test_figures_that_fail_are_told_in_a_dialog_that_takes_keys(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(places, "log_file", lambda: tmp_path / "torchdrill.log")
    good = History.home

    def breaks_once(*arguments: Any) -> Any:
        monkeypatch.setattr(History, "home", good)
        raise ZeroDivisionError("no home")

    monkeypatch.setattr(History, "home", breaks_once)
    async with waiting() as (driver, let_it_load):
        driver.app.survives = True
        await driver.press("b")
        let_it_load()
        await driver.on_screen(FailureScreen)
        assert "no home" in driver.text
        await driver.press("enter")
        await driver.on_screen(HomeScreen)
        await driver.until_text("0 due")
        await driver.press("b")
        await driver.on_screen(BrowseScreen)


def test_who_runs_the_app_raises_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> Services:
        raise PackError(Path("here"), Message("is no pack"))

    app = TorchdrillApp(load, "en")
    run = app.run
    monkeypatch.setattr(app, "run", lambda: run(headless=True, size=SMALL))
    with pytest.raises(PackError, match="is no pack"):
        run_app(app)


def test_what_is_told_waits_for_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with told_afterwards():
        tell("first")
        tell("second")
        assert capsys.readouterr().err == ""
    assert capsys.readouterr().err == "first\nsecond\n"
    tell("third")
    assert capsys.readouterr().err == "third\n"


@pytest.mark.parametrize(
    ("text", "lang", "wanted"),
    [
        (None, None, ("en", "dark")),
        ('language = "zh"\ntheme = "light"\n', None, ("zh", "light")),
        ('language = "zh"\n', "en", ("en", "dark")),
        ('language = "auto"\ntheme = "contrast"\nminuts = 3\n', None, ("en", "contrast")),
        ('language = "fr"\ntheme = 3\n', None, ("en", "dark")),
        ("language = = 3", None, ("en", "dark")),
    ],
)
def test_language_and_colours_are_those_of_the_settings(
    text: str | None,
    lang: str | None,
    wanted: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    path = tmp_path / "settings.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert appearance("en" if lang == "en" else None, path) == wanted


def test_another_process_finds_the_same_protections() -> None:
    assert finding_out()() == sandbox.find_out()
