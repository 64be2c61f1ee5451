"""The course of a session: hints, skips, follow-ups, retries, leaving, the summary, and home."""

from __future__ import annotations

import re

from textual.widgets import OptionList

from tests.tui.driving import driven, fixture_bank
from tests.tui.fake_runner import FakeRunner
from tests.tui.test_answers import digit_of
from tui.screens.confirm import ConfirmScreen
from tui.screens.home import HomeScreen
from tui.screens.quiz import Phase, QuizScreen
from tui.screens.summary import SummaryScreen


async def test_hints_are_shown_one_by_one_and_counted() -> None:
    async with driven("plain/pick-one") as driver:
        assert "Count the lists." not in driver.text
        await driver.press("h")
        await driver.until_text("Hint 1 of 2  Count the lists.")
        assert "There is one." not in driver.text
        await driver.press("h", "h")
        await driver.until_text("Hint 2 of 2  There is one.")
        await driver.press(digit_of(driver, 0), "enter")
        await driver.revealed()
        assert driver.quiz.session.attempts[0].hints == 2


async def test_skipping_records_and_goes_on() -> None:
    async with driven("plain/pick-one", "plain/number") as driver:
        await driver.press("s")
        await driver.until_text("Question 2 of 2")
        await driver.press("f3")
        await driver.on_screen(SummaryScreen)
        assert "– Skipped 2" in driver.text


async def test_letters_are_typed_while_a_field_has_the_focus() -> None:
    async with driven("plain/number") as driver:
        await driver.press("s", "h", "q", "l", "t")
        assert driver.quiz.phase is Phase.ASKED
        assert not driver.quiz.session.attempts
        assert "f3 skip" in driver.text
        assert " s skip" not in driver.text


async def test_the_follow_up_comes_next() -> None:
    async with driven("plain/pick-one", "plain/pick-all") as driver:
        await driver.press(digit_of(driver, 0), "enter")
        await driver.revealed()
        assert "What does doubling x give?" in driver.text
        await driver.press("a")
        await driver.until_text("it comes next")
        await driver.press("n")
        await driver.until_text("Question 2 of 3")
        assert driver.quiz.session.question.id == "plain/number"
        assert driver.quiz.session.questions[2].id == "plain/pick-all"


async def test_after_a_retry_a_follow_up_that_is_queued_isnt_offered_again() -> None:
    async with driven("plain/pick-one") as driver:
        await driver.press("f9")
        await driver.revealed()
        assert "a follow-up" in driver.text and "a asks it next" in driver.text
        await driver.press("a")
        await driver.until_text("✓ it comes next")
        assert "a follow-up" not in driver.text
        await driver.press("r", "f9")
        await driver.revealed()
        await driver.until_text("✓ it comes next")
        assert "a follow-up" not in driver.text and "a asks it next" not in driver.text
        events = len(driver.quiz.practice.learner.history.events())
        await driver.press("a")
        assert len(driver.quiz.practice.learner.history.events()) == events
        assert len(driver.quiz.session.questions) == 2


async def test_a_follow_up_that_was_to_come_later_comes_once() -> None:
    async with driven("plain/pick-one", "plain/pick-all", "plain/number") as driver:
        await driver.press("1", "enter")
        await driver.revealed()
        await driver.press("a")
        assert [question.id for question in driver.quiz.session.questions] == [
            "plain/pick-one",
            "plain/number",
            "plain/pick-all",
        ]


async def test_trying_again_leaves_the_score_as_it_is() -> None:
    async with driven("plain/pick-one") as driver:
        await driver.press(digit_of(driver, 1), "enter")
        await driver.revealed()
        order = driver.quiz.session.order
        await driver.press("r")
        await driver.until(lambda: driver.quiz.phase is Phase.ASKED)
        assert driver.quiz.session.order == order
        await driver.press(digit_of(driver, 0), "enter")
        await driver.revealed()
        assert "✓ Right" in driver.text
        await driver.press("enter")
        await driver.on_screen(SummaryScreen)
        assert "✗ Wrong 1" in driver.text
        assert "✓ Right 0" in driver.text


async def test_the_summary_counts_and_names_the_weakest_topic() -> None:
    async with driven("plain/pick-one", "plain/number", "plain/pick-all") as driver:
        await driver.press(digit_of(driver, 0), "enter")
        await driver.revealed()
        await driver.press("enter")
        await driver.until_text("Question 2 of 3")
        await driver.press("1", "enter")
        await driver.revealed()
        await driver.press("enter")
        await driver.until_text("Question 3 of 3")
        await driver.press("s")
        await driver.on_screen(SummaryScreen)
        assert "✓ Right 1    ✗ Wrong 1    – Skipped 1    Time 0:00" in driver.text
        assert "Plain Python  1 of 2 right" in driver.text
        assert " 50%" in driver.text
        assert "What does doubling x give?" in driver.text
        await driver.press("m")
        await driver.on_screen(QuizScreen)
        assert [question.id for question in driver.quiz.session.questions] == [
            "plain/number",
            "plain/pick-all",
        ]


async def test_leaving_asks_first() -> None:
    async with driven("plain/pick-one", "plain/number") as driver:
        await driver.press("s")
        await driver.until_text("Question 2 of 2")
        await driver.press("f10")
        await driver.on_screen(ConfirmScreen)
        assert "1 of 2 questions are answered" in driver.text
        await driver.press("escape")
        await driver.on_screen(QuizScreen)
        await driver.press("f10")
        await driver.on_screen(ConfirmScreen)
        await driver.press("y")
        await driver.on_screen(SummaryScreen)
        await driver.press("h")
        await driver.on_screen(HomeScreen)


async def test_quitting_a_session_asks_first_and_then_ends_the_app() -> None:
    runner = FakeRunner()
    async with driven("plain/pick-one", runner=runner) as driver:
        await driver.press("ctrl+q")
        await driver.on_screen(ConfirmScreen)
        assert runner.running
        await driver.press("y")
        await driver.until(lambda: not driver.app.is_running)
    assert not runner.running


async def test_home_lists_topics_and_starts_a_session_of_one() -> None:
    async with driven(home=True) as driver:
        total = sum(question.topic != "absent" for question in fixture_bank().active)
        assert re.search(rf"\b{total} [█▒·]+ All topics", driver.text)
        assert re.search(r"\b3 [█▒·]+ Live torch", driver.text)
        topics = driver.app.screen.query_one(OptionList)
        await driver.press("down", "down")
        await driver.until(lambda: topics.highlighted == 2)
        await driver.press("enter")
        await driver.on_screen(QuizScreen)
        assert len(driver.quiz.session.questions) == 3
        assert {question.topic for question in driver.quiz.session.questions} == {"live"}


async def test_all_topics_start_a_session_of_ten() -> None:
    async with driven(home=True) as driver:
        await driver.press("enter")
        await driver.on_screen(QuizScreen)
        assert len(driver.quiz.session.questions) == 10


async def test_help_shows_what_the_keys_do_here() -> None:
    async with driven("plain/pick-one") as driver:
        await driver.press("question_mark")
        await driver.until_text("Show the next hint; hints are counted")
        assert "Switch between English and Chinese" in driver.text
        assert "Go on to the next question" not in driver.text
        await driver.press("escape")
        await driver.on_screen(QuizScreen)


async def test_the_palette_knows_the_commands_of_the_moment() -> None:
    async with driven("plain/pick-one", "plain/number") as driver:
        await driver.press("ctrl+p")
        await driver.write("skip")
        await driver.until_text("Leave this question unanswered")
        await driver.press("enter", "enter")
        await driver.until_text("Question 2 of 2")
