"""The command line speaks the learner's language: its help, and what it says of a wrong use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from quizbank.vocabulary import KINDS
from tests.messages import command_lines, help_texts
from tui import exit_codes, places
from tui.cli import app, run_command
from tui.cli_help import language_for_help
from tui.i18n import say, use_language
from tui.wording import KIND_NAMES, kind_word_and_name

COMMANDS = [line for line in command_lines(app) if line != ["--install-completion"]]
ENGLISH = re.compile(r"[a-z]+ (?:of|the|is|a|to|for|and|by) [a-z]+")


@pytest.fixture(autouse=True)
def plain_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(places, "settings_file", lambda: tmp_path / "settings.toml")
    yield
    use_language("en")


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was printed, without the breaks and the frames."""
    captured = capsys.readouterr()
    return " ".join(re.sub("[│╭╮╰╯─]", " ", captured.out + captured.err).split())


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_help_of_every_command_is_in_chinese(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "settings.toml").write_text('language = "zh"\n')
    assert run_command([*command, "--help"]) == exit_codes.DONE
    shown = said(capsys)
    assert shown.startswith(f"用法：torchdrill {' '.join(command)}".strip())
    assert "退出码" in shown
    assert not ENGLISH.search(shown)
    for word in ("Usage", "Commands", "Parameters", "Arguments", "choices:", "default:", "required"):
        assert word not in shown


def test_the_help_says_the_language_that_is_asked_for_set_or_the_locales(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert language_for_help(["quiz", "--help"]) == "en"
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert language_for_help(["quiz", "--help"]) == "zh"
    (tmp_path / "settings.toml").write_text('language = "en"\n')
    assert language_for_help(["quiz", "--help"]) == "en"
    assert language_for_help(["quiz", "--lang", "zh"]) == "zh"
    assert language_for_help(["quiz", "--lang=zh"]) == "zh"
    assert language_for_help(["export", "-l", "both"]) == "en"
    (tmp_path / "settings.toml").write_bytes(b"\xff = = 3")
    assert language_for_help(["quiz"]) == "zh"


def test_what_help_looks_up_is_what_the_catalog_has() -> None:
    texts = help_texts()
    assert "Answer questions drawn at random." in texts
    assert "Exit codes" not in texts  # that line is a message of its own


WRONG = [
    (["quizz"], "quizz", "quiz"),
    (["history", "exprot"], "exprot", "export"),
    (["quiz", "--knd", "code"], "--knd", "--kind"),
    (["quiz", "--kind", "fill"], "fill", "blank"),
    (["quiz", "--kind", "prediction"], "prediction", "predict"),
    (["list", "-d", "9"], "-d", "5"),
    (["quiz", "--count", "x"], "--count", ""),
    (["quiz", "--count", "0"], "--count", "1"),
    (["quiz", "--count", "3", "--count", "4"], "--count", ""),
    (["plan", "--interview", "soon"], "soon", "2026-12-20"),
    (["quiz", "tensors"], "tensors", ""),
    (["quiz", "--count"], "--count", ""),
    (["export"], "--format", ""),
    (["show"], "QUESTION_ID", ""),
    (["mock", "--minutes", "31"], "31", "45"),
    (["quiz", "--timed=2h"], "2h", "1m30s"),
]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("tokens", "typed", "suggested"), WRONG, ids=[" ".join(one[0]) for one in WRONG])
def test_a_wrong_use_is_explained_in_the_language_and_says_what_helps(
    tokens: list[str],
    typed: str,
    suggested: str,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8" if language == "zh" else "C.UTF-8")
    assert run_command(tokens) == exit_codes.USAGE
    message = said(capsys)
    assert typed in message
    assert suggested in message
    assert "--help`" in message
    assert bool(re.search("[一-鿿]", message)) == (language == "zh")
    assert not (language == "zh" and re.search("[，。；：] ", message))
    for internal in ("Unused Tokens", "Must be", "Invalid value", "Literal"):
        assert internal not in message


def test_a_word_like_no_other_gets_no_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    for tokens in (["nonsense"], ["quiz", "--kind", "essay"]):
        assert run_command(tokens) == exit_codes.USAGE
        assert "Did you mean" not in said(capsys)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_help_gives_the_kinds_as_they_are_typed_and_called(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("quiz", "list", "export", "new"):
        tokens = [command, "--help"] if command == "new" else [command, "--lang", language, "--help"]
        assert run_command(tokens) == exit_codes.DONE
        shown = said(capsys).replace(" ", "")
        for kind in KINDS:
            name = say(KIND_NAMES[kind])
            assert kind_word_and_name(kind).replace(" ", "") in shown, (command, name)


def test_no_help_shows_options_that_only_empty_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        assert run_command([*command, "--help"]) == exit_codes.DONE
        assert "--empty-" not in capsys.readouterr().out


def test_an_unknown_topic_is_told_the_topics_and_only_a_likely_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for typed, meant in (
        ("nonsense", None),
        ("nn", "nn-module"),
        ("tensor", "tensors"),
        ("lossses", "losses"),
    ):
        assert run_command(["list", "--topic", typed]) == exit_codes.USAGE
        message = said(capsys)
        assert (f"Did you mean {meant}?" in message) if meant else ("Did you mean" not in message)
        assert "The topics are tensors, " in message
        assert "`torchdrill list --topic TOPIC`" in message
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert run_command(["list", "--topic", "nonsense"]) == exit_codes.USAGE
    assert said(capsys).startswith("没有“nonsense”这个主题。全部主题：tensors、")


@pytest.mark.parametrize(
    "tokens",
    [
        ["show", "nowhere/nothing"],
        ["list", "--pack", "/nowhere"],
        ["new", "no-topic", "--kind", "code", "--dir", "pack"],
        ["export", "--format", "html", "--style", "obsidian"],
        ["config", "devices", "cpu"],
    ],
)
def test_what_cannot_be_used_is_said_in_chinese(
    tokens: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert run_command(tokens) == exit_codes.USAGE
    message = said(capsys)
    assert re.search("[一-鿿]", message)
    assert not ENGLISH.search(message)


def test_sentences_and_figures_have_chinese_marks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    for tokens in (["plan"], ["history"]):
        assert run_command(tokens) == exit_codes.DONE
        shown = capsys.readouterr().out
        assert re.search("[一-鿿]", shown)
        assert not re.search("[。，；：] +\\S|[一-鿿] ?[,;:](?!\\w)", shown)


def test_the_list_gives_kinds_as_they_are_typed_and_called(capsys: pytest.CaptureFixture[str]) -> None:
    for language, shown in (("en", "blank (fill in)"), ("zh", "blank（填空）")):
        assert run_command(["list", "--kind", "blank", "--lang", language]) == exit_codes.DONE
        assert shown in capsys.readouterr().out
