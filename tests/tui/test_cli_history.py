"""The commands about the learner's history, each learner with folders of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from quizbank.bank import BUILT_IN, Bank, load_bank
from quizbank.card import Rating
from quizbank.history.events import Answered
from quizbank.history.journal import Journal
from quizbank.history.store import History, open_history
from quizbank.learner import Learner
from quizbank.practice import Given, Practice
from quizbank.scheduler import Scheduler
from quizbank.session import Score
from tui import exit_codes
from tui.cli import run_command
from tui.learner import local_now, rules_of

NOW = local_now()
DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank(proven={BUILT_IN})


@dataclass
class Said:
    """What a command printed, and its exit code."""

    stdout: str
    stderr: str
    returncode: int


@dataclass
class Home:
    """A learner's folders, and the commands run there."""

    folder: Path
    bank: Bank
    printed: pytest.CaptureFixture[str]

    @property
    def file(self) -> Path:
        return self.folder / "torchdrill" / "history.db"

    def run(self, *arguments: str) -> Said:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self.surroundings.items():
                patch.setenv(name, value)
            # It was read already, and takes longer than all the rest.
            patch.setattr("tui.commands.selection.load_bank", lambda _folders, **_how: self.bank)
            code = run_command(arguments)
        said = self.printed.readouterr()
        assert "Traceback" not in said.out + said.err
        return Said(said.out, said.err, code)

    def run_apart(self, *arguments: str) -> Said:
        """Run a command in a process of its own."""
        result = subprocess.run(
            [sys.executable, "-m", "tui", *arguments],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **self.surroundings},
            cwd=Path(__file__).parent.parent.parent,
        )
        return Said(result.stdout, result.stderr, result.returncode)

    @property
    def surroundings(self) -> dict[str, str]:
        return {"XDG_DATA_HOME": str(self.folder), "LC_ALL": "C.UTF-8", "COLUMNS": "100"}

    def open(self) -> History:
        return open_history(self.file, rules_of(Scheduler(), self.bank), NOW)

    def answer(self, topic: str, *scores: Score, ago: int = 0) -> list[str]:
        """Have a topic's first questions answered so, some days ago; return their ids."""
        then = NOW - ago * DAY
        rules = rules_of(Scheduler(), self.bank)
        journal = Journal(self.open(), rules)
        asked = [one for one in self.bank.active if one.topic == topic][: len(scores)]
        practice = Practice.start(Learner(journal, Scheduler()), asked, 0, then)
        for score in scores:
            practice.record(Given(score, 50.0, 0, "en", "cpu", "2.13.0"), then)
            practice.go_on(then)
        practice.end(then, finished=True)
        journal.close(then)
        return [one.id for one in asked]


@pytest.fixture
def home(tmp_path: Path, bank: Bank, capsys: pytest.CaptureFixture[str]) -> Home:
    return Home(tmp_path / "data", bank, capsys)


def test_a_process_of_its_own_says_the_same_and_ends_with_the_same_code(home: Home) -> None:
    home.answer("tensors", "right", "wrong")
    for arguments, code in ((["history"], exit_codes.DONE), (["reset", "--all"], exit_codes.NEGATIVE)):
        apart = home.run_apart(*arguments)
        assert apart == home.run(*arguments)
        assert apart.returncode == code


def test_the_history_in_figures(home: Home) -> None:
    home.answer("tensors", "right", "wrong", "skipped", ago=1)
    home.answer("in-place", "right")
    report = json.loads(home.run("history", "--json").stdout)
    assert report == {
        "answers": 3,
        "judged": 3,
        "right": 2,
        "due": 2,
        "new": report["new"],
        "wrong_last": 1,
        "streak": 2,
        "file": str(home.file),
    }
    shown = home.run("history")
    assert shown.returncode == exit_codes.DONE
    assert "3 answers, 2 of 3 right (67%)" in shown.stdout
    assert f"2 due, {report['new']} new, 1 wrong last time" in shown.stdout
    assert "2 days in a row" in shown.stdout
    assert str(home.file) in shown.stdout


def test_a_history_goes_from_one_machine_to_another(home: Home, tmp_path: Path) -> None:
    home.answer("tensors", "right", "wrong")
    exported = tmp_path / "out.jsonl"
    written = home.run("history", "export", str(exported))
    assert (written.returncode, written.stdout) == (exit_codes.DONE, f"4 events are in {exported}.\n")
    assert home.run_apart("history", "export", "-").stdout == exported.read_text(encoding="utf-8")
    other = replace(home, folder=tmp_path / "other")
    assert "4 events were new" in other.run("history", "import", str(exported)).stdout
    assert "0 events were new" in other.run("history", "import", str(exported)).stdout
    with home.open() as ours, other.open() as theirs:
        assert ours.events() == theirs.events()


def test_an_import_that_is_none_is_refused_with_its_line(home: Home, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n", encoding="utf-8")
    refused = home.run("history", "import", str(broken))
    assert refused.returncode == exit_codes.NEGATIVE
    assert f"{broken}:1: this is no history of torchdrill" in refused.stderr


def test_a_rebuild_derives_the_same_schedule(home: Home) -> None:
    home.answer("tensors", "right", "wrong")
    with home.open() as history:
        before = history.cards()
    assert "of 2 questions was derived anew" in home.run("history", "rebuild").stdout
    with home.open() as history:
        assert history.cards() == before


@pytest.mark.parametrize(
    ("arguments", "left"),
    [
        (lambda ids: [ids[0]], 2),
        (lambda ids: ["--topic", "tensors"], 1),
        (lambda ids: ["--all"], 0),
    ],
    ids=["ids", "topic", "all"],
)
def test_a_reset_makes_questions_new_after_a_backup(
    home: Home, arguments: Callable[[list[str]], list[str]], left: int
) -> None:
    ids = home.answer("tensors", "right", "wrong") + home.answer("in-place", "right")
    chosen = arguments(ids)
    asked = home.run("reset", *chosen)
    assert asked.returncode == exit_codes.NEGATIVE
    assert "Say --yes" in asked.stderr
    with home.open() as history:
        assert len(history.cards()) == 3
    done = home.run("reset", *chosen, "--yes")
    assert done.returncode == exit_codes.DONE
    [backup] = home.file.parent.glob("history.backup-*.db")
    assert str(backup) in done.stdout
    with home.open() as history:
        assert len(history.cards()) == left
    with open_history(backup, rules_of(Scheduler(), home.bank), NOW) as before:
        assert len(before.cards()) == 3


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["reset"], exit_codes.USAGE, "--topic TOPIC"),
        (["reset", "nowhere/nothing"], exit_codes.USAGE, "There is no question"),
        (["reset", "--topic", "nowhere"], exit_codes.USAGE, "There is no topic"),
        (["reset", "--all", "--yes"], exit_codes.NEGATIVE, "Nothing of this was answered"),
        (["plan", "--interview", "2020-01-01"], exit_codes.USAGE, "is over"),
        (["plan", "--interview", "tomorrow"], exit_codes.USAGE, "a day such as 2026-12-20"),
        (["drill", "--interview", "2020-01-01"], exit_codes.USAGE, "is over"),
        (["drill", "--minutes", "0"], exit_codes.USAGE, "more than 0"),
        (["drill", "--topic", "nowhere"], exit_codes.USAGE, "There is no topic"),
        (["drill"], exit_codes.ENVIRONMENT, "needs a terminal"),
        (["quiz", "--resume"], exit_codes.NEGATIVE, "No session was interrupted"),
        (["fit"], exit_codes.NEGATIVE, "512 more reviews"),
    ],
)
def test_what_cannot_be_done_is_said(home: Home, arguments: list[str], code: int, said: str) -> None:
    result = home.run(*arguments)
    assert result.returncode == code
    assert said in result.stdout + result.stderr


def test_a_history_that_cannot_be_used_is_named(home: Home) -> None:
    home.file.mkdir(parents=True)
    result = home.run("history")
    assert result.returncode == exit_codes.ENVIRONMENT
    assert f"The history in {home.file} can't be used" in result.stderr


def test_a_damaged_history_is_recovered_and_that_is_said(home: Home) -> None:
    home.answer("tensors", "right", "wrong")
    content = bytearray(home.file.read_bytes())
    content[4096 * 2 : 4096 * 3] = b"\xff" * 4096
    home.file.write_bytes(bytes(content))
    result = home.run("history")
    assert result.returncode == exit_codes.DONE
    assert "The history was damaged" in result.stderr
    assert list(home.file.parent.glob("history.damaged-*.db"))


def test_the_plan_is_a_table_of_days_with_an_honest_last_line(home: Home) -> None:
    interview = (NOW + 9 * DAY).date().isoformat()
    shown = home.run("plan", "--interview", interview, "--minutes", "20", "--topic", "tensors")
    assert shown.returncode == exit_codes.DONE
    *table, last = shown.stdout.strip().split("\n")
    assert "unseen" in table[0]
    assert f"On {interview} you would know about" in last
    assert "A forecast" in last
    report = json.loads(home.run("plan", "-i", interview, "-m", "20", "--topic", "tensors", "--json").stdout)
    assert (report["interview"], report["minutes_a_day"]) == (interview, 20)
    assert len(report["days"]) == len(table) - 2
    assert report["days"][-1]["recall"] > report["days"][0]["recall"]


def test_without_an_interview_the_plan_is_of_two_weeks(home: Home) -> None:
    report = json.loads(home.run("plan", "--json").stdout)
    assert report["interview"] is None
    assert len(report["days"]) == 14


def many_reviews(home: Home) -> None:
    """Have enough questions reviewed on later days to fit parameters, by someone who forgets a lot."""
    rng = Random(0)
    names = [one.id for one in home.bank.active]
    with home.open() as history:
        for ago in (40, 30, 20, 10):
            for name in names:
                then = NOW - ago * DAY
                rating = Rating.AGAIN if rng.random() < 0.5 else Rating.GOOD
                history.append(
                    Answered(
                        question_id=name,
                        content="0" * 16,
                        revision=1,
                        kind="choice",
                        topic=name.partition("/")[0],
                        language="en",
                        answer=None,
                        score="wrong" if rating is Rating.AGAIN else "right",
                        evidence=None,
                        hints=0,
                        seconds=30.0,
                        expected_seconds=60.0,
                        proposed=rating,
                        scheduled=True,
                        device="cpu",
                        torch="",
                        session=None,
                        mode="drill",
                    ),
                    then,
                )


def test_fitted_parameters_are_used_when_that_is_asked_for_and_given_up_again(home: Home) -> None:
    home.answer("tensors", "right")
    many_reviews(home)
    parameters = home.folder / "torchdrill" / "parameters.json"
    found = json.loads(home.run("fit", "--json").stdout)
    assert found["log_loss"] < found["usual_log_loss"]
    assert not parameters.exists()
    before = home.run("history", "--json").stdout
    used = home.run("fit", "--use")
    assert str(parameters) in used.stdout
    assert json.loads(parameters.read_text())["parameters"] == found["parameters"]
    assert home.run("history", "--json").stdout != before
    assert home.run("fit", "--usual").returncode == exit_codes.DONE
    assert home.run("history", "--json").stdout == before


def test_parameters_that_cannot_be_read_are_named_with_the_way_back(home: Home) -> None:
    parameters = home.folder / "torchdrill" / "parameters.json"
    parameters.parent.mkdir(parents=True)
    parameters.write_text('{"format": 1, "parameters": "many"}', encoding="utf-8")
    result = home.run("history")
    assert result.returncode == exit_codes.USAGE
    assert "torchdrill fit --usual" in result.stderr
    assert home.run("fit", "--usual").returncode == exit_codes.DONE
    assert home.run("history").returncode == exit_codes.DONE
