"""A practice: what is written down of it, what the schedule takes from it, how a drill goes on and ends."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from pydantic import JsonValue

from quizbank.answer import Picked, Ticked
from quizbank.bank import Bank
from quizbank.card import Rating
from quizbank.drill import Drill, Order
from quizbank.errors import ScheduleError
from quizbank.history.content import content_hash
from quizbank.history.events import (
    Answered,
    Ended,
    Flagged,
    Hinted,
    Rated,
    Replanned,
    Started,
    Undone,
    Unflagged,
)
from quizbank.history.fold import Rules
from quizbank.history.journal import Journal
from quizbank.history.store import history_in_memory
from quizbank.learner import Learner
from quizbank.machine import ANY, Machine
from quizbank.practice import Given, Practice
from quizbank.question import Order as OrderQuestion
from quizbank.question import Question, Requires
from quizbank.resume import resumable, resume
from quizbank.scheduler import Scheduler
from quizbank.session import Score
from quizbank.vocabulary import KINDS
from tests.decks import question
from tests.samples import sample_question

NOW = datetime(2026, 3, 2, 10, 30, tzinfo=timezone(timedelta(hours=8)))
TODAY = date(2026, 3, 2)
DAY = timedelta(days=1)


@pytest.fixture
def learner() -> Learner:
    rules = Rules(Scheduler().review, "fsrs-6")
    return Learner(Journal(history_in_memory(rules, NOW), rules), Scheduler())


def given(score: Score = "right", seconds: float = 50.0, hints: int = 0) -> Given:
    return Given(score, seconds, hints, "en", "cpu", "2.13.0")


def bank_of(*questions: Question) -> Bank:
    return Bank({one.id: one for one in questions}, {}, {})


def facts(learner: Learner, *kinds: type[object]) -> list[object]:
    return [event.fact for event in learner.history.events() if isinstance(event.fact, kinds)]


def start(learner: Learner, *names: str, now: datetime = NOW) -> Practice:
    return Practice.start(learner, map(question, names), seed=0, now=now)


def test_an_answer_is_kept_with_all_that_belongs_to_it(learner: Learner, tmp_path: Path) -> None:
    asked = sample_question(tmp_path, "choice", ("minutes = 1", "minutes = 1\nrevision = 3"))
    practice = Practice.start(learner, [asked], seed=7, now=NOW, settings={"count": 1})
    seen: JsonValue = {"parts": [True, False]}
    answer = Given("right", 40.0, 1, "zh", "cuda:0", "2.14.0", Picked(frozenset({1})), seen)
    practice.record(answer, NOW)
    started, kept = learner.history.events()
    assert isinstance(started.fact, Started)
    assert (started.fact.mode, started.fact.seed, started.fact.settings) == ("quiz", 7, {"count": 1})
    assert started.fact.plan.shuffles == {asked.id: practice.session.order}
    assert kept.fact == Answered(
        question_id=asked.id,
        content=content_hash(asked),
        revision=3,
        kind="choice",
        topic="samples",
        language="zh",
        answer={"options": [1]},
        score="right",
        evidence=seen,
        hints=1,
        seconds=40.0,
        expected_seconds=60.0,
        proposed=Rating.HARD,
        scheduled=True,
        device="cuda:0",
        torch="2.14.0",
        session=started.uuid,
        mode="quiz",
    )
    card = learner.history.standing(asked.id).card
    assert card is not None
    assert practice.due_in(NOW) == (card.due - TODAY).days


def test_hints_that_dont_count_are_kept_and_lower_nothing(learner: Learner) -> None:
    practice = start(learner, "a/one")
    practice.record(Given("right", 50.0, 2, "en", "cpu", "2.13.0", hints_count=False), NOW)
    (kept,) = [one for one in facts(learner, Answered) if isinstance(one, Answered)]
    assert (kept.hints, kept.proposed) == (2, Rating.GOOD)


def test_a_flag_is_set_changed_and_taken_away(learner: Learner) -> None:
    practice = start(learner, "a/one", "a/two")
    seen = [practice.flag]
    for note in (None, "odd", "odd", "", None):
        practice.set_flag(note, NOW)
        seen.append(practice.flag)
    assert seen == [None, None, "odd", "odd", "", None]
    assert facts(learner, Flagged, Unflagged) == [
        Flagged("a/one", "odd"),
        Flagged("a/one", ""),
        Unflagged("a/one"),
    ]
    practice.set_flag("odd", NOW)
    practice.record(given(), NOW)
    assert practice.flag == "odd"
    assert practice.rating is Rating.GOOD
    practice.go_on(NOW)
    assert learner.history.standing("a/two").flag is practice.flag is None


def test_trying_again_keeps_nothing_more(learner: Learner) -> None:
    practice = start(learner, "a/one")
    practice.record(given("wrong"), NOW)
    practice.record(given("right"), NOW)
    assert [one.score for one in facts(learner, Answered) if isinstance(one, Answered)] == ["wrong"]
    assert practice.rating is Rating.AGAIN


@pytest.mark.parametrize(
    ("score", "ticked", "rating"),
    [
        ("right", {0, 1}, Rating.GOOD),
        ("wrong", {0}, Rating.AGAIN),
        ("skipped", None, Rating.AGAIN),
        ("unjudged", {0, 1}, None),
    ],
)
def test_a_spoken_answer_is_rated_by_its_points(
    learner: Learner, score: Score, ticked: set[int] | None, rating: Rating | None
) -> None:
    practice = start(learner, "a/one")
    answer = None if ticked is None else Ticked(frozenset(ticked))
    practice.record(Given(score, 50.0, 0, "en", "cpu", "2.13.0", answer), NOW)
    assert practice.rating is rating
    assert (practice.due_in(NOW) is None) == (rating is None)


def test_a_rating_can_be_changed_and_each_change_undone(learner: Learner) -> None:
    practice = start(learner, "a/one")
    assert (practice.can_rate, practice.can_undo) == (False, False)
    practice.record(given(), NOW)
    proposed = learner.history.standing("a/one").card
    assert (practice.can_rate, practice.can_undo) == (True, False)
    practice.rate(Rating.GOOD, NOW)
    assert (practice.can_rate, practice.can_undo) == (True, False), "it is the same rating"
    practice.rate(Rating.EASY, NOW)
    longer = practice.due_in(NOW)
    practice.rate(Rating.AGAIN, NOW)
    shorter = practice.due_in(NOW)
    assert longer is not None
    assert shorter is not None
    assert longer > shorter
    practice.undo(NOW)
    assert (practice.rating, practice.due_in(NOW)) == (Rating.EASY, longer)
    practice.undo(NOW)
    practice.undo(NOW)
    assert practice.rating is Rating.GOOD
    assert learner.history.standing("a/one").card == proposed
    assert len(facts(learner, Rated)) == len(facts(learner, Undone)) == 2


def test_the_next_question_has_a_rating_of_its_own(learner: Learner) -> None:
    practice = start(learner, "a/one", "a/two")
    practice.record(given(), NOW)
    practice.rate(Rating.HARD, NOW)
    assert practice.go_on(NOW)
    assert (practice.rating, practice.can_rate, practice.can_undo) == (None, False, False)
    practice.record(given("skipped"), NOW)
    assert practice.rating is Rating.AGAIN
    assert not practice.go_on(NOW)


def lapse(learner: Learner, question_id: str, times: int) -> None:
    """Have a question learned and forgotten so often, the last time two days ago."""
    practice = start(learner, question_id, now=NOW - DAY)
    for ago in range(2 * times + 1, 1, -1):
        score: Score = "wrong" if ago % 2 == 0 else "right"
        fresh = start(learner, question_id, now=NOW - ago * DAY)
        fresh.record(given(score), NOW - ago * DAY)
        fresh.end(NOW - ago * DAY, finished=True)
    practice.end(NOW, finished=True)


def test_what_is_forgotten_again_and_again_is_explained_first_once_a_session(learner: Learner) -> None:
    lapse(learner, "a/one", 3)
    assert not start(learner, "a/one").explains_first
    lapse(learner, "a/two", 4)
    practice = start(learner, "a/two", "a/three")
    explains = [practice.explains_first]
    practice.explained()
    explains.append(practice.explains_first)
    practice.record(given(), NOW)
    practice.go_on(NOW)
    explains.append(practice.explains_first)
    assert explains == [True, False, False]


def drill(*names: str, order: Order | None = None) -> Drill:
    return Drill(map(question, names), order or Order(), TODAY)


def test_a_drill_asks_what_was_missed_again_after_four_others(learner: Learner) -> None:
    practice = Practice.start_drill(learner, drill(*(f"a/q-{n}" for n in range(8))), 0, NOW)
    assert practice is not None
    missed = practice.session.question.id
    practice.record(given("wrong", 10.0), NOW)
    asked = []
    while practice.go_on(NOW):
        asked.append(practice.session.question.id)
        practice.record(given(seconds=10.0), NOW)
    assert asked.index(missed) == 4
    assert sorted(asked) == sorted(f"a/q-{n}" for n in range(8))
    assert practice.drill is not None
    assert practice.drill.ending == "nothing"
    assert len(facts(learner, Replanned)) == 8


def test_a_drill_ends_when_its_minutes_are_over(learner: Learner) -> None:
    made = drill(*(f"a/q-{n}" for n in range(8)), order=Order(minutes=3))
    practice = Practice.start_drill(learner, made, 0, NOW)
    assert practice is not None
    count = 1
    practice.record(given(), NOW)
    practice.spend(70)
    assert practice.seconds_left(10) == 100
    while practice.go_on(NOW):
        count += 1
        practice.record(given(), NOW)
        practice.spend(70)
    assert (count, made.ending) == (2, "budget")


def test_a_pause_takes_no_more_off_a_drill_than_a_long_answer(learner: Learner) -> None:
    practice = Practice.start_drill(learner, drill("a/one"), 0, NOW)
    assert practice is not None
    practice.spend(8 * 3600)
    assert practice.spent == 7 * 60


def test_a_drill_ends_after_its_count(learner: Learner) -> None:
    made = drill(*(f"a/q-{n}" for n in range(8)), order=Order(count=2))
    practice = Practice.start_drill(learner, made, 0, NOW)
    assert practice is not None
    practice.record(given("wrong"), NOW)
    assert practice.go_on(NOW)
    practice.record(given(), NOW)
    assert not practice.go_on(NOW)
    assert made.ending == "count"


def test_a_drill_with_nothing_to_ask_does_not_start(learner: Learner) -> None:
    done = start(learner, "a/one")
    done.record(given(), NOW)
    done.end(NOW, finished=True)
    again = drill("a/one")
    assert Practice.start_drill(learner, again, 0, NOW) is None
    assert again.ending == "nothing"
    tomorrow = Practice.start_drill(
        learner, drill("a/one", order=Order(interview=TODAY + 9 * DAY)), 0, NOW + DAY
    )
    assert tomorrow is not None


def test_a_question_that_does_not_work_here_is_not_asked_for_ever(learner: Learner) -> None:
    practice = Practice.start_drill(learner, drill("a/one", "a/two"), 0, NOW)
    assert practice is not None
    practice.record(given("unjudged"), NOW)
    assert practice.go_on(NOW)
    practice.record(given("unjudged"), NOW)
    assert not practice.go_on(NOW)


def test_a_cram_goes_through_everything_and_leaves_the_schedule_alone(learner: Learner) -> None:
    known = start(learner, "a/q-1")
    known.record(given(), NOW)
    before = learner.history.cards()
    practice = Practice.start_drill(
        learner, drill("a/q-0", "a/q-1", "a/q-2", order=Order(crams=True)), 0, NOW
    )
    assert practice is not None
    asked = []
    while True:
        asked.append(practice.session.question.id)
        practice.record(given("wrong"), NOW)
        assert not practice.can_rate
        assert practice.due_in(NOW) is None
        if not practice.go_on(NOW):
            break
    assert sorted(asked) == ["a/q-0", "a/q-1", "a/q-2"]
    assert asked[-1] == "a/q-1", "the weakest come first"
    assert learner.history.cards() == before


def test_a_drill_refuses_an_interview_that_is_over() -> None:
    with pytest.raises(ScheduleError, match="is over"):
        drill("a/one", order=Order(interview=TODAY - DAY))


def test_a_drill_that_runs_past_the_interviews_day_goes_on_without_it(learner: Learner) -> None:
    practice = Practice.start_drill(learner, drill("a/one", "a/two", order=Order(interview=TODAY)), 0, NOW)
    assert practice is not None
    practice.record(given(), NOW)
    assert practice.go_on(NOW + DAY)


def test_the_outlook_is_of_the_interviews_day_or_of_now(learner: Learner) -> None:
    names = [f"a/q-{n}" for n in range(40)]
    far = drill(*names, order=Order(minutes=10, interview=TODAY + 9 * DAY)).outlook(learner, NOW)()
    short = drill(*names, order=Order(minutes=1, interview=TODAY + 9 * DAY)).outlook(learner, NOW)()
    assert far.interview == short.interview == TODAY + 9 * DAY
    assert far.recall > short.recall > 0
    assert far.unseen < short.unseen < 40
    done = start(learner, "a/q-0")
    done.record(given(), NOW)
    now = drill(*names).outlook(learner, NOW)()
    assert (now.interview, now.unseen) == (None, 39)
    assert now.recall == pytest.approx(1 / 40)


def test_the_days_ahead_come_to_what_the_minutes_allow(learner: Learner) -> None:
    made = drill(*(f"a/q-{n}" for n in range(30)), order=Order(minutes=5, interview=TODAY + 6 * DAY))
    days = made.ahead(learner, NOW, TODAY + 6 * DAY)
    assert [one.day for one in days] == [TODAY + n * DAY for n in range(6)]
    assert days[-1].recall > days[0].recall


# Taking up what was interrupted


def six(tmp_path: Path) -> list[Question]:
    return [sample_question(tmp_path, kind) for kind in KINDS]


def test_an_interrupted_session_goes_on_at_the_same_question_with_the_same_shuffle(
    learner: Learner, tmp_path: Path
) -> None:
    questions = six(tmp_path)
    practice = Practice.start(learner, questions, seed=3, now=NOW)
    for score in ("right", "wrong"):
        practice.record(given(score, hints=1), NOW)
        practice.go_on(NOW)
    unfinished = resumable(learner)
    assert unfinished is not None
    again = resume(learner, unfinished, bank_of(*questions), ANY, NOW + DAY)
    assert again is not None
    assert again.session.question == practice.session.question
    assert again.session.orders == practice.session.orders
    assert again.session.attempts == practice.session.attempts
    while True:
        again.record(given(), NOW + DAY)
        if not again.go_on(NOW + DAY):
            break
    again.end(NOW + DAY, finished=True)
    assert len(again.session.attempts) == len(KINDS)
    assert resumable(learner) is None
    assert facts(learner, Ended) == [Ended(unfinished.session, finished=True)]


def test_a_follow_up_that_was_to_come_next_comes_next(learner: Learner, tmp_path: Path) -> None:
    questions = six(tmp_path)
    practice = Practice.start(learner, questions[:2], seed=3, now=NOW)
    practice.record(given(), NOW)
    practice.ask_next(questions[4], NOW)
    unfinished = resumable(learner)
    assert unfinished is not None
    again = resume(learner, unfinished, bank_of(*questions), ANY, NOW)
    assert again is not None
    assert again.session.question == questions[4]
    assert again.session.order == practice.session.orders[questions[4].id]


def test_an_interrupted_drill_goes_on_with_the_question_on_the_screen_even_a_repeat(learner: Learner) -> None:
    names = [f"a/q-{n}" for n in range(8)]
    practice = Practice.start_drill(learner, drill(*names, order=Order(minutes=20, count=9)), 0, NOW)
    assert practice is not None
    practice.record(given("wrong", 10.0), NOW)
    for _ in range(4):
        practice.go_on(NOW)
        practice.record(given(seconds=10.0), NOW)
    practice.go_on(NOW)
    assert practice.session.question.id == practice.session.questions[0].id
    unfinished = resumable(learner)
    assert unfinished is not None
    again = resume(learner, unfinished, bank_of(*map(question, names)), ANY, NOW)
    assert again is not None
    assert again.session.question == practice.session.question
    assert again.spent == 50
    assert again.drill is not None
    assert again.drill.order == Order(minutes=20, count=9)


def test_hints_taken_before_the_interruption_count_after_it(learner: Learner, tmp_path: Path) -> None:
    questions = six(tmp_path)
    practice = Practice.start(learner, questions[:2], seed=3, now=NOW)
    practice.hinted(NOW)
    assert practice.hints == 1
    practice.record(given(hints=1), NOW)
    practice.hinted(NOW)  # trying again
    assert practice.hints == 0
    practice.go_on(NOW)
    practice.hinted(NOW)
    practice.hinted(NOW)
    unfinished = resumable(learner)
    assert unfinished is not None
    again = resume(learner, unfinished, bank_of(*questions), ANY, NOW)
    assert again is not None
    assert (again.session.question, again.hints) == (questions[1], 2)
    again.record(given(hints=again.hints), NOW)
    assert again.hints == 0
    assert len(facts(learner, Hinted)) == 3


def test_a_repeat_in_a_drill_starts_without_the_hints_of_the_first_time(learner: Learner) -> None:
    practice = Practice.start_drill(learner, drill("a/one"), 0, NOW)
    assert practice is not None
    practice.hinted(NOW)
    practice.record(given("wrong", hints=1), NOW)
    practice.go_on(NOW)
    assert (practice.session.question.id, practice.hints) == ("a/one", 0)
    unfinished = resumable(learner)
    assert unfinished is not None
    again = resume(learner, unfinished, bank_of(question("a/one")), ANY, NOW)
    assert again is not None
    assert (again.session.question.id, again.hints) == ("a/one", 0)


def test_a_drill_interrupted_at_a_reveal_plans_what_comes_next(learner: Learner) -> None:
    practice = Practice.start_drill(learner, drill("a/one", "a/two"), 0, NOW)
    assert practice is not None
    practice.record(given(), NOW)
    unfinished = resumable(learner)
    assert unfinished is not None
    again = resume(learner, unfinished, bank_of(question("a/one"), question("a/two")), ANY, NOW)
    assert again is not None
    assert not again.session.answered
    assert {one.id for one in again.session.questions} == {"a/one", "a/two"}


def test_a_session_with_nothing_left_is_over(learner: Learner) -> None:
    practice = start(learner, "a/one")
    practice.record(given(), NOW)
    unfinished = resumable(learner)
    assert unfinished is not None
    assert resume(learner, unfinished, bank_of(question("a/one")), ANY, NOW) is None
    assert resumable(learner) is None


def test_what_is_gone_or_cannot_run_here_any_more_is_left_out(learner: Learner) -> None:
    start(learner, "a/one", "a/gone", "a/cuda", "a/old")
    unfinished = resumable(learner)
    assert unfinished is not None
    needs_cuda = question("a/cuda").model_copy(update={"requires": Requires(cuda=True)})
    renamed = question("b/new").model_copy(update={"formerly": ("a/old",)})
    bank = bank_of(question("a/one"), needs_cuda, renamed)
    again = resume(learner, unfinished, bank, Machine(cuda=False), NOW)
    assert again is not None
    assert [one.id for one in again.session.questions] == ["a/one", "b/new"]


def test_a_mock_interview_is_not_taken_up_as_practice(learner: Learner) -> None:
    Practice.start(learner, [question("a/one")], seed=0, now=NOW, mode="mock")
    assert learner.history.unfinished() is not None
    assert resumable(learner) is None


def test_a_shuffle_that_no_longer_fits_is_drawn_anew(learner: Learner, tmp_path: Path) -> None:
    asked = sample_question(tmp_path, "order")
    Practice.start(learner, [asked], seed=0, now=NOW)
    assert isinstance(asked, OrderQuestion)
    longer = asked.model_copy(update={"lines": (*asked.lines, "w = z")})
    unfinished = resumable(learner)
    assert unfinished is not None
    again = resume(learner, unfinished, bank_of(longer), ANY, NOW)
    assert again is not None
    assert sorted(again.session.order) == [1, 2, 3, 4]
