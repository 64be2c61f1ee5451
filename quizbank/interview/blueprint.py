"""The format of a blueprint: what kind of interview it is, section by section."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, ValidationError, model_validator

from quizbank.bank import Topic
from quizbank.errors import BankError, Problem
from quizbank.interview.record import Limit
from quizbank.message import Message, Unfit
from quizbank.question import Model, NonBlank, Text
from quizbank.toml_file import Key, check_format, keys_at, parse_toml, problems_of, read_bytes, spell
from quizbank.toml_position import TomlPositions
from quizbank.vocabulary import Kind

BLUEPRINT_FORMAT = 1
BLUEPRINTS = Path(__file__).parent.parent / "blueprints"
SCHEMA_FILE = Path(__file__).parent.parent / "blueprint.schema.json"
MINUTES = (30, 45, 60)

Difficulty = Annotated[int, Field(ge=1, le=5)]


class Section(Model):
    """One part of an interview; ``minutes`` and ``weight`` are shares of the whole, whatever that is."""

    title: Text
    kinds: Annotated[tuple[Kind, ...], Field(strict=False, min_length=1)]
    topics: Annotated[tuple[NonBlank, ...], Field(strict=False)] = Field(
        default=(), description="Slugs of topics; none means all of them."
    )
    difficulty: Annotated[tuple[Difficulty, Difficulty], Field(strict=False)] = Field(
        default=(1, 5), description="The easiest and the hardest."
    )
    minutes: Annotated[float, Field(gt=0, le=240)]
    weight: Annotated[float, Field(gt=0, le=100)] = 1.0
    limit: Limit = Field(
        default="move_on",
        description="When a question's time is up: move on, or take time from the section's rest.",
    )
    follow_ups: bool = Field(
        default=True, description="Whether right answers lead deeper and wrong ones to something easier."
    )

    @model_validator(mode="after")
    def _rising(self) -> Self:
        if self.difficulty[0] > self.difficulty[1]:
            raise Unfit(Message("`difficulty` is [easiest, hardest]"))
        return self


class Blueprint(Model):
    """A kind of interview. Its minutes are scaled to those that the candidate wants."""

    format: Annotated[int, Field(ge=1, le=BLUEPRINT_FORMAT)]
    title: Text
    summary: Text
    hint_cost: Annotated[float, Field(ge=0, le=1)] = Field(
        default=0.25, description="The share of a question's score that each hint costs."
    )
    sections: Annotated[tuple[Section, ...], Field(strict=False, min_length=1, max_length=12)]

    @property
    def minutes(self) -> float:
        """What the sections add up to."""
        return sum(section.minutes for section in self.sections)


def read_blueprint(path: Path, topics: Iterable[str]) -> Blueprint:
    """Read a blueprint, whose sections may name these topics.

    Raises BankError with every problem of the file, each with its line and key.
    """
    remedy = Message("start from one in {folder}", folder=BLUEPRINTS)
    source = read_bytes(path, Message("blueprint"), remedy)
    document = parse_toml(path, source)
    check_format(path, source, document, BLUEPRINT_FORMAT)
    try:
        blueprint = Blueprint.model_validate(document)
    except ValidationError as error:
        raise BankError(problems_of(error, path, source, _known_keys)) from None
    known = set(topics)
    problems = [
        _problem(
            path,
            source,
            ("sections", number, "topics"),
            Message("there is no topic {topic}", topic=repr(topic)),
        )
        for number, section in enumerate(blueprint.sections)
        for topic in section.topics
        if topic not in known
    ]
    if problems:
        raise BankError(problems)
    return blueprint


def builtin(role: str) -> Path:
    """Return the file of a role's blueprint."""
    return BLUEPRINTS / f"{role}.toml"


def name_of(path: Path) -> str:
    """Return what the blueprint in a file is called in codes and reports: ``My Own.toml`` is ``my-own``."""
    return "-".join(re.findall("[a-z0-9]+", path.stem.lower())) or "own"


def lint_builtin(topics: Mapping[str, Topic]) -> list[Problem]:
    """Return what is wrong with the blueprints that come along."""
    problems: list[Problem] = []
    for path in sorted(BLUEPRINTS.glob("*.toml")):
        try:
            read_blueprint(path, topics)
        except BankError as error:
            problems += error.problems
    return problems


def blueprint_schema() -> str:
    """Return the JSON Schema of a blueprint file as text."""
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Blueprint.model_json_schema(),
        "title": f"torchdrill blueprint, format {BLUEPRINT_FORMAT}",
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _known_keys(place: Key) -> list[str]:
    schema = Blueprint.model_json_schema()
    return keys_at(schema, schema, place)


def _problem(path: Path, source: bytes, key: Key, message: Message) -> Problem:
    return Problem(path, TomlPositions(source).line_of(key), spell(key), message)
