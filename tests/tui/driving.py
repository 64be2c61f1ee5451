"""Driving the app in tests: opening it on fixtures, pressing keys, reading the screen."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rich.cells import cell_len
from textual._compositor import LayoutUpdate
from textual.app import App
from textual.pilot import Pilot

from quizbank.bank import Bank, load_bank
from quizbank.drill import Order
from quizbank.learner import Learner
from quizbank.vocabulary import Language
from tests.tui.fake_runner import FakeRunner
from tui.app import TorchdrillApp
from tui.learner import learner_in_memory
from tui.opening import Opening
from tui.quiz_rules import USUAL_RULES, QuizRules
from tui.screens.quiz import Phase, QuizScreen
from tui.services import JudgingRunner, Services, Torch
from tui.widgets.reveal import Reveal

NOW = datetime(2026, 3, 2, 10, 30, tzinfo=timezone(timedelta(hours=8)))
QUESTIONS = Path(__file__).parent / "questions"
TALL = (100, 60)
SECONDS = 20.0
POLL_SECONDS = 0.01
ORDER = Order()
CELL = 12.2
"""The width of a character in a screenshot."""


class Driver:
    """An open app, with what a test asks of it."""

    def __init__(self, app: TorchdrillApp, pilot: Pilot[None], runner: JudgingRunner) -> None:
        self.app = app
        self.pilot = pilot
        self.runner = runner

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def write(self, text: str) -> None:
        """Press one key per character."""
        names = {" ": "space", "\n": "enter"}
        await self.pilot.press(*(names.get(character, character) for character in text))

    async def until(self, condition: Callable[[], bool], what: str = "the condition") -> None:
        """Wait until something is so; idleness of the app can only be guessed at."""
        for _ in range(int(SECONDS / POLL_SECONDS)):
            if condition():
                return
            await self.pilot.pause(POLL_SECONDS)
        raise AssertionError(f"{what} didn't come true; the screen shows:\n{self.text}")

    async def until_text(self, text: str) -> None:
        await self.until(lambda: text in self.text, f"the text {text!r}")

    async def revealed(self) -> None:
        """Wait until the answer has been judged and the verdict is on the screen."""
        await self.until(lambda: bool(self.app.screen.query(Reveal)), "the verdict")
        await self.until(lambda: self.quiz.phase is Phase.REVEALED, "the phase")
        await self.pilot.pause()

    async def on_screen(self, screen: type[object]) -> None:
        await self.until(lambda: isinstance(self.app.screen, screen), f"the screen {screen.__name__}")
        await self.pilot.pause()

    @property
    def quiz(self) -> QuizScreen:
        assert isinstance(self.app.screen, QuizScreen)
        return self.app.screen

    @property
    def text(self) -> str:
        """What is on the screen, line by line."""
        return text_on(self.app)


def text_on(app: App[Any]) -> str:
    """Return the text of an app's screen, without its blank lines.

    It is that of a screenshot, for a small part of the time: a test asks again and again until it is there.
    """
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    lines = ("".join(strip.text for strip in strips) for strips in update.strips)
    return "\n".join(line.replace("\xa0", " ").rstrip() for line in lines if not line.isspace())


def text_of(svg: str) -> str:
    """Return the text of a screenshot, each piece in its column."""
    lines: dict[float, str] = {}
    pieces = re.findall(r'<text [^>]*?x="([\d.]+)" y="([\d.]+)"[^>]*clip-path[^>]*>(.*?)</text>', svg)
    for x, y, piece in sorted(pieces, key=lambda one: (float(one[1]), float(one[0]))):
        line = lines.get(float(y), "")
        blanks = round(float(x) / CELL) - cell_len(line)
        lines[float(y)] = line + " " * blanks + html.unescape(piece).replace("\xa0", " ")
    return "\n".join(line.rstrip() for line in lines.values())


@cache
def fixture_bank() -> Bank:
    return load_bank([QUESTIONS])


def make_app(
    *question_ids: str,
    language: Language = "en",
    runner: JudgingRunner | None = None,
    home: bool = False,
    opening: Opening = None,
    learner: Learner | None = None,
    order: Order = ORDER,
    clock: Callable[[], float] = lambda: 0.0,
    rules: QuizRules = USUAL_RULES,
    bank: Bank | None = None,
    device: str = "auto",
) -> tuple[TorchdrillApp, JudgingRunner]:
    """Return the app on these fixtures or questions, or opened otherwise, at NOW.

    It has a runner that needs no torch, a clock that stands still, and a history in memory.
    """
    bank = bank or fixture_bank()
    used = runner if runner is not None else FakeRunner()
    if opening is None and not home:
        opening = [bank[question_id] for question_id in question_ids]
    services = Services(
        bank=bank,
        torch=Torch(lambda _device: used, device),
        learner=learner or learner_in_memory(bank, NOW),
        order=order,
        rng=Random(0),
        clock=clock,
        now=lambda: NOW,
        rules=rules,
    )
    app = TorchdrillApp(services, language, opening)
    app.survives = False
    app.settles = 0.0
    return app, used


@asynccontextmanager
async def driven(
    *question_ids: str,
    language: Language = "en",
    runner: JudgingRunner | None = None,
    home: bool = False,
    size: tuple[int, int] = TALL,
    opening: Opening = None,
    learner: Learner | None = None,
    order: Order = ORDER,
    clock: Callable[[], float] = lambda: 0.0,
    rules: QuizRules = USUAL_RULES,
    device: str = "auto",
) -> AsyncIterator[Driver]:
    """Open the app on these fixtures and close it again."""
    app, used = make_app(
        *question_ids,
        language=language,
        runner=runner,
        home=home,
        opening=opening,
        learner=learner,
        order=order,
        clock=clock,
        rules=rules,
        device=device,
    )
    async with app.run_test(size=size, notifications=True) as pilot:
        driver = Driver(app, pilot, used)
        await driver.until(lambda: len(app.screen_stack) > 1, "the first screen")
        await pilot.pause()
        yield driver
