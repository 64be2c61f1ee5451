"""The command line: exit codes, messages, JSON, and what must not be loaded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from quizbank.bank import load_bank
from runner import sandbox
from tests.samples import write_sample
from tui import exit_codes
from tui.cli import run_command
from tui.wording import kind_word_and_name


def loaded_modules(*arguments: str) -> set[str]:
    """Run a command in a fresh interpreter and return the modules that it loaded."""
    program = (
        "import sys\nfrom tui.cli import run_command\n"
        f"try: run_command({list(arguments)!r})\nexcept SystemExit: pass\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(result.stderr.split())


def test_help_and_version_load_neither_screen_nor_bank_nor_torch() -> None:
    for flag in ("--help", "--version"):
        assert not {"textual", "torch", "pydantic", "quizbank.question"} & loaded_modules(flag)


def test_list_loads_neither_screen_nor_torch() -> None:
    modules = loaded_modules("list")
    assert "quizbank.question" in modules
    assert not {"textual", "torch"} & modules


def test_the_app_is_imported_without_torch() -> None:
    program = "import sys, tui.app\nprint('torch' in sys.modules, 'textual' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", "True"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["list"], exit_codes.DONE),
        (["list", "--check"], exit_codes.DONE),
        (["list", "--difficulty", "9"], exit_codes.USAGE),
        (["list", "--kind", "essay"], exit_codes.USAGE),
        (["list", "--colour"], exit_codes.USAGE),
        (["nonsense"], exit_codes.USAGE),
        (["list", "--topic", "nowhere"], exit_codes.USAGE),
        (["show", "nowhere/nothing"], exit_codes.USAGE),
        (["run", "nowhere.py"], exit_codes.NEGATIVE),
        (["verify", "nowhere.toml"], exit_codes.NEGATIVE),
        (["quiz"], exit_codes.ENVIRONMENT),
    ],
)
def test_exit_codes(arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(arguments) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    assert captured.out or captured.err


def test_list_is_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    bank = load_bank()
    assert run_command(["list", "--json"]) == exit_codes.DONE
    rows = json.loads(capsys.readouterr().out)
    assert {row["id"] for row in rows} == set(bank.questions)
    assert run_command(["list", "--kind", "code", "--lang", "zh"]) == exit_codes.DONE
    lines = capsys.readouterr().out
    codes = [question for question in bank if question.kind == "code"]
    assert f"{len(codes)}" in lines.splitlines()[-1]


def test_every_question_can_be_shown_in_both_languages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bank = load_bank()
    monkeypatch.setattr("tui.commands.show.open_bank", lambda packs: bank)
    for question in bank:
        for language in ("en", "zh"):
            assert run_command(["show", question.id, "--answers", "--lang", language]) == exit_codes.DONE
            assert question.id in capsys.readouterr().out


def test_show_does_not_give_the_order_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_sample(tmp_path, "order")
    assert run_command(["show", "samples/order", "--pack", str(tmp_path)]) == exit_codes.DONE
    shown = capsys.readouterr().out
    positions = [shown.index(line) for line in ("x = torch.ones(1)", "y = x + 1", "z = y * 2")]
    assert positions != sorted(positions)


def test_verify_says_what_is_unsound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write_sample(tmp_path, "choice")
    assert run_command(["verify", str(good)]) == exit_codes.DONE
    assert "1 of 1" in capsys.readouterr().out
    bad = write_sample(tmp_path, "recall", ("x.numel() == 2", "x.numel() == 3"))
    broken = write_sample(tmp_path, "code", ("minutes = 1\n", ""))
    assert run_command(["verify", str(good), str(bad), str(broken)]) == exit_codes.NEGATIVE
    output = capsys.readouterr().out
    assert "x.numel() is 2" in output
    assert f"{broken}:1: minutes: is missing" in output


def test_verify_for_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = write_sample(tmp_path, "recall", ("x.numel() == 2", "x.numel() == 3"))
    assert run_command(["verify", str(bad), "--json"]) == exit_codes.NEGATIVE
    report = json.loads(capsys.readouterr().out)
    assert [proof["proven"] for proof in report["proofs"]] == [False]


NEEDS_CUDA = ("minutes = 1", "minutes = 1\nrequires = { cuda = true }")
LATER_TORCH = ("minutes = 1", 'minutes = 1\nrequires = { torch = ">=99" }')


def test_what_cannot_be_run_here_is_not_counted_as_proven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write_sample(tmp_path, "choice")
    later = write_sample(tmp_path, "order", LATER_TORCH)
    assert run_command(["verify", str(good), str(later)]) == exit_codes.DONE
    output = capsys.readouterr().out
    assert "samples/order  not run here: needs torch >=99" in output
    assert "1 of 1 question proven." in output
    assert "1 question not run here." in output
    assert run_command(["verify", str(later), "--json"]) == exit_codes.DONE
    report = json.loads(capsys.readouterr().out)
    assert report["proofs"] == []
    assert report["not_run"] == [{"question_id": "samples/order", "missing": ["torch >=99"]}]


def test_list_marks_and_show_says_what_is_missing_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("runner.machine.version", lambda package: "2.13.0+cpu")
    write_sample(tmp_path, "choice", LATER_TORCH)
    write_sample(tmp_path, "order", NEEDS_CUDA)
    write_sample(tmp_path, "recall")
    samples = ["--pack", str(tmp_path)]
    assert run_command(["list", "--topic", "samples", *samples]) == exit_codes.DONE
    listed = capsys.readouterr().out
    assert "✗ needs cuda" in listed
    assert "✗ needs torch >=99" in listed
    said = "2 of them aren't asked here; their lines have a ✗ and what they need: cuda, torch >=99."
    assert said in " ".join(listed.split())
    assert run_command(["list", "--topic", "samples", "--json", *samples]) == exit_codes.DONE
    rows = {row["id"]: row["missing"] for row in json.loads(capsys.readouterr().out)}
    assert rows == {"samples/choice": ["torch >=99"], "samples/order": ["cuda"], "samples/recall": []}
    assert run_command(["show", "samples/order", *samples]) == exit_codes.DONE
    assert "Not asked here: it needs cuda." in capsys.readouterr().out
    assert run_command(["show", "samples/recall", *samples]) == exit_codes.DONE
    assert "Not asked here" not in capsys.readouterr().out


@pytest.mark.parametrize("language", ["en", "zh"])
def test_list_fits_80_columns_with_whole_ids(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run_command(["list", "--lang", language]) == exit_codes.DONE
    table = [line for line in capsys.readouterr().out.splitlines() if "/" in line]
    for line, question in zip(table, load_bank(), strict=True):
        assert cell_len(line) <= 80
        start = f"{question.id} {kind_word_and_name(question.kind)} {question.difficulty}"
        assert " ".join(line.split()).startswith(start)


def test_chinese_is_wrapped_at_the_width_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    long = "张量与梯度，" * 12
    write_sample(tmp_path, "recall", ("会发生什么？", long))
    assert run_command(["show", "samples/recall", "--lang", "zh", "--pack", str(tmp_path)]) == exit_codes.DONE
    lines = capsys.readouterr().out.splitlines()
    shown = [line for line in lines if "张量" in line or "梯度" in line]
    assert "".join(shown) == long
    assert all(36 < cell_len(line) <= 40 for line in shown[:-1])
    assert not any(line.startswith("，") for line in shown)


def test_a_pack_brings_its_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_sample(tmp_path, "choice")
    assert run_command(["list", "--topic", "samples", "--pack", str(tmp_path)]) == exit_codes.DONE
    assert "samples/choice" in capsys.readouterr().out


def test_a_strangers_pack_needs_a_whole_sandbox_or_trust(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    path = write_sample(pack, "choice")
    monkeypatch.setattr("tui.places.data_folder", lambda: tmp_path / "data")
    monkeypatch.setattr("tui.commands.selection.find_out", lambda: sandbox.NONE)
    show = ["show", "samples/choice", "--pack", str(pack)]
    assert run_command(show) == exit_codes.ENVIRONMENT
    assert "torchdrill trust" in capsys.readouterr().err
    assert run_command(["trust", str(pack)]) == exit_codes.NEGATIVE
    assert run_command(["trust", str(pack), "--yes"]) == exit_codes.DONE
    assert "samples/choice.toml" in capsys.readouterr().out
    assert run_command(show) == exit_codes.DONE
    path.write_text(path.read_text(encoding="utf-8").replace("minutes = 1", "minutes = 2"), encoding="utf-8")
    assert run_command(show) == exit_codes.ENVIRONMENT


def test_something_unforeseen_is_a_sentence_and_a_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*arguments: object, **keywords: object) -> int:
        raise ZeroDivisionError("unforeseen")

    monkeypatch.setattr("tui.commands.list.list_questions", fail)
    monkeypatch.setattr("tui.places.log_file", lambda: tmp_path / "logs" / "torchdrill.log")
    assert run_command(["list"]) == exit_codes.ENVIRONMENT
    captured = capsys.readouterr()
    assert "unforeseen" in captured.err
    assert "Traceback" not in captured.err
    assert "ZeroDivisionError" in (tmp_path / "logs" / "torchdrill.log").read_text()


def test_doctor_reports_every_protection_and_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["doctor", "--json"]) == exit_codes.DONE
    report = json.loads(capsys.readouterr().out)
    assert {check["device"]: check["works"] for check in report["devices"]}["cpu"] is True
    enforced = {one["name"]: one["enforced"] for one in report["protections"]}
    assert enforced["time"]
    assert enforced["output"]
    assert report["contained"] == sandbox.find_out().contained
    if report["contained"]:
        assert enforced["files"]
        assert enforced["network"]
        assert enforced["processes of its own"]


@pytest.mark.parametrize(
    "command", [["quiz"], ["quiz", "--plain"], ["drill"], ["mock"], ["mock", "--resume"], []]
)
def test_a_device_that_cannot_be_here_is_refused_before_anything_begins(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("runner.machine.version", lambda package: "2.13.0+cpu")
    assert run_command([*command, "--device", "cuda"]) == exit_codes.ENVIRONMENT
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("There is no device cuda here; this machine has cpu.")
    assert run_command([*command, "--device", "gpu"]) == exit_codes.USAGE
    assert "gpu is no device. It can be auto, cpu, cuda, cuda:0" in capsys.readouterr().err


def test_a_device_that_may_be_here_is_left_to_torch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("runner.machine.version", lambda package: "2.13.0+cu130")
    assert run_command(["quiz", "--device", "cuda"]) == exit_codes.ENVIRONMENT
    assert "needs a terminal" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["quiz", "drill", "export"])
def test_drafts_that_would_match_are_named_with_what_to_do(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = str(tmp_path)
    assert run_command(["new", "my-topic/first", "--kind", "choice", "--dir", pack]) == exit_codes.DONE
    next_step = capsys.readouterr().out
    assert 'status = "draft"' in next_step
    assert f"`torchdrill quiz --pack {pack} --topic my-topic`" in next_step
    ask = [command, "--pack", pack, "--topic", "my-topic", *(["-f", "html"] if command == "export" else [])]
    assert run_command(ask) == exit_codes.NEGATIVE
    said = capsys.readouterr().err
    assert "1 draft, which isn't asked: my-topic/first" in said
    assert "torchdrill verify" in said
    assert 'status = "draft"' in said
    assert run_command(["list", *ask[1:5]]) == exit_codes.DONE
    assert "1 of them is a draft" in capsys.readouterr().out
