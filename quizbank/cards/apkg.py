"""Cards as a package for Anki: a zip archive with a collection in SQLite, layout 11, which every Anki reads.

The same cards give the same bytes: nothing in a package is random, and no time is that of writing.
"""

from __future__ import annotations

import hashlib
import html
import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quizbank.cards.deck import MARK, NAME, TYPES, Deck, Written
from quizbank.cards.note import FIELDS, Note, note_of, style, templates

QUESTION_TYPE, CLOZE_TYPE = 1_764_547_200_101, 1_764_547_200_102
"""The ids of the two note types. Frozen, as FIELDS are."""
CREATED = 1_764_547_200
FIRST_ID = 1000 * CREATED
"""Notes and cards are numbered from here by their guids; Anki takes such numbers for milliseconds."""
ID_RANGE = 1 << 33
SEPARATOR = "\x1f"
_ELEMENTS = re.compile(r"<[^>]*>")
_CLOZES = re.compile(r"\{\{c(\d+)::")

_LAYOUT = """
CREATE TABLE col (id integer primary key, crt integer, mod integer, scm integer, ver integer, dty integer,
    usn integer, ls integer, conf text, models text, decks text, dconf text, tags text);
CREATE TABLE notes (id integer primary key, guid text, mid integer, mod integer, usn integer, tags text,
    flds text, sfld integer, csum integer, flags integer, data text);
CREATE TABLE cards (id integer primary key, nid integer, did integer, ord integer, mod integer, usn integer,
    type integer, queue integer, due integer, ivl integer, factor integer, reps integer, lapses integer,
    left integer, odue integer, odid integer, flags integer, data text);
CREATE TABLE revlog (id integer primary key, cid integer, usn integer, ease integer, ivl integer,
    lastIvl integer, factor integer, time integer, type integer);
CREATE TABLE graves (usn integer, oid integer, type integer);
"""


def write(deck: Deck) -> tuple[Written, ...]:
    """Return the package; each note carries the time at which its own content came to be."""
    notes = [note_of(card) for card in deck.cards]
    moments = {note.guid: deck.moment(note.card.id) for note in notes}
    return (
        Written(
            _zipped({"collection.anki2": _collection(notes, moments, deck.moment(TYPES)), "media": b"{}"})
        ),
    )


def _collection(notes: Sequence[Note], moments: Mapping[str, int], types_moment: int) -> bytes:
    with sqlite3.connect(":memory:") as database:
        database.executescript(_LAYOUT)
        decks = {name: number for number, name in enumerate(_deck_names(notes), FIRST_ID + 1)}
        _write_settings(database, decks, types_moment)
        ids = _ids([note.guid for note in notes])
        card_ids = _ids([f"{note.guid} {ordinal}" for note in notes for ordinal in _ordinals(note)])
        for position, note in enumerate(notes, 1):
            moment = moments[note.guid]
            _write_note(database, note, ids[note.guid], moment)
            for ordinal in _ordinals(note):
                card_id = card_ids[f"{note.guid} {ordinal}"]
                values = (card_id, ids[note.guid], decks[note.deck], ordinal, moment, -1, 0, 0, position)
                database.execute(
                    "INSERT INTO cards VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')", values
                )
        database.commit()
        return database.serialize()


def _deck_names(notes: Iterable[Note]) -> list[str]:
    return [NAME, *dict.fromkeys(note.deck for note in notes if note.deck != NAME)]


def _ordinals(note: Note) -> list[int]:
    """Return the places of a note's cards: one for each hole, or the only one."""
    if not note.cloze:
        return [0]
    return sorted({int(number) - 1 for number in _CLOZES.findall(note.fields[0])})


def _ids(names: Iterable[str]) -> dict[str, int]:
    """Number things by what they are called, so that they keep their numbers when others come or go."""
    taken: dict[str, int] = {}
    used: set[int] = set()
    for name in names:
        number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:5]) % ID_RANGE
        while number in used:
            number += 1
        used.add(number)
        taken[name] = FIRST_ID + number
    return taken


def _write_note(database: sqlite3.Connection, note: Note, note_id: int, moment: int) -> None:
    sort_field = html.unescape(_ELEMENTS.sub("", note.fields[0]))
    checksum = int(hashlib.sha1(sort_field.encode(), usedforsecurity=False).hexdigest()[:8], 16)
    kind = CLOZE_TYPE if note.cloze else QUESTION_TYPE
    tags = f" {' '.join(note.tags)} "
    values = (note_id, note.guid, kind, moment, -1, tags, SEPARATOR.join(note.fields), sort_field, checksum)
    database.execute("INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '')", values)


def _write_settings(database: sqlite3.Connection, decks: Mapping[str, int], moment: int) -> None:
    kinds = {str(one["id"]): one for one in (_note_type(moment, cloze=False), _note_type(moment, cloze=True))}
    named = {str(number): _deck(name, number) for name, number in decks.items()}
    named["1"] = _deck("Default", 1)
    settings = {
        "activeDecks": [1], "curDeck": 1, "newSpread": 0, "collapseTime": 1200, "timeLim": 0,
        "estTimes": True, "dueCounts": True, "curModel": None, "nextPos": 1, "sortType": "noteFld",
        "sortBackwards": False, "addToCur": True, "dayLearnFirst": False,
    }  # fmt: skip
    texts: tuple[dict[str, Any], ...] = (settings, kinds, named, {"1": _deck_options()}, {})
    database.execute(
        "INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, ?)",
        (CREATED, FIRST_ID, FIRST_ID, *(json.dumps(one, sort_keys=True) for one in texts)),
    )


def _note_type(moment: int, *, cloze: bool) -> dict[str, Any]:
    front, back = templates(cloze=cloze)
    fields = [
        {"name": name, "ord": place, "sticky": False, "rtl": False, "font": "Arial", "size": 16, "media": []}
        for place, name in enumerate(FIELDS)
    ]
    template = {
        "name": "Cloze" if cloze else "Card", "ord": 0, "qfmt": front, "afmt": back, "bqfmt": "", "bafmt": "",
        "did": None, "bfont": "", "bsize": 0,
    }  # fmt: skip
    return {
        "id": CLOZE_TYPE if cloze else QUESTION_TYPE,
        "name": f"{NAME} cloze" if cloze else f"{NAME} question",
        "type": int(cloze), "mod": moment, "usn": -1, "sortf": 0, "did": None, "tmpls": [template],
        "flds": fields, "css": style(), "latexPre": "", "latexPost": "", "latexsvg": False,
        "req": [[0, "any", [0]]], "tags": [], "vers": [],
    }  # fmt: skip


def _deck(name: str, number: int) -> dict[str, Any]:
    return {
        "id": number, "name": name, "mod": CREATED, "usn": -1, "desc": "", "dyn": 0, "conf": 1,
        "collapsed": False, "browserCollapsed": False, "extendNew": 0, "extendRev": 0,
        "newToday": [0, 0], "revToday": [0, 0], "lrnToday": [0, 0], "timeToday": [0, 0],
    }  # fmt: skip


def _deck_options() -> dict[str, Any]:
    """Return Anki's usual options: a package brings none of its own."""
    return {
        "id": 1, "name": "Default", "mod": 0, "usn": 0, "maxTaken": 60, "autoplay": True, "timer": 0,
        "replayq": True, "dyn": False,
        "new": {"delays": [1, 10], "ints": [1, 4, 7], "initialFactor": 2500, "order": 1, "perDay": 20,
                "bury": False},
        "rev": {"perDay": 200, "ease4": 1.3, "ivlFct": 1, "maxIvl": 36500, "bury": False, "hardFactor": 1.2},
        "lapse": {"delays": [10], "mult": 0, "minInt": 1, "leechFails": 8, "leechAction": 1},
    }  # fmt: skip


def _zipped(members: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            member.create_system = 3  # the same archive on every system
            archive.writestr(member, content)
        archive.comment = MARK.encode()
    return buffer.getvalue()
