"""The learner's settings: one TOML file, every key optional, a bad one reported and passed over."""

from __future__ import annotations

import difflib
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import tomli
import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from tomlkit.exceptions import TOMLKitError

from quizbank.drill import NEW_A_DAY
from quizbank.errors import Problem
from quizbank.history.events import DAY_STARTS_AT
from quizbank.message import Message
from quizbank.scheduler import HIGHEST_RETENTION, LOWEST_RETENTION, RETENTION
from quizbank.toml_position import TomlPositions

ThemeName = Literal["dark", "light", "contrast", "colour-blind"]
HintPolicy = Literal["free", "counted", "none"]

MAX_BYTES = 64 * 1024


class Settings(BaseModel):
    """What a learner can set; the defaults are those of a learner who sets nothing."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    language: Literal["auto", "en", "zh"] = "auto"
    theme: ThemeName = "dark"
    device: Annotated[str, Field(pattern=r"^(auto|cpu|cuda(:\d+)?|mps)$")] = "auto"
    questions: Annotated[int, Field(ge=1, le=500)] = 10
    minutes: Annotated[int, Field(ge=1, le=600)] = 30
    hints: HintPolicy = "counted"
    time_limit: Annotated[float, Field(ge=0, le=20, allow_inf_nan=False)] = 0
    stopwatch: bool = True
    new_a_day: Annotated[int, Field(ge=0, le=500)] = NEW_A_DAY
    interview: date | None = None
    day_start: Annotated[int, Field(ge=0, le=12)] = DAY_STARTS_AT
    retention: Annotated[float, Field(ge=LOWEST_RETENTION, le=HIGHEST_RETENTION)] = RETENTION


MEANINGS: Mapping[str, Message] = {
    "language": Message('The language: "en", "zh", or "auto" for the one of the locale.'),
    "theme": Message('The colours: "dark", "light", "contrast" or "colour-blind".'),
    "device": Message('Where snippets run: "auto", "cpu", "cuda", "cuda:1" or "mps".'),
    "questions": Message("How many questions a quiz draws, 1 to 500."),
    "minutes": Message("How many minutes a day you want to drill, 1 to 600."),
    "hints": Message(
        'What hints cost: "counted" lowers the rating of the answer, "free" nothing; "none" gives no hints.'
    ),
    "time_limit": Message(
        "How long you have for a question, as a multiple of the minutes that it should take, up to 20; then "
        "your answer is taken as it stands. 0 is as long as you like."
    ),
    "stopwatch": Message("Whether the time that you take for a question is shown: true or false."),
    "new_a_day": Message("How many new questions a day without an interview date, 0 to 500."),
    "interview": Message("The day of the interview, such as 2026-12-20."),
    "day_start": Message(
        "The hour at which your day starts, 0 to 12: who drills past midnight is still on time."
    ),
    "retention": Message("The recall at which a question is due again, 0.7 to 0.97."),
}


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings as a file gives them, what is wrong with the file, and the keys that it sets."""

    settings: Settings
    problems: tuple[Problem, ...] = ()
    given: frozenset[str] = frozenset()


def load_settings(path: Path) -> Loaded:
    """Read the settings; a file that isn't there sets nothing, and a key that is wrong keeps its default."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return Loaded(Settings(), (Problem(path, 1, "", "is too large for a file of settings"),))
        source = path.read_bytes()
        document = tomli.loads(source.decode("utf-8"))
    except FileNotFoundError:
        return Loaded(Settings())
    except tomli.TOMLDecodeError as error:
        return Loaded(Settings(), (Problem(path, error.lineno, "", f"is not valid TOML: {error.msg}"),))
    except UnicodeDecodeError:
        return Loaded(Settings(), (Problem(path, 1, "", "is not UTF-8; save it as UTF-8"),))
    except OSError as error:
        return Loaded(Settings(), (Problem(path, 1, "", f"can't be read: {error.strerror or error}"),))
    positions = TomlPositions(source)
    good: dict[str, Any] = {}
    problems = []
    for key, value in document.items():
        wrong = _what_is_wrong(key, value)
        if wrong is None:
            good[key] = value
        else:
            problems.append(Problem(path, positions.line_of((key,)), key, wrong))
    return Loaded(Settings(**good), tuple(problems), frozenset(good))


def change_setting(path: Path, key: str, text: str) -> Problem | None:
    """Write one key, leaving the rest of the file as it is; returns what is wrong with it instead.

    ``text`` is a TOML value, or the bare text of one; an empty one removes the key.
    """
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        document = tomlkit.document()
    except (OSError, ValueError, TOMLKitError) as error:
        return Problem(path, 1, "", f"can't be changed: {error}")
    if key not in Settings.model_fields:
        return Problem(path, 1, key, _unknown(key))
    if not text:
        document.pop(key, None)
    else:
        value = _value_of(text)
        if (wrong := _what_is_wrong(key, value)) is not None:
            return Problem(path, 1, key, wrong)
        document[key] = value
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            file.write(tomlkit.dumps(document))
        os.replace(file.name, path)  # noqa: PTH105 - one atomic step
    except OSError as error:
        return Problem(path, 1, key, f"can't be written: {error.strerror or error}")
    return None


def _value_of(text: str) -> Any:
    try:
        return tomli.loads(f"value = {text}")["value"]
    except tomli.TOMLDecodeError:
        return text


def _what_is_wrong(key: str, value: object) -> str | None:
    if key not in Settings.model_fields:
        return _unknown(key)
    try:
        Settings.model_validate({key: value})
    except ValidationError as error:
        return f"can't be {value!r}: {error.errors()[0]['msg']}"
    return None


def _unknown(key: str) -> str:
    similar = difflib.get_close_matches(key, Settings.model_fields, n=1)
    return "is not a known setting" + (f"; did you mean `{similar[0]}`?" if similar else "")
