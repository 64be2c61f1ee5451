"""What decided a verdict is brief, aligned, and to the letter."""

from __future__ import annotations

import pytest

from runner.differences import differences
from runner.protocol import Check, Raised
from tui.widgets.compared import MAX_LINES, marked_lines, paired_lines, told_differences
from tui.widgets.interview_header import InterviewHeader
from tui.widgets.live import MAX_CHARACTERS, printed
from tui.widgets.live import MAX_LINES as MAX_LINES_SHOWN
from tui.widgets.parts import MAX_SEEN, brief, probe_words, probed, seen_values
from tui.widgets.quiz_header import QuizHeader
from tui.widgets.two_lines import TwoLines


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
    assert paired_lines("a\nc", "a\nb\nc") == ([("a", "a"), (None, "b"), ("c", "c")], 0)
    assert paired_lines("a  x\n\nb", "a x\nb") == ([("a  x", "a x"), ("b", "b")], 0)
    assert paired_lines("", "a") == ([(None, "a")], 0)


def test_a_probe_is_shown_with_what_it_gave() -> None:
    assert probe_words("a == 1", Check(True)).plain == "a == 1\u00a0→\u00a0True"
    assert probe_words("x[mask]", Check(None, raised=Raised("NameError", ""))).plain.endswith(
        "→\u00a0NameError"
    )


@pytest.mark.parametrize(
    ("probe", "check", "shown"),
    [
        (
            "not raises(lambda: f(x))",
            Check(False, calls=(("f(x)", "ValueError: no {x}[b]"),) * 2),
            ["f(x) → raises ValueError: no {x}[b]"],
        ),
        ("not raises(lambda: f(x))", Check(True, calls=(("f(x)", None),)), ["f(x) → raises nothing"]),
        (
            "a == 1 and raises(lambda: f(x))",
            Check(False, (("a", "1"),), calls=(("f(x)", None),)),
            ["a == 1 and raises(lambda: f(x)) → False", "a = 1", "f(x) → raises nothing"],
        ),
        ("raises(f)", Check(True, (("raises(f)", "True"),)), ["raises(f) → True"]),
    ],
)
def test_a_probe_about_what_is_raised_shows_that_and_not_itself(
    probe: str, check: Check, shown: list[str]
) -> None:
    lines = [words() for _, words in probed(probe, check)]
    texts = [line if isinstance(line, str) else line.plain for line in lines]
    assert [text.replace("\u00a0", " ") for text in texts] == shown


def test_more_lines_than_can_be_read_are_counted() -> None:
    many = "\n".join(map(str, range(MAX_LINES + 3)))
    pairs, more = paired_lines("0", many)
    assert (len(pairs), more) == (MAX_LINES, 3)
    assert pairs[:2] == [("0", "0"), (None, "1")]


def test_values_in_a_line_are_marked_not_their_characters() -> None:
    mine, live = marked_lines("loss 0.25 after 12", "loss 0.125 after 12")
    assert mine.plain == "✗\u00a0loss 0.25 after 12"
    assert [mine.plain[span.start : span.end] for span in mine.spans if "underline" in str(span.style)] == [
        "0.25"
    ]
    assert [live.plain[span.start : span.end] for span in live.spans if "underline" in str(span.style)] == [
        "0.125"
    ]
    assert marked_lines(None, "a")[0].plain == "✗\u00a0∅"
    assert marked_lines("a  b", "a b")[0].plain == "\u00a0\u00a0a  b"


def test_what_differs_is_told_by_its_place() -> None:
    compared = differences("[[10, 2], [3, 4]]", "[[1, 2], [3, 5]]", "value", 0.0)
    assert compared is not None
    assert told_differences(compared).plain.split("\n") == [
        "2 of 4 values differ:",
        "  [0, 0]  ✗ 10  ✓ 1",
        "  [1, 1]  ✗ 4  ✓ 5",
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb\n\n", "a\nb"),
        ("\n".join("x" * (MAX_LINES_SHOWN + 5)), "\n".join("x" * MAX_LINES_SHOWN) + "\n... and 5 more lines"),
        ("y" * (MAX_CHARACTERS + 1234), "y" * MAX_CHARACTERS + " ... and 1,234 more characters"),
        ("y" * MAX_CHARACTERS, "y" * MAX_CHARACTERS),
    ],
)
def test_output_is_cut_to_what_can_be_read_and_the_rest_is_counted(text: str, shown: str) -> None:
    assert printed(text).plain == shown


def test_of_a_long_line_what_differs_is_shown() -> None:
    same, wrong = "a " * 2000, "b " * 2000
    mine, live = marked_lines(f"{same}1{wrong}", f"{same}2{wrong}")
    for shown, value in ((mine, "1"), (live, "2")):
        assert len(shown.plain) < 500
        assert f"a {value}b" in shown.plain
        assert shown.plain[2:].startswith("... a")
        assert shown.plain.endswith("b ...")
    assert "..." not in marked_lines("x" * 400, "y")[0].plain


def test_the_headers_look_alike() -> None:
    for header in (QuizHeader, InterviewHeader):
        assert issubclass(header, TwoLines)
        assert "DEFAULT_CSS" not in vars(header)
