from __future__ import annotations

from quizbank.prose import paragraphs, spans


def test_single_breaks_are_spaces_and_blank_lines_part_paragraphs() -> None:
    assert paragraphs("\none\ntwo\n \n\nthree\n") == ["one two", "three"]
    assert paragraphs("  ") == []


def test_a_break_between_chinese_characters_is_nothing() -> None:
    assert paragraphs("张量\n与创建，\n用 `x`\n建") == ["张量与创建，用 `x` 建"]


def test_backticks_mark_code() -> None:
    assert list(spans("call `x[mask]` now")) == [("call ", False), ("x[mask]", True), (" now", False)]
    assert list(spans("`a``b`")) == [("a", True), ("b", True)]
