from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from quizbank.errors import PackError
from quizbank.packs import TrustList, open_pack, strangers
from tests.samples import write_sample

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def test_trust_is_by_content(tmp_path: Path) -> None:
    directory = tmp_path / "pack"
    directory.mkdir()
    path = write_sample(directory, "choice")
    trusted = TrustList(tmp_path / "config" / "trusted.json")
    pack = open_pack(directory)
    assert strangers([pack], trusted) == [pack]
    trusted.trust(pack, NOW)
    assert strangers([open_pack(directory)], trusted) == []
    path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert strangers([open_pack(directory)], trusted) != []


def test_moved_content_stays_trusted_and_a_renamed_question_does_not(tmp_path: Path) -> None:
    directory = tmp_path / "pack"
    directory.mkdir()
    path = write_sample(directory, "choice")
    trusted = TrustList(tmp_path / "trusted.json")
    trusted.trust(open_pack(directory), NOW)
    moved = directory.rename(tmp_path / "moved")
    assert trusted.trusts(open_pack(moved))
    (moved / "samples" / path.name).rename(moved / "samples" / "renamed.toml")
    assert not trusted.trusts(open_pack(moved))


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '"x"'])
def test_a_damaged_list_trusts_nobody(tmp_path: Path, content: str) -> None:
    directory = tmp_path / "pack"
    directory.mkdir()
    write_sample(directory, "choice")
    path = tmp_path / "trusted.json"
    path.write_text(content)
    trusted = TrustList(path)
    assert not trusted.trusts(open_pack(directory))
    trusted.trust(open_pack(directory), NOW)
    assert trusted.trusts(open_pack(directory))


def test_what_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="is not a folder"):
        open_pack(tmp_path / "nowhere")
    with pytest.raises(PackError, match="has no question files"):
        open_pack(tmp_path)
