"""What a typed prediction and the live answer differ in, as spans of both texts."""

from __future__ import annotations

import pytest

from runner.differences import differences

Marked = list[tuple[tuple[int | str, ...], str | None, str | None]]


def found(typed: str, live: str, expects: str = "value", tolerance: float = 1e-4) -> Marked:
    """Return the path of each difference with what the two spans hold."""
    compared = differences(typed, live, expects, tolerance)
    assert compared is not None
    return [
        (
            one.path,
            None if one.typed is None else compared.typed[slice(*one.typed)],
            None if one.live is None else compared.live[slice(*one.live)],
        )
        for one in compared.found
    ]


@pytest.mark.parametrize(
    ("typed", "live"),
    [
        ("[1, 2]", "[1,2]"),
        ("tensor([1., 2.])", "[1, 2]"),
        ("torch.tensor([[1, 2], [3, 4]], dtype=torch.int64)", "[[1, 2], [3, 4]]"),
        ("1 2 3", "[1, 2, 3]"),
        ("[1/3, 2/3]", "[0.333333, 0.666667]"),
        ("[0.10001, nan, inf]", "[0.1, nan, inf]"),
        ("[True, None, 'a']", "[True, None, a]"),
        ("torch.float32", "float32"),
        ("［1，2］", "[1, 2]"),
        ("{'a': 1, 'b': 2}", "{b: 2, a: 1}"),
        ("[1+2j]", "[(1+2j)]"),
    ],
)
def test_the_same_values_differ_in_nothing_however_they_are_written(typed: str, live: str) -> None:
    assert found(typed, live) == []


def test_a_value_is_marked_whole_and_by_its_index() -> None:
    assert found("[[10, 2], [3, 4]]", "[[1, 2], [3, 45]]") == [((0, 0), "10", "1"), ((1, 1), "4", "45")]
    assert found("[12.5]", "[12.75]") == [((0,), "12.5", "12.75")]
    assert found("[-1, 2 - 3]", "[1, -2]") == [((0,), "-1", "1"), ((1,), "2 - 3", "-2")]


def test_a_value_alone_has_no_path() -> None:
    assert found("3", "4") == [((), "3", "4")]
    assert found("False", "True", "bool") == [((), "False", "True")]


def test_what_is_missing_or_too_much_is_marked_on_one_side() -> None:
    assert found("[1, 2]", "[1, 2, 3]") == [((2,), None, "3")]
    assert found("[1, 2, 3]", "[1]") == [((1,), "2", None), ((2,), "3", None)]
    assert found("[1, [2, 3]]", "[1, 2]") == [((1,), "[2, 3]", "2")]


def test_whole_numbers_are_compared_exactly_and_others_within_the_tolerance() -> None:
    assert found("[1000001]", "[1000002]") == [((0,), "1000001", "1000002")]
    assert found("[0.5001]", "[0.5]", tolerance=1e-3) == []
    assert found("[0.51]", "[0.5]", tolerance=1e-3) == [((0,), "0.51", "0.5")]
    assert found("[inf]", "[1.5]") == [((0,), "inf", "1.5")]
    assert found("[1.5]", "[nan]") == [((0,), "1.5", "nan")]


@pytest.mark.parametrize("typed", ["(2, 3)", "2x3", "2 3", "[2,3]", "torch.Size([2, 3])"])
def test_a_shape_is_compared_size_by_size(typed: str) -> None:
    assert found(typed, "(2, 3)", "shape") == []
    assert found(typed, "(2, 4)", "shape") == [((1,), "3", "4")]
    assert found(typed, "(2,)", "shape") == [((1,), "3", None)]


def test_keys_are_paired_by_what_they_are() -> None:
    assert found("{'a': 1, 'c': 3}", "{a: 2, b: 2}") == [
        (("a",), "1", "2"),
        (("b",), None, "2"),
        (("c",), "3", None),
    ]


def test_places_are_counted_in_characters_not_in_bytes() -> None:
    assert found("['张量', 1]", "[张量, 2]") == [((1,), "1", "2")]


@pytest.mark.parametrize("text", ["", "[1, 2", "two words", "[" * 5000, "f(1, 2)"])
def test_what_cant_be_taken_apart_gives_nothing(text: str) -> None:
    assert differences(text, "[1, 2]", "value", 0.0) is None
    assert differences("[1, 2]", text, "value", 0.0) is None
