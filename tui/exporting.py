"""Making flashcards: running the questions, dating their cards, and writing files whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError

from quizbank.bank import Bank
from quizbank.cards.card import Card, card_of
from quizbank.cards.deck import MARK, TYPES, Deck, Written
from quizbank.cards.evidence import Evidence
from quizbank.cards.formats import writer_of
from quizbank.cards.ledger import Entry, LedgerFile, brought_up_to_date
from quizbank.cards.note import note_of, types_digest
from quizbank.cards.vocabulary import Format, Style
from quizbank.errors import QuizbankError
from quizbank.question import Question
from quizbank.vocabulary import Language
from runner.card_runs import run_for_cards
from runner.judge import Runs
from tui import places
from tui.i18n import _

LOOKED_AT = 4096
REVIEWS = b"<!--SR:"
"""How many bytes of a file's beginning and end are searched for the mark of an export."""


class NotOurs(QuizbankError):
    """A file is in the way that no export wrote, or that can't be written; it is left as it is."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What to write: the format, the dialect of Markdown, and the languages of the cards."""

    format: Format
    style: Style | None
    languages: tuple[Language, ...]


@dataclass(frozen=True, slots=True)
class Export:
    """Files to be written, the cards in them, and the dates to be kept once they are."""

    files: tuple[Written, ...]
    cards: tuple[Card, ...]
    ledger: dict[str, Entry]


async def make_export(
    runner: Runs,
    bank: Bank,
    questions: Sequence[Question],
    wish: Wish,
    now: datetime,
    *,
    at_once: int = 2,
    advanced: Callable[[], None] = lambda: None,
) -> Export:
    """Run every question and return its cards in a format; ``advanced`` is called after each run."""
    found: dict[str, Evidence] = {}
    async for question_id, evidence in run_for_cards(runner, questions, at_once=at_once):
        found[question_id] = evidence
        advanced()
    return export_of(bank, [(one, found[one.id]) for one in questions], wish, now)


def export_of(bank: Bank, sources: Sequence[tuple[Question, Evidence]], wish: Wish, now: datetime) -> Export:
    """Return the cards of questions that have been run, in a format."""
    now = now.replace(microsecond=0)
    cards = tuple(
        card_of(question, evidence, bank.topic_of(question).title, wish.languages)
        for question, evidence in sources
    )
    digests = {TYPES: types_digest()} | {card.id: note_of(card).digest for card in cards}
    ledger = brought_up_to_date(_read_ledger(), digests, now)
    changed = {name: entry.since for name, entry in ledger.items()}
    deck = Deck(cards, tuple(sources), wish.languages, now, changed)
    return Export(writer_of(wish.format, wish.style)(deck), cards, ledger)


def paths_of(files: Iterable[Written], target: Path) -> list[Path]:
    """Return where each file goes: a part's name stands before the suffix."""
    return [
        target.with_name(f"{target.stem}.{one.part}{target.suffix}") if one.part else target for one in files
    ]


def check_target(path: Path, *, force: bool) -> None:
    """Make sure that a file may be written there.

    Raises NotOurs.
    """
    if not path.parent.is_dir():
        raise NotOurs(_("There is no folder {path}. Make it first.").format(path=path.parent))
    if path.is_dir():
        raise NotOurs(_("{path} is a folder. Give the name of a file.").format(path=path))
    if path.exists() and not force and not _is_ours(path):
        text = _("{path} wasn't written by torchdrill, and was left as it is. --force replaces it.")
        raise NotOurs(text.format(path=path))
    if path.exists() and not force and _has_reviews(path):
        text = _("Obsidian keeps your review dates in {path}. Give another name; --force gives them up.")
        raise NotOurs(text.format(path=path))


def save_export(export: Export, target: Path, *, force: bool) -> list[Path]:
    """Write every file under a temporary name, and then put all in place; return where they are.

    Raises NotOurs.
    """
    paths = paths_of(export.files, target)
    for path in paths:
        check_target(path, force=force)
    try:
        with ExitStack() as unfinished:
            drafts = []
            for path, file in zip(paths, export.files, strict=True):
                drafts.append(_written_beside(path, file.content))
                unfinished.callback(drafts[-1].unlink, missing_ok=True)
            for draft, path in zip(drafts, paths, strict=True):
                draft.replace(path)
    except OSError as error:
        text = _("{path} can't be written: {reason}.")
        raise NotOurs(text.format(path=target, reason=error.strerror or error)) from None
    return paths


def keep_dates(export: Export) -> None:
    """Keep since when the cards are as they are, for the next export."""
    path = places.cards_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    content = LedgerFile(export.ledger).model_dump_json(indent=1).encode()
    draft = _written_beside(path, content)
    draft.replace(path)


def _read_ledger() -> dict[str, Entry]:
    """Return the dates of earlier exports; a file that can't be read means that nothing is known of them."""
    try:
        return LedgerFile.model_validate_json(places.cards_file().read_bytes()).root
    except (OSError, ValidationError, json.JSONDecodeError):
        return {}


def _is_ours(path: Path) -> bool:
    """Tell whether an export wrote this file; an empty one is anybody's."""
    try:
        with path.open("rb") as file:
            begin = file.read(LOOKED_AT)
            file.seek(max(0, path.stat().st_size - LOOKED_AT))
            return not begin or MARK.encode() in begin + b"\n" + file.read()
    except OSError:
        return False


def _has_reviews(path: Path) -> bool:
    """Tell whether Obsidian's plugin has written into a file when its cards are due."""
    try:
        return REVIEWS in path.read_bytes()
    except OSError:
        return False


def _written_beside(path: Path, content: bytes) -> Path:
    """Write a temporary file in the same folder, with the rights that the file has or would get."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        draft = Path(file.name)
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            draft.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    return draft


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
