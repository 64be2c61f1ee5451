"""``torchdrill mock``, with folders of its own and an app that isn't opened."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from quizbank.bank import BUILT_IN, Bank, load_bank
from quizbank.history.store import open_history
from quizbank.interview.checkpoint import InterviewFile
from quizbank.interview.code import code_of
from quizbank.interview.record import InterviewRecord
from quizbank.interview.sitting import Sitting
from quizbank.scheduler import Scheduler
from tui import exit_codes, places
from tui.cli import run_command
from tui.commands.terminal import on_a_terminal
from tui.i18n import use_language
from tui.learner import local_now, rules_of

Run = Callable[..., tuple[int, str]]


@dataclass
class Opened:
    """What the app was opened on."""

    sittings: list[Sitting] = field(default_factory=list)

    def open(self, _bank: Bank, opening: Any, *_: Any) -> int:
        assert isinstance(opening, Sitting)
        self.sittings.append(opening)
        return exit_codes.DONE


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    opened = Opened()
    monkeypatch.setattr("tui.commands.mock.open_app", opened.open)
    monkeypatch.setattr("tui.commands.mock.on_a_terminal", lambda: True)
    return opened


@pytest.fixture
def run(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Run]:
    """Run the command where nothing is kept yet; return its exit code and what it said."""
    for kind in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: str) -> tuple[int, str]:
        code = run_command(["mock", "--lang", "en", *arguments])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    yield run
    use_language("en")


def records() -> list[InterviewRecord]:
    rules = rules_of(Scheduler(), load_bank(proven={BUILT_IN}))
    with open_history(places.history_file(), rules, local_now()) as history:
        return [one.record for one in history.interviews()]


def test_without_a_terminal_none_begins_and_none_is_given_up(
    run: Run, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    run()
    kept = places.interview_file().read_bytes()
    monkeypatch.setattr("tui.commands.mock.on_a_terminal", on_a_terminal)
    code, said = run()
    assert (code, len(opened.sittings)) == (exit_codes.ENVIRONMENT, 1)
    assert "needs a terminal" in said
    assert places.interview_file().read_bytes() == kept


def test_an_interview_is_on_the_disk_before_it_is_shown(run: Run, opened: Opened) -> None:
    assert run() == (exit_codes.DONE, "")
    (sitting,) = opened.sittings
    assert (sitting.interview.plan.blueprint, sitting.interview.plan.minutes) == ("ml-engineer", 45)
    kept = InterviewFile(places.interview_file()).read()
    assert kept is not None and kept.uuid == sitting.uuid


def test_a_code_repeats_an_interview(run: Run, opened: Opened) -> None:
    run("--role", "new-grad", "--minutes", "30", "--topics", "tensors")
    first = opened.sittings[0].interview.plan
    assert run("--code", code_of(first).lower())[0] == exit_codes.DONE
    assert opened.sittings[1].interview.plan == first


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--code", "nonsense"], "nonsense is no code of an interview"),
        (["--code", "ml-engineer.45.7Q2F.0000"], "can't be repeated exactly"),
        (["--code", "my-own.45.7Q2F.0000"], "name its file with --blueprint"),
        (["--topics", "nowhere"], "nowhere"),
        (["--minutes", "31"], "31"),
        (["--role", "astronaut"], "astronaut"),
        (["--blueprint", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_what_cannot_be_held_is_refused(run: Run, opened: Opened, arguments: list[str], said: str) -> None:
    code, text = run(*arguments)
    assert code in (exit_codes.USAGE, exit_codes.NEGATIVE)
    assert said in text and "Traceback" not in text
    assert opened.sittings == []
    assert not places.interview_file().exists()


def test_every_problem_of_a_blueprint_is_listed(run: Run, opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "My Own.toml"
    section = '[[sections]]\ntitle = { en = "a", zh = "甲" }\nkinds = ["choice"]\n'
    head = 'format = 1\ntitle = { en = "a", zh = "甲" }\nsummary = { en = "a", zh = "甲" }\n'
    path.write_text(f'{head}{section}minutes = 0\n{section}minutes = 9\ncolour = "red"\n', encoding="utf-8")
    code, text = run("--blueprint", str(path))
    assert code != exit_codes.DONE
    assert "minutes" in text and "colour" in text
    path.write_text(f'{head}{section}minutes = 9\ntopics = ["nowhere"]\n', encoding="utf-8")
    code, text = run("--blueprint", str(path))
    assert code != exit_codes.DONE and "nowhere" in text
    path.write_text(f"{head}{section}minutes = 9\n", encoding="utf-8")
    assert run("--blueprint", str(path)) == (exit_codes.DONE, "")
    assert opened.sittings[0].interview.plan.blueprint == "my-own"


def test_a_section_that_stays_empty_is_named(run: Run, opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text(
        'format = 1\ntitle = { en = "a", zh = "甲" }\nsummary = { en = "a", zh = "甲" }\n'
        '[[sections]]\ntitle = { en = "a", zh = "甲" }\nkinds = ["code"]\nminutes = 0.001\n'
        '[[sections]]\ntitle = { en = "b", zh = "乙" }\nkinds = ["code"]\nminutes = 60\n',
        encoding="utf-8",
    )
    code, text = run("--blueprint", str(path))
    assert code == exit_codes.NEGATIVE and "Section 1 has 0.0 minutes" in text
    assert opened.sittings == []


def test_nothing_was_interrupted(run: Run, opened: Opened) -> None:
    code, text = run("--resume")
    assert (code, "No interview was interrupted." in text) == (exit_codes.NEGATIVE, True)
    assert opened.sittings == []


def test_it_goes_on_where_it_was(run: Run, opened: Opened) -> None:
    run("--minutes", "30")
    first = opened.sittings[0]
    assert run("--resume") == (exit_codes.DONE, "")
    again = opened.sittings[1]
    assert (again.uuid, again.interview.state) == (first.uuid, first.interview.state)
    assert not places.history_file().exists() or records() == []


def test_a_new_one_ends_the_old_one_as_incomplete(run: Run, opened: Opened) -> None:
    run("--minutes", "30")
    code, text = run("--minutes", "60")
    assert code == exit_codes.DONE and "is over now, as incomplete" in text
    (record,) = records()
    assert (record.uuid, record.ending) == (opened.sittings[0].uuid, "incomplete")
    kept = InterviewFile(places.interview_file()).read()
    assert kept is not None and kept.uuid == opened.sittings[1].uuid


def test_a_bank_that_changed_ends_it_and_says_what_changed(run: Run, opened: Opened) -> None:
    run("--minutes", "30")
    file = InterviewFile(places.interview_file())
    kept = file.read()
    assert kept is not None and kept.state.current is not None
    current = kept.state.current.model_copy(update={"content": "another wording"})
    state = kept.state.model_copy(update={"current": current})
    file.write(kept.model_copy(update={"state": state}))
    code, text = run("--resume")
    assert code == exit_codes.NEGATIVE
    assert "The bank has changed" in text and current.question_id in text
    assert [one.ending for one in records()] == ["incomplete"]
    assert not places.interview_file().exists() and len(opened.sittings) == 1


HOLDS = """
import sys
from pathlib import Path
from quizbank.interview.checkpoint import InterviewFile
with InterviewFile(Path(sys.argv[1])).held():
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.parametrize("arguments", [[], ["--resume"]])
def test_a_second_program_is_refused(run: Run, opened: Opened, arguments: list[str]) -> None:
    run("--minutes", "30")
    before = places.interview_file().read_bytes()
    command = [sys.executable, "-c", HOLDS, str(places.interview_file())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdin is not None
        assert other.stdout.readline() == "held\n"
        code, text = run(*arguments)
        other.stdin.close()
    assert code != exit_codes.DONE and text and "Traceback" not in text
    assert places.interview_file().read_bytes() == before
    assert len(opened.sittings) == 1
