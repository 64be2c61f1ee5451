"""Texts become content without markup; lines are broken where readers of either language expect it."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.content import Content

from tui.widgets.flowing import wrap
from tui.widgets.prose import foreign, prose


@pytest.mark.parametrize("text", ["x[mask]", "a[i][j]", "x[/tmp]", "[bold]no[/bold]", "[2, 3]", "\\[x]"])
def test_brackets_are_kept_to_the_letter(text: str) -> None:
    assert foreign(text).plain == text
    assert prose(text).plain == text
    assert foreign(text).spans == []


def test_backticks_become_a_style() -> None:
    content = prose("The `x[0]` of `a`.")
    assert content.plain == "The x[0] of a."
    assert [content.plain[span.start : span.end] for span in content.spans] == ["x[0]", "a"]


def test_a_lone_backtick_stays() -> None:
    assert prose("a ` b").plain == "a ` b"


def test_lines_are_joined_and_blank_lines_part_paragraphs() -> None:
    assert prose("one\ntwo\n\n\nthree\n").plain == "one two\n\nthree"


def test_chinese_lines_are_joined_without_a_blank() -> None:
    assert prose("第一行\n第二行 x\ny").plain == "第一行第二行 x y"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("a\rb", "a␍b"),
        ("a\r\nb", "a\nb"),
        ("\x07\x7f", "␇␡"),
        ("\x9b2J", "\\x9b2J"),
        ("\u202eabc", "\\u202eabc"),
        ("\ud800", "\\ud800"),
        ("tab\tand\nline", "tab\tand\nline"),
    ],
)
def test_what_a_terminal_would_obey_is_made_visible(raw: str, shown: str) -> None:
    assert foreign(raw).plain == shown


def lines(text: str, width: int) -> list[str]:
    return wrap(Content(text), width).plain.split("\n")


@pytest.mark.parametrize("width", range(4, 41))
def test_no_line_is_too_wide_and_nothing_is_lost(width: int) -> None:
    text = "标量 torch.tensor(3.0) 的形状是 ()，不是 (1,)；averyveryverylongwordwithoutblanks 也会被断开。"
    broken = lines(text, width)
    assert max(map(cell_len, broken)) <= width
    assert "".join(broken).replace(" ", "") == text.replace(" ", "")


def test_chinese_fills_its_lines() -> None:
    assert lines("叶子张量的梯度会累加在一起", 10) == ["叶子张量的", "梯度会累加", "在一起"]


def test_no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one() -> None:
    text = "梯度，会（累加）。梯度，会（累加）。梯度，会（累加）。"
    for width in range(8, 30):
        for line in lines(text, width):
            assert line[0] not in "，）。"
            assert line[-1] not in "（"


def test_english_is_broken_at_blanks() -> None:
    assert lines("the gradient is summed", 12) == ["the gradient", "is summed"]


def test_a_no_break_space_holds_together() -> None:
    assert lines("aa bb\u00a0cc", 6) == ["aa", "bb\u00a0cc"]


def test_styles_survive_the_breaking() -> None:
    content = wrap(prose("one two `three` four"), 8)
    assert [content.plain[span.start : span.end] for span in content.spans] == ["three"]
