from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbank.interview.record import AskedRecord, Verdict
from quizbank.interview.rubric import RUBRIC, on_time
from quizbank.interview.scorecard import Mark, Marks, Scorecard, mark
from quizbank.question import Question, Text
from quizbank.session import TopicScore
from quizbank.vocabulary import KINDS
from tests.quizbank.history.strategies import law
from tests.quizbank.interview.records import Script, scripts
from tests.samples import sample_question


@pytest.fixture
def samples(tmp_path: Path) -> dict[str, Question]:
    return {one.id: one for kind in KINDS for one in [sample_question(tmp_path, kind)]}


def dimension(card: Scorecard, name: str) -> Marks:
    return next(one.marks for one in card.dimensions if one.row.dimension == name)


def every_mark(card: Scorecard) -> list[Mark]:
    marks = [card.total, *(one.marks for one in card.sections)]
    marks += [one.marks for one in card.dimensions] + [one.marks for one in card.topics]
    return [one for both in marks for one in (both.objective, both.self_rated)]


def spoilt(asked: AskedRecord) -> AskedRecord:
    return asked.model_copy(update={"verdict": "unanswered", "score": 0.0})


@law
@given(scripts())
def test_marks_are_shares_and_a_mark_without_questions_is_none(script: Script) -> None:
    for one in every_mark(mark(script.record(), {})):
        assert (one.share is None) == (one.possible == 0)
        assert one.share is None or -1e-9 <= one.share <= 1 + 1e-9


@law
@given(scripts())
def test_leaving_a_question_unanswered_never_raises_a_mark_nor_shrinks_the_whole(script: Script) -> None:
    record = script.record()
    before = mark(record, {})
    for index, asked in enumerate(record.asked):
        changed = (*record.asked[:index], spoilt(asked), *record.asked[index + 1 :])
        after = mark(record.model_copy(update={"asked": changed}), {})
        for good, bad in zip(every_mark(before), every_mark(after), strict=True):
            assert bad.possible == pytest.approx(good.possible)
            assert bad.earned <= good.earned + 1e-9


@law
@given(scripts())
def test_nothing_answered_is_zero(script: Script) -> None:
    record = script.record()
    nothing = record.model_copy(update={"asked": tuple(spoilt(one) for one in record.asked)})
    assert {one.share for one in every_mark(mark(nothing, {}))} <= {0.0, None}


def test_everything_right_and_in_time_is_one_in_each_dimension_that_was_asked() -> None:
    script = Script((1.0, 2.0)).ask(kind="choice").ask(kind="code", section=1).ask(kind="predict", section=1)
    card = mark(script.record(), {})
    shares = {one.row.dimension: one.marks.objective.share for one in card.dimensions}
    assert shares == {
        "concepts": 1.0,
        "prediction": 1.0,
        "coding": 1.0,
        "debugging": None,
        "communication": None,
        "time": 1.0,
    }
    assert card.total.objective.share == 1.0


def test_sections_weigh_as_the_blueprint_says_whatever_was_asked_in_them() -> None:
    script = Script((1.0, 3.0)).ask(verdict="wrong")
    for _ in range(5):
        script.ask(section=0, verdict="wrong")
    script.ask(section=1)
    assert mark(script.record(), {}).total.objective.share == pytest.approx(0.75)


def test_a_section_that_nobody_came_to_is_a_zero_and_no_gap() -> None:
    assert mark(Script((1.0, 1.0)).ask(section=0).record(), {}).total.objective.share == 0.5


def test_what_one_rates_oneself_never_moves_what_the_machine_judged() -> None:
    modest = Script().ask(verdict="wrong").ask(kind="recall", verdict="self_rated", score=0.1).record()
    proud = Script().ask(verdict="wrong").ask(kind="recall", verdict="self_rated", score=1.0).record()
    first, second = mark(modest, {}), mark(proud, {})
    assert first.total.objective == second.total.objective == Mark(0.0, 1.0, 1)
    assert first.total.self_rated.share == pytest.approx(0.1)
    assert second.total.self_rated.share == 1.0
    assert dimension(second, "communication").objective.share is None


def test_a_spoken_question_that_nobody_answered_is_a_zero_among_what_is_self_rated() -> None:
    card = mark(Script().ask(kind="recall", verdict="unanswered").record(), {})
    assert (card.total.self_rated.share, card.total.objective.share) == (0.0, None)


def test_hints_are_paid_for_and_a_second_try_counts_in_the_place_of_the_first() -> None:
    script = Script(hint_cost=0.25).ask(verdict="wrong").ask(why="second_try", parent=1, hints=1)
    card = mark(script.record(), {})
    assert card.total.objective.share == 0.75
    assert [one.counts for one in card.questions] == [False, True]
    assert card.questions[1].weight == 1.0


def test_a_second_try_that_goes_worse_costs_nothing() -> None:
    script = (
        Script(hint_cost=0.5).ask(verdict="partly").ask("x/y", "wrong", why="second_try", parent=1, hints=1)
    )
    assert mark(script.record(), {}).total.objective.share == 0.5


def test_what_came_on_top_of_the_plan_adds_half_to_its_section_and_takes_nothing_away() -> None:
    def total(*verdicts: Verdict) -> float | None:
        script = Script().ask().ask(verdict="wrong")
        for verdict in verdicts:
            script.ask(why="follow_up", parent=1, verdict=verdict)
        return mark(script.record(), {}).total.objective.share

    assert [total(), total("wrong"), total("unanswered"), total("right")] == [0.5, 0.5, 0.5, 0.75]
    assert total("right", "right", "right") == 1.0


def test_a_topic_is_marked_by_all_that_was_asked_of_it() -> None:
    script = (
        Script()
        .ask("a/x")
        .ask("b/x", "wrong", why="follow_up", parent=1)
        .ask("a/y", "wrong", why="sibling", parent=1)
    )
    card = mark(script.record(), {})
    assert [one.marks.objective.share for one in card.topics] == [pytest.approx(2 / 3), 0.0]


@law
@given(scripts(), st.integers(0, 8))
def test_leaving_early_never_pays(script: Script, last: int) -> None:
    record = script.record()
    kept = tuple(
        one if one.number <= last else spoilt(one)
        for one in record.asked
        if one.number <= last or one.why == "planned"
    )
    stayed, left = mark(record, {}), mark(record.model_copy(update={"asked": kept}), {})
    for part in ("objective", "self_rated"):
        before, after = getattr(stayed.total, part), getattr(left.total, part)
        assert after.possible == before.possible
        assert after.earned <= before.earned + 1e-9


def test_tags_and_topics_feed_dimensions_too(samples: dict[str, Question]) -> None:
    tagged = {
        "samples/code": samples["samples/code"].model_copy(update={"tags": ("errors",)}),
    }
    script = Script().ask("samples/code", kind="code").ask("in-place/one", "wrong", kind="predict")
    card = mark(script.record(), tagged)
    assert [one.dimensions for one in card.questions] == [
        ("coding", "debugging", "time"),
        ("prediction", "debugging", "time"),
    ]
    assert dimension(card, "debugging").objective.share == 0.5
    assert mark(script.record(), {}).questions[0].dimensions == ("coding", "time")


def test_each_kind_feeds_a_dimension_of_its_own_right() -> None:
    for kind in KINDS:
        card = mark(Script().ask(kind=kind).record(), {})
        assert len(card.questions[0].dimensions) >= 2, kind
        assert card.questions[0].dimensions[-1] == "time"
    assert len({row.dimension for row in RUBRIC}) == len(RUBRIC) == 6


@pytest.mark.parametrize(
    ("verdict", "seconds", "limit", "expected"),
    [
        ("right", 59.0, 60.0, 1.0),
        ("wrong", 60.0, 60.0, 1.0),
        ("right", 120.0, 60.0, 0.5),
        ("unanswered", 1.0, 60.0, 0.0),
        ("right", 5.0, 0.0, 1.0),
    ],
)
def test_time_is_marked_against_the_plan(verdict: str, seconds: float, limit: float, expected: float) -> None:
    asked = Script().ask(seconds=seconds, limit_seconds=limit).asked[0]
    assert on_time(asked.model_copy(update={"verdict": verdict})) == expected


def test_topics_stand_beside_their_past_and_the_clearest_are_named() -> None:
    script = Script()
    for topic, verdict in (("a/x", "right"), ("b/x", "wrong"), ("c/x", "partly"), ("d/x", "unanswered")):
        script.ask(topic, verdict)  # type: ignore[arg-type]  # they are verdicts
    script.ask("e/x", "self_rated", 1.0, kind="recall")
    past = {"a": TopicScore("a", 3, 4)}
    card = mark(script.record(), {}, past)
    assert [(one.topic, one.past) for one in card.topics][:2] == [("a", past["a"]), ("b", None)]
    assert card.strongest == ("a",)
    assert set(card.weakest) == {"b", "c", "d"} and card.weakest[-1] == "c"


def test_a_wrong_option_says_why_it_was_believed(samples: dict[str, Question]) -> None:
    def believed(**more: object) -> list[Text | None]:
        record = Script().ask("samples/choice", "wrong", **more).record()  # type: ignore[arg-type]
        return [one.why for one in mark(record, samples).questions[0].mistakes]

    numpy = samples["samples/choice"].options[1].why  # type: ignore[union-attr]
    assert numpy is not None
    assert believed(answer={"options": [1]}, evidence={"parts": [False, False]}) == [numpy]
    assert believed(answer={"options": [1]}) == [numpy]
    assert believed(answer={"options": [1]}, evidence={"parts": [False, True]}) == []
    assert believed(answer={"options": [9, "x", -1]}) == believed(answer="?") == []


def test_known_wrong_programs_and_orders_are_recognised(samples: dict[str, Question]) -> None:
    answers: dict[str, tuple[str, dict[str, object]]] = {
        "blank": ("blank", {"holes": ["clone()", "1"]}),
        "code": ("code", {"code": "def double(x):\n    return x * x   \n"}),
        "order": ("order", {"order": [2, 1, 3]}),
    }
    for kind, answer in answers.values():
        record = Script().ask(f"samples/{kind}", "wrong", kind=kind, answer=answer).record()  # type: ignore[arg-type]
        question = samples[f"samples/{kind}"]
        (mistake,) = mark(record, samples).questions[0].mistakes
        assert mistake.why == question.wrong[0].why  # type: ignore[union-attr]


def test_points_that_were_left_out_are_named_and_the_usual_belief_comes_last(
    samples: dict[str, Question],
) -> None:
    belief = Text(en="It is lazy.", zh="它是惰性的。")
    samples["samples/predict"] = samples["samples/predict"].model_copy(update={"misconception": belief})
    script = Script().ask("samples/recall", "self_rated", kind="recall", points=(0, 2))
    script.ask("samples/predict", "wrong", kind="predict")
    script.ask("samples/predict", "unanswered", kind="predict")
    recall, wrong, unanswered = mark(script.record(), samples).questions
    assert [one.what.en for one in recall.mistakes if one.what] == ["two of them"]
    assert [one.why for one in wrong.mistakes] == [belief]
    assert unanswered.mistakes == ()
