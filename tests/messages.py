"""Keeps the Chinese catalog in step with the sources: ``python -m tests.messages``.

Extracts every interface string, merges it into the catalog, and compiles that. What is new is left
untranslated, and a test fails until somebody has translated it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from cyclopts import App
from rich.console import Console

from tui.cli import app
from tui.cli_help import TranslatedHelp

ROOT = Path(__file__).parent.parent
PACKAGES = ("quizbank", "runner", "tui")
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "ngettext": (1, 2),
    "Message": None,
    "_Unreadable": None,
    "_Differs": None,
    "_NoGraph": None,
}
UNCHANGING = datetime(2026, 1, 1, tzinfo=UTC)
CATALOG = ROOT / "tui/locale/zh/LC_MESSAGES/torchdrill.po"


def extracted() -> Catalog:
    """Return the interface strings of the sources, each with where it stands."""
    catalog = Catalog(project="torchdrill", charset="utf-8")
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            for _line, message, _comments, _context in extract_from_file("python", path, KEYWORDS):
                catalog.add(message, locations=[(name, 0)])
    for text in help_texts():
        catalog.add(text, locations=[("tui/cli.py", 0)])
    return catalog


def help_texts() -> list[str]:
    """Return what the help of all commands looks up: it stands in docstrings and declarations."""
    texts: list[str] = []

    def looked_up(text: str) -> str:
        texts.append(text)
        return text

    usual = app.help_formatter
    app.help_formatter = TranslatedHelp(looked_up)
    try:
        for tokens in command_lines(app):
            app.help_print(tokens, console=Console(file=io.StringIO()))
    finally:
        app.help_formatter = usual
    return texts


def command_lines(of: App, before: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """Yield what has to be typed for each command, the app itself and commands of commands among them."""
    yield list(before)
    for name in of:
        if name not in of.help_flags and name not in of.version_flags:
            yield from command_lines(of[name], (*before, name))


def read_catalog() -> Catalog:
    """Return the Chinese catalog as it is on disk."""
    with CATALOG.open("rb") as file:
        catalog = read_po(file, locale="zh")
    # The header says nothing that changes by itself, so that the files change only when a string does.
    catalog.creation_date = catalog.revision_date = UNCHANGING
    catalog.msgid_bugs_address, catalog.last_translator, catalog.language_team = "", "torchdrill", "zh"
    return catalog


def merged() -> Catalog:
    """Return the Chinese catalog brought up to date with the sources."""
    catalog = read_catalog()
    catalog.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


def po_bytes(catalog: Catalog) -> bytes:
    """Return the catalog as its text file; line numbers are left out, for they change all the time."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=100, include_lineno=False, sort_by_file=True, omit_header=False)
    return buffer.getvalue()


def mo_bytes(catalog: Catalog) -> bytes:
    """Return the catalog compiled."""
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def main() -> None:
    """Bring the catalog and its compiled form up to date, and say what is untranslated."""
    catalog = merged()
    CATALOG.write_bytes(po_bytes(catalog))
    CATALOG.with_suffix(".mo").write_bytes(mo_bytes(catalog))
    for message in catalog:
        if message.id and not (all(message.string) if isinstance(message.string, tuple) else message.string):
            print(f"untranslated: {message.id!r}")


if __name__ == "__main__":
    main()
