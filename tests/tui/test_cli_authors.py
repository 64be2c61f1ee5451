"""The authors' tools: a new question, watching it, coverage, the mix."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from quizbank.interview import blueprint
from quizbank.vocabulary import KINDS
from tests.samples import write_sample
from tui import exit_codes
from tui.cli import run_command

PATIENCE_SECONDS = 60


def test_a_new_question_is_proven_whatever_its_kind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind in KINDS:
        arguments = ["new", f"views/a-{kind}", "--kind", kind, "--dir", str(tmp_path)]
        assert run_command(arguments) == exit_codes.DONE
        said = capsys.readouterr().out
        assert said.splitlines()[0] == str(tmp_path / "views" / f"a-{kind}.toml")
        assert "The topic views has no title yet" in said
        assert "torchdrill verify --watch" in said
    files = [str(tmp_path / "views" / f"a-{kind}.toml") for kind in KINDS]
    code = run_command(["verify", *files, "--json", "--stats"])
    report = json.loads(capsys.readouterr().out)
    assert report["problems"] == []
    assert [(one["failures"], one["notes"]) for one in report["proofs"]] == [([], [])] * len(KINDS)
    assert code == exit_codes.DONE
    assert report["mix"]["kinds"] == dict.fromkeys(KINDS, 1)


def test_a_new_question_needs_a_fresh_and_proper_id(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = ["new", "views/one", "--kind", "choice", "--dir", str(tmp_path)]
    assert run_command(start) == exit_codes.DONE
    written = (tmp_path / "views" / "one.toml").read_bytes()
    assert run_command(start) == exit_codes.USAGE
    assert "an id is never used twice" in capsys.readouterr().err
    assert (tmp_path / "views" / "one.toml").read_bytes() == written
    for wrong, reason in (("Views/one", "is not an id"), ("tensors/own-copy", "never used twice")):
        assert run_command(["new", wrong, "-k", "code", "--dir", str(tmp_path)]) == exit_codes.USAGE
        assert reason in capsys.readouterr().err
    assert run_command(["new", "views/two", "--kind", "essay", "--dir", str(tmp_path)]) == exit_codes.USAGE


def test_a_former_id_is_not_used_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_sample(tmp_path, "choice", ("difficulty", 'formerly = ["samples/old"]\ndifficulty'))
    again = ["new", "samples/old", "--kind", "choice", "--dir", str(tmp_path)]
    assert run_command(again) == exit_codes.USAGE
    assert "samples/old is or was a question's id" in capsys.readouterr().err


def test_an_installed_bank_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tui.commands.new.CHECKOUT", tmp_path / "CONTRIBUTING.md")
    assert run_command(["new", "views/one", "--kind", "choice"]) == exit_codes.USAGE
    assert "--dir FOLDER" in capsys.readouterr().err


def test_coverage_names_what_is_not_covered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_sample(tmp_path, "choice", ("minutes = 1", 'minutes = 1\nclaims = ["A-1"]'))
    write_sample(tmp_path, "order", ("minutes = 1", 'status = "draft"\nclaims = ["A-2"]\nminutes = 1'))
    write_sample(tmp_path, "recall")
    claims = tmp_path / "claims.txt"
    arguments = ["verify", "--coverage", str(claims), "--pack", str(tmp_path)]
    claims.write_text("A-1\ttrue\tOne.\nA-2\twrong\tTwo [x].\n", encoding="utf-8")
    assert run_command(arguments) == exit_codes.NEGATIVE
    said = capsys.readouterr().out
    assert "Claims without a question (1)\n  A-2  wrong: Two [x].\n" in said
    assert "  samples/recall\n" in said
    assert "1 of 2 claims covered" in said
    assert run_command([*arguments, "--json"]) == exit_codes.NEGATIVE
    report = json.loads(capsys.readouterr().out)
    assert report["uncovered"] == [{"id": "A-2", "verdict": "wrong", "text": "Two [x]."}]
    assert (report["claims"], report["covered"]) == (2, 1)
    assert "samples/recall" in report["unclaimed"]
    assert "S0-001" in report["unknown"]
    claims.write_text("A-1\ttrue\tOne.\n", encoding="utf-8")
    assert run_command(arguments) == exit_codes.DONE
    claims.write_text("A-1 true One.\n", encoding="utf-8")
    assert run_command(arguments) == exit_codes.USAGE
    assert "claims.txt:1: is not an id, a verdict and a claim" in capsys.readouterr().err


def test_notes_are_shown_of_a_question_that_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_sample(tmp_path, "choice", ('en = "float32"', 'en = "float32, the default of torch"'))
    assert run_command(["verify", str(path), "--threads", "1"]) == exit_codes.DONE
    assert "· samples/choice  the right option, 1, is the longest in en" in capsys.readouterr().out


def test_the_blueprints_of_interviews_are_checked_with_the_bank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = blueprint.builtin("new-grad").read_text(encoding="utf-8")
    path = tmp_path / "new-grad.toml"
    path.write_text(source.replace("hint_cost = 0.2", "hint_cost = 2"), encoding="utf-8")
    monkeypatch.setattr(blueprint, "BLUEPRINTS", tmp_path)
    assert run_command(["list", "--check"]) == exit_codes.NEGATIVE
    line = source.splitlines().index("hint_cost = 0.2") + 1
    assert capsys.readouterr().out.startswith(f"{path}:{line}: hint_cost: ")


def test_the_rules_for_a_question_are_checked_before_it_is_proven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_sample(tmp_path, "recall", ('    { en = "Run it.", zh = "运行一下。" },\n', ""))
    assert run_command(["verify", str(path)]) == exit_codes.NEGATIVE
    assert "hints: has 2; an active question has 3" in capsys.readouterr().out


def test_watching_takes_one_question(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["a/b", "c/d"], ["tensors/own-copy", "--json"]):
        assert run_command(["verify", "--watch", *arguments]) == exit_codes.USAGE
        assert "--watch takes one question" in capsys.readouterr().err
    assert run_command(["verify", "--watch", "tensors/nowhere"]) == exit_codes.USAGE


class Watching:
    """``verify --watch`` in a process of its own, and the lines that it prints."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tui", "verify", "--watch", str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def until(self, part: str) -> str:
        """Return the next line that has this in it. Raises queue.Empty when none comes."""
        while part not in (line := self._lines.get(timeout=PATIENCE_SECONDS)):
            pass
        return line


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[Watching, Path]]:
    path = write_sample(tmp_path, "recall")
    watching = Watching(path)
    yield watching, path
    if watching.process.poll() is None:
        watching.process.kill()
    watching.process.wait()
    assert watching.process.stdout is not None
    watching.process.stdout.close()


def test_a_watched_question_is_proven_on_every_save(watched: tuple[Watching, Path]) -> None:
    watching, path = watched
    good = path.read_text(encoding="utf-8")
    assert re.match(r"\d\d:\d\d:\d\d  ✓ proven, in \d runs", watching.until("proven"))
    path.write_text(good.replace("x.numel() == 2", "x.numel() == 3"), encoding="utf-8")
    assert "the probe of point 2 does not hold: x.numel() is 2" in watching.until("✗")
    path.write_text(good.replace("minutes = 1\n", ""), encoding="utf-8")
    assert "recall.toml:1: minutes: is missing" in watching.until("✗")
    path.unlink()
    path.write_text(good, encoding="utf-8")
    watching.until("✓ proven")
    watching.process.send_signal(signal.SIGINT)
    assert watching.process.wait(PATIENCE_SECONDS) == exit_codes.INTERRUPTED
