from __future__ import annotations

from pathlib import Path

import pytest

from quizbank.errors import FileNotWritten
from quizbank.files import write_text


def test_a_file_is_written_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_text(path, "张量\n")
    assert path.read_bytes() == "张量\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_somebody_elses_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("mine")
    with pytest.raises(FileNotWritten, match="--force"):
        write_text(path, "yours")
    assert path.read_text() == "mine"
    write_text(path, "yours", replace=True)
    assert path.read_text() == "yours"


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(FileNotWritten, match="No space left on device"):
        write_text(path, "new", replace=True)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotWritten, match="No such file"):
        write_text(tmp_path / "nowhere" / "report.html", "x")
