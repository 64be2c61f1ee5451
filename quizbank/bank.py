"""The bank: every question found, and everything wrong with the files it came from."""

from __future__ import annotations

import difflib
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path

from quizbank.errors import BankError, Problem, UnknownQuestion
from quizbank.lint import lint_files
from quizbank.message import Message
from quizbank.question import Question, Text
from quizbank.read import read_question
from quizbank.topics import BUILT_IN, TOPICS_FILE, read_titles
from quizbank.vocabulary import Language

__all__ = ["BUILT_IN", "TOPICS_FILE", "Bank", "Topic", "load_bank", "load_file"]


@dataclass(frozen=True, slots=True)
class Topic:
    """A folder of questions and what to call it."""

    slug: str
    title: Text

    def __getitem__(self, language: Language) -> str:
        return self.title[language]


@dataclass(frozen=True)
class Bank:
    """Questions by id, in the order of topics and then of ids, and the problems of the files left out."""

    questions: Mapping[str, Question]
    paths: Mapping[str, Path]
    topics: Mapping[str, Topic]
    problems: tuple[Problem, ...] = ()

    def __len__(self) -> int:
        return len(self.questions)

    def __iter__(self) -> Iterator[Question]:
        return iter(self.questions.values())

    def __getitem__(self, question_id: str) -> Question:
        """Return the question with this id, or the one that was called so formerly.

        Raises UnknownQuestion, which suggests similar ids.
        """
        question = self.find(question_id)
        if question is None:
            similar = difflib.get_close_matches(question_id, self.questions, n=3, cutoff=0.5)
            raise UnknownQuestion(question_id, similar)
        return question

    def find(self, question_id: str) -> Question | None:
        """Return the question with this id, of today or of before; None where there is none."""
        return self.questions.get(question_id) or self._renamed.get(question_id)

    @cached_property
    def _renamed(self) -> dict[str, Question]:
        return {old: question for question in self for old in question.formerly}

    @cached_property
    def active(self) -> tuple[Question, ...]:
        """The questions that sessions draw from."""
        return tuple(question for question in self if question.status == "active")

    @cached_property
    def active_by_topic(self) -> dict[str, tuple[Question, ...]]:
        """The same, by the slugs of their topics."""
        return {slug: tuple(same) for slug, same in groupby(self.active, lambda one: one.topic)}

    def topic_of(self, question: Question) -> Topic:
        """Return the question's topic; a topic that no topics file names is called by its folder."""
        slug = question.topic
        return self.topics.get(slug) or Topic(slug, Text(en=slug, zh=slug))


def load_bank(directories: Iterable[Path] = (BUILT_IN,), *, proven: Container[Path] = ()) -> Bank:
    """Read every ``<topic>/<slug>.toml`` below the directories.

    A file with a problem is left out and its problems are kept in ``Bank.problems``. Never raises for a
    file's content. Directories that are proven were checked before: neither their Python is parsed nor their
    style looked at, which takes as long as all the rest.
    """
    questions: dict[str, Question] = {}
    paths: dict[str, Path] = {}
    topics: dict[str, Topic] = {}
    problems: list[Problem] = []
    for directory in directories:
        try:
            topics |= {topic.slug: topic for topic in _read_topics(directory)}
        except BankError as error:
            problems.extend(error.problems)
        for path in sorted(directory.glob("*/*.toml")):
            question_id = f"{path.parent.name}/{path.stem}"
            if question_id in questions:
                message = Message("{id} is also the id of {path}", id=question_id, path=paths[question_id])
                problems.append(Problem(path, 1, "", message))
                continue
            try:
                questions[question_id] = read_question(path, question_id, proven=directory in proven)
                paths[question_id] = path
            except BankError as error:
                problems.extend(error.problems)
    unproven = [one for one in questions.values() if paths[one.id].parent.parent not in proven]
    problems.extend(lint_files(unproven, questions, paths))
    rank = {slug: index for index, slug in enumerate(topics)}
    ordered = sorted(questions.values(), key=lambda one: (rank.get(one.topic, len(rank)), one.topic, one.id))
    return Bank({one.id: one for one in ordered}, paths, topics, tuple(sorted(problems)))


def load_file(path: Path) -> Question:
    """Read one question file anywhere on disk; its id comes from its folder and name.

    Raises BankError.
    """
    path = path.resolve()
    return read_question(path, f"{path.parent.name}/{path.stem}")


def _read_topics(directory: Path) -> list[Topic]:
    try:
        return [Topic(slug, Text.model_validate(title)) for slug, title in read_titles(directory).items()]
    except (OSError, ValueError, TypeError) as error:
        message = Message("is not a list of topics with titles in en and zh: {reason}", reason=str(error))
        raise BankError([Problem(directory / TOPICS_FILE, 1, "", message)]) from None
