"""Since when each card has been saying what it says.

Anki takes a changed note in only if it is newer, and a newer note overwrites what a learner wrote into it.
So a note's time must move when its content does, and at no other time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import AwareDatetime, RootModel


@dataclass(frozen=True, slots=True)
class Entry:
    """A card's content, as a digest, and the moment at which it came to be so."""

    digest: str
    since: AwareDatetime


Ledger = Mapping[str, Entry]


class LedgerFile(RootModel[dict[str, Entry]]):
    """A ledger as JSON."""


def brought_up_to_date(ledger: Ledger, digests: Mapping[str, str], now: datetime) -> dict[str, Entry]:
    """Return the ledger with what changed dated ``now``; a clock that was set back can't make it older."""
    dated = dict(ledger)
    for name, digest in digests.items():
        known = ledger.get(name)
        if known is None:
            dated[name] = Entry(digest, now)
        elif known.digest != digest:
            dated[name] = Entry(digest, max(now, known.since + timedelta(seconds=1)))
    return dated
