"""Rules that no single model can check: across files, and about how the texts are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from quizbank.errors import Problem
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
from quizbank.read import spell
from quizbank.toml_position import TomlPositions

Finding = tuple[tuple[str | int, ...], str]

_CODE_SPAN = re.compile(r"`[^`]*`")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_HALF_WIDTH = re.compile(r"[\u4e00-\u9fff`][,;:?!](?:\s|$|[\u4e00-\u9fff`])")


def lint_files(questions: Mapping[str, Question], paths: Mapping[str, Path]) -> list[Problem]:
    """Check questions against one another and their texts against the house style."""
    rules: tuple[Callable[[Question, Mapping[str, Question]], Iterator[Finding]], ...] = (
        _follow_ups,
        _former_ids,
        _texts_in_both_languages,
    )
    problems = []
    for question in questions.values():
        findings = [finding for rule in rules for finding in rule(question, questions)]
        if findings:
            path = paths[question.id]
            positions = TomlPositions(path.read_bytes())
            problems += [Problem(path, positions.line_of(key), spell(key), text) for key, text in findings]
    return problems


def _follow_ups(question: Question, questions: Mapping[str, Question]) -> Iterator[Finding]:
    for index, follow_up in enumerate(question.follow_ups):
        target = questions.get(follow_up)
        if follow_up == question.id:
            yield ("follow_ups", index), "follows up on itself"
        elif target is None:
            yield ("follow_ups", index), f"there is no question {follow_up!r}"
        elif target.status == "retired":
            yield ("follow_ups", index), f"{follow_up!r} is retired"


def _former_ids(question: Question, questions: Mapping[str, Question]) -> Iterator[Finding]:
    for index, old in enumerate(question.formerly):
        if old in questions:
            yield ("formerly", index), f"{old!r} is the id of a question; an id is never used twice"
        others = [other.id for other in questions.values() if other is not question and old in other.formerly]
        if others:
            yield ("formerly", index), f"{old!r} is also a former id of {others[0]}"


def _texts_in_both_languages(question: Question, _: Mapping[str, Question]) -> Iterator[Finding]:
    for key, text in texts_of(question):
        prose = {language: _CODE_SPAN.sub("`", text[language]) for language in ("en", "zh")}
        if _CHINESE.search(prose["en"]):
            yield (*key, "en"), "has Chinese characters in the English text"
        if re.search(r"[A-Za-z]{3,} [A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}", prose["zh"]) or (
            re.search(r"[a-z]{4,}", prose["zh"]) and not _CHINESE.search(prose["zh"])
        ):
            yield (*key, "zh"), "reads like English, not Chinese"
        if _HALF_WIDTH.search(prose["zh"]):
            yield (*key, "zh"), "has half-width punctuation after Chinese; write ，；：？！"
        for language in ("en", "zh"):
            if text[language].count("`") % 2:
                yield (*key, language), "has an unpaired backtick"


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
