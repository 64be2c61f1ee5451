"""A session that goes on in another terminal; a second history of the same file stands for that."""

from __future__ import annotations

from pathlib import Path

from quizbank.history.journal import Journal
from quizbank.history.store import open_history
from quizbank.learner import Learner
from quizbank.practice import Practice
from quizbank.scheduler import Scheduler
from tests.tui.driving import NOW, driven, fixture_bank
from tui.learner import rules_of
from tui.screens.home import HomeScreen
from tui.screens.quiz import QuizScreen


def learner_on(path: Path) -> Learner:
    rules = rules_of(scheduler := Scheduler(), fixture_bank())
    return Learner(Journal(open_history(path, rules, NOW), rules), scheduler)


async def test_it_is_offered_when_the_other_terminal_is_gone_and_not_before(tmp_path: Path) -> None:
    here, there = learner_on(tmp_path / "history.db"), learner_on(tmp_path / "history.db")
    Practice.start(there, [fixture_bank()["plain/number"]], 0, NOW)
    async with driven(home=True, learner=here) as driver:
        await driver.until_text("0 due")
        assert "interrupted" not in driver.text
        assert "c continue" not in driver.text
        there.journal.close(NOW)
        await driver.press("b", "escape")
        await driver.until_text("interrupted after 0 answers")
        await driver.press("c")
        await driver.on_screen(QuizScreen)
        with_it = learner_on(tmp_path / "history.db")
        assert with_it.history.unfinished() is None
        with_it.journal.close(NOW)
    here.journal.close(NOW)


async def test_taken_up_elsewhere_in_the_meantime_it_stays_there(tmp_path: Path) -> None:
    here, there = learner_on(tmp_path / "history.db"), learner_on(tmp_path / "history.db")
    Practice.start(there, [fixture_bank()["plain/number"]], 0, NOW)
    there.history.close()
    unfinished = here.history.unfinished()
    assert unfinished is not None
    there = learner_on(tmp_path / "history.db")
    there.journal.hold(unfinished.session)
    async with driven(opening=unfinished, learner=here) as driver:
        await driver.on_screen(HomeScreen)
        await driver.until_text("going on in another terminal")
    for learner in (here, there):
        learner.journal.close(NOW)
