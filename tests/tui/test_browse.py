"""Browsing: searching, narrowing, reading, and being asked from there."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from quizbank.choose import Filter
from quizbank.history.events import Flagged, Started
from quizbank.learner import Learner
from quizbank.practice import Given, Practice
from quizbank.question import Question
from quizbank.session import Score
from quizbank.vocabulary import Language
from tests.tui.driving import NOW, Driver, driven, fixture_bank
from tui.learner import learner_in_memory
from tui.screens.browse import BrowseScreen
from tui.screens.browse_filter import FilterScreen
from tui.screens.flag import FlagScreen
from tui.screens.help import HelpScreen
from tui.screens.home import HomeScreen
from tui.screens.quiz import QuizScreen
from tui.screens.summary import SummaryScreen
from tui.widgets.question_preview import QuestionPreview
from tui.widgets.question_table import QuestionTable
from tui.widgets.search_line import SearchLine

SMALL, WIDE = (80, 24), (200, 50)
ALL = len(fixture_bank().active)


async def browse(driver: Driver) -> None:
    await driver.press("b")
    await driver.on_screen(BrowseScreen)
    await driver.until_text(f"of {ALL} questions" if "Browse" in driver.text else f"{ALL} 题")


@pytest.mark.parametrize(
    ("language", "key", "typed"),
    [
        ("en", "/ searches prompts, code, ids and tags", "a word of the prompt, code, an id, a tag"),
        ("zh", "/ 搜索题干、代码、题目 id 和标签", "输入题干、代码、题目 id 或标签中的词"),
    ],
)
async def test_the_search_names_its_key_until_it_is_being_typed_into(
    language: Language, key: str, typed: str
) -> None:
    async with driven(home=True, size=SMALL, language=language) as driver:
        await browse(driver)
        line = driver.app.screen.query_one(SearchLine)
        assert key in driver.text
        there = line.styles.background
        await driver.press("slash")
        await driver.until_text(typed)
        assert key not in driver.text
        assert line.styles.background != there
        await driver.press("escape")
        await driver.until_text(key)


async def choose(driver: Driver, facet: str, *keys: str) -> None:
    await driver.press(facet)
    await driver.on_screen(FilterScreen)
    await driver.press(*keys, "enter")
    await driver.on_screen(BrowseScreen)


def under_cursor(driver: Driver) -> Question:
    question = driver.app.screen.query_one(QuestionTable).question
    assert question is not None
    return question


def learner_with(scores: dict[str, Score], *flagged: str) -> Learner:
    """Return a learner who answered these questions now, and flagged those."""
    bank = fixture_bank()
    learner = learner_in_memory(bank, NOW)
    practice = Practice.start(learner, [bank[one] for one in scores], 0, NOW)
    for score in scores.values():
        practice.record(Given(score, 5.0, 0, "en", "cpu", "2.13.0"), NOW)
        practice.go_on(NOW)
    practice.end(NOW, finished=True)
    for one in flagged:
        learner.journal.append(Flagged(one, ""), NOW)
    return learner


async def test_every_key_of_a_search_narrows_the_list() -> None:
    async with driven(home=True, size=SMALL) as driver:
        await browse(driver)
        await driver.press("slash")
        await driver.write("DOUBLING")
        await driver.until_text("plain/number")
        assert f"1 of {ALL} questions" in driver.text
        await driver.press("escape")
        await driver.until_text(f"{ALL} of {ALL} questions")
        await driver.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen.focused, QuestionTable), "the focus")


async def test_a_search_in_the_other_language_finds_the_same_question() -> None:
    async with driven(home=True, size=SMALL) as driver:
        await browse(driver)
        driver.app.screen.query_one(SearchLine).value = "翻倍"
        await driver.until_text(f"of {ALL} questions")
        await driver.until(lambda: under_cursor(driver).id == "plain/number", "the question")
        await driver.press("slash")
        await driver.press("f4")
        await driver.until_text("x 翻倍之后是多少？")
        assert driver.app.screen.query_one(SearchLine).value == "翻倍"
        assert under_cursor(driver).id == "plain/number"


async def test_a_flag_is_set_and_taken_away_from_the_list() -> None:
    learner = learner_in_memory(fixture_bank(), NOW)
    async with driven(home=True, size=SMALL, learner=learner) as driver:
        await browse(driver)
        flagged = under_cursor(driver).id
        await driver.press("f")
        await driver.on_screen(FlagScreen)
        await driver.write("odd [one]")
        await driver.press("enter")
        await driver.until_text("odd [one]")
        assert "* flagged" in driver.text
        assert learner.flag(flagged) == "odd [one]"
        await choose(driver, "4", "end")
        await driver.until_text(f"1 of {ALL} questions")
        await driver.press("f7")
        await driver.on_screen(FlagScreen)
        await driver.press("f7")
        await driver.until_text("Nothing matches.")
        assert "f flag" not in driver.text
        assert learner.flag(flagged) is None


async def test_what_matches_nothing_says_so_and_everything_comes_back() -> None:
    async with driven(home=True, size=SMALL) as driver:
        await browse(driver)
        await driver.press("slash")
        await driver.write("xyzzy")
        await driver.until_text("Nothing matches.")
        assert f"0 of {ALL} questions" in driver.text
        assert "f5 session" not in driver.text
        await driver.press("enter", "f6")
        await driver.until_text(f"{ALL} of {ALL} questions")
        assert "Nothing matches." not in driver.text


async def test_a_list_that_an_answer_has_emptied_can_be_left_by_keys() -> None:
    learner = learner_with({"plain/number": "wrong"})
    async with driven(home=True, size=SMALL, learner=learner) as driver:
        await browse(driver)
        await choose(driver, "4", "end")
        await driver.until_text(f"1 of {ALL} questions")
        await driver.press("enter")
        await driver.on_screen(QuizScreen)
        await driver.write("42")
        await driver.press("enter")
        await driver.revealed()
        await driver.press("enter")
        await driver.on_screen(SummaryScreen)
        await driver.press("enter")
        await driver.until_text("Nothing matches.")
        await driver.press("0")
        await driver.until_text(f"{ALL} of {ALL} questions")
        before = under_cursor(driver)
        await driver.press("down")
        assert under_cursor(driver) != before


async def test_what_does_not_fit_is_scrolled_and_only_then_offered() -> None:
    async with driven(home=True, size=SMALL) as driver:
        await browse(driver)
        preview = driver.app.screen.query_one(QuestionPreview)
        offered = set()
        for _ in range(ALL):
            await driver.pilot.pause()
            assert ("space read on" in driver.text) == preview.overflows
            offered.add(preview.overflows)
            await driver.press("down")
        assert offered == {True, False}
        await driver.press("home")
        await driver.pilot.pause()
        while not preview.overflows:
            await driver.press("down")
            await driver.pilot.pause()
        await driver.press("space")
        await driver.until(lambda: preview.scroll_offset.y > 0, "the preview scrolled")


async def test_facets_offer_what_is_there_and_narrow_together() -> None:
    bank = fixture_bank()
    codes = [one for one in bank.active if Filter(kinds=frozenset({"code"})).matches(one)]
    async with driven(home=True, size=SMALL) as driver:
        await browse(driver)
        await driver.press("2")
        await driver.on_screen(FilterScreen)
        assert f"{len(codes)}  write code" in driver.text
        await driver.press("down", "down", "down", "down", "enter")
        await driver.on_screen(BrowseScreen)
        await driver.until_text(f"{len(codes)} of {ALL} questions")
        assert under_cursor(driver).kind == "code"
        topic = codes[-1].topic
        of_topic = [one for one in codes if one.topic == topic]
        await choose(driver, "1", "end")
        await driver.until_text(f"{len(of_topic)} of {ALL} question")
        await choose(driver, "1", "home")
        await driver.until_text(f"{len(codes)} of {ALL} questions")
        await driver.press("0")
        await driver.until_text(f"{ALL} of {ALL} questions")


async def test_how_the_learner_stands_is_marked_and_narrows() -> None:
    learner = learner_with({"plain/number": "wrong", "plain/pick-one": "right"}, "plain/pick-all")
    async with driven(home=True, size=SMALL, learner=learner) as driver:
        await browse(driver)
        await driver.press("4")
        await driver.on_screen(FilterScreen)
        assert f"{ALL - 2}  + new" in driver.text
        assert "1  ✗ wrong last time" in driver.text
        assert "1  * flagged" in driver.text
        assert "! due" not in driver.text
        await driver.press("end", "enter")
        await driver.until_text(f"1 of {ALL} questions")
        assert under_cursor(driver).id == "plain/pick-all"
        assert "+ new  ·  * flagged" in driver.text
        await choose(driver, "4", "up")
        await driver.until(lambda: under_cursor(driver).id == "plain/number", "the question answered wrong")
        assert "✗ wrong last time" in driver.text


async def test_the_cursor_moves_and_its_question_is_shown() -> None:
    async with driven(home=True, size=SMALL) as driver:
        await browse(driver)
        first = under_cursor(driver)
        assert first.id in driver.text
        await driver.press("down", "j", "k", "end", "pageup", "home", "pagedown", "end", "down")
        last = fixture_bank().active[-1]
        assert under_cursor(driver) == last
        assert "❯ " in driver.text
        await driver.until_text(f"{ALL} · {ALL} of {ALL} questions")
        await driver.press("home", "up")
        assert under_cursor(driver) == first


async def test_the_cursor_stays_on_its_question_when_the_list_changes() -> None:
    async with driven(home=True, size=SMALL) as driver:
        await browse(driver)
        await driver.press("slash")
        await driver.write("plain/")
        await driver.press("down", "down")
        chosen = under_cursor(driver)
        await driver.press("escape")
        await driver.until_text(f"{ALL} of {ALL} questions")
        assert under_cursor(driver) == chosen
        assert "❯" in driver.text


async def test_one_question_is_asked_and_the_search_is_still_there_afterwards() -> None:
    async with driven(home=True, size=SMALL) as driver:
        await browse(driver)
        await driver.press("slash")
        await driver.write("pick-one")
        await driver.press("enter", "enter")
        await driver.on_screen(QuizScreen)
        assert [one.id for one in driver.quiz.session.questions] == ["plain/pick-one"]
        await driver.press("f3")
        await driver.on_screen(SummaryScreen)
        assert "h to the list" in driver.text
        await driver.press("enter")
        await driver.on_screen(BrowseScreen)
        assert driver.app.screen.query_one(SearchLine).value == "pick-one"
        await driver.until_text("– skipped last time")
        await driver.press("q")
        await driver.on_screen(HomeScreen)


async def test_a_session_asks_only_what_is_shown() -> None:
    learner = learner_in_memory(fixture_bank(), NOW)
    async with driven(home=True, size=SMALL, learner=learner) as driver:
        await browse(driver)
        await driver.press("slash")
        await driver.write("pick-")
        await driver.press("f5")
        await driver.on_screen(QuizScreen)
    facts = [event.fact for event in learner.history.events()]
    [plan] = [fact.plan for fact in facts if isinstance(fact, Started)]
    assert set(plan.question_ids) == {"plain/pick-one", "plain/pick-all"}


async def test_what_cannot_run_here_says_so_instead_of_being_asked() -> None:
    async with driven(home=True, size=SMALL) as driver:
        await driver.until_text("torch 2.13.0 · cpu")
        await browse(driver)
        await driver.press("slash")
        await driver.write("absent/")
        await driver.until_text("needs ")
        for keys in (("enter", "enter"), ("s",)):
            await driver.press(*keys)
            await driver.pilot.pause()
            assert isinstance(driver.app.screen, BrowseScreen)
        await driver.until_text("This question needs what isn't here")
        await driver.until_text("Nothing of this can be asked here.")


async def test_columns_align_in_chinese_and_nothing_is_read_as_markup() -> None:
    async with driven(home=True, size=SMALL, language="zh") as driver:
        await browse(driver)
        rows = [line for line in driver.text.splitlines() if "●" in line and "·" not in line]
        assert len(rows) > 5
        starts = set()
        for row in rows:
            dots = row.index("●")
            topic = next(row.index(name) for name in ("纯 Python", "真实的 torch", "本机没有") if name in row)
            starts.add((cell_len(row[:dots]), cell_len(row[:topic])))
        assert len(starts) == 1
        driver.app.screen.query_one(SearchLine).value = "plain/markup"
        await driver.until(lambda: under_cursor(driver).id == "plain/markup", "the question")
        await driver.until_text(under_cursor(driver).prompt.zh.replace("`", "")[:10])


async def test_the_preview_keeps_the_answer() -> None:
    async with driven(home=True, size=(80, 60)) as driver:
        await browse(driver)
        await driver.press("slash")
        await driver.write("plain/lines")
        await driver.until(lambda: under_cursor(driver).id == "plain/lines", "the question")
        preview = driver.app.screen.query_one(QuestionPreview)
        question = under_cursor(driver)
        assert question.kind == "order"
        assert all(line not in driver.text for line in question.lines)
        assert preview.region.y > driver.app.screen.query_one(QuestionTable).region.y


async def test_the_preview_stands_beside_the_list_where_there_is_room() -> None:
    async with driven(home=True, size=WIDE) as driver:
        await browse(driver)
        screen = driver.app.screen
        table, preview = screen.query_one(QuestionTable).region, screen.query_one(QuestionPreview).region
        assert preview.x >= table.right
        assert preview.y == table.y


async def test_help_and_the_key_bar_list_the_keys() -> None:
    async with driven(home=True, size=(120, 50)) as driver:
        assert "b browse" in driver.text
        await browse(driver)
        assert "/ search  1-4 filters" in driver.text
        await driver.press("question_mark")
        await driver.on_screen(HelpScreen)
        assert "Be asked the question under the cursor" in driver.text
