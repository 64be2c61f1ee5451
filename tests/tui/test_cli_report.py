"""``torchdrill report``, with folders of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from quizbank.bank import BUILT_IN, load_bank
from quizbank.history.content import content_hash
from quizbank.history.events import Interviewed
from quizbank.history.store import open_history
from quizbank.interview.report_json import read_record
from quizbank.scheduler import Scheduler
from tests.quizbank.interview.records import BEGAN, Script
from tui import exit_codes, places
from tui.cli import run_command
from tui.i18n import use_language
from tui.learner import rules_of

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command where nothing is kept yet; return its exit code and what it printed."""
    for kind in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = run_command(["report", *arguments])
        finally:
            use_language("en")
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def kept(run: Run) -> None:
    """Two interviews, of two questions each."""
    bank = load_bank(proven={BUILT_IN})
    with open_history(places.history_file(), rules_of(Scheduler(), bank), BEGAN) as history:
        for day, verdict in ((0, "wrong"), (1, "right")):
            script = Script(changes={"uuid": f"interview {day}", "started": BEGAN + timedelta(days=day)})
            for question in bank.active_by_topic["tensors"][:2]:
                script.ask(question.id, verdict, kind=question.kind, content=content_hash(question))  # type: ignore[arg-type]
            history.append(Interviewed(script.record()), BEGAN + timedelta(days=day))


def test_without_an_interview_it_says_how_to_hold_one(run: Run) -> None:
    for arguments in ((), ("1",), ("--compare", "1", "2")):
        code, out, err = run(*arguments)
        assert (code, out) == (exit_codes.USAGE, "")
        assert "torchdrill mock" in err
    assert run("--list")[0] == exit_codes.NEGATIVE
    assert run("--list", "--json")[1] == "[]\n"


@pytest.mark.usefixtures("kept")
def test_the_last_interview_is_shown_unless_another_is_named(run: Run) -> None:
    code, last, _ = run()
    assert code == exit_codes.DONE
    assert "Mock interview 2: ML engineer" in last and "100%  judged by running it" in last
    first = run("1", "--lang", "zh")[1]
    assert "第 1 场模拟面试：机器学习工程师" in first and "0%  实际运行判定" in first
    code, _, err = run("3")
    assert (code, "1 to 2" in err) == (exit_codes.USAGE, True)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(("name", "begins"), [("x.html", "<!doctype"), ("x.md", "# "), ("x.json", "{")])
def test_the_files_name_says_the_format(run: Run, name: str, begins: str) -> None:
    code, out, _ = run("1", "--out", name)
    assert code == exit_codes.DONE and name in out
    text = Path(name).read_text("utf-8")
    assert text.startswith(begins)
    assert run("1", "--out", "-", "--format", Path(name).suffix[1:])[1] == text


@pytest.mark.usefixtures("kept")
def test_a_file_that_is_there_is_replaced_only_by_force(run: Run) -> None:
    assert run("--format", "md")[0] == exit_codes.DONE
    path = Path("interview-2.md")
    path.write_text("my notes")
    code, _, err = run("--format", "md")
    assert code == exit_codes.USAGE and "--force" in err
    assert path.read_text() == "my notes"
    code, out, _ = run("--format", "md", "--force")
    assert code == exit_codes.DONE and "was replaced: interview-2.md" in out
    assert path.read_text("utf-8").startswith("# Mock interview 2")


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("name", ["x.html", "x.md", "x.json"])
def test_an_earlier_report_makes_way_and_that_is_said(run: Run, name: str) -> None:
    assert "replaced" not in run("1", "--out", name)[1]
    code, out, _ = run("2", "--out", name)
    assert code == exit_codes.DONE
    assert f"What was there before was replaced: {name}." in out
    assert run("2", "--out", "-", "--format", Path(name).suffix[1:])[1] == Path(name).read_text("utf-8")


@pytest.mark.usefixtures("kept")
def test_json_is_for_scripts_and_whole(run: Run) -> None:
    record = read_record(run("1", "--json")[1])
    assert [one.verdict for one in record.asked] == ["wrong", "wrong"]
    listed = json.loads(run("--list", "--json")[1])
    assert [(one["number"], one["objective"]) for one in listed] == [(1, 0.0), (2, 1.0)]
    compared = json.loads(run("--compare", "1", "2", "--json")[1])
    assert compared["total"]["objective"] == {"first": 0.0, "second": 1.0, "change": 1.0}


@pytest.mark.usefixtures("kept")
def test_two_interviews_side_by_side_and_all_in_a_list(run: Run) -> None:
    compared = run("--compare", "1", "2")[1]
    assert "▲ +100" in compared and "✗ Wrong" in compared and "✓ Right" in compared
    listed = run("--list")[1]
    assert listed.count("ML engineer") == 2
    assert run("--compare", "1", "5")[0] == exit_codes.USAGE
