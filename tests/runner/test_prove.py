"""The proof accepts sound questions and refuses each way a question can be unsound."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.vocabulary import KINDS, Kind
from runner.client import Runner
from runner.prove import prove, prove_all
from tests.samples import sample_question


@pytest.mark.parametrize("kind", KINDS)
async def test_sound_questions_are_proven(runner: Runner, tmp_path: Path, kind: Kind) -> None:
    proof = await prove(runner, sample_question(tmp_path, kind))
    assert proof.failures == ()
    assert proof.live_keys > 0
    assert proof.hand_keys == 0


UNSOUND: list[tuple[Kind, str, str, str]] = [
    ("choice", "== torch.float32", "== torch.int8", "no option is right"),
    ("choice", "== torch.float64", "!= torch.float64", "2 options are right"),
    ("choice", "x.dtype == torch.float64", "y == 1", "the probe of option 2 raises NameError"),
    ("choice", 'why = { en = "NumPy\'s default.", zh = "那是 NumPy 的默认值。" }\n', "", "needs a `why`"),
    ("choice", "x = torch.ones(2)", "1 / 0", "it raised: ZeroDivisionError"),
    (
        "choice",
        "x.dtype == torch.float64",
        "len(str(torch.rand(1).item())) % 2 == 0 or True",
        "options are right",
    ),
    ("predict", "(3 * x)", "(torch.rand(2) * x)", "`ask` gives"),
    ("predict", 'ask = "x.grad"', 'ask = "object()"', "nobody can type"),
    ("predict", 'ask = "x.grad"', 'ask = "x.gradient"', "AttributeError"),
    ("blank", 'solution = ["detach()"', 'solution = ["clone()"', "the right answer is judged wrong"),
    ("blank", 'also_right = [["data"', 'also_right = [["abs()"', "also_right[1] is judged wrong"),
    ("blank", 'fill = ["clone()"', 'fill = ["data.clone()"', "wrong[1] is judged right"),
    ("code", "    return 2 * x", "    return 3 * x", "the right answer is judged wrong"),
    ("code", "    ...", "    return 2 * x", "the starter is judged right"),
    ("code", "    return x * x", "    return x * 2", "wrong[1] is judged right"),
    ("code", "== 6", "!= 6", "the right answer is judged wrong"),
    ("order", '"y = x + 1", "z = y * 2"', '"z = y * 2", "y = x + 1"', "the right answer is judged wrong"),
    ("order", "order = [2, 1, 3]", "order = [1, 2, 3]", "wrong[1] is judged right"),
    ("recall", "x.numel() == 2", "x.numel() == 3", "the probe of point 2 does not hold: x.numel() is 2"),
    ("recall", "x.numel() == 2", "y", "the probe of point 2 raises NameError"),
]


@pytest.mark.parametrize(("kind", "old", "new", "failure"), UNSOUND)
async def test_unsound_questions_are_refused(
    runner: Runner, tmp_path: Path, kind: Kind, old: str, new: str, failure: str
) -> None:
    proof = await prove(runner, sample_question(tmp_path, kind, (old, new)))
    assert not proof.proven
    assert any(failure in one for one in proof.failures), proof.failures


async def test_probes_that_depend_on_one_another_are_refused(runner: Runner, tmp_path: Path) -> None:
    question = sample_question(
        tmp_path,
        "choice",
        ("x.dtype == torch.float32", "x.add_(1)[0] == 2"),
        ("x.dtype == torch.float64", "x[0] == 2"),
    )
    proof = await prove(runner, question)
    assert any("not the same with seed 0, probes backwards" in one for one in proof.failures), proof.failures


async def test_a_keyed_option_is_counted(runner: Runner, tmp_path: Path) -> None:
    question = sample_question(
        tmp_path,
        "choice",
        ('holds = "x.dtype == torch.float64"', 'keyed = false\nsource = "the history of torch"'),
    )
    proof = await prove(runner, question)
    assert (proof.proven, proof.live_keys, proof.hand_keys) == (True, 1, 1)


async def test_all_questions_are_proven_side_by_side(runner: Runner, tmp_path: Path) -> None:
    questions = [sample_question(tmp_path, kind) for kind in KINDS]
    proofs = [proof async for proof in prove_all(runner, questions, at_once=3)]
    assert {proof.question_id for proof in proofs} == {question.id for question in questions}


async def test_the_key_has_to_be_the_same_with_one_thread_and_with_two(
    runner: Runner, tmp_path: Path
) -> None:
    threaded = ("x.dtype == torch.float64", "torch.get_num_threads() > 1")
    question = sample_question(tmp_path, "choice", threaded)
    assert (await prove(runner, question, threads=(1,))).proven
    proof = await prove(runner, question, threads=(1, 2))
    assert any("not the same with seed 0, 2 threads" in one for one in proof.failures), proof.failures


async def test_a_solution_that_works_under_one_seed_only_is_refused(runner: Runner, tmp_path: Path) -> None:
    lucky = ("    return 2 * x", "    return 2 * x if torch.initial_seed() == 0 else x")
    proof = await prove(runner, sample_question(tmp_path, "code", lucky))
    assert any("with seed 1, the right answer is judged wrong" in one for one in proof.failures)


@pytest.mark.parametrize(
    ("kind", "old", "new", "runs"),
    [
        ("choice", "", "", 3),
        ("recall", "", "", 3),
        ("predict", "", "", 3 + 2),
        ("code", "", "", 3 + 4),
        ("choice", "torch.ones(2)", "torch.rand(2)", 7),
        ("code", "assert double", "torch.rand(1); assert double", 7 + 3 * 4),
    ],
)
async def test_no_run_is_made_that_shows_nothing_new(
    runner: Runner, tmp_path: Path, kind: Kind, old: str, new: str, runs: int
) -> None:
    """The key runs under three seeds, once backwards and with two threads; then each known answer.

    Where something is random, each number of threads needs each of the seeds, and so does each known answer.
    """
    replaced = [(old, new)] if new else []
    proof = await prove(runner, sample_question(tmp_path, kind, *replaced), threads=(1, 2))
    assert (proof.proven, proof.runs) == (True, runs)


REPEATED: list[tuple[Kind, str, str, str]] = [
    ("blank", '["data", "1"]', '["detach( )", "(1)"]', "also_right[1] is the same program as the solution"),
    (
        "code",
        "double = lambda x: x + x",
        "def double(x): return (2 * x)",
        "also_right[1] is the same program",
    ),
    ("code", "    return x + 2", "    return x*x  # again", "wrong[2] is the same program as wrong[1]"),
    ("order", "[[wrong]]", "also_right = [[1, 2, 3]]\n[[wrong]]", "also_right[1] is the same program"),
]


@pytest.mark.parametrize(("kind", "old", "new", "failure"), REPEATED)
async def test_an_answer_given_twice_is_refused(
    runner: Runner, tmp_path: Path, kind: Kind, old: str, new: str, failure: str
) -> None:
    proof = await prove(runner, sample_question(tmp_path, kind, (old, new)))
    assert any(failure in one for one in proof.failures), proof.failures


async def test_a_test_that_nothing_wrong_fails_is_noted(runner: Runner, tmp_path: Path) -> None:
    idle = """\
[[tests]]
text = { en = "can be called", zh = "可以调用" }
code = "assert callable(double)"
"""
    proof = await prove(runner, sample_question(tmp_path, "code", ("[[tests]]", f"{idle}[[tests]]")))
    assert proof.proven
    assert proof.notes == (
        "neither the starter nor any known-wrong answer fails test 1 (can be called), "
        "so nothing shows that it can fail",
    )


async def test_the_longest_option_is_noted_when_it_is_right(runner: Runner, tmp_path: Path) -> None:
    assert (await prove(runner, sample_question(tmp_path, "choice"))).notes == ()
    right = ('en = "float32"', 'en = "float32, as the default dtype is"')
    proof = await prove(runner, sample_question(tmp_path, "choice", right))
    assert proof.proven
    assert [note[:42] for note in proof.notes] == ["the right option, 1, is the longest in en:"]
    wrong = ('en = "float64"', 'en = "float64, as the default dtype is"')
    assert (await prove(runner, sample_question(tmp_path, "choice", wrong))).notes == ()


async def test_a_right_option_that_is_explained_as_wrong_is_noted(runner: Runner, tmp_path: Path) -> None:
    right = 'holds = "x.dtype == torch.float32"'
    explained = f'{right}\nwhy = {{ en = "It would be float64.", zh = "应该是 float64。" }}'
    proof = await prove(runner, sample_question(tmp_path, "choice", (right, explained)))
    assert proof.proven
    assert proof.notes == ("option 1 is right here, but its `why` says that it's wrong",)
