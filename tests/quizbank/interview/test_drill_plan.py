from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hypothesis import given

from quizbank.bank import Bank
from quizbank.drill import Drill, Order
from quizbank.history.events import Undone
from quizbank.history.fold import Rules
from quizbank.history.journal import Journal
from quizbank.history.store import history_in_memory
from quizbank.interview.drill_plan import MOST, SIBLINGS_A_MISS, drill_plan, schedule
from quizbank.learner import Learner
from quizbank.question import Question
from quizbank.scheduler import Scheduler
from tests.decks import question
from tests.quizbank.history.strategies import law
from tests.quizbank.interview.records import BEGAN, TOPICS, Script, scripts


def bank_of(questions: Iterable[Question]) -> Bank:
    by_id = {one.id: one for one in questions}
    ordered = dict(sorted(by_id.items()))
    return Bank(ordered, dict.fromkeys(ordered, Path()), {})


BANK = bank_of(
    question(f"{topic}/{name}", follow_ups=[f"{topic}/deeper"])
    for topic in TOPICS
    for name in ("one", "two", "three", "other", "another", "deeper")
)


def test_misses_come_first_the_worst_of_them_then_what_is_around_them() -> None:
    script = Script().ask("tensors/one").ask("tensors/two", "partly").ask("in-place/one", "wrong")
    plan = drill_plan(script.record(), BANK)
    assert [one.question_id for one in plan if one.reason == "missed"] == ["in-place/one", "tensors/two"]
    assert [one.reason for one in plan[:2]] == ["missed", "missed"]
    assert [one.question_id for one in plan if one.number == 3][1:] == [
        "in-place/deeper",
        "in-place/another",
        "in-place/other",
    ]


def test_what_was_right_is_not_practised_and_hints_make_it_unsure() -> None:
    assert drill_plan(Script().ask("tensors/one").record(), BANK) == ()
    assert drill_plan(Script().ask("tensors/one", hints=1).record(), BANK)[0].question_id == "tensors/one"


def test_siblings_are_no_harder_and_the_nearest_by_tags() -> None:
    near = question("tensors/near").model_copy(update={"tags": ("views", "strides")})
    far = question("tensors/a-far")
    hard = question("tensors/hard").model_copy(update={"tags": ("views", "strides"), "difficulty": 5})
    missed = question("tensors/missed").model_copy(update={"tags": ("views", "strides")})
    plan = drill_plan(Script().ask("tensors/missed", "wrong").record(), bank_of([near, far, hard, missed]))
    assert [one.question_id for one in plan] == ["tensors/missed", "tensors/near", "tensors/a-far"]


def test_a_renamed_question_goes_by_its_id_of_today() -> None:
    renamed = question("tensors/new").model_copy(update={"formerly": ("tensors/old",)})
    plan = drill_plan(Script().ask("tensors/old", "wrong").record(), bank_of([renamed]))
    assert [one.question_id for one in plan] == ["tensors/new"]


def test_the_plan_is_what_the_next_drill_asks_and_can_be_taken_back() -> None:
    scheduler = Scheduler()
    rules = Rules(scheduler.review, "fsrs")
    learner = Learner(Journal(history_in_memory(rules, BEGAN), rules), scheduler)
    plan = drill_plan(Script().ask("tensors/two", "wrong").record(), BANK)
    event = schedule(plan, learner.journal, BEGAN)
    drill = Drill(BANK.active, Order(), learner.day(BEGAN))
    entry = drill.next(learner, (), BEGAN, 0.0)
    assert entry is not None and entry.why == "wanted"
    assert entry.question_id in learner.history.wanted()
    assert learner.history.wanted() == sorted(one.question_id for one in plan)
    learner.journal.append(Undone(event.uuid), BEGAN)
    entry = drill.next(learner, (), BEGAN, 0.0)
    assert entry is not None and entry.why == "new"


@law
@given(scripts())
def test_a_plan_names_each_question_of_the_bank_once_and_knows_its_limits(script: Script) -> None:
    record = script.record()
    plan = drill_plan(record, BANK)
    ids = [one.question_id for one in plan]
    assert len(set(ids)) == len(ids) <= MOST
    assert set(ids) <= set(BANK.questions)
    asked = {one.question_id for one in record.asked}
    for one in plan:
        assert (one.question_id in asked) == (one.reason == "missed")
    for number in {one.number for one in plan}:
        assert sum(one.number == number and one.reason == "sibling" for one in plan) <= SIBLINGS_A_MISS
