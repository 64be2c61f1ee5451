from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbank.card import Card, Rating, Review
from quizbank.errors import ScheduleError
from quizbank.planning.agenda import LEECH_LAPSES, Agenda, explain_first, is_leech
from quizbank.planning.deck import Deck
from quizbank.planning.goal import FIRST_PASS, Goal, first_pass
from quizbank.planning.plan import cram, plan
from quizbank.planning.standing import LEAST_SECONDS, expected_seconds, standing
from quizbank.planning.today import AGAIN_AFTER, FORWARD_A_DAY, FORWARD_A_MISS, MOST_TRIES
from quizbank.question import Question
from quizbank.scheduler import PARAMETERS, Scheduler
from tests.decks import TODAY, cards_after, question, review

INTERVIEW = TODAY + timedelta(days=14)
SCHEDULER = Scheduler()


def agenda(
    deck: Deck,
    cards: Mapping[str, Card],
    goal: Goal,
    answers: Sequence[Review] = (),
    spent: float | None = None,
    seed: int = 0,
) -> Agenda:
    return plan(deck, cards, TODAY, goal, SCHEDULER, Random(seed), answers, spent)


def ids(agenda: Agenda, why: str | None = None) -> list[str]:
    return [entry.question_id for entry in agenda.entries if why in (None, entry.why)]


NAMES = [f"{topic}/{name}" for topic in ("a", "b", "c") for name in ("one", "two", "three", "four")]
QUESTIONS = st.builds(
    question,
    st.sampled_from(NAMES),
    st.floats(0.5, 15),
    st.sampled_from(["active", "active", "active", "draft", "retired"]),
    st.lists(st.sampled_from(NAMES), max_size=3, unique=True),
)
BANKS = st.lists(QUESTIONS, max_size=12, unique_by=lambda one: one.id)
REVIEWS = st.lists(
    st.builds(
        review,
        st.sampled_from([*NAMES, "gone/for-good"]),
        st.integers(0, 60),
        st.integers(1, 4),
        st.floats(0, 300),
    ),
    max_size=40,
).map(lambda reviews: sorted(reviews, key=lambda one: one.day))
GOALS = st.builds(
    Goal,
    st.none() | st.floats(0, 3600),
    st.none() | st.integers(0, 90).map(lambda days: TODAY + timedelta(days=days)),
    st.integers(0, 12),
    st.floats(0, 1),
)


@given(BANKS, REVIEWS, GOALS, st.integers(0, 3))
def test_a_plan_keeps_to_its_budget_and_to_what_can_be_asked(
    bank: list[Question], reviews: list[Review], goal: Goal, seed: int
) -> None:
    cards = cards_after(*reviews)
    today = [one for one in reviews if one.day == TODAY]
    made = agenda(Deck(bank), cards, goal, today, spent=0, seed=seed)
    assert goal.seconds is None or made.seconds <= goal.seconds + 1e-6
    assert len(set(ids(made))) == len(made.entries)
    assert set(ids(made)) <= {one.id for one in bank if one.status == "active"}
    asked = {one.question_id for one in today}
    assert asked.isdisjoint(entry.question_id for entry in made.entries if entry.why != "again")
    assert 0 <= made.recall <= 1
    assert made.recall_then is None or 0 <= made.recall_then <= made.recall + 1e-9


@given(st.permutations(NAMES), REVIEWS, GOALS, st.randoms(use_true_random=False))
def test_the_order_of_the_input_changes_nothing(
    names: list[str], reviews: list[Review], goal: Goal, rng: Random
) -> None:
    cards = cards_after(*reviews)
    shuffled = list(cards.items())
    rng.shuffle(shuffled)
    usual = agenda(Deck(question(name) for name in NAMES), cards, goal)
    assert agenda(Deck(question(name) for name in names), dict(shuffled), goal) == usual


@given(REVIEWS)
def test_cramming_takes_everything_the_weakest_first(reviews: list[Review]) -> None:
    cards = cards_after(*reviews)
    before = dict(cards)
    entries = cram(Deck(map(question, NAMES)), cards, TODAY, SCHEDULER, Random(0))
    assert sorted(entry.question_id for entry in entries) == sorted(NAMES)
    recalls = [entry.recall for entry in entries]
    assert recalls == sorted(recalls)
    assert cards == before


def test_without_a_date_new_ones_come_first_and_leave_room_for_what_is_due() -> None:
    deck = Deck(question(f"a/q-{index}") for index in range(40))
    cards = cards_after(*(review(f"a/q-{index}", ago=30, seconds=60) for index in range(20)))
    made = agenda(deck, cards, Goal(seconds=600))
    whys = [entry.why for entry in made.entries]
    assert whys == ["new"] * 7 + ["due"] * 6
    assert set(ids(made, "due")) <= set(cards)


def test_new_ones_of_the_day_are_counted_even_when_they_came_twice() -> None:
    deck = Deck(question(f"a/q-{index}") for index in range(40))
    answers = [review("a/q-0", rating=1), review("a/q-1"), review("a/q-0")]
    made = agenda(deck, cards_after(*answers), Goal(new_a_day=5), answers)
    assert len(ids(made, "new")) == 3


def test_what_is_due_comes_weakest_first_and_what_is_not_stays_away() -> None:
    deck = Deck(map(question, NAMES[:4]))
    cards = cards_after(*(review(name, ago=ago) for name, ago in zip(NAMES, (3, 20, 9, 1), strict=False)))
    assert ids(agenda(deck, cards, Goal())) == [NAMES[1], NAMES[2], NAMES[0]]


def test_towards_a_date_the_order_is_gain_by_second() -> None:
    deck = Deck(
        [question("a/short"), question("a/long", minutes=5), question("a/known"), question("a/shaky")]
    )
    cards = cards_after(review("a/known", ago=2, rating=4), review("a/shaky", ago=9, rating=1))
    made = agenda(deck, cards, Goal(interview=INTERVIEW))
    rates = [entry.gain / entry.seconds for entry in made.entries]
    assert rates == sorted(rates, reverse=True)
    assert ids(made)[0] == "a/shaky"
    assert set(ids(made, "new")) == {"a/short", "a/long"}


def test_the_gain_is_the_difference_that_the_two_outcomes_make() -> None:
    cards = cards_after(review("a/b", ago=10), review("a/b", ago=4, rating=2))
    [entry] = agenda(Deck([question("a/b")]), cards, Goal(interview=INTERVIEW)).entries
    card = cards["a/b"]
    now = SCHEDULER.recall(card, TODAY)
    good, again = (SCHEDULER.review(card, review("a/b", rating=rating)) for rating in (3, 1))
    expected = now * SCHEDULER.recall(good, INTERVIEW) + (1 - now) * SCHEDULER.recall(again, INTERVIEW)
    assert entry.gain == pytest.approx(expected - SCHEDULER.recall(card, INTERVIEW), abs=1e-9)


def test_the_gain_of_a_new_one_is_what_a_first_answer_leaves() -> None:
    [entry] = agenda(Deck([question("a/b")]), {}, Goal(interview=INTERVIEW, first_pass=0.8)).entries
    good, again = (SCHEDULER.review(None, review("a/b", rating=rating)) for rating in (3, 1))
    expected = 0.8 * SCHEDULER.recall(good, INTERVIEW) + 0.2 * SCHEDULER.recall(again, INTERVIEW)
    assert entry.gain == pytest.approx(expected, abs=1e-9)


def test_what_gains_too_little_a_minute_is_left_out_but_never_a_new_one() -> None:
    deck = Deck([question("a/known"), question("a/endless", minutes=60)])
    cards = cards_after(*(review("a/known", ago=ago, rating=4) for ago in (60, 30, 1)))
    assert ids(agenda(deck, cards, Goal(interview=INTERVIEW))) == ["a/endless"]


def test_topics_that_matter_more_come_first() -> None:
    bank = [question(name) for name in NAMES]
    made = agenda(Deck(bank, {"b": 3.0, "c": 0.0}), {}, Goal(interview=INTERVIEW))
    assert [one[0] for one in ids(made)] == ["b"] * 4 + ["a"] * 4
    bigger = agenda(Deck(bank, {"a": 10, "b": 30.0, "c": 0.0}), {}, Goal(interview=INTERVIEW))
    assert ids(bigger) == ids(made)


def test_recall_counts_unseen_ones_as_nothing_and_topics_by_weight() -> None:
    cards = cards_after(review("a/one", ago=5), review("b/one", ago=5))
    bank = [question(name) for name in ("a/one", "a/two", "b/one")]
    one = SCHEDULER.recall(cards["a/one"], TODAY)
    then = SCHEDULER.recall(cards["a/one"], INTERVIEW)
    even = agenda(Deck(bank), cards, Goal(interview=INTERVIEW))
    assert even.recall == pytest.approx(2 * one / 3)
    assert even.recall_then == pytest.approx(2 * then / 3)
    assert even.unseen == 1
    assert agenda(Deck(bank, {"b": 2}), cards, Goal()).recall == pytest.approx(3 * one / 4)


def test_asking_what_is_planned_raises_the_recall_as_promised() -> None:
    made = agenda(Deck(map(question, NAMES)), {}, Goal(300, INTERVIEW))
    assert made.recall_then == 0
    assert made.recall_after == pytest.approx(sum(entry.gain for entry in made.entries) / len(NAMES))
    assert len(made.entries) == 5


def test_a_deck_of_nothing_is_planned_as_nothing() -> None:
    for goal in (Goal(), Goal(interview=INTERVIEW)):
        made = agenda(Deck([]), cards_after(review("a/b")), goal)
        assert (made.entries, made.recall, made.unseen) == ((), 0, 0)


@pytest.mark.parametrize("goal", [Goal(), Goal(interview=INTERVIEW)])
def test_what_was_missed_comes_again_after_a_few_others(goal: Goal) -> None:
    deck = Deck(question(f"{topic}/q-{index}") for topic in "abc" for index in range(5))
    answers = [review("a/q-0", rating=1)]
    cards = cards_after(*answers)
    assert ids(agenda(deck, cards, goal, answers)).index("a/q-0") == AGAIN_AFTER
    answers += [review(f"b/q-{index}") for index in range(AGAIN_AFTER)]
    cards = cards_after(*answers)
    again = agenda(deck, cards, goal, answers).entries[0]
    assert (again.question_id, again.why) == ("a/q-0", "again")
    answers.append(review("a/q-0"))
    assert "a/q-0" not in ids(agenda(deck, cards_after(*answers), goal, answers))


def test_what_keeps_being_missed_is_left_for_another_day() -> None:
    deck = Deck([question("a/one")])
    answers = [review("a/one", rating=1)] * (MOST_TRIES - 1)
    assert ids(agenda(deck, cards_after(*answers), Goal(), answers), "again") == ["a/one"]
    answers.append(review("a/one", rating=1))
    assert ids(agenda(deck, cards_after(*answers), Goal(), answers)) == []


def test_a_repeat_has_its_time_kept_when_the_day_is_almost_over() -> None:
    deck = Deck(map(question, NAMES))
    answers = [review("a/one", rating=1, seconds=60)]
    made = agenda(deck, cards_after(*answers), Goal(60 + 45, INTERVIEW), answers)
    assert ids(made) == ["a/one"]


@pytest.mark.parametrize("goal", [Goal(), Goal(interview=INTERVIEW)])
def test_a_miss_brings_its_follow_ups_and_the_weakest_siblings_forward(goal: Goal) -> None:
    others = [question(f"b/q-{index}") for index in range(20)]
    related = [question("a/weak"), question("a/weaker"), question("a/strong"), question("a/unseen")]
    seen = [
        review("a/weak", ago=9),
        review("a/weaker", ago=9, rating=1),
        review("a/strong", ago=1, rating=4),
    ]
    answers = [review("a/missed", rating=1)]
    cards = cards_after(*seen, *answers)
    plain = Deck([question("a/missed"), *related, *others])
    assert ids(agenda(plain, cards, goal, answers), "forward") == ["a/weaker", "a/weak"]
    followed = Deck([question("a/missed", follow_ups=["b/q-7", "z/none"]), *related, *others])
    assert ids(agenda(followed, cards, goal, answers))[:2] == ["b/q-7", "a/weaker"]
    assert ids(agenda(plain, cards, goal, [review("a/missed")]), "forward") == []


@pytest.mark.parametrize("goal", [Goal(), Goal(interview=INTERVIEW), Goal(new_a_day=0)])
def test_what_the_learner_asked_for_comes_first_and_the_weakest_of_it_before_all(goal: Goal) -> None:
    deck = Deck(question(f"{topic}/q-{index}") for topic in "ab" for index in range(8))
    cards = cards_after(review("a/q-1", ago=1), *(review(f"b/q-{index}", ago=30) for index in range(8)))
    wanted = ["a/q-1", "a/q-0", "gone/for-good"]
    made = plan(deck, cards, TODAY, goal, SCHEDULER, Random(0), wanted=wanted)
    assert ids(made, "wanted") == ids(made)[:2] == ["a/q-0", "a/q-1"]
    assert len(set(ids(made))) == len(made.entries)


def test_one_miss_brings_no_more_than_two_however_often_one_plans() -> None:
    deck = Deck(question(f"a/q-{index}") for index in range(10))
    seen = [review(f"a/q-{index}", ago=20) for index in range(1, 10)]
    answers = [review("a/q-0", rating=1)]
    for _ in range(FORWARD_A_MISS):
        [first, *_rest] = agenda(deck, cards_after(*seen, *answers), Goal(), answers).entries
        assert first.why == "forward"
        answers.append(review(first.question_id))
    assert ids(agenda(deck, cards_after(*seen, *answers), Goal(), answers), "forward") == []


def test_a_day_of_misses_brings_no_more_than_a_few() -> None:
    deck = Deck(question(f"{topic}/q-{index}") for topic in "abcdefgh" for index in range(4))
    seen = [review(question_id, ago=20) for question_id in deck.ids]
    answers = [review(f"{topic}/q-0", rating=1) for topic in "abcdefgh"]
    made = agenda(deck, cards_after(*seen, *answers), Goal(), answers)
    assert len(ids(made, "forward")) == FORWARD_A_DAY


def test_a_revised_question_is_due_today_and_what_was_known_of_it_is_kept() -> None:
    cards = cards_after(review("a/one", ago=1, rating=4), review("a/two", ago=1, rating=4))
    deck = Deck([question("a/one", revision=2), question("a/two")])
    for goal in (Goal(), Goal(interview=INTERVIEW)):
        made = agenda(deck, cards, goal)
        assert (made.entries[0].question_id, made.entries[0].why) == ("a/one", "revised")
    assert ids(agenda(deck, cards, Goal())) == ["a/one"]
    after = SCHEDULER.review(cards["a/one"], review("a/one", revision=2))
    assert after.stability > cards["a/one"].stability
    assert ids(agenda(deck, cards | {"a/one": after}, Goal())) == []


@pytest.mark.parametrize("goal", [Goal(), Goal(interview=INTERVIEW)])
def test_nothing_is_reviewed_twice_a_day_even_if_it_was_revised_since(goal: Goal) -> None:
    deck = Deck([question("a/one", revision=2)])
    assert ids(agenda(deck, cards_after(review("a/one", ago=1)), goal)) == ["a/one"]
    assert ids(agenda(deck, cards_after(review("a/one")), goal)) == []


def lapsed(times: int) -> Card:
    """Return the card of something learned and forgotten so often, two days ago the last time."""
    ratings = [3, 1] * times
    return cards_after(*(review("a/one", 2 * (len(ratings) - n), one) for n, one in enumerate(ratings)))[
        "a/one"
    ]


def test_a_leech_is_named_and_explained_at_its_fourth_lapse_and_every_second_after() -> None:
    cards = {times: lapsed(times) for times in range(1, 9)}
    assert [cards[times].lapses for times in cards] == list(cards)
    assert [times for times, card in cards.items() if is_leech(card)] == [4, 5, 6, 7, 8]
    assert [times for times, card in cards.items() if explain_first(card)] == [4, 6, 8]
    deck = Deck([question("a/one"), question("a/two")])
    made = agenda(deck, {"a/one": lapsed(LEECH_LAPSES)}, Goal())
    assert {entry.question_id: entry.explain_first for entry in made.entries} == {
        "a/one": True,
        "a/two": False,
    }


def test_a_leech_that_is_known_for_a_week_is_asked_plainly_again() -> None:
    assert not explain_first(replace(lapsed(LEECH_LAPSES), stability=8.0, last_rating=Rating.GOOD))


def test_expected_seconds_are_the_questions_and_then_the_learners() -> None:
    asked = question("a/one", minutes=2)
    first = cards_after(review("a/one", ago=5, seconds=50))["a/one"]
    after_coffee = replace(first, seconds=5000.0)
    assert expected_seconds(asked, None) == 120
    assert expected_seconds(asked, first) == 25
    assert expected_seconds(asked, after_coffee) == 240
    assert expected_seconds(asked, replace(first, seconds=0.0)) == LEAST_SECONDS
    for card in (None, first, after_coffee):
        cards = {} if card is None else {"a/one": card}
        [seconds] = standing(Deck([asked]), cards, TODAY, np.array(PARAMETERS)).seconds
        assert seconds == expected_seconds(asked, card)


def test_a_learners_own_first_answers_outweigh_the_guess_with_time() -> None:
    assert first_pass(0, 0) == FIRST_PASS
    assert first_pass(20, 20) == pytest.approx((1 + FIRST_PASS) / 2)
    assert first_pass(0, 2000) < 0.01


def test_an_interview_that_is_over_cannot_be_planned_for() -> None:
    with pytest.raises(ScheduleError, match="2026-02-28 is over"):
        agenda(Deck(map(question, NAMES)), {}, Goal(interview=TODAY - timedelta(days=1)))


def test_on_the_day_itself_everything_weak_is_worth_asking() -> None:
    cards = cards_after(review("a/one", ago=20, rating=1), review("a/two", ago=20, rating=4))
    made = agenda(Deck(map(question, ("a/one", "a/two"))), cards, Goal(interview=TODAY))
    assert ids(made) == ["a/one", "a/two"]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Goal(seconds=-1), "can't be planned"),
        (lambda: Goal(seconds=float("nan")), "can't be planned"),
        (lambda: Goal(new_a_day=-1), "0 or more"),
        (lambda: Goal(first_pass=1.1), "give 0 to 1"),
        (lambda: Deck([], {"a": -1.0}), "weight -1"),
        (lambda: Deck([], {"a": float("inf")}), "weight inf"),
        (lambda: Goal().days_left(TODAY), "No interview"),
    ],
)
def test_settings_that_make_no_sense_are_refused(make: Callable[[], object], reason: str) -> None:
    with pytest.raises(ScheduleError, match=reason):
        make()
