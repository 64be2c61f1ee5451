"""Writing goes on whatever becomes of the file, and nothing is lost when it comes back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from quizbank.card import Rating
from quizbank.errors import UnknownEvent
from quizbank.history.events import Rated
from quizbank.history.journal import Journal
from quizbank.history.store import history_in_memory, open_history
from quizbank.message import Message
from tests.quizbank.history.samples import NOW, RULES, answered


@contextmanager
def held(path: Path) -> Iterator[sqlite3.Connection]:
    """Keep anybody else from writing to a history."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_what_the_file_does_not_take_is_handed_over_later(path: Path) -> None:
    journal = Journal(open_history(path, RULES, NOW, busy_seconds=0.01), RULES)
    first = journal.append(answered(), NOW)
    with held(path):
        second = journal.append(answered("tensors/copies"), NOW)
        rated = journal.append(Rated(first.uuid, Rating.HARD), NOW)
        assert "Another program" in str(journal.not_kept)
        assert journal.history.events() == [first, second, rated]
    with open_history(path, RULES, NOW) as reader:
        assert reader.events() == [first]
        third = journal.append(answered("tensors/strides"), NOW)
        assert journal.not_kept is None
        assert reader.events() == [first, second, rated, third]
        assert reader.consistent(NOW)
    assert journal.close(NOW) is None


def test_closing_tries_a_last_time(path: Path) -> None:
    journal = Journal(open_history(path, RULES, NOW, busy_seconds=0.01), RULES)
    with held(path):
        event = journal.append(answered(), NOW)
    assert journal.close(NOW) is None
    with open_history(path, RULES, NOW) as history:
        assert history.events() == [event]


def test_closing_says_what_did_not_reach_the_file(path: Path) -> None:
    journal = Journal(open_history(path, RULES, NOW, busy_seconds=0.01), RULES)
    with held(path):
        journal.append(answered(), NOW)
        assert "Another program" in str(journal.close(NOW))


def test_a_history_in_memory_says_all_along_why_it_is_not_kept() -> None:
    reason = Message("There is no room.")
    journal = Journal(history_in_memory(RULES, NOW, not_kept=reason), RULES)
    journal.append(answered(), NOW)
    assert journal.not_kept == reason
    assert journal.close(NOW) == reason


def test_a_fact_about_nothing_is_an_error_and_no_failure_of_the_file(path: Path) -> None:
    journal = Journal(open_history(path, RULES, NOW), RULES)
    with pytest.raises(UnknownEvent):
        journal.append(Rated("nothing", Rating.HARD), NOW)
    assert journal.not_kept is None
    journal.close(NOW)
