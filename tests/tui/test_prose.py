"""Texts become content without markup; lines are broken where readers of either language expect it."""

from __future__ import annotations

import pytest
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


def test_lines_are_joined_and_paragraphs_stay_apart() -> None:
    assert prose("one\ntwo\n\n\nthree\n").plain == "one two\n\nthree"


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
        ("tab\tand\nline", "tab     and\nline"),
        ("\tin\n12345678\tout", "        in\n12345678        out"),
        ("张量\t宽\t.", "张量    宽      ."),
    ],
)
def test_what_a_terminal_would_obey_is_made_visible(raw: str, shown: str) -> None:
    assert foreign(raw).plain == shown


def test_lines_are_broken_to_the_width_of_wide_characters() -> None:
    broken = wrap(Content("叶子张量的梯度，会累加\nin place"), 10).plain
    assert broken == "叶子张量的\n梯度，会累\n加\nin place"


def test_styles_survive_the_breaking() -> None:
    content = wrap(prose("one two `three` four"), 8)
    assert [content.plain[span.start : span.end] for span in content.spans] == ["three"]
