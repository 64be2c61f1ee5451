"""A learner's history: opened, added to, and asked."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Self

from quizbank.card import Card, Review
from quizbank.errors import HistoryDamaged, HistoryError, HistoryTooNew, ImportRefused
from quizbank.history import exchange, figures, log, mocks, recovery, tables
from quizbank.history.database import Database
from quizbank.history.events import (
    EPOCH,
    Event,
    Fact,
    Reset,
    microseconds,
    offset_of,
    study_day,
)
from quizbank.history.fold import Rules, Standing
from quizbank.history.held import HeldSessions
from quizbank.history.record import Record, read_record
from quizbank.history.recovery import Recovery
from quizbank.history.standings import read_standing, read_standings
from quizbank.message import Message
from quizbank.session import TopicScore

BUSY_SECONDS = 10.0
_CLOCK_IS_OFF = timedelta(hours=24)


def random_uuid() -> str:
    """Return a new name for an event, different on every machine."""
    return str(uuid.uuid4())


class History:
    """The log of one learner and what follows from it, in a file or, where that can't be, in memory.

    Times have a time zone, and its offset is taken for the learner's. A method that writes has its whole
    effect on the disk when it returns, and none when it raises HistoryError. Not for several threads at
    a time.

    ``recovery`` tells what became of a damaged file; ``not_kept`` is why nothing is kept this time.
    """

    def __init__(
        self,
        database: Database,
        rules: Rules,
        now: datetime,
        *,
        new_uuid: Callable[[], str] = random_uuid,
        recovery: Recovery | None = None,
        not_kept: Message | None = None,
    ) -> None:
        self.recovery = recovery
        self.not_kept = not_kept
        self._database = database
        self._rules = rules
        self._new_uuid = new_uuid
        self._held = HeldSessions(database.path)
        with database.reading() as connection:
            current = tables.made_by(connection, rules)
        if not current:
            self.rebuild(now)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._held.close()
        self._database.close()

    # Adding to it

    def append(self, fact: Fact, now: datetime) -> Event:
        """Write down what happened, and return it as an event.

        Raises UnknownEvent for a fact about an event that isn't there or isn't of the kind, and HistoryError.
        """
        with self._writing(now) as connection:
            log.refuse_stray(connection, fact)
            # Read under the lock, so that no two processes take the same stamp, and none one from before
            # what it has seen, wherever its clock went.
            stamp = max(microseconds(now), log.last_stamp(connection) + 1)
            event = Event(self._new_uuid(), stamp, now.astimezone(UTC), offset_of(now), fact)
            row_id, event = log.insert(connection, event)
            tables.record(connection, row_id, event, self._rules)
        return event

    def hold(self, session: str) -> None:
        """Keep a session from being taken up by another process, until it has ended or this one has.

        Raises SessionRunning, HistoryError.
        """
        with self._database.reading() as connection:
            unfinished = figures.without_end(connection)
        self._held.hold(session, unfinished)

    def release(self, session: str) -> None:
        """Let go of a session that has ended."""
        self._held.release(session)

    def merge(self, events: Iterable[Event], now: datetime) -> int:
        """Take in events of another history, and return how many are new here.

        Raises ValueError, and takes in nothing, when one of them contradicts one of the same uuid.
        """
        with self._writing(now) as connection:
            found = [log.insert_missing(connection, event) for event in events]
            new = [one for one in found if one is not None]
            tables.take_in(connection, new, self._rules)
        return len(new)

    def import_from(self, path: Path, now: datetime) -> int:
        """Take in an exported history, all of it or nothing, and return how many events are new here.

        Raises ImportRefused with the line that can't be used.
        """
        with self._writing(now) as connection:
            new: list[tuple[int, Event]] = []
            for line, event in exchange.read_export(path):
                try:
                    inserted = log.insert_missing(connection, event)
                except ValueError as error:
                    raise ImportRefused(path, line, str(error)) from None
                if inserted is not None:
                    new.append(inserted)
            tables.take_in(connection, new, self._rules)
        return len(new)

    def export_to(self, path: Path) -> int:
        """Write every event to a file as JSON Lines and return their number; see ``exchange``."""
        with self._database.reading() as connection:
            return exchange.export_log(connection, path)

    def reset(self, question_ids: Iterable[str], now: datetime) -> Path | None:
        """Make questions new again, after a backup, and return where that is.

        None where there was nothing to reset, or no file to back up.
        """
        ids = tuple(sorted(set(question_ids)))
        if not ids:
            return None
        backup = self._database.back_up(now)
        self.append(Reset(ids), now)
        return backup

    def reset_topic(self, topic: str, now: datetime) -> Path | None:
        """Make a topic's questions new again, after a backup."""
        return self.reset([one for one in self.standings() if one.partition("/")[0] == topic], now)

    def reset_everything(self, now: datetime) -> Path | None:
        """Make all questions new again, after a backup."""
        return self.reset(self.standings(), now)

    def rebuild(self, now: datetime) -> None:
        """Derive everything anew from the log."""
        with self._database.writing(now) as connection:
            tables.rebuild(connection, self._rules)

    # Asking it

    def day(self, now: datetime) -> date:
        """Return the study day of a time."""
        return study_day(now, offset_of(now), self._rules.day_starts_at)

    def standings(self) -> dict[str, Standing]:
        """Return every question that something is known of: its card, its last score, its flag."""
        with self._database.reading() as connection:
            return dict(read_standings(connection))

    def standing(self, question_id: str) -> Standing:
        """Return how the learner stands with a question, by its id of today or of before."""
        with self._database.reading() as connection:
            return read_standing(connection, self._rules.current(question_id))

    def cards(self) -> list[Card]:
        """Return the cards of all questions that were reviewed, by id."""
        return [one.card for one in self.standings().values() if one.card is not None]

    def home(self, active: Collection[str], today: date) -> figures.Home:
        """Return the figures of the home screen; ``active`` are the ids of the questions that are asked."""
        with self._database.reading() as connection:
            return figures.home(connection, active, today)

    def recorder(self) -> Callable[[], Record]:
        """Return what reads the figures of all answers, and may be called once in another thread.

        It raises HistoryError.
        """
        return self._database.elsewhere(read_record)

    def past_answers(self, question_id: str) -> list[figures.PastAnswer]:
        """Return the answers to a question, the newest first, withdrawn ones too."""
        with self._database.reading() as connection:
            return figures.past_answers(connection, self._rules.current(question_id))

    def reviews(self, day: date | None = None) -> list[Review]:
        """Return the answers that moved cards, in order, with the ratings that hold; of one day or of all."""
        with self._database.reading() as connection:
            return figures.reviews(connection, self._rules, day)

    def first_answers(self) -> tuple[int, int]:
        """Return how many questions were right at their first answer, and how many were answered at all."""
        with self._database.reading() as connection:
            return figures.first_answers(connection)

    def sessions(self, limit: int = 50) -> list[figures.SessionRecord]:
        """Return the last sessions, the newest first."""
        with self._database.reading() as connection:
            return figures.sessions(connection, limit)

    def unfinished(self) -> figures.Unfinished | None:
        """Return the last session that was interrupted, until an Ended says that it is given up.

        One that is going on in another process isn't interrupted.
        """
        with self._database.reading() as connection:
            return figures.unfinished(connection, self._rules, self._held.elsewhere)

    def wanted(self) -> list[str]:
        """Return the questions that the learner wants to be asked soon, by id."""
        with self._database.reading() as connection:
            return [one for one, standing in read_standings(connection) if standing.wanted]

    def interviews(self) -> list[mocks.PastInterview]:
        """Return all mock interviews, the oldest first."""
        with self._database.reading() as connection:
            return mocks.interviews(connection)

    def interview(self, number: int) -> mocks.PastInterview | None:
        """Return the mock interview with this number, the last one for -1."""
        with self._database.reading() as connection:
            return mocks.interview(connection, number)

    def topics_before(self, moment: datetime) -> dict[str, TopicScore]:
        """Return how the judged answers of each topic went before a moment."""
        with self._database.reading() as connection:
            return mocks.topics_before(connection, moment)

    def find(self, event: str) -> Event | None:
        """Return the event with this uuid."""
        with self._database.reading() as connection:
            return log.find(connection, event)

    def events(self) -> list[Event]:
        """Return the whole log in order."""
        with self._database.reading() as connection:
            return [event for _, event in log.rows(connection)]

    def clock_warning(self, now: datetime) -> Message | None:
        """Return what to tell the learner when the clock is a day or more behind the last event.

        Answers are kept all the same, in the order in which they were given.
        """
        with self._database.reading() as connection:
            last = EPOCH + timedelta(microseconds=log.last_stamp(connection))
        if last - now < _CLOCK_IS_OFF:
            return None
        return Message(
            "This computer's clock says {now}, and the last answer was on {last}. If the clock is wrong, set "
            "it before you go on: what is due when depends on it.",
            now=f"{now:%Y-%m-%d}",
            last=f"{last.astimezone(now.tzinfo):%Y-%m-%d}",
        )

    def consistent(self, now: datetime) -> bool:
        """Tell whether the derived tables are what a replay of the log gives; nothing is changed."""
        with self._writing(now) as connection:
            before = tables.snapshot(connection)
            connection.execute("SAVEPOINT replay")
            tables.rebuild(connection, self._rules)
            after = tables.snapshot(connection)
            connection.execute("ROLLBACK TO replay")
        return before == after

    @contextmanager
    def _writing(self, now: datetime) -> Iterator[sqlite3.Connection]:
        with self._database.writing(now) as connection:
            # Another process, of another version or with other settings, may have derived by its own rules.
            if not tables.made_by(connection, self._rules):
                tables.rebuild(connection, self._rules)
            yield connection


def open_history(
    path: Path,
    rules: Rules,
    now: datetime,
    *,
    busy_seconds: float = BUSY_SECONDS,
    new_uuid: Callable[[], str] = random_uuid,
) -> History:
    """Open the history in a file, made where there is none; a damaged one is put aside and recovered.

    Another process is waited for ``busy_seconds`` long. Raises HistoryError; then the file is as it was.
    """
    recovered = None
    try:
        database = Database(path, now, busy_seconds)
    except HistoryDamaged:
        recovered = recovery.recover(path, now, busy_seconds)
        database = Database(path, now, busy_seconds)
    try:
        return History(database, rules, now, new_uuid=new_uuid, recovery=recovered)
    except BaseException:
        database.close()
        raise


def history_in_memory(
    rules: Rules,
    now: datetime,
    *,
    not_kept: Message | None = None,
    new_uuid: Callable[[], str] = random_uuid,
) -> History:
    """Open an empty history that is forgotten at the end."""
    return History(Database(None, now, 0.0), rules, now, new_uuid=new_uuid, not_kept=not_kept)


def open_or_do_without(
    path: Path, rules: Rules, now: datetime, *, busy_seconds: float = BUSY_SECONDS
) -> History:
    """Open the history in a file or, where it can't be used, one in memory that starts from what can be read.

    Then ``not_kept`` says why nothing that happens now is kept.
    """
    try:
        return open_history(path, rules, now, busy_seconds=busy_seconds)
    except HistoryError as error:
        history = history_in_memory(rules, now, not_kept=error.message)
        # What a newer version wrote might mean something else by now.
        if not isinstance(error, HistoryTooNew):
            with suppress(OSError):
                history.merge(recovery.read_events(path, now), now)
        return history
