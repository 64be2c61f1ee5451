"""The statistics of somebody who has only begun: every view, drawn and as a table, with little to show."""

from __future__ import annotations

from datetime import timedelta

import pytest

from quizbank.history.events import Answered
from quizbank.learner import Learner
from quizbank.question import Question, Text
from quizbank.session import Score
from quizbank.statistics.mistakes import Belief
from quizbank.vocabulary import Language
from tests.quizbank.statistics.given import given
from tests.tui.driving import NOW, driven, fixture_bank
from tests.tui.test_statistics import LARGE, SMALL, opened
from tui.learner import learner_in_memory
from tui.statistics_tables import View
from tui.widgets.words import Words

DAY = timedelta(days=1)
ASKED = fixture_bank().active
PLAIN = [question for question in ASKED if question.id.startswith("plain/")]

Given = list[tuple[Question, Score, int]]
"""Questions, how they were answered, and how many days ago."""

HISTORIES: dict[str, Given] = {
    "no answer": [],
    "one answer, right": [(ASKED[0], "right", 0)],
    "one answer, wrong": [(ASKED[0], "wrong", 0)],
    "each once, half of them right": [
        (question, "right" if number % 2 else "wrong", number % 3) for number, question in enumerate(ASKED)
    ],
    "each once on one day": [(question, "wrong", 0) for question in ASKED],
    "each once, long ago": [(question, "wrong", 300) for question in ASKED],
    "one topic": [(question, "wrong", 1) for question in PLAIN],
    "all right": [(question, "right", ago) for question in ASKED for ago in (9, 1)],
    "all wrong": [(question, "wrong", ago) for question in ASKED for ago in (9, 1)],
    "all skipped": [(question, "skipped", ago) for question in ASKED for ago in (9, 1)],
    "aloud": [(question, "unjudged", 0) for question in ASKED if question.kind == "recall"],
}


def learner_with(answers: Given) -> Learner:
    learner = learner_in_memory(fixture_bank(), NOW)
    for question, score, ago in sorted(answers, key=lambda one: -one[2]):
        learner.journal.append(given(question, score=score), NOW - ago * DAY)
    return learner


@pytest.mark.parametrize("answers", HISTORIES.values(), ids=HISTORIES.keys())
async def test_every_view_shows_what_there_is(answers: Given) -> None:
    async with driven(home=True, size=SMALL, learner=learner_with(answers)) as driver:
        screen = await opened(driver)
        if not answers:
            assert "Here you will see how often you are right" in driver.text
        for number, view in enumerate(View, 1):
            await driver.press(str(number))
            await driver.pilot.pause()
            assert screen.view is (view if answers else View.ACCURACY)
            await driver.press("v")
            await driver.pilot.pause()
            assert screen.tabled is bool(answers)
            await driver.press("v")
        assert driver.app.screen is screen


@pytest.mark.parametrize(
    ("history", "view", "said"),
    [
        ("each once on one day", "5", "Nothing has been missed of what was answered twice or more."),
        ("all right", "5", "Nothing has been missed of what was answered twice or more."),
        ("all right", "6", "No wrong answers yet."),
        ("aloud", "1", "No answer has been judged yet."),
        ("all skipped", "5", "Nothing has been missed of what was answered twice or more."),
        ("all skipped", "6", "No wrong answers yet."),
    ],
)
async def test_a_view_with_nothing_to_draw_says_so_and_draws_nothing(
    history: str, view: str, said: str
) -> None:
    async with driven(home=True, learner=learner_with(HISTORIES[history])) as driver:
        await opened(driver)
        await driver.press("4")
        await driver.until_text("┃")
        await driver.press(view)
        await driver.until_text(said)
        assert "┃" not in driver.text


async def test_beliefs_are_listed_whole_and_bars_drawn_only_where_they_differ(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = "`F.cross_entropy` takes any order, " + ", ".join(f"so belief number {n}" for n in range(9)) + "."

    def believed(question: Question, _answered: Answered, *, same_wording: bool) -> list[Belief]:
        return [Belief(question.id, "misconception", Text(en=said, zh=said))]

    monkeypatch.setattr("quizbank.statistics.mistakes.beliefs", believed)
    once: Given = [(question, "wrong", 1) for question in PLAIN]
    async with driven(home=True, size=SMALL, learner=learner_with(once)) as driver:
        await opened(driver)
        await driver.press("6")
        await driver.until_text("F.cross_entropy takes any order")
        assert "┃" not in driver.text
        assert said.replace("`", "") in " ".join(driver.text.split())
    async with driven(home=True, size=SMALL, learner=learner_with([*once, (PLAIN[0], "wrong", 0)])) as driver:
        screen = await opened(driver)
        await driver.press("6")
        await driver.until_text("F.cross_entropy")
        assert "┃" in driver.text
        rows = [one.plain for one in screen.query("#beside .text").results(Words)]
        assert rows[: len(PLAIN)] == [said.replace("`", "")] * len(PLAIN)


async def test_turning_the_views_while_the_forecast_is_still_worked_out() -> None:
    async with driven(home=True, learner=learner_with(HISTORIES["all wrong"])) as driver:
        screen = await opened(driver)
        assert screen.shown is not None
        screen.shown = type(screen.shown)(screen.shown.bank, screen.shown.overview)
        await driver.press("5", "2")
        await driver.until_text("Predicting …")
        assert driver.app.screen is screen


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("view", ["3", "5", "6"])
async def test_code_in_a_table_has_no_backticks(language: Language, view: str) -> None:
    quoting = [one for one in ASKED if "`" in one.prompt[language]]
    assert quoting
    missed = learner_with([(question, "wrong", ago) for question in quoting for ago in (9, 1)])
    async with driven(home=True, size=LARGE, learner=missed, language=language) as driver:
        screen = await opened(driver)
        await driver.press(view, "v")
        await driver.until(lambda: screen.tabled, "the table")
        await driver.until_text(quoting[0].id)
        assert "`" not in driver.text


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_commands_named_to_whoever_has_answered_nothing_have_no_backticks(language: Language) -> None:
    async with driven(home=True, learner=learner_with([]), language=language) as driver:
        await opened(driver)
        await driver.until_text("torchdrill drill")
        assert "`" not in driver.text


@pytest.mark.parametrize(
    ("skips", "language", "said"),
    [
        (0, "en", "50% of 2 judged answers were right."),
        (1, "en", "50% of 2 judged answers were right; 1 skip isn't counted."),
        (3, "en", "50% of 2 judged answers were right; 3 skips aren't counted."),
        (3, "zh", "2 次判定过的作答中，50% 正确；另有 3 次跳过，不计入。"),
    ],
)
async def test_what_was_skipped_is_said_and_counted_apart(skips: int, language: Language, said: str) -> None:
    answers: Given = [(PLAIN[0], "right", 1), (PLAIN[1], "wrong", 1)]
    answers += [(PLAIN[2], "skipped", 1)] * skips
    async with driven(home=True, learner=learner_with(answers), language=language) as driver:
        screen = await opened(driver)
        await driver.until_text(said)
        await driver.press("v")
        for view in "14":
            await driver.press(view)
            await driver.until(lambda: screen.tabled, "the table")
            rows = [line.split() for line in driver.text.split("\n")]
            assert any(row and row[-1] == (str(skips) if skips else "–") for row in rows)


async def test_a_topic_of_which_everything_was_skipped_can_be_looked_at() -> None:
    [elsewhere, *_] = [question for question in ASKED if question.topic != PLAIN[0].topic]
    answers: Given = [(PLAIN[0], "right", 1), (elsewhere, "skipped", 1)]
    async with driven(home=True, learner=learner_with(answers)) as driver:
        screen = await opened(driver)
        await driver.press("up")
        await driver.until(lambda: screen.topic == 2, "the last topic")
        await driver.until_text("–")
