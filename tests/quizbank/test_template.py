from __future__ import annotations

import re
from pathlib import Path

import pytest

from quizbank.bank import load_bank
from quizbank.errors import NewQuestionError
from quizbank.lint import lint_question
from quizbank.question import Choice, Recall
from quizbank.read import read_question
from quizbank.template import start_question, template
from quizbank.vocabulary import KINDS, Kind


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_is_a_question_without_a_problem_that_nobody_is_asked(tmp_path: Path, kind: Kind) -> None:
    path = start_question(tmp_path, "views/same-memory", kind, schema=False)
    bank = load_bank([tmp_path])
    assert bank.problems == ()
    question = bank["views/same-memory"]
    assert (question.kind, bank.active) == (kind, ())
    assert path == tmp_path / "views" / "same-memory.toml"


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_that_is_made_active_as_it_is_has_problems(tmp_path: Path, kind: Kind) -> None:
    path = start_question(tmp_path, "views/same-memory", kind, schema=False)
    path.write_text(path.read_text(encoding="utf-8").replace('status = "draft"', ""), encoding="utf-8")
    problems = lint_question(read_question(path, "views/same-memory"), path)
    assert {"prompt.en", "explanation.en", "hints[1].en"} <= {problem.key for problem in problems}
    assert {str(problem.message) for problem in problems if problem.key != "follow_ups"} == {
        "is still the template's text"
    }
    assert [problem.key for problem in problems if "three ids" in str(problem.message)] == ["follow_ups"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_has_every_common_key_in_the_order_of_the_house(kind: Kind) -> None:
    common = set(Choice.model_fields) & set(Recall.model_fields) - {"id"}
    keys = [match[1] for match in re.finditer(r"^(?:# )?\[*(\w+)(?: =|\])", template(kind), re.MULTILINE)]
    assert common <= set(keys)
    head = ["format", "kind", "status", "difficulty", "minutes", "tags", "follow_ups", "links", "claims"]
    assert [key for key in keys if key in head] == head
    tables = ["prompt", "hints", "hints", "hints", "explanation", "misconception"]
    assert [key for key in keys if key in tables] == tables


def test_the_built_in_bank_gets_the_schema_line(tmp_path: Path) -> None:
    first = start_question(tmp_path, "views/one", "choice", schema=True)
    other = start_question(tmp_path, "views/other", "choice", schema=False)
    assert first.read_text(encoding="utf-8").startswith("#:schema ../../question.schema.json\n")
    assert "#:schema" not in other.read_text(encoding="utf-8")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = start_question(tmp_path, "views/one", "choice", schema=False)
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(NewQuestionError, match="is there already"):
        start_question(tmp_path, "views/one", "code", schema=False)
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "question_id", ["one", "Views/one", "views/one/two", "../views/one", "views/", "views/a_b"]
)
def test_an_id_that_is_none_is_refused_and_nothing_is_written(tmp_path: Path, question_id: str) -> None:
    with pytest.raises(NewQuestionError, match="is not an id: write topic/slug"):
        start_question(tmp_path, question_id, "choice", schema=False)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "views").write_text("a file")
    with pytest.raises(NewQuestionError, match="can't be written"):
        start_question(tmp_path, "views/one", "choice", schema=False)
