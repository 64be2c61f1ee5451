"""What decided a verdict is brief, aligned, and to the letter."""

from __future__ import annotations

from tui.widgets.compared import paired_lines
from tui.widgets.parts import MAX_SEEN, brief, seen_values


def test_values_stand_in_one_column() -> None:
    shown = seen_values([("a.dtype", "torch.float32"), ("b.requires_grad", "True")]).plain
    assert shown.replace("\u00a0", " ") == "a.dtype         = torch.float32\nb.requires_grad = True"


def test_a_long_expression_moves_no_column() -> None:
    shown = seen_values([("a", "1"), ("raises(lambda: torch.tensor([1]).requires_grad_())", "True")]).plain
    assert shown.split("\n")[0] == "a\u00a0=\u00a01"


def test_a_value_that_is_its_own_expression_says_nothing() -> None:
    assert seen_values([("3", "3"), ("a", "3")]).plain == "a\u00a0=\u00a03"


def test_long_values_are_cut_to_one_line() -> None:
    assert brief("tensor([[1, 2],\n        [3, 4]])") == "tensor([[1, 2], [3, 4]])"
    assert len(brief("x" * 500)) == MAX_SEEN
    assert brief("x" * 500).endswith("x …")
    assert brief("a\x1b[31m") == "a␛[31m"


def test_lines_that_agree_stand_beside_each_other() -> None:
    assert paired_lines("a\nc", "a\nb\nc") == [("a", "a"), (None, "b"), ("c", "c")]
    assert paired_lines("a  x\n\nb", "a x\nb") == [("a  x", "a x"), ("b", "b")]
    assert paired_lines("", "a") == [(None, "a")]
