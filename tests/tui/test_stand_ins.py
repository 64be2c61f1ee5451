"""Commands in a locale without Unicode, and the app on a terminal that can't show it."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from tui import exit_codes
from tui.stand_ins import print_what_can_be


@pytest.mark.parametrize(
    ("encoding", "printed"),
    [
        ("ascii", "+ x > ** .. - a b ... ?? e?"),
        ("latin-1", "+ x > ** .. - a\u00a0b ... ?? e\u00e9"),
        ("utf-8", "✓ ✗ ❯ ●★ ○☆ — a\u00a0b … 中文 e\u00e9"),
    ],
)
def test_a_stream_prints_what_its_encoding_has_and_stand_ins_for_the_rest(
    encoding: str, printed: str
) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    print_what_can_be([stream])
    stream.write("✓ ✗ ❯ ●★ ○☆ — a\u00a0b … 中文 e\u00e9")
    stream.flush()
    assert raw.getvalue().decode(encoding) == printed


def test_a_stream_that_is_no_text_wrapper_is_left_alone() -> None:
    stream = io.StringIO()
    print_what_can_be([stream])
    stream.write("✓")
    assert stream.getvalue() == "✓"


def test_a_list_is_printed_without_unicode() -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    done = subprocess.run(
        [sys.executable, "-m", "tui", "list", "--kind", "order"],
        env={**os.environ, **plain},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (exit_codes.DONE, b"")
    assert done.stdout.isascii() and b"*" in done.stdout


def test_a_dumb_terminal_is_told_what_works_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tui.commands.terminal import on_a_terminal

    monkeypatch.setenv("TERM", "dumb")
    assert not on_a_terminal()
    assert "torchdrill quiz --plain" in capsys.readouterr().err
