from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from quizbank.vocabulary import Language
from tui import exit_codes, places
from tui.cli import run_command
from tui.i18n import use_language
from tui.settings import ALLOWED, MEANINGS, NAMES, Settings, change_setting, load_settings

TODAY = date(2026, 12, 1)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config" / "settings.toml"
    monkeypatch.setattr(places, "settings_file", lambda: path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_every_setting_is_documented() -> None:
    for words in (MEANINGS, NAMES, ALLOWED):
        assert set(words) == set(Settings.model_fields)


def test_a_file_that_isnt_there_sets_nothing(file: Path) -> None:
    loaded = load_settings(file)
    assert (loaded.settings, loaded.problems, loaded.given) == (Settings(), (), frozenset())


def test_what_the_file_gives_is_taken(file: Path) -> None:
    write(file, 'language = "zh"\nminutes = 15\ninterview = 2026-12-20\nretention = 0.85\n')
    settings = load_settings(file).settings
    assert (settings.language, settings.minutes, settings.retention) == ("zh", 15, 0.85)
    assert settings.interview == date(2026, 12, 20)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("minuts = 15", "did you mean minutes?"),
        ("minutes = 0", "a whole number from 1 to 600"),
        ('minutes = "fifteen"', "a whole number from 1 to 600"),
        ("retention = 2.0", "from 0.7 to 0.97"),
        ('interview = "soon"', "written as 2026-12-20"),
        ('device = "tpu"', "auto, cpu, cuda, cuda:0"),
        ('hints = "maybe"', "free, counted or none"),
        ("time_limit = -1", "from 0 to 20"),
        ("time_limit = nan", "from 0 to 20"),
        ('stopwatch = "yes"', "true or false"),
    ],
)
def test_a_bad_key_is_named_with_its_line_and_the_others_count(file: Path, line: str, message: str) -> None:
    write(file, f'# mine\nquestions = 5\n{line}\nlanguage = "zh"\n')
    loaded = load_settings(file)
    assert (loaded.settings.questions, loaded.settings.language) == (5, "zh")
    (problem,) = loaded.problems
    assert problem.line == 3
    assert message in str(problem.message)


@pytest.mark.parametrize("content", [b"minutes = = 3", b"\xff", b"x = '" + b"a" * 100_000 + b"'"])
def test_a_file_that_cant_be_read_sets_nothing_and_says_why(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    loaded = load_settings(file)
    assert loaded.settings == Settings()
    assert len(loaded.problems) == 1


def test_a_folder_in_its_place_is_reported(file: Path) -> None:
    file.mkdir(parents=True)
    assert "can't be read" in load_settings(file).problems[0].message.template


def test_a_change_leaves_the_rest_of_the_file_as_it_is(file: Path) -> None:
    write(file, "# for the train\nminutes = 15  # one way\nmystery = 1\n")
    assert change_setting(file, "questions", "20", TODAY) is None
    assert change_setting(file, "interview", "2026-12-20", TODAY) is None
    assert change_setting(file, "language", "zh", TODAY) is None
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# for the train\nminutes = 15  # one way\nmystery = 1\n")
    assert 'questions = 20\ninterview = 2026-12-20\nlanguage = "zh"\n' in text
    assert change_setting(file, "questions", "", TODAY) is None
    assert "questions" not in file.read_text(encoding="utf-8")
    assert not list(file.parent.glob("tmp*"))


def test_a_bad_change_changes_nothing(file: Path) -> None:
    problem = change_setting(file, "minutes", "-3", TODAY)
    assert problem is not None
    assert str(problem) == "minutes can't be -3. It has to be a whole number from 1 to 600."
    assert not file.exists()


def test_the_command_shows_checks_and_changes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["config", "minutes", "45"]) == exit_codes.DONE
    assert run_command(["config", "minutes"]) == exit_codes.DONE
    assert capsys.readouterr().out == "minutes = 45\n45\n"
    assert run_command(["config"]) == exit_codes.DONE
    shown = capsys.readouterr().out
    assert shown.startswith(f"# {file}\n")
    assert "\nminutes = 45\n" in shown
    assert "\nquestions = 10  # as usual\n" in shown
    write(file, "minutes = 45\nqestions = 3\n")
    assert run_command(["config", "--json"]) == exit_codes.NEGATIVE
    report = json.loads(capsys.readouterr().out)
    assert (report["settings"]["minutes"], report["given"]) == (45, ["minutes"])
    assert [one["key"] for one in report["problems"]] == ["qestions"]


def test_a_wrong_use_says_what_to_do(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["config", "minuts", "3"]) == exit_codes.USAGE
    assert "`torchdrill config` lists them all" in capsys.readouterr().err
    assert run_command(["config", "minutes", "never"]) == exit_codes.USAGE
    assert "minutes" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("device", "gpu", ("auto", "cpu", "cuda:0", "mps")),
        ("interview", "tomorrow", ("2026-12-20",)),
        ("language", "zhx", ("auto", "en", "zh")),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_bad_value_is_told_what_is_allowed_and_no_line_that_nobody_wrote(
    key: str,
    value: str,
    told: tuple[str, ...],
    language: Language,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8" if language == "zh" else "C.UTF-8")
    assert run_command(["config", key, value]) == exit_codes.USAGE
    said = capsys.readouterr().err
    assert value in said
    assert all(word in said for word in told)
    assert ".toml" not in said
    assert "\\d" not in said
    assert ("不能是" in said) == (language == "zh")
    use_language("en")


def test_an_interview_in_the_past_is_refused_as_the_plan_refuses_it(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["config", "interview", "2025-01-01"]) == exit_codes.USAGE
    said = capsys.readouterr().err
    assert "is over" in said
    assert not file.exists()
    assert run_command(["plan", "--interview", "2025-01-01"]) == exit_codes.USAGE
    assert capsys.readouterr().err == said


def test_the_last_day_that_is_refused_is_yesterday(file: Path) -> None:
    assert change_setting(file, "interview", "2026-11-30", TODAY) is not None
    assert change_setting(file, "interview", "2026-12-01", TODAY) is None
