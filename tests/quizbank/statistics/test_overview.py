from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from quizbank.card import Rating
from quizbank.history.events import Plan, Started, Undone
from quizbank.history.record import DayTally, Record
from quizbank.history.store import History, open_history
from quizbank.question import Question
from quizbank.session import Score
from quizbank.statistics.accuracy import EVERYTHING, Share, accuracy, days_a_period
from quizbank.statistics.days import days
from quizbank.statistics.overview import Overview, overview
from quizbank.statistics.questions import usual_ratio
from tests.quizbank.history.samples import NOW, RULES, answered, in_memory
from tests.quizbank.statistics.given import given, not_known

DAY = timedelta(days=1)
TODAY = (NOW - timedelta(hours=4)).date()


def tally(ago: int, right: int, judged: int, topic: str = "a", answers: int | None = None) -> DayTally:
    return DayTally(TODAY - ago * DAY, topic, judged if answers is None else answers, judged, right, 60.0)


def after(history: History, questions: Mapping[str, Question]) -> Overview:
    return overview(history.recorder()(), questions, history.day(NOW))


def test_accuracy_is_by_topic_the_weakest_first_after_all_of_them() -> None:
    found = accuracy([tally(0, 1, 4, "b"), tally(0, 3, 4, "a"), tally(40, 0, 2, "a")], TODAY)
    assert [one.topic for one in found] == [EVERYTHING, "b", "a"]
    everything, _, a = found
    assert everything.total == Share(4, 10)
    assert (a.total, a.lately, a.before) == (Share(3, 6), Share(3, 4), Share(0, 2))
    assert a.change == 0.75
    assert found[1].change is None


def test_the_first_weeks_are_shown_by_day_and_later_ones_by_week() -> None:
    short = [tally(0, 1, 1), tally(3, 0, 1)]
    assert days_a_period(short, TODAY) == 1
    [everything, _] = accuracy(short, TODAY)
    assert [(one.last, one.share) for one in everything.periods] == [
        (TODAY - 3 * DAY, Share(0, 1)),
        (TODAY, Share(1, 1)),
    ]
    long = [*short, tally(6, 1, 2), tally(7, 0, 1), tally(30, 1, 1)]
    assert days_a_period(long, TODAY) == 7
    assert [(one.last, one.share) for one in accuracy(long, TODAY)[0].periods] == [
        (TODAY - 28 * DAY, Share(1, 1)),
        (TODAY - 7 * DAY, Share(0, 1)),
        (TODAY, Share(2, 4)),
    ]


def test_answers_from_a_day_to_come_count_as_todays() -> None:
    ahead = [tally(-2, 1, 1)]
    assert accuracy(ahead, TODAY)[0].periods[0].last == TODAY
    assert [one.day for one in days(ahead, TODAY, 10)] == [TODAY]


def test_days_have_no_gaps_and_go_back_so_far_at_most() -> None:
    found = days([tally(9, 1, 2), tally(3, 1, 2, "a"), tally(3, 0, 0, "b", answers=1)], TODAY, 5)
    assert [one.answers for one in found] == [0, 3, 0, 0, 0]
    assert found[1].share == Share(1, 2)
    assert found[1].seconds == 120
    assert days([], TODAY, 5) == ()


def test_to_skip_is_no_answer_and_not_to_know_is_a_wrong_one(questions: Mapping[str, Question]) -> None:
    number = questions["plain/number"]
    with in_memory() as history:
        scores: tuple[Score, ...] = ("right", "wrong", "skipped", "unjudged")
        for score in scores:
            history.append(given(number, score=score), NOW)
        history.append(not_known(number), NOW)
        skipped = history.append(given(number, score="skipped"), NOW)
        history.append(given(number, score="skipped"), NOW - DAY)
        figures, home = after(history, questions), history.home([number.id], history.day(NOW))
        history.append(Undone(skipped.uuid), NOW)
        later = after(history, questions)
        assert history.consistent(NOW)
    assert (figures.answers, figures.skipped) == (4, 3)
    assert figures.accuracy[0].total == figures.accuracy[1].total == Share(1, 3)
    assert [one.skipped for one in figures.accuracy] == [3, 3]
    assert [(one.answers, one.share, one.skipped) for one in figures.days] == [
        (0, Share(), 1),
        (4, Share(1, 3), 2),
    ]
    assert figures.hardest[0].share == Share(1, 3)
    assert figures.paces[0].answers == 2  # without an answer, no time is worth comparing
    assert figures.wrong == 1  # only an answer shows what somebody believes
    assert (home.answers, home.per_day[-2:], home.streak) == (4, (0, 4), 1)
    assert [(one.right, one.total) for one in home.topics] == [(1, 3)]
    assert (later.answers, later.skipped) == (4, 2)


def test_of_a_session_what_was_skipped_is_done_with_but_not_judged(
    questions: Mapping[str, Question],
) -> None:
    number = questions["plain/number"]
    with in_memory() as history:
        started = history.append(Started("quiz", Plan((number.id,), {}), 0, None), NOW)
        scores: tuple[Score, ...] = ("right", "skipped")
        for score in scores:
            history.append(replace(given(number, score=score), session=started.uuid), NOW)
        [session] = history.sessions()
        before = history.topics_before(NOW + DAY)
    assert (session.answered, session.judged, session.right) == (2, 1, 1)
    assert [(one.right, one.total) for one in before.values()] == [(1, 1)]


def test_a_topic_of_which_everything_was_skipped_comes_last() -> None:
    passed_over = replace(tally(0, 0, 0, "a"), skipped=2)
    found = accuracy([passed_over, tally(0, 0, 1, "b"), tally(0, 1, 1, "c")], TODAY)
    assert [(one.topic, one.total.value, one.skipped) for one in found] == [
        (EVERYTHING, 0.5, 2),
        ("b", 0.0, 0),
        ("c", 1.0, 0),
        ("a", None, 2),
    ]
    assert found[-1].periods == ()


def test_what_was_skipped_moves_the_schedule_as_it_did(questions: Mapping[str, Question]) -> None:
    one, other = questions["plain/number"], questions["plain/pick-one"]
    with in_memory() as history:
        history.append(given(one, score="skipped"), NOW)
        history.append(given(one, score="right"), NOW)
        history.append(given(other, score="right"), NOW)
        record = history.recorder()()
        assert record.first_answers == history.first_answers() == (1, 2)
        assert [review.rating for review in history.reviews()] == [Rating.AGAIN, Rating.GOOD, Rating.GOOD]


def test_time_is_compared_with_what_the_question_expects(questions: Mapping[str, Question]) -> None:
    number, one = questions["plain/number"], questions["plain/pick-one"]
    with in_memory() as history:
        for question, factor in ((number, 0.5), (number, 1.5), (one, 2.0)):
            history.append(given(question, score="right", seconds=factor * 60 * question.minutes), NOW)
        history.append(answered("gone/question"), NOW)
        figures = after(history, questions)
    assert [pace.question_id for pace in figures.paces] == ["plain/pick-one", "plain/number"]
    assert [pace.ratio for pace in figures.paces] == pytest.approx([2.0, 1.0])
    whole = 2 * number.minutes + one.minutes
    assert usual_ratio(figures.paces) == pytest.approx((2 * number.minutes + 2 * one.minutes) / whole)
    assert usual_ratio([]) is None


def test_the_hardest_are_missed_most_and_one_answer_is_too_few(questions: Mapping[str, Question]) -> None:
    with in_memory() as history:
        answers: tuple[tuple[str, Score], ...] = (
            ("plain/number", "wrong"),
            ("plain/number", "wrong"),
            ("plain/pick-one", "right"),
            ("plain/pick-one", "wrong"),
            ("plain/pick-all", "wrong"),
            ("plain/printed", "right"),
            ("plain/printed", "right"),
        )
        for question_id, score in answers:
            history.append(given(questions[question_id], score=score), NOW)
        figures = after(history, questions)
    assert [(one.question_id, one.share) for one in figures.hardest] == [
        ("plain/number", Share(0, 2)),
        ("plain/pick-one", Share(1, 2)),
    ]


def test_withdrawn_answers_count_nowhere(questions: Mapping[str, Question]) -> None:
    with in_memory() as history:
        event = history.append(given(questions["plain/number"], {"text": "3"}, (False,)), NOW)
        history.append(Undone(event.uuid), NOW)
        figures = after(history, questions)
    assert (figures.answers, figures.paces, figures.mistaken, figures.wrong) == (0, (), (), 0)


def test_figures_are_read_in_another_thread_from_a_file_and_from_memory(
    tmp_path: Path, questions: Mapping[str, Question]
) -> None:
    kept = open_history(tmp_path / "history.db", RULES, NOW)
    for history in (kept, in_memory()):
        with history:
            history.append(given(questions["plain/number"], {"text": "3"}, (False,)), NOW)
            recorder = history.recorder()
            counts: list[int] = []

            def read(recorder: Callable[[], Record] = recorder, counts: list[int] = counts) -> None:
                counts.append(len(recorder().mistakes))

            thread = threading.Thread(target=read)
            thread.start()
            thread.join()
            assert counts == [1]
            history.append(answered(), NOW)  # the history itself stays open
