from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.bank import load_bank, load_file
from quizbank.errors import BankError, UnknownQuestion
from quizbank.lint import lint_question
from quizbank.read import read_question
from quizbank.vocabulary import KINDS, Kind
from tests.samples import write_sample


def messages(directory: Path) -> list[str]:
    return [f"{problem.key}: {problem.message}" for problem in load_bank([directory]).problems]


def test_a_bank_holds_every_good_file(tmp_path: Path) -> None:
    for kind in KINDS:
        write_sample(tmp_path, kind)
    bank = load_bank([tmp_path])
    assert bank.problems == ()
    assert set(bank.questions) == {f"samples/{kind}" for kind in KINDS}
    assert [question.id for question in bank] == sorted(bank.questions)


def test_a_bad_file_is_left_out_and_the_rest_stays(tmp_path: Path) -> None:
    write_sample(tmp_path, "choice", ("difficulty = 1", "difficulty = 0"))
    write_sample(tmp_path, "code", ("minutes = 1", "minutes = 0"))
    write_sample(tmp_path, "order")
    bank = load_bank([tmp_path])
    assert set(bank.questions) == {"samples/order"}
    assert {problem.path.stem for problem in bank.problems if problem.key != "follow_ups[1]"} == {
        "choice",
        "code",
    }


def test_a_proven_folder_is_not_checked_again_but_its_files_must_still_be_questions(tmp_path: Path) -> None:
    write_sample(
        tmp_path, "choice", ("x = torch.ones(2)", "x = = 2"), ("What happens?", "What does `x hold?")
    )
    write_sample(tmp_path, "order", ("difficulty = 1", "difficulty = 0"))
    assert "is not valid Python" in messages(tmp_path)[0]
    bank = load_bank([tmp_path], proven={tmp_path})
    assert set(bank.questions) == {"samples/choice"}
    assert {problem.key for problem in bank.problems} == {"difficulty"}


def test_a_file_name_that_is_no_id(tmp_path: Path) -> None:
    path = write_sample(tmp_path, "choice")
    path.rename(path.with_name("Not An Id.toml"))
    assert "String should match pattern" in messages(tmp_path)[0]


def test_the_same_id_in_two_folders(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for directory in (first, second):
        directory.mkdir()
        write_sample(directory, "choice")
    problems = [str(problem.message) for problem in load_bank([first, second]).problems]
    assert any("samples/choice is also the id of" in message for message in problems)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('follow_ups = ["samples/nowhere"]', "there is no question 'samples/nowhere'"),
        ('follow_ups = ["samples/choice"]', "follows up on itself"),
        ('follow_ups = ["samples/order"]', "'samples/order' is retired"),
        ('follow_ups = ["samples/recall"]', "'samples/recall' is a draft"),
        ('follow_ups = ["samples/code"]\nformerly = ["samples/order"]', "an id is never used twice"),
        ("follow_ups = []", "is missing: one to three ids"),
    ],
)
def test_rules_between_files(tmp_path: Path, line: str, message: str) -> None:
    write_sample(tmp_path, "order", ("difficulty", 'status = "retired"\ndifficulty'))
    write_sample(tmp_path, "recall", ("difficulty", 'status = "draft"\ndifficulty'))
    write_sample(tmp_path, "code")
    choice = write_sample(tmp_path, "choice", ('follow_ups = ["samples/predict"]', line))
    found = [problem for problem in load_bank([tmp_path]).problems if problem.path == choice]
    assert [message in str(problem) for problem in found] == [True]
    assert found[0].line == 6 + line.count("\n")


def test_two_questions_with_one_former_id(tmp_path: Path) -> None:
    for kind in ("choice", "order"):
        write_sample(tmp_path, kind, ("difficulty", 'formerly = ["samples/old"]\ndifficulty'))
    assert sum("is also a former id" in message for message in messages(tmp_path)) == 2


BLANK_VARIANT = """\
[[wrong]]
fill = ["abs()", "1"]
why = { en = "So does every function of it.", zh = "对它做任何函数运算也一样。" }
"""
CODE_VARIANT = """\
[[wrong]]
code = '''
def double(x):
    return x + 2
'''
why = { en = "That adds 2.", zh = "这是加 2。" }
"""


@pytest.mark.parametrize(
    ("kind", "old", "new", "message"),
    [
        (
            "recall",
            '    { en = "Run it.", zh = "运行一下。" },\n',
            "",
            "hints: has 2; an active question has 3",
        ),
        ("recall", "It happens.", "TEMPLATE. It happens.", "explanation.en: is still the template's text"),
        ("blank", BLANK_VARIANT, "", "wrong: has 1; a blank question has at least 2"),
        ("code", CODE_VARIANT, "", "wrong: has 1; a code question has at least 2"),
    ],
)
def test_rules_for_questions_that_are_asked(
    tmp_path: Path, kind: Kind, old: str, new: str, message: str
) -> None:
    path = write_sample(tmp_path, kind, (old, new))
    question = read_question(path, f"samples/{kind}")
    assert [message in str(problem) for problem in lint_question(question, path)] == [True]
    draft = write_sample(tmp_path, kind, (old, new), ("difficulty", 'status = "draft"\ndifficulty'))
    assert lint_question(read_question(draft, f"samples/{kind}"), draft) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("What happens?", "什么 happens?", "Chinese characters in the English"),
        ("会发生什么？", "What will happen when it is run", "reads like English"),
        ("会发生什么？", "会发生什么?", "half-width punctuation"),
        ("What happens?", "What does `x hold?", "unpaired backtick"),
    ],
)
def test_rules_about_texts(tmp_path: Path, old: str, new: str, message: str) -> None:
    write_sample(tmp_path, "choice", (old, new))
    assert any(message in found for found in messages(tmp_path))


def test_a_question_is_found_by_its_former_id(tmp_path: Path) -> None:
    write_sample(tmp_path, "choice", ("difficulty", 'formerly = ["samples/old"]\ndifficulty'))
    assert load_bank([tmp_path])["samples/old"].id == "samples/choice"


def test_an_unknown_id_suggests_similar_ones(tmp_path: Path) -> None:
    write_sample(tmp_path, "choice")
    with pytest.raises(UnknownQuestion, match="Did you mean samples/choice"):
        load_bank([tmp_path])["samples/choise"]


def test_a_retired_question_is_kept_but_not_asked(tmp_path: Path) -> None:
    write_sample(tmp_path, "choice", ("difficulty", 'status = "retired"\ndifficulty'))
    bank = load_bank([tmp_path])
    assert len(bank) == 1
    assert bank.active == ()


def test_topics_come_in_the_order_of_their_file(tmp_path: Path) -> None:
    write_sample(tmp_path, "choice")
    (tmp_path / "topics.toml").write_text(
        '[zebra]\nen = "Z"\nzh = "斑马"\n[samples]\nen = "S"\nzh = "样例"\n'
    )
    bank = load_bank([tmp_path])
    assert list(bank.topics) == ["zebra", "samples"]
    assert bank.topic_of(bank["samples/choice"])["zh"] == "样例"


def test_a_bad_topics_file_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "topics.toml").write_text("[samples\n")
    assert "is not a list of topics" in messages(tmp_path)[0]


def test_a_single_file_gets_its_id_from_where_it_stands(tmp_path: Path) -> None:
    assert load_file(write_sample(tmp_path, "code")).id == "samples/code"
    with pytest.raises(BankError):
        load_file(tmp_path / "nowhere.toml")
