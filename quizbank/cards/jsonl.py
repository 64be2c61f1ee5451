"""Cards as JSON Lines with nothing left out: each question, in both languages, with what its run gave."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import Any

from pydantic import TypeAdapter

from quizbank.cards.card import Card
from quizbank.cards.deck import MARK, Deck, Written, deck_name, guid, tags
from quizbank.cards.evidence import Evidence
from quizbank.question import QUESTION, Question

VERSION = 1
# Some readers would end a line at these, and a lone surrogate can't be written at all.
_UNFIT = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
_EVIDENCE = TypeAdapter(Evidence)


def write(deck: Deck) -> tuple[Written, ...]:
    """Return one object a line, in UTF-8."""
    pairs = zip(deck.cards, deck.sources, strict=True)
    return (Written("".join(_line(card, *source) for card, source in pairs).encode()),)


def read(content: bytes) -> list[tuple[Question, Evidence]]:
    """Return the questions of such a file with what their runs gave.

    Raises ValueError when it is none.
    """
    found = []
    for line in content.decode().split("\n"):
        if line:
            card = json.loads(line)
            if not isinstance(card, dict) or (card.get("made_by"), card.get("version")) != (MARK, VERSION):
                raise ValueError("this is no line of an export")
            found.append((QUESTION.validate_json(json.dumps(card["question"])), _evidence(card["evidence"])))
    return found


def _evidence(plain: dict[str, Any]) -> Evidence:
    return _EVIDENCE.validate_python(plain)


def _line(card: Card, question: Question, evidence: Evidence) -> str:
    whole = {
        "made_by": MARK,
        "version": VERSION,
        "id": card.id,
        "guid": guid(card),
        "deck": deck_name(card),
        "tags": tags(card),
        "works": card.works,
        "question": question.model_dump(mode="json"),
        "evidence": asdict(evidence),
    }
    line = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return _UNFIT.sub(lambda found: f"\\u{ord(found[0]):04x}", line) + "\n"
