"""The language can be switched anywhere; nothing that was typed or shuffled changes."""

from __future__ import annotations

from textual.widgets import Input

from tests.tui.driving import driven
from tests.tui.test_answers import digit_of
from tui.screens.confirm import ConfirmScreen
from tui.screens.help import HelpScreen
from tui.screens.quiz import QuizScreen


async def test_switching_keeps_what_was_typed() -> None:
    async with driven("plain/number") as driver:
        await driver.write("42")
        await driver.press("f4")
        await driver.until_text("x 翻倍之后是多少？")
        assert "你的答案" in driver.text
        assert "doubling" not in driver.text
        assert driver.app.screen.query_one(Input).value == "42"
        await driver.press("enter")
        await driver.revealed()
        assert "✓ 正确" in driver.text
        await driver.press("l")
        await driver.until_text("Twice 21 is 42.")
        assert "✓ Right" in driver.text


async def test_switching_keeps_the_shuffle_and_the_picks() -> None:
    async with driven("plain/pick-all", language="zh") as driver:
        order = driver.quiz.session.order
        keys = [digit_of(driver, 0), digit_of(driver, 1)]
        await driver.press(keys[0], "l")
        await driver.until_text("What is true of x?")
        assert driver.quiz.session.order == order
        shown = [driver.text.index(text) for text in ("It is even", "It is a square", "It is prime")]
        assert sorted(range(3), key=lambda option: shown[option]) == list(order)
        await driver.press(keys[1], "enter")
        await driver.revealed()
        assert "✓ Right" in driver.text


async def test_hints_and_complaints_follow_the_language() -> None:
    async with driven("plain/pick-one") as driver:
        await driver.press("h", "enter", "l")
        await driver.until_text("数一数有几个列表。")
        assert "还没有选择" in driver.text


async def test_a_dialog_follows_the_language_and_has_help() -> None:
    async with driven("plain/pick-one") as driver:
        await driver.press("q")
        await driver.on_screen(ConfirmScreen)
        assert "l 中文" in driver.text
        await driver.press("l")
        await driver.until_text("结束本轮练习？")
        await driver.press("question_mark")
        await driver.on_screen(HelpScreen)
        assert "在中文和英文之间切换" in driver.text
        await driver.press("f4")
        await driver.until_text("What the keys do here")
        assert "Leave it as it is" in driver.text
        await driver.press("escape", "escape")
        await driver.on_screen(QuizScreen)
        assert "What is a after the three lines?" in driver.text


async def test_the_palette_is_in_the_language_of_the_moment() -> None:
    async with driven("plain/pick-one", language="zh") as driver:
        await driver.press("ctrl+p")
        await driver.until_text("跳过")
        assert "esc 关闭" in driver.text
        await driver.write("xyzzy")
        await driver.until_text("没有叫这个名字的命令。")
        await driver.press("enter")
        await driver.on_screen(QuizScreen)


async def test_home_follows_the_language() -> None:
    async with driven(home=True) as driver:
        await driver.press("l")
        await driver.until_text("全部主题")
        assert "纯 Python" in driver.text
