"""A walk through every screen of the app, to look at each of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path

from quizbank.answer import Answer, Arranged, Filled, Typed, Written
from quizbank.bank import BUILT_IN, load_bank
from quizbank.drill import Order
from runner.protocol import Output
from tests.tui.driving import Driver, driven
from tests.tui.fake_runner import FakeRunner
from tests.tui.interviews import interviewed, plan_of
from tests.tui.practised import practised
from tests.tui.test_answers import digit_of
from tests.tui.test_playground import SEEN, ran
from tui.screens.browse import BrowseScreen
from tui.screens.browse_filter import FilterScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.export_choice import ExportScreen
from tui.screens.failure import FailureScreen
from tui.screens.flag import FlagScreen
from tui.screens.help import HelpScreen
from tui.screens.home import HomeScreen
from tui.screens.interview import InterviewScreen
from tui.screens.interview_choice import InterviewChoiceScreen
from tui.screens.interview_points import InterviewPointsScreen
from tui.screens.links import LinksScreen
from tui.screens.palette import Palette
from tui.screens.playground import PlaygroundScreen
from tui.screens.quiz import Phase, QuizScreen
from tui.screens.save import SaveScreen
from tui.screens.scorecard import ScorecardScreen
from tui.screens.settings import SettingsScreen
from tui.screens.statistics import StatisticsScreen
from tui.screens.summary import SummaryScreen
from tui.screens.too_small import TooSmallScreen
from tui.screens.tour import TourScreen
from tui.widgets.text_fields import Line

Look = Callable[[Driver, str], Awaitable[None]]
"""Looks at the screen of the moment; told is where the walk is."""

WIDE = (80, 40)
EVERY_SCREEN = (
    HomeScreen,
    TourScreen,
    HelpScreen,
    Palette,
    SettingsScreen,
    StatisticsScreen,
    BrowseScreen,
    FilterScreen,
    ExportScreen,
    PlaygroundScreen,
    SaveScreen,
    InterviewChoiceScreen,
    FailureScreen,
    TooSmallScreen,
    QuizScreen,
    FlagScreen,
    LinksScreen,
    ConfirmScreen,
    SummaryScreen,
    InterviewScreen,
    InterviewPointsScreen,
    ScorecardScreen,
)
WRONG: dict[str, Answer] = {
    "plain/number": Typed("43"),
    "plain/printed": Typed("line 0\nline 2\n"),
    "plain/hole": Filled(("width", "width")),
    "plain/program": Written("def double(x):\n    # a comment\n    return x * x, 'text'\n"),
    "plain/lines": Arranged((1, 3, 2)),
}


async def around_home(look: Look, path: Path, size: tuple[int, int] = WIDE) -> None:
    """Go from home to everything that can be seen from there."""
    order = Order(interview=date(2026, 3, 20))
    async with driven(home=True, size=size, learner=practised(), order=order) as driver:
        await driver.until_text("torch 2.13.0")
        await look(driver, "home")
        for key, screen, back in (
            ("f7", TourScreen, "escape"),
            ("f1", HelpScreen, "escape"),
            ("ctrl+p", Palette, "escape"),
        ):
            await driver.press(key)
            await driver.on_screen(screen)
            await look(driver, key)
            await driver.press(back)
            await driver.on_screen(HomeScreen)
        await driver.press("s")
        await driver.on_screen(SettingsScreen)
        driver.app.screen.query(Line).first().value = "klingon"
        await driver.press("enter")
        await look(driver, "settings")
        await driver.press("escape")
        await driver.on_screen(HomeScreen)
        await _statistics(driver, look)
        await _browse(driver, look)
        path.joinpath("topics.toml").write_text((BUILT_IN / "topics.toml").read_text("utf-8"), "utf-8")
        driver.app.push_screen(InterviewChoiceScreen(load_bank([path]), None))
        await driver.on_screen(InterviewChoiceScreen)
        await look(driver, "interview choice")
        driver.app.push_screen(FailureScreen(ValueError("x[0]"), Path("torchdrill.log"), broken=False))
        await driver.on_screen(FailureScreen)
        await look(driver, "failure")
        await driver.pilot.resize_terminal(59, 19)
        await driver.on_screen(TooSmallScreen)
        await look(driver, "too small")


async def _statistics(driver: Driver, look: Look) -> None:
    await driver.press("g")
    await driver.on_screen(StatisticsScreen)
    await driver.until_text("73%")
    for key in "123456":
        await driver.press(key)
        await look(driver, f"statistics {key}")
    await driver.press("1", "down", "v")
    await look(driver, "statistics as a table")
    await driver.press("escape")
    await driver.on_screen(HomeScreen)


async def _browse(driver: Driver, look: Look) -> None:
    await driver.press("b")
    await driver.on_screen(BrowseScreen)
    await driver.press("f", "enter")
    await driver.on_screen(BrowseScreen)
    await look(driver, "browse")
    await driver.press("slash")
    await look(driver, "search")
    await driver.write("doubling")
    await driver.press("enter", "3")
    await driver.on_screen(FilterScreen)
    await look(driver, "browse filter")
    await driver.press("escape", "x")
    await driver.on_screen(ExportScreen)
    await look(driver, "export choice")
    await driver.press("escape")
    await driver.on_screen(BrowseScreen)
    await driver.press("p")
    await driver.on_screen(PlaygroundScreen)
    await look(driver, "playground before a run")
    assert isinstance(driver.runner, FakeRunner)
    driver.runner.seen = SEEN
    screen = driver.app.screen
    assert isinstance(screen, PlaygroundScreen)
    screen.editor.text = "x = 21\nprint('x is', x)  # said\nif not x:\n    x = 1.5\nlen(None)\n"
    await driver.press("f5")
    await ran(driver)
    screen.output.write(Output("stderr", "a warning\n"))
    await look(driver, "playground output")
    await driver.press("f2")
    for key in "2345":
        await driver.press(key)
        await ran(driver)
        await look(driver, f"playground view {key}")
    await driver.press("s")
    await driver.on_screen(SaveScreen)
    await look(driver, "save")
    await driver.press("escape")
    await driver.on_screen(PlaygroundScreen)
    await driver.press("escape")
    await driver.on_screen(BrowseScreen)
    await driver.press("q")
    await driver.on_screen(HomeScreen)


async def through_a_session(look: Look, size: tuple[int, int] = WIDE) -> None:
    """Answer a question of every kind, each wrong."""
    questions = ("plain/everything", "plain/aloud", *WRONG)
    async with driven(*questions, size=size) as driver:
        await driver.until_text("torch 2.13.0")
        await driver.press("enter")
        await look(driver, "quiz, asked again")
        await driver.press("h", "f")
        await driver.on_screen(FlagScreen)
        await look(driver, "flag")
        await driver.press("x", "enter")
        await driver.on_screen(QuizScreen)
        await driver.press(digit_of(driver, 1))
        await look(driver, "quiz with an option picked")
        await driver.press("enter")
        await driver.revealed()
        await driver.press("c")
        await look(driver, "reveal")
        await driver.press("d")
        await driver.on_screen(LinksScreen)
        await look(driver, "links")
        await driver.press("escape", "q")
        await driver.on_screen(ConfirmScreen)
        await look(driver, "confirm")
        await driver.press("escape")
        await driver.on_screen(QuizScreen)
        await driver.press("enter")
        await driver.until_text("tuples")
        await driver.press("enter", "1")
        await look(driver, "points")
        await driver.press("enter")
        await driver.revealed()
        await look(driver, "points revealed")
        for name, answer in WRONG.items():
            await driver.press("enter")
            await _asked(driver, name)
            await look(driver, f"{name} asked")
            driver.quiz.view.answering.restore(answer)
            await driver.pilot.pause()
            await look(driver, f"{name} answered")
            await driver.press("f5")
            await driver.revealed()
            await look(driver, f"{name} revealed")
        await driver.press("enter")
        await driver.on_screen(SummaryScreen)
        await look(driver, "summary")


async def _asked(driver: Driver, name: str) -> None:
    await driver.until(lambda: driver.quiz.session.question.id == name, name)
    await driver.until(lambda: driver.quiz.phase is Phase.ASKED, "the question")
    await driver.pilot.pause()


async def through_an_interview(look: Look, path: Path, size: tuple[int, int] = WIDE) -> None:
    """Hold an interview up to its scorecard."""
    plan = plan_of(["plain/pick-one"], ["plain/program", "plain/aloud"], minutes=6)
    async with interviewed(plan, path, size=size) as candidate:
        driver = candidate.driver
        await driver.until_text("torch 2.13.0")
        candidate.pass_by(50)
        await driver.press("x")
        await driver.write("note")
        await look(driver, "interview")
        await driver.press("escape", candidate.key_of(0), "enter")
        await candidate.asked(2)
        await driver.press("f6")
        await driver.pilot.pause()
        await look(driver, "interview, tests run")
        await driver.press("f3")
        await candidate.asked(3)
        await driver.press("f5")
        await driver.on_screen(InterviewPointsScreen)
        await driver.press("1")
        await look(driver, "interview points")
        await driver.press("enter")
        await driver.on_screen(ScorecardScreen)
        await look(driver, "scorecard")
