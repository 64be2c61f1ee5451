"""Since when each card has been saying what it says.

Anki takes a changed note in only if it is newer, and a newer note overwrites what a learner wrote into it.
So a note's time must move when its content does, and at no other time. Which of two contents is the newer one
can't be told from them, so that has to be remembered. What nothing is remembered of is as old as can be: a
note that Anki hasn't is taken in whatever its date, and one that it has is not known to be out of date.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pydantic import AwareDatetime, RootModel


@dataclass(frozen=True, slots=True)
class Entry:
    """A card's content, as a digest, and the moment at which it came to be so."""

    digest: str
    since: AwareDatetime


FIRST = datetime(2025, 12, 1, tzinfo=UTC)
"""The date of what hasn't changed as far as is known; before any card was exported."""

Ledger = Mapping[str, Entry]


class LedgerFile(RootModel[dict[str, Entry]]):
    """A ledger as JSON."""


def brought_up_to_date(ledger: Ledger, digests: Mapping[str, str], now: datetime) -> dict[str, Entry]:
    """Return the ledger with what changed dated ``now``, and what is new to it FIRST.

    A clock that was set back can't make a change older than what it changed.
    """
    dated = dict(ledger)
    for name, digest in digests.items():
        known = ledger.get(name)
        if known is None:
            dated[name] = Entry(digest, FIRST)
        elif known.digest != digest:
            dated[name] = Entry(digest, max(now, known.since + timedelta(seconds=1)))
    return dated
