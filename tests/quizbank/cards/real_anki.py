"""The real Anki, without its screen: a collection that packages and texts are imported into."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anki.lang
from anki import import_export_pb2
from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest, ImportCsvRequest


@dataclass
class RealAnki:
    """A learner's collection."""

    collection: Any
    folder: Path

    def take_package(self, content: bytes) -> dict[str, int]:
        """Import a package as Anki does by default; return how many notes became what."""
        path = self.folder / "taken.apkg"
        path.write_bytes(content)
        options = ImportAnkiPackageOptions(
            merge_notetypes=False,
            update_notes=0,
            update_notetypes=0,
            with_scheduling=False,
            with_deck_configs=False,
        )
        request = ImportAnkiPackageRequest(package_path=str(path), options=options)
        return _counted(self.collection.import_anki_package(request).log)

    def take_text(self, content: bytes, note_type: str) -> dict[str, int]:
        """Import a text for a note type, as Anki's own dialog does."""
        path = self.folder / "taken.txt"
        path.write_bytes(content)
        metadata = self.collection.get_csv_metadata(str(path), None)
        metadata.global_notetype.id = self.collection.models.id_for_name(note_type)
        fields = len(self.collection.models.by_name(note_type)["flds"])
        del metadata.global_notetype.field_columns[:]
        metadata.global_notetype.field_columns.extend([3, 4, *[0] * (fields - 2)])
        return _counted(self.collection.import_csv(ImportCsvRequest(path=str(path), metadata=metadata)).log)

    def notes(self) -> dict[str, Any]:
        """Return all notes by the ids of their questions."""
        notes = map(self.collection.get_note, self.collection.find_notes(""))
        return {note["ID"]: note for note in notes}

    def sides(self, note: Any) -> list[tuple[str, str]]:
        """Return what each card of a note shows in front and behind, as HTML."""
        rendered = [card.render_output(reload=True) for card in note.cards()]
        return [(one.question_text, one.answer_text) for one in rendered]

    def is_sound(self) -> bool:
        """Tell whether nothing is broken, missing or empty."""
        _, fine = self.collection.fix_integrity()
        missing = self.collection.media.check().missing
        return fine and not missing and not self.collection.get_empty_cards().notes


@contextmanager
def real_anki(folder: Path) -> Iterator[RealAnki]:
    anki.lang.set_lang("en_US")
    collection = Collection(str(folder / "collection.anki2"))
    try:
        yield RealAnki(collection, folder)
    finally:
        collection.close()


def text_of(markup: str) -> str:
    """Return what a reader sees of HTML, but for blanks."""
    visible = re.sub(r"<style.*?</style>|<[^>]*>", "", markup, flags=re.DOTALL)
    return html.unescape(visible)


def _counted(log: import_export_pb2.ImportResponse.Log) -> dict[str, int]:
    names = ("new", "updated", "duplicate", "conflicting", "missing_notetype", "empty_first_field")
    return {name: count for name in names if (count := len(getattr(log, name)))}
