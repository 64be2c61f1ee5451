"""Asked as the learner wants: what hints cost, how long a question may take, and whether that is shown."""

from __future__ import annotations

import pytest

from quizbank.card import Rating
from quizbank.history.events import Answered
from quizbank.learner import Learner
from tests.tui.driving import NOW, Driver, driven, fixture_bank
from tests.tui.fake_runner import FakeRunner
from tests.tui.test_answers import digit_of
from tui.learner import learner_in_memory
from tui.quiz_rules import QuizRules
from tui.screens.confirm import ConfirmScreen
from tui.screens.home import HomeScreen
from tui.screens.quiz import Phase, QuizScreen
from tui.settings import HintPolicy, Settings
from tui.widgets.pick_list import PickList
from tui.widgets.text_fields import Editor


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def learner() -> Learner:
    return learner_in_memory(fixture_bank(), NOW)


def answered(learner: Learner) -> Answered:
    (fact,) = [event.fact for event in learner.history.events() if isinstance(event.fact, Answered)]
    return fact


async def pass_time(driver: Driver, clock: Clock, seconds: float) -> None:
    """Let time pass, and the screen look at the clock, as its timer makes it."""
    clock.seconds += seconds
    driver.quiz.tick()
    await driver.pilot.pause()


def test_the_settings_give_the_rules() -> None:
    settings = Settings(hints="free", time_limit=1.5, stopwatch=False)
    assert QuizRules.of(settings) == QuizRules("free", 1.5, stopwatch=False)
    assert QuizRules.of(Settings()) == QuizRules()


@pytest.mark.parametrize(
    ("policy", "hints", "rating"),
    [("counted", 1, Rating.HARD), ("free", 1, Rating.EASY), ("none", 0, Rating.EASY)],
)
async def test_hints_cost_what_the_policy_says(
    learner: Learner, policy: HintPolicy, hints: int, rating: Rating
) -> None:
    async with driven("plain/pick-one", learner=learner, rules=QuizRules(policy)) as driver:
        assert ("h hint" in driver.text) == (policy != "none")
        await driver.press("h")
        await driver.pilot.pause()
        assert ("Count the lists." in driver.text) == (policy != "none")
        await driver.press(digit_of(driver, 0), "enter")
        await driver.revealed()
    assert (answered(learner).hints, answered(learner).proposed) == (hints, rating)


async def test_the_time_is_shown_and_stops_with_the_answer(learner: Learner, clock: Clock) -> None:
    async with driven("plain/pick-one", "plain/number", learner=learner, clock=clock) as driver:
        assert "0:00  choice" in driver.text
        await pass_time(driver, clock, 65)
        await driver.until_text("1:05  choice")
        await driver.press(digit_of(driver, 0), "enter")
        await driver.revealed()
        await pass_time(driver, clock, 300)
        assert "1:05  choice" in driver.text
        await driver.press("enter")
        await driver.until_text("0:00  prediction")
    assert answered(learner).seconds == 65


async def test_the_time_stands_still_under_a_dialog_and_while_a_snippet_runs(
    learner: Learner, clock: Clock
) -> None:
    runner = FakeRunner(ready=False)
    async with driven("plain/number", learner=learner, clock=clock, runner=runner) as driver:
        await pass_time(driver, clock, 5)
        await driver.press("f10")
        await driver.on_screen(ConfirmScreen)
        clock.seconds += 100
        await driver.press("n")
        await driver.on_screen(QuizScreen)
        await pass_time(driver, clock, 2)
        await driver.write("41")
        await driver.press("enter")
        await driver.until(lambda: driver.quiz.phase is Phase.JUDGING)
        await pass_time(driver, clock, 100)
        await driver.press("escape")
        await driver.until(lambda: driver.quiz.phase is Phase.ASKED)
        await pass_time(driver, clock, 3)
        await driver.press("backspace", "2", "enter")
        runner.finish_import()
        await driver.revealed()
    assert answered(learner).seconds == 10


async def test_the_stopwatch_can_be_hidden(learner: Learner, clock: Clock) -> None:
    rules = QuizRules(stopwatch=False)
    async with driven("plain/pick-one", learner=learner, clock=clock, rules=rules) as driver:
        await pass_time(driver, clock, 65)
        assert "1:05" not in driver.text
        await driver.press(digit_of(driver, 0), "enter")
        await driver.revealed()
    assert answered(learner).seconds == 65


async def test_a_picked_option_is_taken_when_time_is_up(learner: Learner, clock: Clock) -> None:
    async with driven(
        "plain/pick-one", learner=learner, clock=clock, rules=QuizRules(time_limit=2)
    ) as driver:
        assert "0:00 / 2:00  choice" in driver.text
        await driver.press(digit_of(driver, 0))
        await pass_time(driver, clock, 119)
        await driver.until_text("1:59 / 2:00")
        assert driver.quiz.phase is Phase.ASKED
        await pass_time(driver, clock, 1)
        await driver.revealed()
        assert "✓ Right" in driver.text
        assert "Time was up: this is judged as it stood." in driver.text
    assert (answered(learner).score, answered(learner).answer) == ("right", {"options": [0]})


@pytest.mark.parametrize("name", ["plain/pick-one", "plain/number", "plain/hole"])
async def test_what_is_no_answer_counts_as_not_known_when_time_is_up(
    learner: Learner, clock: Clock, name: str
) -> None:
    async with driven(name, learner=learner, clock=clock, rules=QuizRules(time_limit=1)) as driver:
        await pass_time(driver, clock, 60)
        await driver.revealed()
        assert "✗ Not known" in driver.text
        assert "Time was up" in driver.text
    assert (answered(learner).score, answered(learner).answer) == ("skipped", None)


async def test_a_program_that_cant_be_read_counts_as_not_known_when_time_is_up(
    learner: Learner, clock: Clock
) -> None:
    async with driven("plain/program", learner=learner, clock=clock, rules=QuizRules(time_limit=1)) as driver:
        driver.quiz.query_one(Editor).text = "def double(x"
        await pass_time(driver, clock, 180)
        await driver.revealed()
    assert answered(learner).score == "skipped"


async def test_points_are_ticked_without_a_limit_once_time_to_speak_is_up(
    learner: Learner, clock: Clock
) -> None:
    async with driven("plain/aloud", learner=learner, clock=clock, rules=QuizRules(time_limit=1)) as driver:
        await pass_time(driver, clock, 120)
        await driver.until(lambda: driver.quiz.query_one(PickList).display, "the points")
        await driver.until_text("The time to speak is up.")
        await pass_time(driver, clock, 120)
        assert driver.quiz.phase is Phase.ASKED
        await driver.press("1", "2", "enter")
        await driver.revealed()
    assert answered(learner).score == "right"


async def test_no_answer_is_taken_back_once_time_is_up(learner: Learner, clock: Clock) -> None:
    runner = FakeRunner(ready=False)
    rules = QuizRules(time_limit=1)
    async with driven("plain/number", learner=learner, clock=clock, runner=runner, rules=rules) as driver:
        await driver.write("41")
        await pass_time(driver, clock, 60)
        await driver.until(lambda: driver.quiz.phase is Phase.JUDGING)
        await driver.press("escape")
        await driver.pilot.pause()
        assert driver.quiz.phase is Phase.JUDGING
        runner.finish_import()
        await driver.revealed()
    assert answered(learner).score == "wrong"


async def test_each_question_has_its_own_limit(clock: Clock) -> None:
    rules = QuizRules(time_limit=1)
    async with driven("plain/pick-one", "plain/number", clock=clock, rules=rules) as driver:
        await pass_time(driver, clock, 59)
        await driver.press("s")
        await driver.until_text("Question 2 of 2")
        await pass_time(driver, clock, 59)
        assert driver.quiz.phase is Phase.ASKED
        await pass_time(driver, clock, 1)
        await driver.revealed()


async def test_the_clock_is_not_looked_at_once_there_is_no_question_left() -> None:
    runner = FakeRunner(ready=False)
    async with driven("absent/cuda", runner=runner, rules=QuizRules(time_limit=1)) as driver:
        quiz = driver.quiz
        runner.finish_import()
        await driver.until(lambda: quiz.session.over, "the end of the session")
        quiz.tick()
        await driver.on_screen(HomeScreen)
