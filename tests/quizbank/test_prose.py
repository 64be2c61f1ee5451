from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest

from quizbank.prose import line_starts, paragraphs, spans


def test_single_breaks_are_spaces_and_blank_lines_part_paragraphs() -> None:
    assert paragraphs("\none\ntwo\n \n\nthree\n") == ["one two", "three"]
    assert paragraphs("  ") == []


def test_a_break_between_chinese_characters_is_nothing() -> None:
    assert paragraphs("张量\n与创建，\n用 `x`\n建") == ["张量与创建，用 `x` 建"]


def test_a_break_beside_chinese_quotation_marks_is_nothing() -> None:
    assert paragraphs("常说\n“叶子”\n张量") == ["常说“叶子”张量"]
    assert paragraphs("they say\n“leaf”\ntensor") == ["they say “leaf” tensor"]


def test_blanks_within_a_line_are_kept() -> None:
    assert paragraphs("`a  b` at 5\u00a0ms") == ["`a  b` at 5\u00a0ms"]


def test_backticks_mark_code() -> None:
    assert list(spans("call `x[mask]` now")) == [("call ", False), ("x[mask]", True), (" now", False)]
    assert list(spans("`a``b`")) == [("a", True), ("b", True)]


def test_a_lone_backtick_stays() -> None:
    assert list(spans("a ` b")) == [("a ` b", False)]


def cells(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def lines(text: str, width: int) -> list[str]:
    starts = [0, *line_starts(text, width, cells), len(text)]
    return [text[start:end].rstrip() for start, end in pairwise(starts)]


@pytest.mark.parametrize("width", range(2, 41))
def test_no_line_is_too_wide_and_nothing_is_lost(width: int) -> None:
    text = "标量 torch.tensor(3.0) 的形状是 ()，不是 (1,)；averyveryverylongwordwithoutblanks 也会被断开。"
    broken = lines(text, width)
    assert max(map(cells, broken)) <= width
    assert all(broken)
    assert "".join(broken).replace(" ", "") == text.replace(" ", "")


def test_chinese_fills_its_lines() -> None:
    assert lines("叶子张量的梯度会累加在一起", 10) == ["叶子张量的", "梯度会累加", "在一起"]


def test_no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one() -> None:
    text = "梯度，会（累加）。梯度，会（累加）。梯度，会（累加）。"
    for width in range(8, 30):
        for line in lines(text, width):
            assert line[0] not in "，）。"
            assert line[-1] not in "（"


def test_a_method_may_begin_a_line_but_a_full_stop_may_not() -> None:
    assert lines("扔掉。.cuda() 是", 8) == ["扔掉。", ".cuda()", "是"]
    assert lines("扔掉. 是", 4) == ["扔", "掉.", "是"]


def test_english_is_broken_at_blanks() -> None:
    assert lines("the gradient is summed", 12) == ["the gradient", "is summed"]


def test_a_no_break_space_holds_together() -> None:
    assert lines("aa bb\u00a0cc", 6) == ["aa", "bb\u00a0cc"]
