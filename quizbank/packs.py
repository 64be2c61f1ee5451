"""Packs: folders of questions beside the built-in bank, and which of them the learner trusts.

Trust is by content: a pack whose files changed since is a stranger again.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from quizbank.errors import PackError
from quizbank.message import Message


@dataclass(frozen=True, slots=True)
class Pack:
    """A folder of questions as it is now; ``digest`` names its content."""

    directory: Path
    files: tuple[Path, ...]
    digest: str


def open_pack(directory: Path) -> Pack:
    """Read which question files a folder has, and their content's digest.

    Raises PackError when it isn't a folder of topics with question files.
    """
    directory = directory.resolve()
    if not directory.is_dir():
        raise PackError(directory, Message("{directory} is not a folder", directory=directory))
    files = tuple(sorted(directory.glob("*/*.toml")))
    if not files:
        raise PackError(
            directory,
            Message(
                "{directory} has no question files; a pack is a folder with <topic>/<slug>.toml in it",
                directory=directory,
            ),
        )
    digest = hashlib.sha256()
    try:
        for path in files:
            content = path.read_bytes()
            name = path.relative_to(directory).as_posix()
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    except OSError as error:
        raise PackError(
            directory,
            Message(
                "{directory} can't be read: {reason}: {file}",
                directory=directory,
                reason=error.strerror,
                file=error.filename,
            ),
        ) from None
    return Pack(directory, files, digest.hexdigest())


class TrustList:
    """The packs that the learner has said to trust, in one JSON file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def trusts(self, pack: Pack) -> bool:
        """Tell whether exactly this content has been trusted."""
        return pack.digest in self._read()

    def trust(self, pack: Pack, now: datetime) -> None:
        """Remember that this content is trusted."""
        entries = self._read()
        entries[pack.digest] = {"directory": str(pack.directory), "since": now.isoformat()}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=self._path.parent, suffix=".tmp", delete=False
        ) as file:
            json.dump(entries, file, indent=2)
        Path(file.name).replace(self._path)

    def _read(self) -> dict[str, dict[str, str]]:
        """Return what the file says; a damaged file trusts nobody."""
        try:
            entries = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return entries if isinstance(entries, dict) else {}


def strangers(packs: Sequence[Pack], trusted: TrustList) -> list[Pack]:
    """Return the packs whose content hasn't been trusted."""
    return [pack for pack in packs if not trusted.trusts(pack)]
