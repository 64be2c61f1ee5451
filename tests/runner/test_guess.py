"""Typed predictions are read as data, whatever keyboard they come from, and never executed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbank.question import Predict
from runner.errors import UnreadableAnswer
from runner.guess import normalise, read_guess, read_value
from tests.samples import sample_question


def predict(directory: Path, expects: str) -> Predict:
    ask = () if expects not in ("printed", "exception") else (('ask = "x.grad"\n', ""),)
    question = sample_question(directory, "predict", *ask, ('expects = "value"', f'expects = "{expects}"'))
    assert isinstance(question, Predict)
    return question


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("2", 2),
        ("-2.5", -2.5),
        ("1e-3", 0.001),
        ("4/3", 4 / 3),
        ("2**10 - 1", 1023),
        ("True", True),
        ("true", True),
        ("None", None),
        ("inf", float("inf")),
        ("-torch.inf", float("-inf")),
        ("[2, 2]", [2, 2]),
        ("2, 2", [2, 2]),
        ("2 2", [2, 2]),
        ("(1, [2, 3])", [1, [2, 3]]),
        ("tensor([2., 2.])", {"tensor": [2.0, 2.0], "dtype": None}),
        ("torch.tensor(3)", {"tensor": 3, "dtype": None}),
        ("tensor([1], dtype=torch.int32)", {"tensor": [1], "dtype": "int32"}),
        ("tensor(40., grad_fn=<MeanBackward0>)", {"tensor": 40.0, "dtype": None}),
        ("torch.Size([2, 3])", [2, 3]),
        ("'relu'", {"text": "relu"}),
        ("torch.float32", {"name": "torch.float32"}),
        ("AddBackward0", {"name": "AddBackward0"}),
        ("1+2j", {"complex": [1.0, 2.0]}),
        ("{'a': 1}", {"pairs": [[{"text": "a"}, 1]]}),
        ("２，２", [2, 2]),
        ("【１。５，－２】", [1.5, -2]),
        ("（２、３）", [2, 3]),
        ("“ａ”", {"text": "a"}),
    ],
)
def test_values(tmp_path: Path, typed: str, value: Any) -> None:
    assert read_guess(predict(tmp_path, "value"), typed) == value


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "",
            "   ",
            "[1, 2",
            "import os",
            "__import__('os')",
            "x[0]",
            "[i for i in x]",
            "2 ** 9999",
            "9" * 40,
        ),
        *("'a' * 3", "-'a'", "lambda: 1", "[" * 300 + "]" * 300, "1" * 30_000, "1 / 0", "print(1)"),
    ],
)
def test_what_is_no_value_is_asked_for_again(tmp_path: Path, typed: str) -> None:
    with pytest.raises(UnreadableAnswer) as raised:
        read_guess(predict(tmp_path, "value"), typed)
    assert str(raised.value)


@pytest.mark.parametrize(
    ("expects", "typed", "value"),
    [
        ("shape", "(2, 3)", [2, 3]),
        ("shape", "2x3", [2, 3]),
        ("shape", "2×3", [2, 3]),
        ("shape", "2 * 3", [2, 3]),
        ("shape", "2 3", [2, 3]),
        ("shape", "２，３", [2, 3]),
        ("shape", "5", [5]),
        ("shape", "()", []),
        ("shape", "标量", []),
        ("shape", "torch.Size([])", []),
        ("dtype", "torch.float32", {"name": "torch.float32"}),
        ("dtype", " ｆｌｏａｔ３２ ", {"name": "float32"}),
        ("bool", "True", True),
        ("bool", "否", False),
        ("bool", "No.", False),
        ("exception", "RuntimeError", {"name": "RuntimeError"}),
        ("exception", "`ValueError`", {"name": "ValueError"}),
        ("exception", "没有", None),
        ("exception", "none", None),
        ("printed", " a  b\n", {"text": " a  b\n"}),
        ("printed", "", {"text": ""}),
    ],
)
def test_what_the_question_asks_for(tmp_path: Path, expects: str, typed: str, value: Any) -> None:
    assert read_guess(predict(tmp_path, expects), typed) == value


@pytest.mark.parametrize(
    ("expects", "typed"),
    [
        ("shape", "2.5"),
        ("shape", "big"),
        ("dtype", "32 bits"),
        ("bool", "maybe"),
        ("exception", "it crashes!"),
    ],
)
def test_what_it_does_not_ask_for(tmp_path: Path, expects: str, typed: str) -> None:
    with pytest.raises(UnreadableAnswer):
        read_guess(predict(tmp_path, expects), typed)


@given(st.text(max_size=60))
def test_any_text_is_read_or_asked_for_again(typed: str) -> None:
    try:
        read_value(normalise(typed))
    except UnreadableAnswer as unreadable:
        assert str(unreadable)


@given(
    st.recursive(st.integers(-99, 99) | st.booleans() | st.none(), lambda inner: st.lists(inner, max_size=3))
)
def test_what_python_prints_is_read_back(value: Any) -> None:
    assert read_value(repr(value)) == value
