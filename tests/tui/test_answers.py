"""Each kind of question: a right answer is right, a wrong one is wrong, an unreadable one is asked again."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from tests.tui.driving import Driver, driven
from tui.screens.quiz import Phase
from tui.widgets.answers.arrange import LineList
from tui.widgets.answers.choice import ChoiceAnswer
from tui.widgets.text_fields import Editor


def digit_of(driver: Driver, position: int) -> str:
    """Return the key of the option that stands at this position in the file."""
    answering = driver.quiz.view.answering
    assert isinstance(answering, ChoiceAnswer)
    return str(driver.quiz.session.order.index(position) + 1)


async def test_a_choice_of_one_is_judged_with_what_each_probe_saw() -> None:
    async with driven("plain/pick-one") as driver:
        await driver.press(digit_of(driver, 0), "enter")
        await driver.revealed()
        assert "✓ Right" in driver.text
        assert "a = [1, 2, 3]" in driver.text
        assert "An assignment copies no list." in driver.text


async def test_a_wrong_choice_shows_what_was_picked_and_what_is_so() -> None:
    async with driven("plain/pick-one") as driver:
        await driver.press(digit_of(driver, 1), "enter")
        await driver.revealed()
        assert "✗ Wrong" in driver.text
        assert "you picked it, and it isn't so" in driver.text
        assert "it is so, and you didn't pick it" in driver.text


async def test_arrows_pick_in_a_choice_of_one() -> None:
    async with driven("plain/pick-one") as driver:
        await driver.press("down", "down", "up", "enter")
        await driver.revealed()
        first_shown = driver.quiz.session.order[0]
        assert ("✓ Right" in driver.text) == (first_shown == 0)


async def test_nothing_picked_is_asked_again() -> None:
    async with driven("plain/pick-one") as driver:
        await driver.press("enter")
        await driver.until_text("Nothing is picked yet")
        assert driver.quiz.phase is Phase.ASKED


@pytest.mark.parametrize(
    ("picks", "verdict"), [((0, 1), "✓ Right"), ((0,), "✗ Wrong"), ((0, 1, 2), "✗ Wrong")]
)
async def test_a_choice_of_all_wants_every_option_that_holds(picks: tuple[int, ...], verdict: str) -> None:
    async with driven("plain/pick-all") as driver:
        await driver.press(*(digit_of(driver, pick) for pick in picks), "enter")
        await driver.revealed()
        assert verdict in driver.text


async def test_space_toggles_in_a_choice_of_all() -> None:
    async with driven("plain/pick-all") as driver:
        await driver.press("space", "space", "enter")
        await driver.until_text("Nothing is picked yet")


@pytest.mark.parametrize(("typed", "verdict"), [("42", "✓ Right"), ("41", "✗ Wrong")])
async def test_a_prediction_is_shown_beside_the_live_value(typed: str, verdict: str) -> None:
    async with driven("plain/number") as driver:
        await driver.write(typed)
        await driver.press("enter")
        await driver.revealed()
        assert verdict in driver.text
        assert "torch says" in driver.text
        assert "x is 21" in driver.text


async def test_an_unreadable_prediction_stays_and_is_asked_again() -> None:
    async with driven("plain/number") as driver:
        await driver.write("4 2 (")
        await driver.press("enter")
        await driver.until_text("This can't be read as a value.")
        assert driver.quiz.phase is Phase.ASKED
        assert driver.app.screen.query_one(Input).value == "4 2 ("
        assert not driver.quiz.session.attempts
        await driver.press(*["backspace"] * 5, "4", "2", "enter")
        await driver.revealed()
        assert "✓ Right" in driver.text


@pytest.mark.parametrize(("typed", "verdict"), [("line 0\nline 1", "✓ Right"), ("line 1\nline 2", "✗ Wrong")])
async def test_printed_text_takes_several_lines(typed: str, verdict: str) -> None:
    async with driven("plain/printed") as driver:
        await driver.write(typed)
        await driver.press("f5")
        await driver.revealed()
        assert verdict in driver.text


@pytest.mark.parametrize(
    ("first", "second", "verdict"), [("height", "width", "✓ Right"), ("width", "width", "✗ Wrong")]
)
async def test_holes_are_filled_and_tested(first: str, second: str, verdict: str) -> None:
    async with driven("plain/hole") as driver:
        await driver.write(first)
        await driver.until_text(f"return {first} * __2__")
        await driver.press("enter")
        await driver.write(second)
        await driver.press("enter")
        await driver.revealed()
        assert verdict in driver.text
        assert ("That is the area of a square." in driver.text) == (verdict == "✗ Wrong")
        assert ("One that is right" in driver.text) == (verdict == "✗ Wrong")


@pytest.mark.parametrize(("onward", "back"), [("tab", "shift+tab"), ("down", "up")])
async def test_the_bar_says_how_to_go_from_hole_to_hole(onward: str, back: str) -> None:
    async with driven("plain/hole") as driver:
        first, second = driver.app.screen.query(Input)
        await driver.until_text("tab next hole")
        assert "hole before" not in driver.text
        await driver.press(onward)
        assert second.has_focus
        await driver.until_text("shift+tab hole before")
        assert "next hole" not in driver.text
        await driver.press(back)
        assert first.has_focus
        await driver.press("up")
        assert first.has_focus


async def test_an_empty_hole_is_asked_again() -> None:
    async with driven("plain/hole") as driver:
        await driver.press("enter")
        await driver.until_text("A hole is still empty.")
        assert driver.quiz.phase is Phase.ASKED


@pytest.mark.parametrize(
    ("factor", "verdict", "seen"), [("2", "✓ Right", "✓"), ("x", "✗ Wrong", "double(3) = 9")]
)
async def test_a_program_is_tested(factor: str, verdict: str, seen: str) -> None:
    async with driven("plain/program") as driver:
        editor = driver.app.screen.query_one(Editor)
        editor.text = f"def double(x):\n    return x * {factor}\n"
        await driver.press("f5")
        await driver.revealed()
        assert verdict in driver.text
        assert seen in driver.text
        assert ("That is the square." in driver.text) == (verdict == "✗ Wrong")


async def test_a_program_that_does_not_parse_is_asked_again() -> None:
    async with driven("plain/program") as driver:
        editor = driver.app.screen.query_one(Editor)
        editor.text = "def double(x)\n    return 2\n"
        await driver.press("ctrl+s")
        await driver.until_text("This is not valid Python: line 1")
        assert editor.text.startswith("def double(x)\n")
        assert not editor.read_only


async def test_a_program_that_raises_shows_its_line() -> None:
    async with driven("plain/program") as driver:
        driver.app.screen.query_one(
            Editor
        ).text = "def double(x):\n    return x\n\nraise KeyError('x[mask]')\n"
        await driver.press("f5")
        await driver.revealed()
        assert "The program raised KeyError in line 4." in driver.text
        assert "line 4" in driver.text
        assert "raise KeyError('x[mask]')" in driver.text


async def test_enter_and_tab_are_typed_in_a_program() -> None:
    async with driven("plain/program") as driver:
        editor = driver.app.screen.query_one(Editor)
        editor.move_cursor(editor.document.end)
        await driver.press("enter", "tab", "s", "h", "q")
        assert editor.text.endswith("\n\n    shq")
        assert driver.quiz.phase is Phase.ASKED


async def test_lines_are_carried_into_order() -> None:
    async with driven("plain/lines") as driver:
        lines = driver.app.screen.query_one(LineList)
        for position, number in enumerate([1, 2, 3]):
            while lines.order.index(number) > position:
                await move_to(driver, lines, lines.order.index(number))
                await driver.press("K")
        await driver.press("enter")
        await driver.revealed()
        assert "✓ Right" in driver.text


@pytest.mark.parametrize(("down", "up"), [("J", "K"), ("shift+down", "shift+up")])
async def test_a_line_is_carried_down_and_up_again(down: str, up: str) -> None:
    async with driven("plain/lines") as driver:
        lines = driver.app.screen.query_one(LineList)
        first, second, *rest = lines.order
        await driver.press(down)
        assert lines.order == [second, first, *rest]
        await driver.press(up)
        assert lines.order == [first, second, *rest]


async def test_a_known_wrong_order_is_explained() -> None:
    async with driven("plain/lines") as driver:
        lines = driver.app.screen.query_one(LineList)
        for position, number in enumerate([1, 3, 2]):
            while lines.order.index(number) > position:
                await move_to(driver, lines, lines.order.index(number))
                await driver.press("space", "up", "space")
        await driver.press("enter")
        await driver.revealed()
        assert "✗ Wrong" in driver.text
        assert "The addition comes too late." in driver.text
        assert "x = 11" in driver.text


async def test_a_held_line_is_moved_and_dropped_before_anything_is_submitted() -> None:
    async with driven("plain/lines") as driver:
        lines = driver.app.screen.query_one(LineList)
        before = list(lines.order)
        assert "space grab" in driver.text and "enter submit" in driver.text
        await driver.press("space")
        await driver.until_text("enter drop")
        assert "↑↓ move line" in driver.text and "f5 submit" in driver.text
        assert "grab" not in driver.text and "↑↓ go" not in driver.text
        await driver.press("down", "enter")
        assert lines.order == [before[1], before[0], before[2]]
        await driver.until_text("space grab")
        assert driver.quiz.phase is Phase.ASKED and "enter submit" in driver.text
        await driver.press("down")
        assert lines.order == [before[1], before[0], before[2]] and lines.cursor == 2
        await driver.press("enter")
        await driver.revealed()


async def move_to(driver: Driver, lines: LineList, position: int) -> None:
    await driver.press(*["down" if position > lines.cursor else "up"] * abs(position - lines.cursor))


@pytest.mark.parametrize(("ticks", "verdict"), [("12", "✓ Right"), ("1", "✗ Wrong")])
async def test_points_are_ticked_after_they_were_said(ticks: str, verdict: str) -> None:
    async with driven("plain/aloud") as driver:
        assert "They have a length" not in driver.text
        await driver.press("enter")
        await driver.until_text("They have a length")
        assert driver.quiz.phase is Phase.ASKED
        await driver.press(*ticks, "enter")
        await driver.revealed()
        assert verdict in driver.text
        assert "Judged by yourself" in driver.text
        assert "len(x) = 2" in driver.text
        assert "← not covered" in driver.text


async def test_an_answer_can_be_written_and_stays_beside_the_points() -> None:
    async with driven("plain/aloud") as driver:
        assert "x = (1, 2)" not in driver.text
        await driver.press("w")
        await driver.write("they never change\nhash")
        assert driver.quiz.phase is Phase.ASKED
        assert "f5 show the points" in driver.text
        await driver.press("f5")
        await driver.until_text("They have a length")
        assert "they never change" in driver.text
        assert "x = (1, 2)" not in driver.text
        await driver.press("1", "2", "enter")
        await driver.revealed()
        assert "✓ Right" in driver.text
        assert "You wrote" in driver.text
        assert "they never change" in driver.text
        assert "x = (1, 2)" in driver.text


async def test_printed_text_is_compared_line_by_line() -> None:
    async with driven("plain/printed") as driver:
        await driver.write("line   0\nlines 1\nline 2")
        await driver.press("f5")
        await driver.revealed()
        rows = [line.split("│")[0].rstrip() for line in driver.text.split("\n")]
        start = next(index for index, row in enumerate(rows) if "You said" in row)
        shown = [row.split() for row in rows[start + 1 : start + 4]]
        assert shown == [
            ["line", "0", "line", "0"],
            ["✗", "lines", "1", "✓", "line", "1"],
            ["✗", "line", "2", "✓", "∅"],
        ]


async def test_foreign_text_is_shown_to_the_letter() -> None:
    async with driven("plain/markup") as driver:
        assert "Does x[mask] or a[i][j] or x[/tmp] raise, and [which]?" in driver.text
        assert "y = a[i][j]  # x[mask] and x[/tmp] and [bold]" in driver.text
        await driver.write("none")
        await driver.press("enter")
        await driver.revealed()
        assert "[red]a[i][j][/red] ␛[31m x[/tmp]" in driver.text
        assert "ValueError: x[mask] of [/tmp]" in driver.text
        assert 'line 4  raise ValueError("x[mask] of [/tmp]")' in driver.text
