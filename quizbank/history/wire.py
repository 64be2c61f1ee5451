"""Events as text: one JSON object each, read strictly."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any, NoReturn

from pydantic import AwareDatetime, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError, with_config

from quizbank.history.events import (
    Answered,
    Ended,
    Event,
    Fact,
    Flagged,
    Hinted,
    Interviewed,
    Rated,
    Replanned,
    Reset,
    Started,
    Undone,
    Unflagged,
    Wanted,
    plain,
)

FORMAT = 1
KINDS: dict[str, type[Fact]] = {
    "answered": Answered,
    "rated": Rated,
    "undone": Undone,
    "reset": Reset,
    "flagged": Flagged,
    "unflagged": Unflagged,
    "started": Started,
    "replanned": Replanned,
    "hinted": Hinted,
    "ended": Ended,
    "interviewed": Interviewed,
    "wanted": Wanted,
}
_KIND_OF = {fact: kind for kind, fact in KINDS.items()}

# Far enough from the ends of the calendar that a time zone and a study day can be taken from any of them.
_Time = Annotated[
    AwareDatetime, Field(ge=datetime(1970, 1, 2, tzinfo=UTC), lt=datetime(9000, 1, 1, tzinfo=UTC))
]


@with_config(ConfigDict(strict=True, extra="forbid"))
@dataclass(frozen=True, slots=True)
class _Line:
    uuid: str
    stamp: Annotated[int, Field(ge=0, lt=2**60)]
    at: _Time
    offset: Annotated[int, Field(gt=-24 * 60, lt=24 * 60)]
    kind: str
    fact: dict[str, JsonValue]


# Building them takes as long as opening a history does, and few programs read every kind of event.
@cache
def _reader(kind: str) -> TypeAdapter[Fact]:
    return TypeAdapter(KINDS[kind])


@cache
def _line_reader() -> TypeAdapter[_Line]:
    return TypeAdapter(_Line)


def kind_of(fact: Fact) -> str:
    """Return the word that names this kind of fact."""
    return _KIND_OF[type(fact)]


def write_fact(fact: Fact) -> str:
    """Return a fact as JSON, without its kind."""
    return _dump(plain(fact))


def read_fact(kind: str, text: str | bytes) -> Fact:
    """Return the fact that a JSON object describes. Raises ValueError, which says what is wrong."""
    if kind not in KINDS:
        raise ValueError(f"there is no event {kind!r}")
    try:
        return _reader(kind).validate_json(text)
    except ValidationError as error:
        raise ValueError(_first(error)) from None


def write_event(event: Event) -> str:
    """Return an event as one line of JSON, without the line's end."""
    envelope: dict[str, JsonValue] = {
        "uuid": event.uuid,
        "stamp": event.stamp,
        "at": event.at.isoformat(timespec="microseconds"),
        "offset": event.offset,
        "kind": kind_of(event.fact),
        "fact": plain(event.fact),
    }
    return _dump(envelope)


def read_event(text: str) -> Event:
    """Return the event that a line of JSON describes. Raises ValueError, which says what is wrong."""
    document = read_object(text)
    try:
        line = _line_reader().validate_json(json.dumps(document))
    except ValidationError as error:
        raise ValueError(_first(error)) from None
    try:
        named = str(uuid.UUID(line.uuid))
    except ValueError:
        named = ""
    if named != line.uuid:
        raise ValueError(f"uuid: {line.uuid!r} is not a UUID in lower case with hyphens")
    fact = read_fact(line.kind, json.dumps(line.fact))
    return Event(line.uuid, line.stamp, line.at.astimezone(UTC), line.offset, fact)


def read_object(text: str) -> dict[str, Any]:
    """Return the JSON object in a line. Raises ValueError."""
    try:
        document = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("is nested too deeply") from None
    if not isinstance(document, dict):
        raise ValueError("is not a JSON object")
    return document


def _dump(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _first(error: ValidationError) -> str:
    problem = error.errors()[0]
    where = ".".join(str(part) for part in problem["loc"])
    return f"{where}: {problem['msg']}" if where else problem["msg"]
