"""After an interview: the points one by one, the scorecard and its keys, the report as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.answer import Answer, Filled, Typed, Written
from quizbank.history.events import Undone
from quizbank.vocabulary import LANGUAGES, Language
from tests.quizbank.interview.test_report_html import Page
from tests.tui.interviews import Candidate, interviewed, plan_of
from tui.screens.home import HomeScreen
from tui.screens.interview_points import InterviewPointsScreen
from tui.screens.scorecard import ScorecardScreen

HALF_HOUR = plan_of(
    ["plain/pick-one", "plain/pick-all"],
    ["plain/hole", "plain/program", "plain/lines"],
    ["plain/aloud", "live/dtypes"],
    follow_ups=True,
)


async def missed(candidate: Candidate) -> None:
    """Answer one question wrong, and come to the scorecard."""
    await candidate.answer(Typed("43"))
    await candidate.driver.on_screen(ScorecardScreen)


async def test_the_plan_goes_into_the_next_drills_and_out_again(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/number"]), tmp_path) as candidate:
        driver = candidate.driver
        await missed(candidate)
        assert "d drill plan" in driver.text and "u take back" not in driver.text
        await driver.press("d")
        await driver.until_text("u take back")
        assert "d drill plan" not in driver.text
        events = len(candidate.learner.history.events())
        await driver.press("d")
        assert len(candidate.learner.history.events()) == events
        await driver.press("u")
        await driver.until_text("d drill plan")
        assert isinstance(candidate.learner.history.events()[-1].fact, Undone)


async def test_nothing_to_drill_where_all_was_right(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/number"]), tmp_path) as candidate:
        await candidate.answer(Typed("42"))
        await candidate.driver.on_screen(ScorecardScreen)
        await candidate.driver.until_text("Nothing to drill: everything was right.")
        assert "100%" in candidate.driver.text and "d drill plan" not in candidate.driver.text


@pytest.mark.parametrize("key", ["h", "enter", "escape"])
async def test_home_is_one_key_away(key: str, tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/number"]), tmp_path) as candidate:
        await missed(candidate)
        await candidate.driver.press(key)
        await candidate.driver.on_screen(HomeScreen)


async def test_a_report_that_cannot_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "torchdrill").write_text("no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    async with interviewed(plan_of(["plain/number"]), tmp_path) as candidate:
        await missed(candidate)
        await candidate.driver.press("w")
        await candidate.driver.until(lambda: len(candidate.driver.app._notifications) > 0, "a notice")
        assert "The report is in" not in candidate.driver.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_whole_interview_from_the_first_question_to_the_page(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    wrong: dict[str, Answer] = {
        "plain/number": Typed("43"),
        "plain/hole": Filled(("width", "width")),
        "plain/program": Written("def double(x):\n    return x * x\n"),
    }
    async with interviewed(HALF_HOUR, tmp_path, language=language) as candidate:
        driver, interview = candidate.driver, candidate.interview
        while not interview.over:
            number = interview.current.number
            await candidate.asked(number)
            candidate.pass_by(50)
            question = interview.question
            if question.id in wrong and interview.current.why != "second_try":
                await candidate.answer(wrong[question.id])
            elif question.id == "plain/lines":
                candidate.pass_by(600)
            elif question.id == "plain/aloud":
                await driver.press("enter")
            elif question.id == "plain/pick-one":
                await driver.press(candidate.key_of(0), "enter")
            else:
                await driver.press("f3")
            await candidate.recorded(number)
        await driver.on_screen(InterviewPointsScreen)
        await driver.press("1", "enter")
        await driver.on_screen(ScorecardScreen)
        (record,) = candidate.records
        assert record.language == language
        assert record.asked[0].why == "planned" and "follow_up" in {one.why for one in record.asked}
        assert {"right", "wrong", "unanswered", "self_rated"} <= {one.verdict for one in record.asked}
        assert 0 < record.seconds <= record.minutes * 60
        await driver.press("w")
        path = tmp_path / "torchdrill" / "saved" / "interview-1.html"
        await driver.until(path.exists, "the page")
        page = Page(path.read_text("utf-8"))
        told = "".join(page.text)
        bank = driver.app.services.bank
        for one in record.asked:
            assert one.question_id in told
            assert bank[one.question_id].prompt[language].replace("`", "")[:8] in told.replace("`", "")
        other: Language = "zh" if language == "en" else "en"
        assert record.title[language] in told and record.title[other] not in told
