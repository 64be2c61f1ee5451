"""Rules that no single model can check: across files, and about how the texts are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from quizbank.errors import Problem
from quizbank.message import Message
from quizbank.question import (
    Blank,
    Choice,
    Code,
    Order,
    Question,
    Recall,
    Text,
    WrongCode,
    WrongFill,
    WrongOrder,
)
from quizbank.toml_file import spell
from quizbank.toml_position import TomlPositions
from quizbank.vocabulary import LANGUAGES

Finding = tuple[tuple[str | int, ...], Message]

HINTS = 3
WRONG_VARIANTS = 2
"""How many known-wrong answers a blank or code question has at least: with one, hardly any test is tested."""
TEMPLATE = {"en": "TEMPLATE.", "zh": "模板。"}
"""What the texts of a new question start with until somebody has written them."""

_CODE_SPAN = re.compile(r"`[^`]*`")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_HALF_WIDTH = re.compile(r"[\u4e00-\u9fff`][,;:?!](?:\s|$|[\u4e00-\u9fff`])")


def lint_files(
    these: Iterable[Question], questions: Mapping[str, Question], paths: Mapping[str, Path]
) -> list[Problem]:
    """Check these questions against all others, and each against the house style."""
    problems = []
    for question in these:
        findings = [*_follow_ups(question, questions), *_former_ids(question, questions)]
        problems += _problems(paths[question.id], [*findings, *_findings(question)])
    return problems


def lint_question(question: Question, path: Path) -> list[Problem]:
    """Check one question against the house style, as far as that can be done without the others."""
    return _problems(path, list(_findings(question)))


def _findings(question: Question) -> Iterator[Finding]:
    yield from _texts_in_both_languages(question)
    if question.status == "active":
        for rule in (_what_an_interviewer_asks_next, _hints_of_rising_help, _wrong_variants, _nothing_left):
            yield from rule(question)


def _problems(path: Path, findings: Sequence[Finding]) -> list[Problem]:
    if not findings:
        return []
    positions = TomlPositions(path.read_bytes())
    return [Problem(path, positions.line_of(key), spell(key), text) for key, text in findings]


def _follow_ups(question: Question, questions: Mapping[str, Question]) -> Iterator[Finding]:
    for index, follow_up in enumerate(question.follow_ups):
        target = questions.get(follow_up)
        if follow_up == question.id:
            yield ("follow_ups", index), Message("follows up on itself")
        elif target is None:
            message = Message("there is no question {question}", question=repr(follow_up))
            yield ("follow_ups", index), message
        elif target.status == "retired":
            yield ("follow_ups", index), Message("{question} is retired", question=repr(follow_up))
        elif target.status == "draft" and question.status == "active":
            message = Message("{question} is a draft, which nobody is asked", question=repr(follow_up))
            yield ("follow_ups", index), message


def _former_ids(question: Question, questions: Mapping[str, Question]) -> Iterator[Finding]:
    for index, old in enumerate(question.formerly):
        if old in questions:
            message = Message("{id} is the id of a question; an id is never used twice", id=repr(old))
            yield ("formerly", index), message
        others = [other.id for other in questions.values() if other is not question and old in other.formerly]
        if others:
            message = Message("{id} is also a former id of {other}", id=repr(old), other=others[0])
            yield ("formerly", index), message


def _what_an_interviewer_asks_next(question: Question) -> Iterator[Finding]:
    if not question.follow_ups:
        yield ("follow_ups",), Message("is missing: one to three ids of what an interviewer asks next")


def _hints_of_rising_help(question: Question) -> Iterator[Finding]:
    if len(question.hints) != HINTS:
        message = Message(
            "has {count}; an active question has {wanted}, each giving away more",
            count=len(question.hints),
            wanted=HINTS,
        )
        yield ("hints",), message


def _wrong_variants(question: Question) -> Iterator[Finding]:
    if isinstance(question, Blank | Code) and len(question.wrong) < WRONG_VARIANTS:
        message = Message(
            "has {count}; a {kind} question has at least {wanted}",
            count=len(question.wrong),
            kind=question.kind,
            wanted=WRONG_VARIANTS,
        )
        yield ("wrong",), message


def _nothing_left(question: Question) -> Iterator[Finding]:
    for key, text in texts_of(question):
        for language in LANGUAGES:
            if text[language].lstrip().startswith(TEMPLATE[language]):
                yield (*key, language), Message("is still the template's text")


def _texts_in_both_languages(question: Question) -> Iterator[Finding]:
    for key, text in texts_of(question):
        prose = {language: _CODE_SPAN.sub("`", text[language]) for language in LANGUAGES}
        if _CHINESE.search(prose["en"]):
            yield (*key, "en"), Message("has Chinese characters in the English text")
        if re.search(r"[A-Za-z]{3,} [A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}", prose["zh"]) or (
            re.search(r"[a-z]{4,}", prose["zh"]) and not _CHINESE.search(prose["zh"])
        ):
            yield (*key, "zh"), Message("reads like English, not Chinese")
        if _HALF_WIDTH.search(prose["zh"]):
            yield (*key, "zh"), Message("has half-width punctuation after Chinese; write ，；：？！")
        for language in LANGUAGES:
            if text[language].count("`") % 2:
                yield (*key, language), Message("has an unpaired backtick")


def texts_of(question: Question) -> Iterator[tuple[tuple[str | int, ...], Text]]:
    """Yield every human text of the question with its key."""
    yield ("prompt",), question.prompt
    yield ("explanation",), question.explanation
    if question.misconception is not None:
        yield ("misconception",), question.misconception
    for index, hint in enumerate(question.hints):
        yield ("hints", index), hint
    if isinstance(question, Choice):
        for index, option in enumerate(question.options):
            yield ("options", index, "text"), option.text
            if option.why is not None:
                yield ("options", index, "why"), option.why
    elif isinstance(question, Recall):
        for index, point in enumerate(question.points):
            yield ("points", index, "text"), point.text
    elif isinstance(question, Blank | Code | Order):
        for index, test in enumerate(question.tests):
            yield ("tests", index, "text"), test.text
        variants: tuple[WrongFill | WrongCode | WrongOrder, ...] = question.wrong
        for index, variant in enumerate(variants):
            yield ("wrong", index, "why"), variant.why
