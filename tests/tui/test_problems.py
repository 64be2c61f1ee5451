"""What is wrong with question files is told in the learner's language; JSON stays English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from quizbank.bank import load_bank
from quizbank.model_errors import message_of
from quizbank.vocabulary import Kind
from tests.samples import write_sample
from tui import exit_codes
from tui.cli import run_command
from tui.i18n import say, use_language
from tui.problems import problem_text


@pytest.fixture(autouse=True)
def _in_chinese() -> Iterator[None]:
    use_language("zh")
    yield
    use_language("en")


FAULTS: list[tuple[Kind, str, str, str]] = [
    ("choice", ', zh = "会发生什么？"', "", "缺少这一项"),
    ("choice", "会发生什么？", "  ", "是空的"),
    ("choice", "snippet =", "snipet =", "没有这个键；是不是想写 `snippet`？"),
    ("choice", "snippet =", "qqqq = 1\nsnippet =", "没有这个键"),
    ("choice", "difficulty = 1", "difficulty = 9", "不能大于 5"),
    ("choice", "difficulty = 1", "difficulty = 0", "不能小于 1"),
    ("choice", "difficulty = 1", 'difficulty = "1"', "应当是整数"),
    ("choice", "minutes = 1", 'minutes = "1"', "应当是数字"),
    ("choice", "minutes = 1", "minutes = 0", "应当大于 0"),
    ("choice", "minutes = 1", "minutes = 1\nstatus = 'old'", "应当是 'draft'、'active' 或 'retired'"),
    ("choice", "minutes = 1", "minutes = 1\nrequires = { cuda = 1 }", "应当是 true 或 false"),
    (
        "choice",
        "minutes = 1",
        "minutes = 1\nrequires = { torch = '2' }",
        "'2' 不是版本范围；写法如 '>=2.1,<3'",
    ),
    (
        "choice",
        "minutes = 1",
        "minutes = 1\nrequires = 1",
        "应当是一个表（Requires），写在花括号里或单独一节",
    ),
    ("choice", "minutes = 1", "minutes = 1\nformerly = 1", "应当是列表，写在方括号里"),
    ("choice", "minutes = 1", "minutes = 1\nformerly = [1]", "应当是字符串"),
    ("choice", "minutes = 1", "minutes = 1\nraises = 'x'", r"写法应当符合正则表达式 '^[A-Z]\w*$'"),
    (
        "choice",
        'follow_ups = ["samples/predict"]',
        "follow_ups = []",
        "缺少这一项：面试官接下来会问的题目，写一到三个 id",
    ),
    (
        "choice",
        'kind = "choice"',
        'kind = "essay"',
        "'essay' 不是题型；可以是 choice、predict、blank、code、order、recall",
    ),
    (
        "choice",
        "format = 1",
        "format = 9",
        "这个文件需要更新版本的 torchdrill（文件是格式 9，现在这个版本读格式 1）",
    ),
    ("choice", "What happens?", "什么 happens?", "英文文字里有汉字"),
    ("predict", 'ask = "x.grad"\n', "", "缺少 `ask`：要预测哪个表达式的 value"),
    ("blank", '"detach()", "1"', '"detach()"', "['detach()'] 填了 1 个空；代码里有 2 个"),
    ("order", "[2, 1, 3]", "[2, 1, 1]", "[2, 1, 1] 不是第 1 到 3 行的一种排列"),
]


@pytest.mark.parametrize(("kind", "old", "new", "said"), FAULTS)
def test_a_fault_is_told_in_chinese_with_its_file_line_and_key(
    tmp_path: Path, kind: Kind, old: str, new: str, said: str
) -> None:
    path = write_sample(tmp_path, kind, (old, new))
    problems = [one for one in load_bank([tmp_path]).problems if "samples/predict" not in str(one.message)]
    texts = [problem_text(problem) for problem in problems]
    assert [text.rpartition(": ")[2] for text in texts] == [said]
    assert re.match(rf"{re.escape(str(path))}:\d+: ", texts[0])
    assert str(problems[0]).rpartition(": ")[0].startswith(texts[0].removesuffix(f": {said}"))


def test_a_rare_fault_of_pydantic_stays_in_its_own_words() -> None:
    rare = message_of({"type": "url_parsing", "loc": (), "msg": "Input {should} be a URL", "input": 1})
    assert say(rare) == str(rare) == "Input {should} be a URL"


def test_what_another_pydantic_words_differently_stays_as_it_says() -> None:
    other = message_of({"type": "int_type", "loc": (), "msg": "Input must be an integer", "input": "1"})
    assert say(other) == "Input must be an integer"


def test_the_commands_tell_it_in_chinese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    path = write_sample(tmp_path, "choice", ("difficulty = 1", "difficulty = 9"))
    for command in (["list", "--check", "--pack", str(tmp_path)], ["verify", str(path)]):
        assert run_command(command) == exit_codes.NEGATIVE
        assert f"{path}:3: difficulty: 不能大于 5\n" in capsys.readouterr().out


def test_a_file_that_cannot_be_used_at_all_is_told_in_chinese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    path = tmp_path / "own.toml"
    path.write_text("format = 1\nformat = 2\n", encoding="utf-8")
    assert run_command(["mock", "--blueprint", str(path)]) == exit_codes.NEGATIVE
    said = capsys.readouterr().err
    assert said.startswith(f"{path}:2: 不是合法的 TOML：")
    assert said.endswith("（是不是有个键写了两次？）\n")


def test_json_stays_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    path = write_sample(tmp_path, "choice", ("difficulty = 1", "difficulty = 9"))
    assert run_command(["verify", str(path), "--json"]) == exit_codes.NEGATIVE
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem == {
        "path": str(path),
        "line": 3,
        "key": "difficulty",
        "message": "Input should be less than or equal to 5",
    }
