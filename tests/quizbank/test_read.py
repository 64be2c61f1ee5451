"""Bad question files get one clear problem per fault, with file, line and key, and never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.errors import BankError, Problem
from quizbank.question import Blank, Question
from quizbank.read import read_question
from quizbank.toml_file import MAX_BYTES
from quizbank.vocabulary import KINDS, Kind
from tests.samples import sample, sample_question, write_sample


def problems_of(path: Path) -> tuple[Problem, ...]:
    with pytest.raises(BankError) as raised:
        read_question(path, "samples/one")
    for problem in raised.value.problems:
        assert str(problem).startswith(f"{path}:{problem.line}: ")
    return raised.value.problems


def only_problem(path: Path) -> Problem:
    (problem,) = problems_of(path)
    return problem


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_read(tmp_path: Path, kind: Kind) -> None:
    question: Question = sample_question(tmp_path, kind)
    assert question.kind == kind
    assert question.topic == "samples"
    assert question.prompt["zh"] == "会发生什么？"


def test_a_question_is_frozen(tmp_path: Path) -> None:
    question = sample_question(tmp_path, "choice")
    with pytest.raises(ValueError, match="frozen"):
        setattr(question, "difficulty", 2)  # noqa: B010 - a type checker refuses the plain form


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"", 1, "is empty"),
        (b"  \n\n", 1, "is empty"),
        (b"format = 1\nprompt = '\xff\xfe'\n", 2, "is not UTF-8"),
        (b"format = 1\nkind = \n", 2, "is not valid TOML"),
        (b"format = 1\nkind = 'choice'\nkind = 'code'\n", 3, "given twice"),
        (b"a = " + b"[" * 5000, 1, "is not valid TOML|is nested too deeply"),
        (b"kind = 'choice'\n", 1, "format = 1"),
        (b"\nformat = 2\nkind = 'essay'\nshiny = true\n", 2, "needs a newer torchdrill"),
        (b"format = true\n", 1, "is not a format"),
        (b"format = '1'\n", 1, "is not a format"),
        (b"format = 1\nkind = 'essay'\n", 2, "'essay' is not a kind; one of choice, predict"),
        (b"format = 1\n", 1, "is missing; one of choice"),
    ],
)
def test_unreadable_files(tmp_path: Path, content: bytes, line: int, message: str) -> None:
    path = tmp_path / "one.toml"
    path.write_bytes(content)
    problem = only_problem(path)
    assert problem.line == line
    assert any(part in str(problem.message) for part in message.split("|"))


def test_a_newer_format_is_not_a_list_of_unknown_keys(tmp_path: Path) -> None:
    path = write_sample(tmp_path, "choice", ("format = 1", "format = 7\nwhatever = 3"))
    assert "needs a newer torchdrill (format 7" in str(only_problem(path).message)


def test_a_directory_and_a_missing_file(tmp_path: Path) -> None:
    assert "directory" in str(only_problem(tmp_path).message)
    assert "can't be read" in str(only_problem(tmp_path / "nowhere.toml").message)


def test_a_huge_file_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    assert f"at most {MAX_BYTES // 1024} KiB" in str(only_problem(path).message)


def test_the_path_gives_the_id(tmp_path: Path) -> None:
    path = write_sample(tmp_path, "choice", ("difficulty", 'id = "a/b"\ndifficulty'))
    assert (only_problem(path).key, only_problem(path).line) == ("id", 3)


@pytest.mark.parametrize(
    ("kind", "old", "new", "line", "key", "message"),
    [
        ("choice", ', zh = "会发生什么？"', "", 7, "prompt.zh", "is missing"),
        ("choice", "会发生什么？", "  ", 7, "prompt.zh", "is empty"),
        ("choice", 'holds = "x.dtype == torch.float64"\n', "", 20, "options[2]", "has no probe"),
        ("choice", "difficulty = 1", "difficulty = 9", 3, "difficulty", "less than or equal to 5"),
        ("choice", "snippet =", "snipet =", 14, "snipet", "did you mean `snippet`?"),
        ("choice", "minutes = 1", 'minutes = "1"', 4, "minutes", "valid number"),
        ("choice", "why = {", "wy = {", 23, "options[2].wy", "did you mean `why`?"),
        (
            "choice",
            "x.dtype == torch.float64",
            "x.dtype == = 3",
            22,
            "options[2].holds",
            "is not valid Python",
        ),
        ("choice", "x = torch.ones(2)", "x = torch.ones(2", 15, "snippet", "never closed"),
        (
            "choice",
            'holds = "x.dtype == torch.float64"',
            "keyed = false",
            20,
            "options[2]",
            "needs a `source`",
        ),
        ("predict", 'ask = "x.grad"\n', "", 1, "", "`ask` is missing"),
        ("predict", 'expects = "value"', 'expects = "printed"', 1, "", "`ask` has no meaning"),
        ("predict", 'expects = "value"', 'expects = "colour"', 19, "expects", "Input should be"),
        ("blank", '"detach()", "1"', '"detach()"', 1, "", "fills 1 holes; the snippet has 2"),
        ("blank", "__2__", "__3__", 1, "", "numbered without a gap"),
        ("code", "return x * x", "return x *", 28, "wrong[1].code", "is not valid Python"),
        ("order", "[2, 1, 3]", "[2, 1, 1]", 1, "", "is not an order of the lines"),
        ("recall", "x.numel() == 2", "x.numel() ==", 20, "points[2].holds", "is not valid Python"),
    ],
)
def test_faults_are_named_with_line_and_key(
    tmp_path: Path, kind: Kind, old: str, new: str, line: int, key: str, message: str
) -> None:
    problem = only_problem(write_sample(tmp_path, kind, (old, new)))
    assert (problem.line, problem.key) == (line, key)
    assert message in str(problem.message)


def test_every_problem_is_reported_at_once(tmp_path: Path) -> None:
    path = write_sample(
        tmp_path,
        "choice",
        ("difficulty = 1", "difficulty = 0"),
        ("minutes = 1\n", ""),
        (', zh = "就是这样。"', ""),
        ('holds = "x.dtype == torch.float32"\n', "colour = 1\n"),
    )
    keys = {problem.key for problem in problems_of(path)}
    assert keys == {"difficulty", "minutes", "explanation.zh", "options[1].colour"}


def test_windows_line_ends_and_a_multi_line_probe_keep_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    text = sample("choice").replace('"x.dtype == torch.float64"', "'''\n(x.dtype\n  == = 1)'''")
    path.write_bytes(text.replace("\n", "\r\n").encode())
    assert only_problem(path).line == 24


def test_a_filling_keeps_its_own_precedence(tmp_path: Path) -> None:
    question = sample_question(tmp_path, "blank")
    assert isinstance(question, Blank)
    assert "z = y + (2 - 1)" in question.fill(("detach()", "2 - 1"))
    assert "z = y + f(1, 2)" in question.fill(("detach()", " f(1, 2) "))
    assert "y = x.detach()" in question.fill(("detach()", "1"))
