"""Practising on the screen: what is kept, the rating and its keys, explaining first, drills, resuming."""

from __future__ import annotations

from datetime import timedelta

import pytest

from quizbank.card import Rating
from quizbank.drill import Drill, Order
from quizbank.errors import HistoryFull
from quizbank.history.events import Answered, Ended, Fact, Hinted, Rated, Replanned, Started, Undone
from quizbank.history.store import History
from quizbank.learner import Learner
from quizbank.practice import Given, Practice
from quizbank.search import State, states
from quizbank.session import Score
from tests.tui.driving import NOW, Driver, driven, fixture_bank
from tests.tui.fake_runner import FakeRunner
from tests.tui.test_answers import digit_of
from tui.learner import learner_in_memory, study_day_of
from tui.screens.confirm import ConfirmScreen
from tui.screens.home import HomeScreen
from tui.screens.quiz import Phase, QuizScreen
from tui.screens.summary import SummaryScreen

TODAY = study_day_of(NOW)
DAY = timedelta(days=1)
NAMES = ("plain/pick-one", "plain/number", "plain/pick-all", "plain/printed")


@pytest.fixture
def learner() -> Learner:
    return learner_in_memory(fixture_bank(), NOW)


def facts(learner: Learner) -> list[Fact]:
    return [event.fact for event in learner.history.events()]


def answers(learner: Learner) -> list[Answered]:
    return [fact for fact in facts(learner) if isinstance(fact, Answered)]


def drill(*names: str, order: Order | None = None) -> Drill:
    bank = fixture_bank()
    return Drill([bank[name] for name in names], order or Order(), TODAY)


async def answer(driver: Driver, *, right: bool = True) -> None:
    await driver.press(digit_of(driver, 0 if right else 1), "enter")
    await driver.revealed()


async def test_a_session_is_kept_from_its_start_to_its_end(learner: Learner) -> None:
    async with driven("plain/pick-one", "plain/number", learner=learner) as driver:
        await answer(driver)
        await driver.press("enter")
        await driver.until_text("Question 2 of 2")
        await driver.press("f3")
        await driver.on_screen(SummaryScreen)
    started, first, second, ended = facts(learner)
    assert isinstance(started, Started)
    assert (started.mode, started.plan.question_ids) == ("quiz", ("plain/pick-one", "plain/number"))
    assert isinstance(first, Answered)
    assert (first.question_id, first.score, first.proposed) == ("plain/pick-one", "right", Rating.EASY)
    assert (first.device, first.torch, first.language) == ("cpu", "2.13.0+cpu", "en")
    assert first.answer == {"options": [0]}
    assert first.evidence == {"ended": "finished", "raised": None, "parts": [True, True, True]}
    assert isinstance(second, Answered)
    assert (second.score, second.proposed, second.answer) == ("skipped", Rating.AGAIN, None)
    assert isinstance(ended, Ended)
    assert ended.finished


async def test_an_answer_is_kept_before_its_reveal(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    revealed: list[int] = []

    async def reveal(*_arguments: object) -> None:
        revealed.append(len(answers(learner)))

    async with driven("plain/pick-one", learner=learner) as driver:
        monkeypatch.setattr("tui.widgets.question_view.QuestionView.reveal", reveal)
        await driver.press("1", "enter")
        await driver.until(lambda: bool(revealed), "the reveal")
    assert revealed == [1]


async def test_the_rating_is_shown_changed_by_its_keys_and_undone(learner: Learner) -> None:
    async with driven("plain/pick-one", learner=learner) as driver:
        await answer(driver)
        await driver.until_text("easy: asked again in 8 days")
        assert "1-4 again, hard, good, easy" in driver.text
        assert "u undo" not in driver.text
        await driver.press("1")
        await driver.until_text("again: asked again in 1 day")
        assert "u undo" in driver.text
        await driver.press("3")
        await driver.until_text("good: asked again in 2 days")
        await driver.press("u")
        await driver.until_text("again: asked again in 1 day")
        await driver.press("u")
        await driver.until_text("easy: asked again in 8 days")
        assert "u undo" not in driver.text
        await driver.press("l")
        await driver.until_text("简单：8 天后再问")
    kinds = [type(fact) for fact in facts(learner)]
    assert kinds == [Started, Answered, Rated, Rated, Undone, Undone]


async def test_trying_again_keeps_one_answer_and_its_rating(learner: Learner) -> None:
    async with driven("plain/pick-one", learner=learner) as driver:
        await answer(driver, right=False)
        await driver.press("r")
        await driver.until(lambda: driver.quiz.phase is Phase.ASKED)
        await answer(driver)
        assert "again: asked again in 1 day" in driver.text
        await driver.press("2")
        await driver.until_text("hard: asked again in")
    assert [one.score for one in answers(learner)] == ["wrong"]


async def test_rating_keys_do_nothing_before_the_reveal(learner: Learner) -> None:
    async with driven("plain/number", learner=learner) as driver:
        await driver.press("4", "2")
        assert "1-4" not in driver.text
        await driver.press("enter")
        await driver.revealed()
        assert "✓ Right" in driver.text
    assert [type(fact) for fact in facts(learner)] == [Started, Answered]


async def test_what_cannot_be_written_is_said_and_the_session_goes_on(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(history: History, *_: object) -> None:
        raise HistoryFull(None)

    async with driven("plain/pick-one", "plain/number", learner=learner) as driver:
        kept = learner.history
        monkeypatch.setattr(kept, "append", lambda *_: full(kept))
        monkeypatch.setattr(kept, "merge", lambda *_: full(kept))
        await answer(driver)
        await driver.until_text("kept in memory for now")
        await driver.press("enter")
        await driver.until_text("Question 2 of 2")
        assert kept is not learner.history
        assert len(answers(learner)) == 1
        monkeypatch.undo()
        await driver.press("f3")
        await driver.on_screen(SummaryScreen)
    assert kept is learner.history
    assert len(answers(learner)) == 2


def forget(learner: Learner, question_id: str, times: int) -> None:
    """Have a question learned and forgotten so often, the last time two days ago."""
    for ago in range(2 * times + 1, 1, -1):
        score: Score = "wrong" if ago % 2 == 0 else "right"
        then = NOW - ago * DAY
        practice = Practice.start(learner, [fixture_bank()[question_id]], 0, then)
        practice.record(Given(score, 50.0, 0, "en", "cpu", "2.13.0"), then)
        practice.end(then, finished=True)


async def test_what_is_forgotten_again_and_again_is_explained_before_it_is_asked(learner: Learner) -> None:
    forget(learner, "plain/pick-one", 4)
    async with driven("plain/pick-one", learner=learner) as driver:
        assert "You keep forgetting this one" in driver.text
        assert "Both names stand for the same list." in driver.text
        assert "Your answer" not in driver.text
        assert "enter ask me" in driver.text
        await driver.press("1", "enter")
        await driver.until_text("Your answer")
        assert "Both names stand for the same list." not in driver.text
        assert driver.quiz.phase is Phase.ASKED
        await answer(driver)
        assert "✓ Right" in driver.text


async def test_a_program_is_explained_before_its_editor_is_shown(learner: Learner) -> None:
    forget(learner, "plain/program", 4)
    async with driven("plain/program", learner=learner, size=(80, 24)) as driver:
        await driver.until_text("enter ask me")
        assert "Your answer" not in driver.text
        await driver.press("enter")
        await driver.until_text("Your answer")


class Clock:
    """Time that goes by when a test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


async def test_a_drill_plans_after_every_answer_and_stops_at_its_budget(learner: Learner) -> None:
    clock = Clock()
    made = drill(*NAMES, order=Order(minutes=3, interview=TODAY + 9 * DAY))
    async with driven(opening=made, learner=learner, clock=clock) as driver:
        assert "Question 1  3 min left" in driver.text
        clock.seconds += 61
        driver.quiz.query_one("QuizHeader").translate()  # type: ignore[attr-defined]  # what the timer does
        await driver.until_text("2 min left")
        await driver.press("f3")
        await driver.until_text("Question 2  2 min left")
        clock.seconds += 110
        await driver.press("f3")
        await driver.on_screen(SummaryScreen)
        await driver.until_text("3 minutes are used up")
        await driver.until_text("on 2026-03-11")
        assert "With 3 minutes every day" in driver.text
        await driver.press("l")
        await driver.until_text("每天刷 3 分钟")
    assert len(answers(learner)) == 2
    assert {one.mode for one in answers(learner)} == {"drill"}
    assert sum(isinstance(fact, Replanned) for fact in facts(learner)) == 1


async def test_a_drill_ends_when_nothing_is_worth_its_time(learner: Learner) -> None:
    async with driven(opening=drill("plain/pick-one"), learner=learner) as driver:
        await answer(driver)
        await driver.press("enter")
        await driver.on_screen(SummaryScreen)
        await driver.until_text("Nothing more is worth its time today")
        await driver.until_text("Of the 1 questions of this drill you would know about 100% now.")
        await driver.press("h")
        await driver.on_screen(HomeScreen)
    assert isinstance(facts(learner)[-1], Ended)


async def test_a_drill_with_nothing_to_ask_opens_at_home_and_says_so(learner: Learner) -> None:
    async with driven(opening=drill(), learner=learner) as driver:
        await driver.on_screen(HomeScreen)
        await driver.until_text("Nothing more is worth its time today")


async def test_a_miss_comes_again_in_a_drill(learner: Learner) -> None:
    async with driven(opening=drill("plain/pick-one"), learner=learner) as driver:
        await answer(driver, right=False)
        await driver.until_text("and once more in this drill")
        await driver.press("enter")
        await driver.until_text("Question 2 ")
        assert driver.quiz.session.question.id == "plain/pick-one"
        await answer(driver)
        await driver.press("enter")
        await driver.on_screen(SummaryScreen)
    assert len(learner.history.cards()) == 1


async def test_a_cram_has_no_ratings_and_no_schedule(learner: Learner) -> None:
    async with driven(opening=drill("plain/pick-one", order=Order(crams=True)), learner=learner) as driver:
        await answer(driver)
        await driver.until_text("this is a cram")
        assert "1-4" not in driver.text
        await driver.press("1")
    assert not learner.history.cards()
    assert [one.scheduled for one in answers(learner)] == [False]


async def test_a_drill_leaves_out_what_turns_out_not_to_run_here(learner: Learner) -> None:
    runner = FakeRunner(ready=False, version="2.13.0")
    names = ("absent/cuda", "plain/number")
    async with driven(opening=drill(*names), learner=learner, runner=runner) as driver:
        await driver.pilot.pause()
        runner.finish_import()
        await driver.until_text("What does doubling x give?")
        assert [one.id for one in driver.quiz.session.questions] == ["plain/number"]


async def test_an_interrupted_session_is_offered_and_taken_up(learner: Learner) -> None:
    async with driven(*NAMES, learner=learner) as driver:
        await answer(driver)
        await driver.press("enter")
        await driver.until_text("Question 2 of 4")
        await driver.press("ctrl+q")
        await driver.on_screen(ConfirmScreen)
        assert "start screen" in driver.text
        await driver.press("y")
        await driver.until(lambda: not driver.app.is_running, "the end of the app")
        orders = driver.app.screen_stack[1].session.orders  # type: ignore[attr-defined]
    async with driven(home=True, learner=learner) as driver:
        await driver.until_text("interrupted after 1 answer")
        await driver.press("c")
        await driver.on_screen(QuizScreen)
        assert "Question 2 of 4" in driver.text
        assert driver.quiz.session.question.id == "plain/number"
        assert driver.quiz.session.orders == orders
        for number in (3, 4):
            await driver.press("f3")
            await driver.until_text(f"Question {number} of 4")
        await driver.press("f3")
        await driver.on_screen(SummaryScreen)
        assert "✓ Right 1" in driver.text
        assert "– Skipped 3" in driver.text
        await driver.press("h")
        await driver.on_screen(HomeScreen)
        assert "interrupted" not in driver.text


async def test_hints_from_before_the_interruption_are_shown_again_and_count(learner: Learner) -> None:
    async with driven("plain/pick-one", learner=learner) as driver:
        await driver.press("h")
        await driver.until_text("Hint 1 of 2")
    unfinished = learner.history.unfinished()
    async with driven(opening=unfinished, learner=learner) as driver:
        await driver.until_text("Hint 1 of 2")
        await driver.press("h")
        await driver.until_text("Hint 2 of 2")
        assert driver.text.count("Hint 1 of 2") == 1
        assert "h hint" not in driver.text
        await answer(driver, right=False)
        await driver.press("r")
        await driver.until(lambda: driver.quiz.phase is Phase.ASKED)
        assert "Hint 1 of 2" not in driver.text
        await driver.press("h")
        await driver.until_text("Hint 1 of 2")
    assert [one.hints for one in answers(learner)] == [2]
    assert sum(isinstance(fact, Hinted) for fact in facts(learner)) == 2


async def test_an_interrupted_session_can_be_given_up(learner: Learner) -> None:
    Practice.start(learner, [fixture_bank()["plain/number"]], 0, NOW)
    async with driven(home=True, learner=learner) as driver:
        await driver.until_text("interrupted after 0 answers")
        await driver.press("x")
        await driver.until(lambda: "interrupted" not in driver.text)
        assert "c continue" not in driver.text
    assert isinstance(facts(learner)[-1], Ended)


async def test_a_session_that_is_left_is_over(learner: Learner) -> None:
    async with driven("plain/pick-one", "plain/number", learner=learner) as driver:
        await driver.press("s")
        await driver.until_text("Question 2 of 2")
        await driver.press("f10")
        await driver.on_screen(ConfirmScreen)
        await driver.press("y")
        await driver.on_screen(SummaryScreen)
    ended = facts(learner)[-1]
    assert isinstance(ended, Ended)
    assert not ended.finished
    assert learner.history.unfinished() is None


async def test_home_counts_and_starts_what_the_history_offers(learner: Learner) -> None:
    for name, score, ago in (("pick-one", "wrong", 1), ("number", "right", 1), ("printed", "right", 0)):
        then = NOW - ago * DAY
        practice = Practice.start(learner, [fixture_bank()[f"plain/{name}"]], 0, then)
        practice.record(Given("wrong" if score == "wrong" else "right", 50.0, 0, "en", "cpu", ""), then)
        practice.end(then, finished=True)
    order = Order(interview=TODAY + 9 * DAY)
    async with driven(home=True, learner=learner, order=order) as driver:
        await driver.until_text("1 due")
        assert "1 wrong last time" in driver.text
        assert "2 days in a row" in driver.text
        assert "interview in 9 days" in driver.text
        await driver.press("w")
        await driver.on_screen(QuizScreen)
        assert [one.id for one in driver.quiz.session.questions] == ["plain/pick-one"]
        await answer(driver)
        await driver.press("enter")
        await driver.on_screen(SummaryScreen)
        await driver.press("h")
        await driver.on_screen(HomeScreen)
        await driver.until_text("0 wrong last time")
        assert "w wrong ones" not in driver.text
        await driver.press("n")
        await driver.on_screen(QuizScreen)
        asked = {one.id for one in driver.quiz.session.questions}
        assert len(asked) >= 5
        assert not asked & {"plain/pick-one", "plain/number", "plain/printed"}


async def test_home_starts_a_drill(learner: Learner) -> None:
    async with driven(home=True, learner=learner, order=Order(minutes=7)) as driver:
        await driver.press("d")
        await driver.on_screen(QuizScreen)
        assert "7 min left" in driver.text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("pick-one", "it is so, and you didn't pick it"),
        ("number", "torch says"),
        ("printed", "torch says"),
        ("hole", "One that is right"),
        ("program", "One that is right"),
        ("lines", "One that is right"),
        ("aloud", "They have a length"),
    ],
)
async def test_who_does_not_know_is_shown_what_is_right(learner: Learner, name: str, shown: str) -> None:
    async with driven(f"plain/{name}", learner=learner) as driver:
        await driver.press("f9")
        await driver.revealed()
        assert "✗ Not known" in driver.text
        assert "Skipped" not in driver.text
        assert shown in driver.text
        assert "You said" not in driver.text
        assert "Your program" not in driver.text
        await driver.until_text("again: asked again in 1 day")
    [kept] = answers(learner)
    assert (kept.score, kept.proposed, kept.answer) == ("skipped", Rating.AGAIN, None)


async def test_what_was_skipped_is_nowhere_wrong_and_what_wasnt_known_everywhere(learner: Learner) -> None:
    async with driven("plain/pick-one", "plain/number", learner=learner) as driver:
        await driver.press("s")
        await driver.until_text("Question 2 of 2")
        await driver.press("f9")
        await driver.revealed()
        await driver.press("n")
        await driver.on_screen(SummaryScreen)
        assert "✗ Wrong 1    – Skipped 1" in driver.text
    standings = learner.history.standings()
    assert states(standings["plain/pick-one"], TODAY) >= {State.SKIPPED}
    assert State.WRONG not in states(standings["plain/pick-one"], TODAY)
    assert State.WRONG in states(standings["plain/number"], TODAY)
    async with driven(home=True, learner=learner) as driver:
        await driver.until_text("1 wrong last time")
        await driver.press("w")
        await driver.on_screen(QuizScreen)
        assert [one.id for one in driver.quiz.session.questions] == ["plain/number"]
    async with driven(home=True, learner=learner) as driver:
        await driver.press("b")
        await driver.until_text("Does")
        rows = [line for line in driver.text.split("\n") if "–" in line.split("●")[0]]
        assert len(rows) == 1 and "✗" not in rows[0]


async def test_a_session_that_is_taken_up_counts_as_it_did(learner: Learner) -> None:
    async with driven(*NAMES, learner=learner) as driver:
        await driver.press("s")
        await driver.until_text("Question 2 of 4")
        await driver.press("f9")
        await driver.revealed()
    async with driven(home=True, learner=learner) as driver:
        await driver.until_text("interrupted after 2 answers")
        await driver.press("c")
        await driver.on_screen(QuizScreen)
        assert [one.score for one in driver.quiz.session.attempts] == ["skipped", "wrong"]


async def test_what_does_not_work_here_is_nobodys_lack_of_knowledge(learner: Learner) -> None:
    # Without torch the snippet ends with a NameError, which the question doesn't declare.
    async with driven("live/dtypes", learner=learner) as driver:
        await driver.press("i")
        await driver.revealed()
        assert "? Not counted" in driver.text
    assert [(one.score, one.proposed) for one in answers(learner)] == [("unjudged", None)]
