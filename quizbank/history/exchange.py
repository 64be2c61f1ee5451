"""Histories as JSON Lines, to keep or to carry to another machine."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from quizbank.errors import HistoryUnavailable, ImportRefused
from quizbank.history import log
from quizbank.history.events import Event
from quizbank.history.wire import FORMAT, read_event, read_object, write_event


def export_log(connection: sqlite3.Connection, path: Path) -> int:
    """Write every event to a file, in the log's order, and return their number.

    The first line tells the format and the number of events, so that a file cut short is known for one.
    The file is whole or isn't there. Raises HistoryUnavailable.
    """
    number = log.count(connection)
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=path.parent, suffix=".tmp", delete=False
        ) as file:
            try:
                file.write(json.dumps({"torchdrill": "history", "format": FORMAT, "events": number}) + "\n")
                file.writelines(write_event(event) + "\n" for _, event in log.rows(connection))
                file.flush()
                os.fsync(file.fileno())
                Path(file.name).replace(path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise HistoryUnavailable(path, error.strerror or str(error)) from error
    return number


def read_export(path: Path) -> Iterator[tuple[int, Event]]:
    """Yield the events of an exported file with their line numbers.

    Raises ImportRefused at the first line that can't be used, HistoryUnavailable where nothing can be read.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            yield from _read_lines(path, file)
    except OSError as error:
        raise HistoryUnavailable(path, error.strerror or str(error)) from error


def _read_lines(path: Path, lines: Iterator[str]) -> Iterator[tuple[int, Event]]:
    number = 0
    expected = 0
    while True:
        try:
            line = next(lines, None)
        except UnicodeDecodeError as error:
            raise ImportRefused(path, number + 1, f"is not UTF-8: {error.reason}") from None
        if line is None:
            break
        number += 1
        try:
            if number == 1:
                expected = _read_header(line)
            else:
                yield number, read_event(line)
        except ValueError as error:
            raise ImportRefused(path, number, str(error)) from None
    if number == 0:
        raise ImportRefused(path, 1, "the file is empty")
    if number - 1 != expected:
        reason = f"the first line promises {expected} events, and there are {number - 1}"
        raise ImportRefused(path, number, reason)


def _read_header(line: str) -> int:
    header = read_object(line)
    if header.get("torchdrill") != "history":
        raise ValueError("this is no history of torchdrill")
    version, number = header.get("format"), header.get("events")
    if not isinstance(version, int) or not isinstance(number, int):
        raise ValueError("the first line needs the numbers `format` and `events`")
    if version > FORMAT:
        raise ValueError(
            f"this needs a newer torchdrill: its format is {version}, and this one reads {FORMAT}"
        )
    return number
