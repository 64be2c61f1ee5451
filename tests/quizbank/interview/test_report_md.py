from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from quizbank.interview.answers import solution_to
from quizbank.interview.record import Verdict
from quizbank.interview.report import Report
from quizbank.interview.report_md import code_block, code_span, plain, prose, report_md
from quizbank.interview.report_words import MOST_OUTPUT
from quizbank.visible import visible
from quizbank.vocabulary import Kind
from tests.quizbank.history.strategies import law
from tests.quizbank.interview.records import Script
from tests.quizbank.interview.reports import (
    HOSTILE,
    as_asked,
    bank_of,
    hostile,
    hostile_reports,
    report_of,
    some_bank,
)
from tests.samples import sample_question

READER = MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough")


def tokens(text: str) -> list[Token]:
    found = READER.parse(text)
    return [one for token in found for one in (token, *(token.children or ()))]


def kinds(text: str) -> list[str]:
    return [one.type for one in tokens(text)]


@law
@given(hostile_reports())
def test_whatever_was_written_there_is_no_html_and_no_link_in_it(report: Report) -> None:
    found = kinds(report_md(report, "en", str))
    assert not {"html_block", "html_inline", "link_open", "image"} & set(found)
    headings = 3 + found.count("table_open")
    assert found.count("heading_open") >= headings - 2


def test_each_hostile_text_is_shown_and_changes_nothing_around_it() -> None:
    def blocks(text: str) -> tuple[list[str], list[str]]:
        script = Script().ask("tensors/predict", "wrong", kind="predict", answer={"text": text})
        script.ask("gone/for-good", "wrong", kind="code", answer={"code": text}, scratchpad=text, output=text)
        bank = some_bank("harmless")
        found = tokens(report_md(report_of(as_asked(script, bank), bank=bank), "en", str))
        return [one.type for one in found], [one.content for one in found if one.type == "fence"]

    harmless, _ = blocks("harmless")
    for text in HOSTILE[:10]:
        found, fences = blocks(text)
        assert found == harmless
        assert sum(one.strip() == text.strip() for one in fences) == 4, text


@law
@given(hostile)
def test_plain_text_is_read_as_it_was_written(text: str) -> None:
    shown = READER.parse(f"x {plain(text)}")[1]
    assert {one.type for one in shown.children or ()} <= {"text", "text_special"}
    read = "".join(one.content for one in shown.children or ())
    assert " ".join(read.split()) == f"x {' '.join(visible(text).split())}".strip()


@law
@given(hostile)
def test_plain_text_that_begins_a_line_begins_nothing(text: str) -> None:
    if plain(text):
        assert kinds(plain(text))[0] == "paragraph_open"


@law
@given(st.text(alphabet="`abc \n", min_size=1, max_size=12) | hostile)
def test_code_is_read_to_the_letter_whatever_backticks_it_holds(code: str) -> None:
    (block,) = READER.parse(code_block(code))
    assert (block.type, block.content.strip("\n")) == ("fence", visible(code).strip("\n"))
    span = READER.parse(f"x{code_span(code)}x")[1].children or []
    assert [one.type for one in span] == ["text", "code_inline", "text"]
    assert span[1].content.strip() == " ".join(visible(code).split())


def test_a_long_output_is_cut_and_says_so() -> None:
    def printed(length: int) -> str:
        report = report_of(Script().ask(output="x" * length).record())
        return report_md(report, "en", str)

    assert "x" * MOST_OUTPUT in printed(MOST_OUTPUT) and "more characters" not in printed(MOST_OUTPUT)
    cut = printed(MOST_OUTPUT + 7)
    assert "… and 7 more characters" in cut and "x" * (MOST_OUTPUT + 1) not in cut


@pytest.mark.parametrize("kind", ["blank", "code", "order"])
def test_a_wrong_program_stands_beside_one_that_passes(kind: Kind, tmp_path: Path) -> None:
    question = sample_question(tmp_path, kind)
    for verdict, shown in (("wrong", True), ("unanswered", True), ("right", False)):
        script = Script().ask(question.id, cast(Verdict, verdict), kind=kind)
        text = report_md(report_of(script.record(), bank=bank_of([question])), "en", str)
        assert ("One that passes" in text) == shown
        assert (code_block(solution_to(question), "python") in text) == shown


def test_the_code_in_a_questions_text_stays_code() -> None:
    children = READER.parse(prose("Of `x[0]` and *y*\nwhich `is_leaf`?\n\nSay."))[1].children or []
    assert [one.content for one in children if one.type == "code_inline"] == ["x[0]", "is_leaf"]
    assert "".join(one.content for one in children) == "Of x[0] and *y* which is_leaf?"
