from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from runner.evidence import Seen, compile_probe, compile_test


def probe(source: str, **names: Any) -> tuple[Any, list[tuple[str, str]]]:
    seen = Seen(repr)
    value = eval(compile_probe(source), {**names, **seen.names()})
    return value, seen.values


def test_the_operands_of_a_comparison_are_seen() -> None:
    assert probe("a.real == b", a=1, b=2) == (False, [("a.real", "1"), ("b", "2")])


def test_short_circuits_stay() -> None:
    value, seen = probe("a > 1 and missing == 3", a=1)
    assert (value, seen) == (False, [("a", "1")])


def test_nothing_is_evaluated_twice() -> None:
    calls: list[int] = []

    def call() -> int:
        calls.append(1)
        return 1

    assert probe("not (call() == 2 or call() == 1)", call=call)[0] is False
    assert len(calls) == 2


def test_a_bare_expression_is_its_own_evidence() -> None:
    assert probe("f(3)", f=lambda x: x > 2) == (True, [("f(3)", "True")])


def raises(call: Callable[[], object], error: type[Exception] = Exception) -> bool:
    try:
        call()
    except error:
        return True
    except Exception:
        return False
    return False


def tried(source: str, **names: Any) -> tuple[Any, list[tuple[str, str]], list[tuple[str, str | None]]]:
    seen = Seen(repr)
    value = eval(compile_probe(source), {"raises": raises, **names, **seen.names()})
    return value, seen.values, seen.calls


def test_of_what_should_raise_it_is_seen_what_it_raised() -> None:
    division = ("1 / a", "ZeroDivisionError: division by zero")
    assert tried("raises(lambda: 1 / a)", a=0) == (True, [], [division])
    assert tried("not raises(lambda: 1 / a)", a=0) == (False, [], [division])
    assert tried("raises(lambda: 1 / a, TypeError)", a=0) == (False, [], [division])
    assert tried("not raises(lambda: 1 / a)", a=1) == (True, [], [("1 / a", None)])
    assert tried("a == 0 and raises(lambda: 1 / a)", a=0) == (True, [("a", "0")], [division])
    assert tried("a == 1 and raises(lambda: 1 / a)", a=0) == (False, [("a", "0")], [])
    assert tried("raises(f)", f=lambda: None) == (False, [("raises(f)", "False")], [])


def test_an_exception_without_a_text_is_seen_by_its_name() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError

    def mute() -> None:
        raise Mute

    assert tried("raises(lambda: mute())", mute=mute) == (True, [], [("mute()", "Mute")])


def test_constants_say_nothing() -> None:
    assert probe("a == 1 == 1.0", a=1)[1] == [("a", "1")]


class FakeTorch:
    float32 = "f32"

    def full(self) -> FakeTorch:
        return self

    @property
    def dtype(self) -> str:
        return "f64"


def test_an_attribute_of_a_call_is_no_constant() -> None:
    assert probe("torch.full().dtype == torch.float32", torch=FakeTorch())[1] == [
        ("torch.full().dtype", "'f64'")
    ]


def test_a_failed_assert_shows_only_its_own_operands() -> None:
    seen = Seen(repr)
    code = compile_test("a = 1\nassert a == 1\nfor b in range(3):\n    assert b < 2, 'too big'\n", "test 1")
    with pytest.raises(AssertionError, match="too big"):
        exec(code, seen.names())
    assert seen.values == [("b", "2")]


def test_the_authors_own_words_are_kept() -> None:
    assert probe("any(a for a in\n  x) == (1 > 2)", x=[0])[1][0] == ("any(a for a in x)", "False")
