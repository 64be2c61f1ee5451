"""What can happen to a learner's history; each event is written once and never changed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from quizbank.card import Rating
from quizbank.interview.record import InterviewRecord
from quizbank.session import Score
from quizbank.vocabulary import Kind, Language

Mode = Literal["quiz", "drill", "cram", "mock"]

_Name = Annotated[str, Field(min_length=1)]
_Count = Annotated[int, Field(ge=0)]
_Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]

DAY_STARTS_AT = 4
"""The local hour at which a study day starts, unless the learner sets another."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class _Fact:
    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(_Fact):
    """A question was answered, or passed over.

    ``content`` is the hash of the question's meaning at that time; ``proposed`` is the rating that follows
    from the answer, None where none does; ``scheduled`` is whether the answer moves the question's card,
    which it doesn't in a cram. ``session`` is the uuid of the event that started the session.
    """

    question_id: _Name
    content: str
    revision: int
    kind: Kind
    topic: _Name
    language: Language
    answer: JsonValue
    score: Score
    evidence: JsonValue
    hints: _Count
    seconds: _Seconds
    expected_seconds: _Seconds
    proposed: Rating | None
    scheduled: bool
    device: str
    torch: str
    session: str | None
    mode: Mode

    @property
    def counts_as(self) -> Score:
        """How the answer counts: only what was passed over, without a look at what is right, is skipped.

        Whoever was shown what is right instead of answering didn't know, and an answer that comes too late
        is none; both are wrong.
        """
        return "wrong" if self.score == "skipped" and self.evidence is not None else self.score


@dataclass(frozen=True, slots=True)
class Rated(_Fact):
    """The learner gave an answer, named by its event's uuid, another rating; the last one holds."""

    answer: _Name
    rating: Rating


@dataclass(frozen=True, slots=True)
class Undone(_Fact):
    """An answer, a rating, a reset, a flag or a wish, named by its event's uuid, is withdrawn for good."""

    event: _Name


@dataclass(frozen=True, slots=True)
class Reset(_Fact):
    """The questions are new again: without a card, and without a last score. Their answers stay counted."""

    question_ids: tuple[_Name, ...]


@dataclass(frozen=True, slots=True)
class Flagged(_Fact):
    """The learner marked a question, to come back to it or to report it."""

    question_id: _Name
    note: str


@dataclass(frozen=True, slots=True)
class Unflagged(_Fact):
    """The learner took the mark away."""

    question_id: _Name


@dataclass(frozen=True, slots=True)
class Plan(_Fact):
    """Questions in the order in which to ask them; ``shuffles`` orders the options or lines of some."""

    question_ids: tuple[_Name, ...]
    shuffles: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Started(_Fact):
    """A session began; the uuid of this event is the session's."""

    mode: Mode
    plan: Plan
    seed: int
    settings: JsonValue


@dataclass(frozen=True, slots=True)
class Replanned(_Fact):
    """A session's plan changed on the way: a follow-up came in, or something can't run here."""

    session: _Name
    plan: Plan


@dataclass(frozen=True, slots=True)
class Hinted(_Fact):
    """A hint was shown in a session, before its question was answered there."""

    session: _Name
    question_id: _Name


@dataclass(frozen=True, slots=True)
class Ended(_Fact):
    """A session is over, and isn't offered to be taken up again."""

    session: _Name
    finished: bool


@dataclass(frozen=True, slots=True)
class Interviewed(_Fact):
    """A mock interview is over, however it ended. Of two events about the same interview the first holds."""

    record: InterviewRecord


@dataclass(frozen=True, slots=True)
class Wanted(_Fact):
    """The learner wants questions to be asked soon, whatever their cards say, until each is answered next."""

    question_ids: tuple[_Name, ...]


Fact = (
    Answered
    | Rated
    | Undone
    | Reset
    | Flagged
    | Unflagged
    | Started
    | Replanned
    | Hinted
    | Ended
    | Interviewed
    | Wanted
)


@dataclass(frozen=True, slots=True)
class Event:
    """A fact, when it happened, and its place among all others.

    ``at`` is in UTC and ``offset`` the learner's local time minus UTC, in minutes. Events are ordered by
    ``stamp``, then by ``uuid``. A stamp is the time in microseconds since 1970, or one more than the greatest
    stamp seen before where the clock doesn't exceed that (Kulkarni et al., "Logical Physical Clocks", 2014,
    with the counter folded into the time), so that what was written knowing of an event comes after it.
    """

    uuid: str
    stamp: int
    at: datetime
    offset: int
    fact: Fact

    @property
    def order(self) -> tuple[int, str]:
        """The key that sorts events."""
        return self.stamp, self.uuid


def microseconds(at: datetime) -> int:
    """Return the time since 1970 in microseconds; ``at`` has a time zone."""
    return (at - EPOCH) // _MICROSECOND


def offset_of(now: datetime) -> int:
    """Return local time minus UTC in minutes. Raises ValueError for a time without a zone."""
    offset = now.utcoffset()
    if offset is None:
        raise ValueError("the time needs a time zone: datetime.now().astimezone() has one")
    return round(offset / timedelta(minutes=1))


def study_day(at: datetime, offset: int, starts_at: int = DAY_STARTS_AT) -> date:
    """Return the learner's day, which begins at the local hour ``starts_at``; ``offset`` is in minutes."""
    return (at.astimezone(UTC) + timedelta(minutes=offset, hours=-starts_at)).date()


def _rank(value: JsonValue) -> tuple[bool, float, str]:
    if isinstance(value, int | float):
        return False, value, ""
    return True, 0.0, str(value)


def plain(value: object) -> JsonValue:
    """Return a value as JSON can hold it, so that no answer is lost over what it contains.

    Sets become sorted lists, dataclasses and models objects, times their ISO text, and what JSON doesn't
    know, such as NaN, its text. Lone surrogates, which no file in UTF-8 can hold, become question marks.
    """
    if value is None or isinstance(value, bool):
        return value
    match value:
        case str():
            return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
        case int():
            return int(value)
        case float():
            return value if math.isfinite(value) else str(value)
        case datetime():
            return value.isoformat()
        case BaseModel():
            return {name: plain(getattr(value, name)) for name in type(value).model_fields}
        case Mapping():
            return {str(plain(str(key))): plain(one) for key, one in value.items()}
        case Set():
            return sorted((plain(one) for one in value), key=_rank)
        case _ if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        case Iterable():
            return [plain(one) for one in value]
        case _:
            return plain(str(value))
