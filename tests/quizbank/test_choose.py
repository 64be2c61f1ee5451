from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from quizbank.bank import load_bank
from quizbank.choose import Filter, choose, shuffled_lines, shuffled_options
from quizbank.machine import Machine
from quizbank.question import Choice, Order
from quizbank.vocabulary import KINDS
from tests.samples import sample_question, write_sample


def test_a_filter_matches_on_every_given_field(tmp_path: Path) -> None:
    for kind in KINDS:
        write_sample(tmp_path, kind)
    bank = load_bank([tmp_path])
    assert len(choose(bank, Filter(), None, Random(0))) == len(KINDS)
    wanted = Filter(topics=frozenset({"samples"}), kinds=frozenset({"code", "order"}))
    assert {question.kind for question in choose(bank, wanted, None, Random(0))} == {"code", "order"}
    assert choose(bank, Filter(difficulties=frozenset({5})), None, Random(0)) == []
    assert choose(bank, Filter(topics=frozenset({"other"})), None, Random(0)) == []


def test_the_same_seed_draws_the_same_questions(tmp_path: Path) -> None:
    for kind in KINDS:
        write_sample(tmp_path, kind)
    bank = load_bank([tmp_path])
    draws = [[one.id for one in choose(bank, Filter(), 3, Random(seed))] for seed in range(20)]
    again = [[one.id for one in choose(bank, Filter(), 3, Random(seed))] for seed in range(20)]
    assert draws == again
    assert all(len(set(draw)) == 3 for draw in draws)
    assert len({tuple(draw) for draw in draws}) > 1


def test_what_the_machine_lacks_is_not_asked(tmp_path: Path) -> None:
    write_sample(tmp_path, "choice")
    write_sample(tmp_path, "order", ("minutes = 1", "minutes = 1\nrequires = { cuda = true }"))
    bank = load_bank([tmp_path])
    for cuda, drawn in ((None, 2), (True, 2), (False, 1)):
        assert len(choose(bank, Filter(), None, Random(0), Machine(cuda=cuda))) == drawn


@given(seed=st.integers(0, 10_000))
def test_lines_never_start_in_the_written_order(seed: int) -> None:
    shuffled = shuffled_lines(ORDER, Random(seed))
    assert sorted(shuffled) == [1, 2, 3]
    assert shuffled != [1, 2, 3]


@given(seed=st.integers(0, 10_000))
def test_options_are_all_shown(seed: int) -> None:
    assert sorted(shuffled_options(CHOICE, Random(seed))) == [0, 1]


def _samples() -> tuple[Order, Choice]:
    with tempfile.TemporaryDirectory() as directory:
        order = sample_question(Path(directory), "order")
        choice = sample_question(Path(directory), "choice")
    assert isinstance(order, Order)
    assert isinstance(choice, Choice)
    return order, choice


ORDER, CHOICE = _samples()
