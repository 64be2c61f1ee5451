"""Beginning a mock interview from the home screen, and going on with one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from quizbank.bank import BUILT_IN, Bank, load_bank
from quizbank.drill import Order
from quizbank.interview.checkpoint import InterviewFile
from quizbank.learner import Learner
from tests.tui.driving import NOW, TALL, Driver
from tests.tui.fake_runner import FakeRunner
from tui.app import TorchdrillApp
from tui.learner import learner_in_memory
from tui.screens.confirm import ConfirmScreen
from tui.screens.home import HomeScreen
from tui.screens.interview import InterviewScreen
from tui.screens.interview_choice import InterviewChoiceScreen
from tui.screens.scorecard import ScorecardScreen
from tui.services import Services, Torch


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank(proven={BUILT_IN})


@pytest.fixture
def learner(bank: Bank) -> Learner:
    return learner_in_memory(bank, NOW)


@asynccontextmanager
async def at_home(
    bank: Bank, learner: Learner, path: Path, size: tuple[int, int] = TALL
) -> AsyncIterator[Driver]:
    runner = FakeRunner()
    services = Services(
        bank=bank,
        torch=Torch(lambda _device: runner, "auto"),
        learner=learner,
        order=Order(),
        rng=Random(0),
        clock=lambda: 0.0,
        now=lambda: NOW,
        interviews=InterviewFile(path / "interview.json"),
    )
    app = TorchdrillApp(services, "en")
    app.survives = False
    async with app.run_test(size=size, notifications=True) as pilot:
        driver = Driver(app, pilot, runner)
        await driver.on_screen(HomeScreen)
        await driver.until_text("0 due")
        yield driver


async def test_role_and_minutes_are_chosen_and_an_interrupted_one_goes_on(
    bank: Bank, learner: Learner, tmp_path: Path
) -> None:
    file = InterviewFile(tmp_path / "interview.json")
    async with at_home(bank, learner, tmp_path, (80, 24)) as driver:
        assert "interrupted" not in driver.text
        await driver.press("m")
        await driver.on_screen(InterviewChoiceScreen)
        await driver.until_text("45 min  Machine learning engineer")
        await driver.press("left", "left", "l")
        await driver.until_text("30 分钟  机器学习工程师")
        await driver.press("right", "right", "right", "l")
        await driver.until_text("60 min")
        await driver.press("left", "left", "up", "enter")
        await driver.on_screen(InterviewScreen)
        kept = file.read()
        assert kept is not None
        assert (kept.plan.blueprint, kept.plan.minutes) == ("new-grad", 30)
        await driver.press("ctrl+q")
        await driver.on_screen(ConfirmScreen)
        await driver.press("y")
        await driver.until(lambda: not driver.app.is_running, "the end")
    with file.held():
        pass
    async with at_home(bank, learner, tmp_path) as driver:
        await driver.until_text("A mock interview was interrupted; m goes on with it.")
        await driver.press("m")
        await driver.on_screen(InterviewChoiceScreen)
        await driver.until_text("30:00 left  go on: ")
        await driver.press("escape")
        await driver.on_screen(HomeScreen)
        with file.held():
            pass
        await driver.press("m")
        await driver.on_screen(InterviewChoiceScreen)
        await driver.press("enter")
        await driver.on_screen(InterviewScreen)
        again = file.read()
        assert again is not None and again.uuid == kept.uuid
        await driver.press("f10")
        await driver.on_screen(ConfirmScreen)
        await driver.press("y")
        await driver.on_screen(ScorecardScreen)
        with file.held():
            assert file.read() is None
        await driver.press("h")
        await driver.on_screen(HomeScreen)
        await driver.until(lambda: "interrupted" not in driver.text, "nothing to go on with")
    assert [one.record.ending for one in learner.history.interviews()] == ["left"]


async def test_a_new_one_ends_the_one_that_was_interrupted(
    bank: Bank, learner: Learner, tmp_path: Path
) -> None:
    file = InterviewFile(tmp_path / "interview.json")
    async with at_home(bank, learner, tmp_path) as driver:
        await driver.press("m")
        await driver.on_screen(InterviewChoiceScreen)
        await driver.press("enter")
        await driver.on_screen(InterviewScreen)
    first = file.read()
    assert first is not None
    async with at_home(bank, learner, tmp_path) as driver:
        await driver.press("m")
        await driver.on_screen(InterviewChoiceScreen)
        await driver.press("down", "enter")
        await driver.on_screen(InterviewScreen)
        second = file.read()
        assert second is not None and second.uuid != first.uuid
    assert [(one.record.uuid, one.record.ending) for one in learner.history.interviews()] == [
        (first.uuid, "incomplete")
    ]


async def test_one_that_goes_on_elsewhere_is_left_alone(bank: Bank, learner: Learner, tmp_path: Path) -> None:
    with InterviewFile(tmp_path / "interview.json").held():
        async with at_home(bank, learner, tmp_path) as driver:
            await driver.press("m")
            await driver.until(lambda: len(driver.app._notifications) == 1, "a notice")
            await driver.on_screen(HomeScreen)
