"""For every kind: the right answer is accepted, a wrong one refused, an unreadable one asked for again."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.answer import Answer, Arranged, Filled, Picked, Ticked, Typed, Written
from quizbank.vocabulary import Kind
from runner.client import Runner
from runner.errors import UnreadableAnswer
from runner.judge import Outcome
from runner.protocol import Ended
from tests.samples import sample_question

CASES: list[tuple[Kind, Answer, Outcome]] = [
    ("choice", Picked(frozenset({0})), Outcome.RIGHT),
    ("choice", Picked(frozenset({1})), Outcome.WRONG),
    ("choice", Picked(frozenset({0, 1})), Outcome.WRONG),
    ("choice", Picked(frozenset()), Outcome.WRONG),
    ("predict", Typed("[3, 3]"), Outcome.RIGHT),
    ("predict", Typed("tensor([3., 3.])"), Outcome.RIGHT),
    ("predict", Typed("３，３"), Outcome.RIGHT),
    ("predict", Typed("3 3.0001"), Outcome.RIGHT),
    ("predict", Typed("[3, 4]"), Outcome.WRONG),
    ("predict", Typed("3"), Outcome.WRONG),
    ("predict", Typed("[[3, 3]]"), Outcome.WRONG),
    ("predict", Typed("tensor([3, 3], dtype=torch.float64)"), Outcome.WRONG),
    ("predict", Typed("None"), Outcome.WRONG),
    ("predict", Typed("'3, 3'"), Outcome.WRONG),
    ("blank", Filled(("detach()", "1")), Outcome.RIGHT),
    ("blank", Filled(("detach().clone()", "2 - 1")), Outcome.RIGHT),
    ("blank", Filled(("clone()", "1")), Outcome.WRONG),
    ("blank", Filled(("nothing()", "1")), Outcome.WRONG),
    ("code", Written("double = lambda x: x + x"), Outcome.RIGHT),
    ("code", Written("def double(x): return x"), Outcome.WRONG),
    ("code", Written("x = 1"), Outcome.WRONG),
    ("code", Written("import sys\ndef double(x): sys.exit(0)"), Outcome.WRONG),
    ("code", Written("import os\ndef double(x): os._exit(0)"), Outcome.WRONG),
    ("code", Written("import os\nos._exit(0)"), Outcome.WRONG),
    ("code", Written("import sys\nsys.exit(0)"), Outcome.WRONG),
    ("code", Written("import os\nos.closerange(0, 256)"), Outcome.WRONG),
    ("code", Written("raise SystemExit"), Outcome.WRONG),
    ("order", Arranged((1, 2, 3)), Outcome.RIGHT),
    ("order", Arranged((2, 1, 3)), Outcome.WRONG),
    ("order", Arranged((3, 2, 1)), Outcome.WRONG),
    ("recall", Ticked(frozenset({0, 1, 2})), Outcome.RIGHT),
    ("recall", Ticked(frozenset({0, 2})), Outcome.RIGHT),
    ("recall", Ticked(frozenset({0})), Outcome.WRONG),
    ("recall", Ticked(frozenset()), Outcome.WRONG),
]


@pytest.mark.parametrize(("kind", "answer", "outcome"), CASES, ids=lambda case: str(case)[:50])
async def test_verdicts(runner: Runner, tmp_path: Path, kind: Kind, answer: Answer, outcome: Outcome) -> None:
    verdict = await runner.judge(sample_question(tmp_path, kind), answer)
    assert verdict.outcome is outcome
    assert verdict.right == (outcome is Outcome.RIGHT)


EXPECTED: list[tuple[str, str, str, Outcome]] = [
    ("x.grad", "shape", "(2,)", Outcome.RIGHT),
    ("x.grad", "shape", "2", Outcome.RIGHT),
    ("x.grad", "shape", "(2, 1)", Outcome.WRONG),
    ("x.grad.shape", "shape", "2", Outcome.RIGHT),
    ("x.grad", "dtype", "float32", Outcome.RIGHT),
    ("x.grad", "dtype", "torch.float", Outcome.RIGHT),
    ("x.grad.dtype", "dtype", "double", Outcome.WRONG),
    ("x.is_leaf", "bool", "yes", Outcome.RIGHT),
    ("x.is_leaf", "bool", "错", Outcome.WRONG),
    ("x.sum().item()", "value", "2", Outcome.RIGHT),
    ("x.numel()", "value", "2.0", Outcome.RIGHT),
    ("x.numel()", "value", "2.0001", Outcome.WRONG),
    ("(x + 1).grad_fn.name()", "value", "AddBackward0", Outcome.RIGHT),
    ("(x + 1).grad_fn.name()", "value", "<AddBackward0>", Outcome.RIGHT),
    ("(x + 1).grad_fn.name()", "value", "AddBackward", Outcome.WRONG),
    ("x.grad_fn", "value", "None", Outcome.RIGHT),
    ("x.grad_fn", "value", "0", Outcome.WRONG),
    ("[x.dtype, x.device, type(x)]", "value", "[torch.float32, cpu, Tensor]", Outcome.RIGHT),
    ("{'a': x.sum().item()}", "value", "{'a': 2}", Outcome.RIGHT),
    ("{'a': x.sum().item()}", "value", "{'a': 3}", Outcome.WRONG),
    ("torch.tensor([float('nan')])", "value", "[nan]", Outcome.RIGHT),
    ("torch.tensor(1 + 2j)", "value", "1+2j", Outcome.RIGHT),
    ("torch.tensor([True, False])", "value", "[True, False]", Outcome.RIGHT),
    ("torch.tensor([1, 2])", "value", "tensor([1., 2.])", Outcome.RIGHT),
    ("float('inf')", "value", "inf", Outcome.RIGHT),
    ("float('inf')", "value", "1e30", Outcome.WRONG),
]


@pytest.mark.parametrize(("ask", "expects", "typed", "outcome"), EXPECTED)
async def test_predictions_are_compared_as_what_is_asked_for(
    runner: Runner, tmp_path: Path, ask: str, expects: str, typed: str, outcome: Outcome
) -> None:
    question = sample_question(
        tmp_path, "predict", ('"x.grad"', f"'''{ask}'''"), ('expects = "value"', f'expects = "{expects}"')
    )
    assert (await runner.judge(question, Typed(typed))).outcome is outcome


@pytest.mark.parametrize(
    ("snippet", "typed", "outcome"),
    [
        ("raise ValueError('x')", "ValueError", Outcome.RIGHT),
        ("raise ValueError('x')", "torch.ValueError", Outcome.RIGHT),
        ("raise ValueError('x')", "valueerror", Outcome.RIGHT),
        ("raise ValueError('x')", "TypeError", Outcome.WRONG),
        ("raise ValueError('x')", "Exception", Outcome.WRONG),
        ("raise ValueError('x')", "none", Outcome.WRONG),
        ("raise NotImplementedError", "RuntimeError", Outcome.RIGHT),
        ("x = 1", "none", Outcome.RIGHT),
        ("x = 1", "ValueError", Outcome.WRONG),
    ],
)
async def test_exceptions(runner: Runner, tmp_path: Path, snippet: str, typed: str, outcome: Outcome) -> None:
    question = sample_question(
        tmp_path,
        "predict",
        ("(3 * x).sum().backward()", snippet),
        ('ask = "x.grad"\n', ""),
        ('expects = "value"', 'expects = "exception"'),
    )
    assert (await runner.judge(question, Typed(typed))).outcome is outcome


async def test_printed_text_is_read_as_eyes_read_it(runner: Runner, tmp_path: Path) -> None:
    question = sample_question(
        tmp_path,
        "predict",
        ("(3 * x).sum().backward()", "print('a  b')\nprint(1)"),
        ('ask = "x.grad"\n', ""),
        ('expects = "value"', 'expects = "printed"'),
    )
    assert (await runner.judge(question, Typed("a b\n１\n"))).right
    assert not (await runner.judge(question, Typed("a b 1"))).right


@pytest.mark.parametrize(
    ("kind", "answer", "reason"),
    [
        ("predict", Typed("[3, "), "can't be read as a value"),
        ("predict", Typed("[[1, 2], [3]]"), "This is no tensor"),
        ("predict", Typed("tensor([3, 3], dtype=float99)"), "no dtype called"),
        ("blank", Filled(("detach()", " ")), "still empty"),
        ("blank", Filled(("detach()",)), "still empty"),
        ("blank", Filled(("detach(", "1")), "not valid Python"),
        ("code", Written("def double(x) return x"), "not valid Python: line 1"),
    ],
)
async def test_unreadable_answers_are_asked_for_again(
    runner: Runner, tmp_path: Path, kind: Kind, answer: Answer, reason: str
) -> None:
    with pytest.raises(UnreadableAnswer) as raised:
        await runner.judge(sample_question(tmp_path, kind), answer)
    assert reason in str(raised.value)


async def test_an_answer_of_another_kind_is_a_programmers_error(runner: Runner, tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        await runner.judge(sample_question(tmp_path, "choice"), Typed("3"))


async def test_a_choice_shows_what_each_probe_gave(runner: Runner, tmp_path: Path) -> None:
    verdict = await runner.judge(sample_question(tmp_path, "choice"), Picked(frozenset({1})))
    right, wrong = verdict.parts
    assert (right.claimed, right.holds, wrong.claimed, wrong.holds) == (False, True, True, False)
    assert wrong.check is not None
    assert wrong.check.seen == (("x.dtype", "torch.float32"),)
    assert verdict.mistake == wrong.why


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("blank", Filled(("clone( )", "1"))),
        ("code", Written("# mine\ndef double(x):\n    return (x * x)\n")),
        ("order", Arranged((2, 1, 3))),
    ],
)
async def test_a_known_mistake_is_recognised(
    runner: Runner, tmp_path: Path, kind: Kind, answer: Answer
) -> None:
    verdict = await runner.judge(sample_question(tmp_path, kind), answer)
    assert not verdict.right
    assert verdict.mistake is not None


@pytest.mark.parametrize(
    "ending", ["1 / 0", "import os; os._exit(0)", "while True: pass", "import sys; sys.exit()"]
)
async def test_a_question_that_breaks_is_not_held_against_the_learner(
    runner: Runner, tmp_path: Path, ending: str
) -> None:
    question = sample_question(tmp_path, "choice", ("x = torch.ones(2)", f"x = torch.ones(2)\n{ending}"))
    for option in (0, 1):
        verdict = await runner.judge(question, Picked(frozenset({option})))
        assert verdict.outcome is Outcome.UNJUDGED
        assert verdict.reason is not None


async def test_a_declared_exception_is_part_of_the_question(runner: Runner, tmp_path: Path) -> None:
    question = sample_question(
        tmp_path,
        "choice",
        ("difficulty", 'raises = "ZeroDivisionError"\ndifficulty'),
        ("x = torch.ones(2)", "x = torch.ones(2)\n1 / 0"),
    )
    assert (await runner.judge(question, Picked(frozenset({0})))).right


async def test_a_timeout_is_never_right(runner: Runner, tmp_path: Path) -> None:
    question = sample_question(
        tmp_path, "code", ('"assert double(torch.tensor(3)) == 6"', "'while True: pass'")
    )
    verdict = await runner.judge(question, Written("double = lambda x: x + x"))
    assert not verdict.right
    assert verdict.result.ended is Ended.TIMED_OUT


async def test_a_points_probe_that_fails_does_not_count(runner: Runner, tmp_path: Path) -> None:
    question = sample_question(tmp_path, "recall", ("x.numel() == 2", "x.numel() == 3"))
    verdict = await runner.judge(question, Ticked(frozenset({0, 1, 2})))
    assert [part.right for part in verdict.parts] == [True, False, True]
