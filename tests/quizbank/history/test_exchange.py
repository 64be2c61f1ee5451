from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from quizbank.card import Rating
from quizbank.errors import HistoryUnavailable, ImportRefused
from quizbank.history.events import Flagged, Rated
from quizbank.history.store import History
from tests.quizbank.history.samples import NOW, answered, in_memory


@pytest.fixture
def exported(history: History, tmp_path: Path) -> Path:
    event = history.append(answered(), NOW)
    history.append(Rated(event.uuid, Rating.HARD), NOW)
    history.append(Flagged("tensors/views", "“张量” \n\u2028"), NOW + timedelta(days=1))
    target = tmp_path / "exported.jsonl"
    history.export_to(target)
    return target


def test_an_export_is_one_line_per_event_after_a_header(history: History, exported: Path) -> None:
    header, *lines = exported.read_bytes().decode().split("\n")[:-1]
    assert json.loads(header) == {"torchdrill": "history", "format": 1, "events": 3}
    assert [json.loads(line)["kind"] for line in lines] == ["answered", "rated", "flagged"]
    assert [json.loads(line)["uuid"] for line in lines] == [event.uuid for event in history.events()]


def test_an_export_replaces_a_file_as_a_whole_and_leaves_nothing_beside_it(
    history: History, exported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = exported.read_bytes()
    names = sorted(exported.parent.iterdir())
    history.append(answered(), NOW)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("quizbank.history.exchange.os.fsync", full)
    with pytest.raises(HistoryUnavailable, match="No space left on device"):
        history.export_to(exported)
    assert exported.read_bytes() == before
    assert sorted(exported.parent.iterdir()) == names


def test_a_file_that_an_editor_has_saved_with_a_mark_is_read(exported: Path) -> None:
    exported.write_bytes(b"\xef\xbb\xbf" + exported.read_bytes())
    with in_memory() as other:
        assert other.import_from(exported, NOW) == 3


def changed(line: int, **values: object) -> Callable[[list[str]], list[str]]:
    """Return a change to a line's keys, or to those of the fact in it."""

    def change(lines: list[str]) -> list[str]:
        document = json.loads(lines[line - 1])
        for key, value in values.items():
            (document["fact"] if key in document.get("fact", {}) else document)[key] = value
        return [*lines[: line - 1], json.dumps(document), *lines[line:]]

    return change


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (lambda lines: [], 1, "empty"),
        (lambda lines: ["[]", *lines[1:]], 1, "not a JSON object"),
        (changed(1, torchdrill="cards"), 1, "no history of torchdrill"),
        (changed(1, format=2), 1, "needs a newer torchdrill"),
        (changed(1, events="many"), 1, "numbers"),
        (lambda lines: lines[:3], 3, "promises 3 events, and there are 2"),
        (lambda lines: [*lines, lines[3]], 5, "promises 3 events, and there are 4"),
        (lambda lines: [*lines[:2], lines[2][:-9], lines[3]], 3, "char"),
        (lambda lines: [*lines[:2], "", lines[3]], 3, "Expecting value"),
        (lambda lines: [*lines[:3], "[" * 100_000], 4, "nested"),
        (changed(2, answer=float("nan")), 2, "NaN is not JSON"),
        (changed(3, kind="guessed"), 3, "no event 'guessed'"),
        (changed(2, stamp=-1), 2, "stamp"),
        (changed(2, stamp="1"), 2, "stamp"),
        (changed(2, at="2026-03-02T04:00:00"), 2, "at: "),
        (changed(2, at="0001-01-01T00:00:00Z"), 2, "at: "),
        (changed(2, offset=1440), 2, "offset"),
        (changed(2, uuid="me"), 2, "not a UUID"),
        (changed(2, score="perfect"), 2, "score"),
        (changed(2, proposed=5), 2, "proposed"),
        (changed(2, seconds=-1), 2, "seconds"),
        (changed(2, surprise=1), 2, "surprise"),
        (changed(3, rating=2.5), 3, "rating"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_imported(
    exported: Path, change: Callable[[list[str]], list[str]], line: int, reason: str
) -> None:
    lines = change(exported.read_text("utf-8").split("\n")[:-1])
    exported.write_text("".join(f"{one}\n" for one in lines), "utf-8", newline="\n")
    with in_memory() as other:
        with pytest.raises(ImportRefused) as refused:
            other.import_from(exported, NOW)
        assert str(refused.value).startswith(f"{exported}:{line}: ")
        assert reason in str(refused.value)
        assert "Nothing was imported" in str(refused.value)
        assert other.events() == []


def test_bytes_that_are_no_text_are_named_too(exported: Path) -> None:
    exported.write_bytes(exported.read_bytes().replace(b"tensors", b"ten\xffors", 1))
    with in_memory() as other, pytest.raises(ImportRefused, match="not UTF-8"):
        other.import_from(exported, NOW)


def test_an_event_that_contradicts_one_that_is_here_is_refused(history: History, exported: Path) -> None:
    log, standings = history.events(), history.standings()
    lines = changed(2, score="wrong")(exported.read_text("utf-8").split("\n")[:-1])
    exported.write_text("".join(f"{one}\n" for one in lines), "utf-8", newline="\n")
    with pytest.raises(ImportRefused, match=f":2: uuid: {log[0].uuid} is another event here"):
        history.import_from(exported, NOW)
    assert (history.events(), history.standings()) == (log, standings)


def test_a_file_that_is_not_there(history: History, tmp_path: Path) -> None:
    with pytest.raises(HistoryUnavailable, match="No such file"):
        history.import_from(tmp_path / "nothing.jsonl", NOW)
