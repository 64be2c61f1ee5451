"""``torchdrill export``: files written whole or not at all, dates kept, and exit codes for scripts."""

from __future__ import annotations

import asyncio
import json
import zipfile
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from quizbank.bank import Bank
from quizbank.cards import jsonl
from runner.protocol import Ended, Raised, Request, Result
from tests.tui.driving import NOW, fixture_bank
from tests.tui.fake_runner import FakeRunner
from tui import exit_codes
from tui.cli import run_command
from tui.commands import export as command


class Machine:
    """What the commands run on: the fixtures, a runner without torch, and a clock that is set by hand."""

    def __init__(self, bank: Bank, folder: Path) -> None:
        self.bank = bank
        self.folder = folder
        self.now = NOW
        self.failing: set[str] = set()
        self.stopped_after: int | None = None
        self.runs = 0

    def export(self, *arguments: str) -> int:
        return run_command(["export", *arguments])


class Runner(FakeRunner):
    def __init__(self, machine: Machine) -> None:
        super().__init__()
        self.warm = asyncio.Event()
        self.warm.set()
        self._machine = machine

    async def request(self, request: Request, watch: object = None) -> Result:
        self._machine.runs += 1
        if self._machine.runs == self._machine.stopped_after:
            raise KeyboardInterrupt
        result = await super().request(request)
        if any(text in block.source for block in request.blocks for text in self._machine.failing):
            return replace(result, ended=Ended.RAISED, raised=Raised("RuntimeError", "boom"))
        return result


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    bank = fixture_bank()
    # The others need torch, or what isn't anywhere.
    plain = {one.id: one for one in bank if one.topic == "plain"}
    made = Machine(replace(bank, questions=plain), tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("tui.commands.selection.open_bank", lambda _packs: made.bank)
    monkeypatch.setattr(command, "Runner", lambda *_, **__: Runner(made))
    monkeypatch.setattr(command, "local_now", lambda: made.now)
    return made


SUFFIXED = [
    ("apkg", "torchdrill.apkg"),
    ("html", "torchdrill.html"),
    ("jsonl", "torchdrill.jsonl"),
    ("markdown", "torchdrill.md"),
]


@pytest.mark.parametrize(("form", "name"), SUFFIXED)
def test_a_format_has_its_file_and_a_second_export_is_the_same(
    machine: Machine, form: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.export("-f", form) == exit_codes.DONE
    content = Path(name).read_bytes()
    assert f"cards are in {name}" in capsys.readouterr().out
    machine.now += timedelta(days=3)
    assert machine.export("-f", form) == exit_codes.DONE
    assert Path(name).read_bytes() == content
    assert sorted(one.name for one in machine.folder.iterdir()) == sorted(["data", name])


def test_only_a_changed_card_is_dated_anew(machine: Machine) -> None:
    machine.export("-f", "apkg")
    first = _dates(machine)
    question_id, question = next(iter(machine.bank.questions.items()))
    other = question.model_copy(update={"prompt": question.explanation})
    machine.bank = replace(machine.bank, questions={**machine.bank.questions, question_id: other})
    machine.now += timedelta(days=1)
    machine.export("-f", "apkg")
    second = _dates(machine)
    assert {name for name in first if first[name] != second[name]} == {question_id}
    assert second[question_id] == machine.now


def test_a_set_back_clock_cant_make_a_card_older(machine: Machine) -> None:
    machine.export("-f", "apkg")
    question_id, question = next(iter(machine.bank.questions.items()))
    before = _dates(machine)[question_id]
    other = question.model_copy(update={"prompt": question.explanation})
    machine.bank = replace(machine.bank, questions={**machine.bank.questions, question_id: other})
    machine.now -= timedelta(days=400)
    machine.export("-f", "apkg")
    assert _dates(machine)[question_id] == before + timedelta(seconds=1)


def test_a_spoilt_file_of_dates_is_begun_anew(machine: Machine) -> None:
    (machine.folder / "data" / "torchdrill").mkdir(parents=True)
    (machine.folder / "data" / "torchdrill" / "cards.json").write_text("{")
    assert machine.export("-f", "apkg") == exit_codes.DONE
    assert _dates(machine)


def test_somebody_elses_file_is_left_alone(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    path = machine.folder / "mine.md"
    path.write_text("my notes")
    assert machine.export("-f", "markdown", "--out", "mine.md") == exit_codes.USAGE
    assert "--force" in capsys.readouterr().err
    assert path.read_text() == "my notes" and machine.runs == 0
    for forced in (["--force"], []):
        assert machine.export("-f", "markdown", "--out", "mine.md", *forced) == exit_codes.DONE
        assert "What was there before was replaced: mine.md." in capsys.readouterr().out
        assert "torchdrill" in path.read_text()
    assert machine.export("-f", "markdown", "--out", "new.md") == exit_codes.DONE
    assert "replaced" not in capsys.readouterr().out


def test_obsidians_review_dates_are_not_overwritten(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    note = machine.folder / "cards.md"
    assert machine.export("-f", "markdown", "--out", "cards.md") == exit_codes.DONE
    reviewed = note.read_text(encoding="utf-8") + "<!--SR:!2026-03-05,3,250-->\n"
    note.write_text(reviewed, encoding="utf-8")
    assert machine.export("-f", "markdown", "--out", "cards.md") == exit_codes.USAGE
    assert "review dates" in capsys.readouterr().err
    assert note.read_text(encoding="utf-8") == reviewed
    assert machine.export("-f", "markdown", "--out", "cards.md", "--force") == exit_codes.DONE


def test_a_second_file_of_somebody_else_is_left_alone_too(machine: Machine) -> None:
    (machine.folder / "a.cloze.txt").write_text("mine")
    assert machine.export("-f", "anki-text", "--out", "a.txt") == exit_codes.USAGE
    assert not (machine.folder / "a.basic.txt").exists()
    assert (machine.folder / "a.cloze.txt").read_text() == "mine"


@pytest.mark.parametrize("out", ["none/a.md", "."])
def test_where_no_file_can_be_nothing_is_run(machine: Machine, out: str) -> None:
    assert machine.export("-f", "markdown", "--out", out) == exit_codes.USAGE
    assert machine.runs == 0


def test_an_interruption_leaves_the_old_file(machine: Machine) -> None:
    machine.export("-f", "html", "--out", "a.html")
    content = Path("a.html").read_bytes()
    machine.stopped_after = machine.runs + 3
    assert machine.export("-f", "html", "--out", "a.html", "--lang", "zh") == exit_codes.INTERRUPTED
    assert Path("a.html").read_bytes() == content
    assert sorted(one.name for one in machine.folder.iterdir()) == ["a.html", "data"]


def test_a_program_that_fails_leaves_a_card_that_says_so(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    question = next(one for one in machine.bank if one.kind == "choice")
    machine.failing = {question.snippet}
    assert machine.export("-f", "jsonl", "--ids", question.id) == exit_codes.NEGATIVE
    assert question.id in capsys.readouterr().err
    ((_, evidence),) = jsonl.read(Path("torchdrill.jsonl").read_bytes())
    assert evidence.failure == "RuntimeError: boom"


def test_standard_output(machine: Machine, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert machine.export("-f", "jsonl", "--out", "-") == exit_codes.DONE
    out = capfdbinary.readouterr().out
    assert len(jsonl.read(out)) == len(machine.bank.active)
    assert [one.name for one in machine.folder.iterdir()] == ["data"]


def test_two_files_dont_go_to_standard_output(machine: Machine) -> None:
    assert machine.export("-f", "anki-text", "--out", "-") == exit_codes.USAGE
    assert machine.export("-f", "anki-text", "--out", "-", "--kind", "blank") == exit_codes.DONE


def test_options_choose_the_questions(machine: Machine) -> None:
    assert machine.export("-f", "jsonl", "--kind", "choice", "--difficulty", "2") == exit_codes.DONE
    found = jsonl.read(Path("torchdrill.jsonl").read_bytes())
    assert found and {(one.kind, one.difficulty) for one, _ in found} == {("choice", 2)}


@pytest.mark.parametrize(
    ("state", "code"),
    [
        ("new", exit_codes.DONE),
        ("flagged", exit_codes.NEGATIVE),
        ("skipped", exit_codes.NEGATIVE),
        ("all", exit_codes.DONE),
    ],
)
def test_states_choose_them_too(machine: Machine, state: str, code: int) -> None:
    assert machine.export("-f", "jsonl", "--state", state) == code
    assert Path("torchdrill.jsonl").exists() is (code == exit_codes.DONE)


def test_a_style_is_for_markdown_alone(machine: Machine) -> None:
    assert machine.export("-f", "html", "--style", "hashcards") == exit_codes.USAGE
    assert machine.export("-f", "markdown", "--style", "hashcards") == exit_codes.DONE
    assert "\nQ: " in Path("torchdrill.md").read_text()


def test_both_languages(machine: Machine) -> None:
    question = next(iter(machine.bank.active))
    assert machine.export("-f", "html", "--lang", "both", "--ids", question.id) == exit_codes.DONE
    text = Path("torchdrill.html").read_text()
    assert 'lang="en"' in text and '<p lang="zh"' in text


def _dates(machine: Machine) -> dict[str, datetime]:
    """Return by id when the notes in the package's file of dates came to be."""
    kept: dict[str, Any] = json.loads((machine.folder / "data" / "torchdrill" / "cards.json").read_bytes())
    assert zipfile.is_zipfile(machine.folder / "torchdrill.apkg")
    return {name: datetime.fromisoformat(entry["since"]) for name, entry in kept.items() if "/" in name}
