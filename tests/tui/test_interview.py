"""The interview's screen: every key, both clocks, and not a word on how it goes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.widgets import Input

from quizbank.answer import Answer, Arranged, Filled, Picked, Typed, Written
from quizbank.interview.record import Limit
from quizbank.interview.report import WHYS
from quizbank.interview.sitting import take_up
from quizbank.machine import ANY
from quizbank.vocabulary import Language
from runner.errors import RunnerUnavailable
from tests.quizbank.interview.samples import HandClock
from tests.tui.driving import fixture_bank
from tests.tui.fake_runner import FakeRunner
from tests.tui.interviews import Candidate, interviewed, plan_of
from tui.i18n import say
from tui.screens.confirm import ConfirmScreen
from tui.screens.help import HelpScreen
from tui.screens.interview import InterviewScreen
from tui.screens.interview_points import InterviewPointsScreen
from tui.screens.scorecard import ScorecardScreen
from tui.widgets.text_fields import Editor
from tui.widgets.words import Words

SMALL = (80, 24)
VERDICTS = re.compile(
    r"[✓✗✔✘]|\b(?<!passes the tests is )(right|wrong|correct|incorrect|partly)\b|正确|错误|答对|答错",
    re.IGNORECASE,
)

WRITTEN: list[tuple[str, Answer, str, float]] = [
    ("plain/pick-one", Picked(frozenset({0})), "right", 1.0),
    ("plain/pick-one", Picked(frozenset({1})), "wrong", 0.0),
    ("plain/pick-all", Picked(frozenset({0})), "wrong", 0.0),
    ("plain/number", Typed("42"), "right", 1.0),
    ("plain/number", Typed("43"), "wrong", 0.0),
    ("plain/printed", Typed("line 0\nline 1"), "right", 1.0),
    ("plain/hole", Filled(("width", "height")), "right", 1.0),
    ("plain/hole", Filled(("width", "width")), "wrong", 0.0),
    ("plain/program", Written("def double(x):\n    return 2 * x\n"), "right", 1.0),
    ("plain/program", Written("def double(x):\n    return x * x\n"), "wrong", 0.0),
    ("plain/lines", Arranged((1, 2, 3)), "right", 1.0),
    ("plain/lines", Arranged((1, 3, 2)), "wrong", 0.0),
]


def says_no_verdict(candidate: Candidate) -> bool:
    """Tell whether nothing on the screen says how an answer was judged."""
    return VERDICTS.search(candidate.driver.text) is None


async def test_an_answer_of_every_kind_is_judged_and_not_told(tmp_path: Path) -> None:
    plan = plan_of([*(name for name, _, _, _ in WRITTEN), "live/dtypes"])
    async with interviewed(plan, tmp_path) as candidate:
        for number, (name, answer, verdict, score) in enumerate(WRITTEN, 1):
            assert says_no_verdict(candidate)
            await candidate.answer(answer)
            await candidate.asked(number + 1)
            asked = candidate.interview.state.asked[-1]
            assert (asked.question_id, asked.verdict, asked.score) == (name, verdict, score)
            assert asked.evidence is not None
        assert says_no_verdict(candidate)


def shown(pad: Editor) -> bool:
    return pad.display


async def test_keys_answer_a_choice_and_a_prediction(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/pick-one", "plain/number", "plain/hole"]), tmp_path) as candidate:
        await candidate.driver.press(candidate.key_of(0), "enter")
        await candidate.asked(2)
        await candidate.driver.write("42")
        await candidate.driver.press("enter")
        await candidate.asked(3)
        await candidate.driver.write("width")
        await candidate.driver.press("enter")
        await candidate.driver.write("height")
        await candidate.driver.press("ctrl+s")
        await candidate.driver.on_screen(ScorecardScreen)
        assert [one.verdict for one in candidate.records[0].asked] == ["right"] * 3


async def test_a_spoken_answer_waits_for_its_points_until_the_end(tmp_path: Path) -> None:
    plan = plan_of(["plain/aloud", "plain/number"])
    async with interviewed(plan, tmp_path) as candidate:
        driver = candidate.driver
        assert "They have a length" not in driver.text
        await driver.press("w")
        await driver.write("frozen")
        candidate.pass_by(40)
        await driver.press("f5")
        await candidate.asked(2)
        (asked,) = candidate.interview.state.asked
        assert (asked.verdict, asked.answer, asked.think_aloud_seconds) == (
            "self_rated",
            {"notes": "frozen"},
            40.0,
        )
        await driver.press("f3")
        await driver.on_screen(InterviewPointsScreen)
        await driver.until_text("Spoken answer 1 of 1")
        assert "frozen" in driver.text and "What do you know of tuples?" in driver.text
        assert "They have a length" in driver.text
        assert candidate.sitting.file.path.exists()
        await driver.press("1", "3", "enter")
        await driver.on_screen(ScorecardScreen)
        (record,) = candidate.records
        assert record.asked[0].points == (0, 2)
        assert record.asked[0].score == pytest.approx(2 / 3)
        assert not candidate.sitting.file.path.exists()


async def test_an_answer_that_is_missing_or_unreadable_is_asked_again(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/hole", "plain/program"]), tmp_path) as candidate:
        driver = candidate.driver
        await driver.press("f5", "f5")
        await driver.until_text("A hole is still empty.")
        assert candidate.interview.clock.running and not candidate.interview.state.asked
        await driver.press("f3")
        await candidate.asked(2)
        driver.app.screen.query_one("ProgramAnswer Editor", Editor).text = "def double(x)\n"
        await driver.press("f5")
        await driver.until_text("This is not valid Python: line 1")
        assert candidate.interview.clock.running and len(candidate.interview.state.asked) == 1
        assert not driver.app.screen.query_one("ProgramAnswer Editor", Editor).read_only


async def test_tests_are_run_without_an_answer_being_given(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/program", "plain/lines", "plain/number"]), tmp_path) as candidate:
        driver = candidate.driver
        await driver.press("f6")
        await driver.until_text("0 of 1 test passes.")
        assert "✗ double(3) is 6" in driver.text
        assert candidate.interview.clock.running
        driver.app.screen.query_one(
            "ProgramAnswer Editor", Editor
        ).text = "def double(x):\n    return 2 * x\n"
        await driver.press("f6")
        await driver.until_text("1 of 1 test passes.")
        await driver.press("f4")
        await driver.until_text("✓ double(3) 等于 6")
        assert "1 of 1" not in driver.text
        await driver.press("f4", "f5")
        await candidate.asked(2)
        assert candidate.interview.state.asked[0].runs == 2
        await driver.press("r")
        await driver.until_text("0 of 1 test passes.")
        await driver.press("f3")
        await candidate.asked(3)
        theme = driver.app.theme
        await driver.press("f8")
        await driver.pilot.pause()
        assert candidate.interview.current.runs == 0
        assert theme != driver.app.theme  # what it is everywhere else


async def test_a_run_of_a_program_that_is_no_python_is_explained(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/program"]), tmp_path) as candidate:
        candidate.driver.app.screen.query_one("ProgramAnswer Editor", Editor).text = "def double(x)\n"
        await candidate.driver.press("f6")
        await candidate.driver.until_text("This is not valid Python: line 1")
        assert candidate.interview.current.runs == 0 and candidate.interview.clock.running


async def test_hints_cost_and_are_kept(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/pick-one", "plain/number"]), tmp_path) as candidate:
        driver = candidate.driver
        await driver.press("h")
        await driver.until_text("Hint 1 of 2  Count the lists.")
        assert "Hints cost 25% of this question's score so far." in driver.text
        assert candidate.kept.state.current is not None and candidate.kept.state.current.hints == 1
        await driver.press("f2")
        await driver.until_text("Hint 2 of 2  There is one.")
        await driver.press("l")
        await driver.until_text("提示 2/2")
        assert "50%" in driver.text and "Hints cost" not in driver.text
        await driver.press("h", "l")
        await driver.until_text("Hint 2 of 2")
        assert candidate.interview.current.hints == 2
        await driver.press(candidate.key_of(0), "enter")
        await candidate.asked(2)
        (asked,) = candidate.interview.state.asked
        assert (asked.hints, asked.score, asked.earned(0.25)) == (2, 1.0, 0.5)


async def test_passing_leaves_a_question_unanswered(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/pick-one", "plain/number"]), tmp_path) as candidate:
        await candidate.driver.press(candidate.key_of(0), "s")
        await candidate.asked(2)
        (asked,) = candidate.interview.state.asked
        assert (asked.verdict, asked.score, asked.answer) == ("unanswered", 0.0, None)


async def test_the_scratchpad_is_kept_with_its_question(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/pick-one", "plain/number"]), tmp_path) as candidate:
        driver, pad = candidate.driver, candidate.screen.query_one(".pad", Editor)
        assert not shown(pad)
        await driver.press("x")
        await driver.until(lambda: pad.has_focus, "the pad")
        await driver.write("s = 2\nq")
        await driver.press("f5")  # nothing is answered from the pad
        assert candidate.interview.current.number == 1
        await driver.press("f9")
        await driver.until(lambda: not pad.has_focus, "the way back")
        assert shown(pad) and "s = 2" in driver.text
        await driver.press("f9")
        await driver.until(lambda: pad.has_focus, "the pad")
        await driver.press("escape")
        await driver.until(lambda: not pad.has_focus, "the way back")
        await driver.press(candidate.key_of(1), "enter")
        await candidate.asked(2)
        assert candidate.interview.state.asked[0].scratchpad == "s = 2\nq"
        assert pad.text == "" and not shown(pad)
        await driver.press("f9", "escape")
        await driver.until(lambda: not pad.has_focus, "the way back")
        assert not shown(pad)
        await driver.write("42")
        assert driver.app.screen.query_one(Input).value == "42"


async def test_a_small_screen_scrolls(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/pick-one"]), tmp_path, size=SMALL) as candidate:
        driver = candidate.driver
        await driver.press("h", "h", "f9", "a", "escape")
        await driver.until_text("pgdn more")
        flow = candidate.screen.query_one("#flow")
        flow.scroll_home(animate=False)
        await driver.until(lambda: flow.scroll_y == 0, "the top")
        await driver.press("pagedown")
        await driver.until(lambda: flow.scroll_y > 0, "the way down")
        await driver.press("pageup")
        await driver.until(lambda: flow.scroll_y == 0, "the way up")


async def test_a_resize_keeps_what_was_written(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/hole"]), tmp_path, size=SMALL) as candidate:
        driver = candidate.driver
        await driver.write("width")
        for width, height in ((200, 50), (20, 5), (80, 24)):
            await driver.pilot.resize_terminal(width, height)
            await driver.pilot.pause()
        await driver.on_screen(InterviewScreen)
        assert candidate.screen.view.answering.answer() == Filled(("width", ""))
        assert "interview" in driver.text


async def test_the_language_is_switched_in_the_middle(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/number", "plain/hole"]), tmp_path) as candidate:
        driver = candidate.driver
        await driver.write("42")
        await driver.press("f4")
        await driver.until_text("x 翻倍之后是多少？")
        assert "名为 1 的部分" in driver.text and "Part named" not in driver.text
        assert driver.app.screen.query_one(Input).value == "42"
        await driver.press("enter")
        await candidate.asked(2)
        assert candidate.interview.state.asked[0].verdict == "right"
        assert "补全矩形的面积" in driver.text


# Time


@pytest.mark.parametrize(("typed", "verdict"), [("42", "right"), ("43", "wrong"), ("", "unanswered")])
async def test_move_on_takes_the_answer_as_it_stands(typed: str, verdict: str, tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/number", "plain/hole"]), tmp_path) as candidate:
        await candidate.driver.write(typed)
        candidate.pass_by(75)  # a minute for whoever is prepared, and a quarter
        await candidate.asked(2)
        (asked,) = candidate.interview.state.asked
        assert (asked.verdict, asked.out_of_time, asked.seconds) == (verdict, True, 75.0)
        assert says_no_verdict(candidate)


async def test_a_program_that_is_no_python_when_time_is_up_is_no_answer(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/program", "plain/number"]), tmp_path) as candidate:
        candidate.driver.app.screen.query_one("ProgramAnswer Editor", Editor).text = "def double(x)\n"
        await candidate.driver.pilot.pause()
        candidate.pass_by(225)
        await candidate.asked(2)
        (asked,) = candidate.interview.state.asked
        assert (asked.verdict, asked.out_of_time) == ("unanswered", True)


async def test_a_spoken_answer_ends_with_its_time(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/aloud", "plain/number"]), tmp_path) as candidate:
        await candidate.driver.press("w")
        await candidate.driver.write("so")
        candidate.pass_by(150)
        await candidate.asked(2)
        (asked,) = candidate.interview.state.asked
        assert (asked.verdict, asked.out_of_time, asked.answer) == ("self_rated", True, {"notes": "so"})


@pytest.mark.parametrize(("limit", "number"), [("move_on", 2), ("take_from_rest", 1)])
async def test_only_one_of_the_rules_waits_for_the_part(limit: Limit, number: int, tmp_path: Path) -> None:
    plan = plan_of(["plain/number"], ["plain/pick-one"], limit=limit)
    async with interviewed(plan, tmp_path) as candidate:
        assert "part 0:00/15:00" in candidate.driver.text
        candidate.pass_by(80)
        await candidate.asked(number)
        if number == 1:
            assert "question 1:20/1:15 over" in candidate.driver.text
            candidate.pass_by(900 - 80)
            await candidate.asked(2)
            assert candidate.interview.state.asked[0].seconds == 900.0
        assert "Part 2 of 2" in candidate.driver.text


async def test_each_clock_says_when_it_is_running_out(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/number", "plain/hole"]), tmp_path) as candidate:
        for seconds, shown in ((30, "0:30/1:15"), (10, "0:40/1:15 half"), (20, "1:00/1:15 nearly over")):
            candidate.pass_by(seconds)
            await candidate.driver.until_text(f"question {shown}")
        assert "interview 1:00/30:00" in candidate.driver.text


async def test_a_machine_that_slept_costs_nothing(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/number"]), tmp_path) as candidate:
        candidate.hand.seconds += 3600
        candidate.screen.tick()
        assert candidate.interview.current.number == 1
        spent = candidate.interview.clock.spent
        assert (spent.total, spent.standstill) == (5.0, 3595.0)


async def test_the_clock_stands_while_torch_is_imported(tmp_path: Path) -> None:
    runner = FakeRunner(ready=False)
    async with interviewed(plan_of(["plain/number", "plain/hole"]), tmp_path, runner=runner) as candidate:
        candidate.pass_by(10)
        await candidate.driver.write("42")
        await candidate.driver.press("enter")
        await candidate.driver.until_text("torch is still being imported; the clock stands still")
        candidate.pass_by(300)
        assert candidate.interview.clock.spent.total == 10.0
        await candidate.driver.press("f5", "f3", "f2")  # nothing can be done meanwhile
        assert candidate.interview.current.number == 1
        runner.finish_import()
        await candidate.asked(2)
        (asked,) = candidate.interview.state.asked
        assert (asked.verdict, asked.seconds) == ("right", 10.0)


async def test_the_clock_stands_while_an_answer_is_judged(tmp_path: Path) -> None:
    runner = FakeRunner()
    async with interviewed(plan_of(["plain/number", "plain/hole"]), tmp_path, runner=runner) as candidate:
        runner.may_end.clear()
        await candidate.driver.write("42")
        await candidate.driver.press("enter")
        await candidate.driver.until_text("Noted.")
        candidate.pass_by(100)
        runner.may_end.set()
        await candidate.asked(2)
        assert candidate.interview.clock.spent.total == 0.0


# What goes wrong


async def test_a_runner_that_fails_leaves_the_answer_to_be_given_again(tmp_path: Path) -> None:
    runner = FakeRunner()
    async with interviewed(plan_of(["plain/number", "plain/hole"]), tmp_path, runner=runner) as candidate:
        runner.failure = RunnerUnavailable("no torch [here]")
        await candidate.driver.write("42")
        await candidate.driver.press("enter")
        await candidate.driver.until_text("Snippets can't run here: no torch [here].")
        assert candidate.interview.clock.running and not candidate.interview.state.asked
        runner.failure = None
        await candidate.driver.press("enter")
        await candidate.asked(2)
        assert candidate.interview.state.asked[0].verdict == "right"


async def test_an_unforeseen_failure_too(tmp_path: Path) -> None:
    runner = FakeRunner()
    async with interviewed(plan_of(["plain/number"]), tmp_path, runner=runner) as candidate:
        runner.failure = ValueError("what now")
        await candidate.driver.write("42")
        await candidate.driver.press("enter")
        await candidate.driver.until_text("ValueError: what now")
        await candidate.driver.until(lambda: candidate.interview.clock.running, "the clock")
        assert candidate.screen.view.answering.answer() == Typed("42")


async def test_time_that_is_up_while_nothing_can_be_judged_goes_on_and_keeps_the_answer(
    tmp_path: Path,
) -> None:
    runner = FakeRunner()
    async with interviewed(plan_of(["plain/number", "plain/hole"]), tmp_path, runner=runner) as candidate:
        runner.failure = RunnerUnavailable("no torch")
        await candidate.driver.write("42")
        candidate.pass_by(75)
        await candidate.asked(2)
        (asked,) = candidate.interview.state.asked
        assert (asked.verdict, asked.answer, asked.out_of_time) == ("unanswered", {"text": "42"}, True)
        await candidate.driver.until_text("no torch")


async def test_a_disk_that_is_full_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with interviewed(plan_of(["plain/number", "plain/hole"]), tmp_path) as candidate:

        def full(*_: object, **__: object) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr("quizbank.interview.checkpoint.InterviewFile.write", full)
            candidate.pass_by(20)
            await candidate.driver.until_text("No space left on device")
            assert candidate.driver.text.count("No space left on device") == 1
        await candidate.driver.press("f3")
        await candidate.asked(2)
        assert len(candidate.kept.state.asked) == 1


# Leaving


async def test_the_end_is_confirmed(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/number", "plain/hole"]), tmp_path) as candidate:
        driver = candidate.driver
        await driver.press("f10")
        await driver.on_screen(ConfirmScreen)
        await driver.until_text("End the interview? What wasn't asked counts as")
        await driver.press("n")
        await driver.on_screen(InterviewScreen)
        assert candidate.interview.clock.running and not candidate.interview.over
        await driver.press("f10")
        await driver.on_screen(ConfirmScreen)
        await driver.press("y")
        await driver.on_screen(ScorecardScreen)
        (record,) = candidate.records
        assert (record.ending, [one.verdict for one in record.asked]) == ("left", ["unanswered"] * 2)
        assert not candidate.sitting.file.path.exists()


@pytest.mark.parametrize("key", ["f10", "f1", "ctrl+q", "ctrl+p"])
async def test_time_that_runs_out_behind_a_dialog_ends_the_interview(key: str, tmp_path: Path) -> None:
    plan = plan_of(["plain/number"], seconds=60)
    async with interviewed(plan, tmp_path) as candidate:
        await candidate.driver.press(key)
        await candidate.driver.until(lambda: candidate.driver.app.screen is not candidate.screen, "a dialog")
        candidate.pass_by(60)
        await candidate.driver.on_screen(ScorecardScreen)
        await candidate.driver.press("h")
        await candidate.driver.until_text("All topics")
        assert not any(isinstance(one, InterviewScreen) for one in candidate.driver.app.screen_stack)
        assert len(candidate.records) == 1


async def test_help_lists_the_keys_and_the_clock_goes_on(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/pick-one"]), tmp_path) as candidate:
        await candidate.driver.press("question_mark")
        await candidate.driver.on_screen(HelpScreen)
        await candidate.driver.until_text("Take a hint, which costs part of the score")
        candidate.pass_by(10)
        assert candidate.interview.clock.spent.total == 10.0


async def test_whoever_quits_goes_on_later_with_the_draft_and_the_time(tmp_path: Path) -> None:
    plan = plan_of(["plain/pick-one", "plain/hole", "plain/number"])
    async with interviewed(plan, tmp_path) as candidate:
        driver = candidate.driver
        await driver.press("s")
        await candidate.asked(2)
        await driver.write("width")
        await driver.press("f9")
        await driver.write("pad")
        await driver.press("f9")
        candidate.pass_by(33)
        await driver.press("ctrl+q")
        await driver.on_screen(ConfirmScreen)
        await driver.until_text("torchdrill mock --resume")
        await driver.press("y")
        await driver.until(lambda: not driver.app.is_running)
        assert candidate.records == []
        kept, file = candidate.kept, candidate.sitting.file
    hand = HandClock()
    sitting = take_up(kept, fixture_bank(), ANY, file, hand)
    async with interviewed(plan, tmp_path, sitting=sitting, hand=hand) as candidate:
        assert candidate.interview.clock.spent.total == 33.0
        assert "interview 0:33/30:00" in candidate.driver.text
        assert candidate.screen.view.answering.answer() == Filled(("width", ""))
        assert candidate.screen.query_one(".pad", Editor).text == "pad"
        await candidate.driver.write("height")
        await candidate.driver.press("enter")
        await candidate.asked(3)
        assert candidate.interview.state.asked[1].verdict == "right"


async def test_hints_and_notes_come_back_too(tmp_path: Path) -> None:
    plan = plan_of(["plain/pick-one", "plain/aloud"])
    hand = HandClock()
    async with interviewed(plan, tmp_path, hand=hand) as candidate:
        await candidate.driver.press("h")
        await candidate.driver.until_text("Count the lists.")
        kept, file = candidate.kept, candidate.sitting.file
    sitting = take_up(kept, fixture_bank(), ANY, file, hand)
    async with interviewed(plan, tmp_path, sitting=sitting, hand=hand) as candidate:
        await candidate.driver.until_text("Hint 1 of 2  Count the lists.")
        await candidate.driver.press("s")
        await candidate.asked(2)
        await candidate.driver.press("w")
        await candidate.driver.write("so far")
        candidate.pass_by(5)
        kept = candidate.kept
    sitting = take_up(kept, fixture_bank(), ANY, file, hand)
    async with interviewed(plan, tmp_path, sitting=sitting, hand=hand) as candidate:
        assert candidate.screen.view.answering.written() == "so far"


# What comes next


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_the_interviewer_says_does_not_tell_whether_the_answer_was_right(
    tmp_path: Path, language: Language
) -> None:
    heard = {}
    for first, option, why in (("plain/pick-one", 0, "follow_up"), ("plain/pick-all", 2, "sibling")):
        plan = plan_of([first], follow_ups=True)
        async with interviewed(plan, tmp_path, language=language) as candidate:
            await candidate.driver.press(candidate.key_of(option), "enter")
            await candidate.asked(2)
            assert candidate.interview.current.why == why
            words = candidate.screen.query_one("#interviewer", Words)
            assert words.display
            heard[why] = words.plain
    assert heard["follow_up"] == heard["sibling"]
    assert (
        heard["follow_up"]
        == {"en": "That brings me to another question.", "zh": "顺着这里再问一题。"}[language]
    )


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_same_question_comes_again_as_a_nudge_and_the_report_calls_it_a_step_back(
    tmp_path: Path, language: Language
) -> None:
    plan = plan_of(["plain/pick-one"], follow_ups=True)
    async with interviewed(plan, tmp_path, language=language) as candidate:
        await candidate.driver.press(candidate.key_of(1), "enter")
        await candidate.asked(2)
        assert candidate.interview.current.why == "second_try"
        said = candidate.screen.query_one("#interviewer", Words).plain
        hint = candidate.interview.hints[0][language]
        await candidate.driver.until_text(hint.replace("`", ""))
    nudge = {
        "en": "Let's stay with this one for a moment. Here is something to think about.",
        "zh": "这道题我们再聊一会儿，给你一点提示。",
    }
    assert said == nudge[language]
    for words in (say(WHYS["sibling"]), say(WHYS["second_try"])):
        assert {"en": "a step back", "zh": "退一步"}[language] in words


async def test_what_the_interviewer_says_follows_the_language(tmp_path: Path) -> None:
    async with interviewed(plan_of(["plain/pick-one"], follow_ups=True), tmp_path) as candidate:
        await candidate.driver.press(candidate.key_of(0), "enter")
        await candidate.asked(2)
        assert candidate.interview.question.id == "plain/number"
        await candidate.driver.until_text("That brings me to another question.")
        await candidate.driver.press("f4")
        await candidate.driver.until_text("x 翻倍之后是多少？")
        assert "another question" not in candidate.driver.text


async def test_ticking_can_be_interrupted_too(tmp_path: Path) -> None:
    plan = plan_of(["plain/aloud"])
    async with interviewed(plan, tmp_path) as candidate:
        await candidate.driver.press("enter")
        await candidate.driver.on_screen(InterviewPointsScreen)
        kept, file = candidate.kept, candidate.sitting.file
    sitting = take_up(kept, fixture_bank(), ANY, file, HandClock())
    async with interviewed(plan, tmp_path, sitting=sitting) as candidate:
        await candidate.driver.on_screen(InterviewPointsScreen)
        await candidate.driver.press("2", "f5")
        await candidate.driver.on_screen(ScorecardScreen)
        assert [one.asked[0].points for one in candidate.records] == [(1,)]
