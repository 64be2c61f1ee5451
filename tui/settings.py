"""The learner's settings: one TOML file, every key optional, a bad one reported and passed over."""

from __future__ import annotations

import difflib
import os
import re
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
from quizbank.history.events import DAY_STARTS_AT
from quizbank.message import Message
from quizbank.planning.goal import is_over
from quizbank.scheduler import HIGHEST_RETENTION, LOWEST_RETENTION, RETENTION
from quizbank.toml_position import TomlPositions
from tui.i18n import say

ThemeName = Literal["dark", "light", "contrast", "colour-blind"]
HintPolicy = Literal["free", "counted", "none"]

MAX_BYTES = 64 * 1024
DEVICES = r"^(auto|cpu|cuda(:\d+)?|mps)$"


class Settings(BaseModel):
    """What a learner can set; the defaults are those of a learner who sets nothing."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    language: Literal["auto", "en", "zh"] = "auto"
    theme: ThemeName = "dark"
    device: Annotated[str, Field(pattern=DEVICES)] = "auto"
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


NAMES: Mapping[str, Message] = {
    "language": Message("Language"),
    "theme": Message("Colours"),
    "device": Message("Device"),
    "questions": Message("Quiz length"),
    "minutes": Message("Minutes a day"),
    "hints": Message("Hints"),
    "time_limit": Message("Time limit"),
    "stopwatch": Message("Stopwatch"),
    "new_a_day": Message("New a day"),
    "interview": Message("Interview day"),
    "day_start": Message("Day starts at"),
    "retention": Message("Recall to keep"),
}
"""What a setting is called where its key isn't what is typed."""

ALLOWED: Mapping[str, Message] = {
    "language": Message("auto, en or zh"),
    "theme": Message("dark, light, contrast or colour-blind"),
    "device": Message("auto, cpu, cuda, cuda:0 (or another number) or mps"),
    "questions": Message("a whole number from 1 to 500"),
    "minutes": Message("a whole number from 1 to 600"),
    "hints": Message("free, counted or none"),
    "time_limit": Message("a number from 0 to 20"),
    "stopwatch": Message("true or false"),
    "new_a_day": Message("a whole number from 0 to 500"),
    "interview": Message("a day, written as 2026-12-20"),
    "day_start": Message("a whole number from 0 to 12"),
    "retention": Message("a number from 0.7 to 0.97"),
}


@dataclass(frozen=True, slots=True)
class SettingProblem:
    """One thing wrong with a setting; ``line`` counts from 1, and is None for what isn't in the file."""

    path: Path
    line: int | None
    key: str
    message: Message

    def __str__(self) -> str:
        said = say(self.message)
        return said if self.line is None else f"{self.path}:{self.line}: {said}"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings as a file gives them, what is wrong with the file, and the keys that it sets."""

    settings: Settings
    problems: tuple[SettingProblem, ...] = ()
    given: frozenset[str] = frozenset()


def load_settings(path: Path) -> Loaded:
    """Read the settings; a file that isn't there sets nothing, and a key that is wrong keeps its default."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return _unusable(path, 1, Message("This is too large for a file of settings."))
        source = path.read_bytes()
        document = tomli.loads(source.decode("utf-8"))
    except FileNotFoundError:
        return Loaded(Settings())
    except tomli.TOMLDecodeError as error:
        return _unusable(path, error.lineno, Message("This is not valid TOML: {reason}", reason=error.msg))
    except UnicodeDecodeError:
        return _unusable(path, 1, Message("This is not UTF-8; save it as UTF-8."))
    except OSError as error:
        return _unusable(path, 1, Message("This can't be read: {reason}", reason=error.strerror or error))
    positions = TomlPositions(source)
    good: dict[str, Any] = {}
    problems = []
    for key, value in document.items():
        wrong = _what_is_wrong(key, value)
        if wrong is None:
            good[key] = value
        else:
            problems.append(SettingProblem(path, positions.line_of((key,)), key, wrong))
    return Loaded(Settings(**good), tuple(problems), frozenset(good))


def _unusable(path: Path, line: int, message: Message) -> Loaded:
    return Loaded(Settings(), (SettingProblem(path, line, "", message),))


def change_setting(path: Path, key: str, text: str, today: date) -> SettingProblem | None:
    """Write one key, leaving the rest of the file as it is; returns what is wrong with it instead.

    ``text`` is a TOML value, or the bare text of one; an empty one removes the key. An interview can't be set
    to a day before ``today``.
    """
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        document = tomlkit.document()
    except (OSError, ValueError, TOMLKitError) as error:
        message = Message("{path} can't be changed: {reason}", path=path, reason=error)
        return SettingProblem(path, None, "", message)
    if key not in Settings.model_fields:
        return SettingProblem(path, None, key, unknown_setting(key))
    if not text:
        document.pop(key, None)
    else:
        value = _value_of(text)
        wrong = _what_is_wrong(key, value)
        if wrong is None and key == "interview" and isinstance(value, date) and value < today:
            wrong = is_over(value)
        if wrong is not None:
            return SettingProblem(path, None, key, wrong)
        document[key] = value
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            file.write(tomlkit.dumps(document))
        os.replace(file.name, path)  # noqa: PTH105 - one atomic step
    except OSError as error:
        message = Message("{path} can't be written: {reason}.", path=path, reason=error.strerror or error)
        return SettingProblem(path, None, key, message)
    return None


def _value_of(text: str) -> Any:
    try:
        return tomli.loads(f"value = {text}")["value"]
    except tomli.TOMLDecodeError:
        return text


def _what_is_wrong(key: str, value: object) -> Message | None:
    if key not in Settings.model_fields:
        return unknown_setting(key)
    try:
        Settings.model_validate({key: value})
    except ValidationError:
        typed = value if isinstance(value, str) else str(value).lower()
        return Message(
            "{key} can't be {value}. It has to be {allowed}.", key=key, value=typed, allowed=ALLOWED[key]
        )
    return None


def is_device(text: str) -> bool:
    """Tell whether this names a device, be it here or not."""
    return re.search(DEVICES, text) is not None


def unknown_setting(key: str) -> Message:
    """Return what is said of a setting that there isn't."""
    similar = difflib.get_close_matches(key, Settings.model_fields, n=1)
    if similar:
        return Message(
            "There is no setting {key}; did you mean {similar}? `torchdrill config` lists them all.",
            key=key,
            similar=similar[0],
        )
    return Message("There is no setting {key}; `torchdrill config` lists them all.", key=key)
