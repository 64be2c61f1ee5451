"""The layout of a history's file, and how older layouts become this one."""

from __future__ import annotations

APPLICATION_ID = 0x74647231
"""Written in the file's header, so that no other program's SQLite file is taken for a history."""

# Nothing here needs an SQLite younger than 3.24, which old long-term distributions still have.
_FIRST = (
    """
    CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        uuid TEXT NOT NULL UNIQUE,
        stamp INTEGER NOT NULL,
        at INTEGER NOT NULL,
        offset INTEGER NOT NULL,
        kind TEXT NOT NULL,
        about TEXT,
        body TEXT NOT NULL
    )
    """,
    "CREATE INDEX resets ON events (id) WHERE kind = 'reset'",
    "CREATE INDEX events_in_order ON events (stamp, uuid)",
    "CREATE INDEX events_by_about ON events (about) WHERE about IS NOT NULL",
    """
    CREATE TRIGGER events_never_change BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'the log only grows'); END
    """,
    """
    CREATE TRIGGER events_never_go BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'the log only grows'); END
    """,
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # From here on everything follows from the events. Days are proleptic ordinals, as in date.toordinal;
    # times are whole milliseconds, whose sums don't depend on the order of adding.
    """
    CREATE TABLE concerns (
        question_id TEXT NOT NULL,
        event INTEGER NOT NULL REFERENCES events,
        PRIMARY KEY (question_id, event)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE answers (
        event INTEGER PRIMARY KEY REFERENCES events,
        question_id TEXT NOT NULL,
        session TEXT,
        topic TEXT NOT NULL,
        day INTEGER NOT NULL,
        score TEXT NOT NULL,
        milliseconds INTEGER NOT NULL
    )
    """,
    "CREATE INDEX answers_by_question ON answers (question_id, event, score)",
    "CREATE INDEX answers_by_session ON answers (session)",
    "CREATE INDEX answers_by_day ON answers (day)",
    """
    CREATE TABLE tallies (
        day INTEGER NOT NULL,
        topic TEXT NOT NULL,
        answers INTEGER NOT NULL,
        judged INTEGER NOT NULL,
        right INTEGER NOT NULL,
        milliseconds INTEGER NOT NULL,
        PRIMARY KEY (day, topic)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE standings (
        question_id TEXT PRIMARY KEY,
        last_score TEXT,
        flag TEXT,
        stability REAL,
        difficulty REAL,
        due INTEGER,
        last_review INTEGER,
        last_rating INTEGER,
        reviews INTEGER,
        lapses INTEGER,
        seconds REAL,
        revision INTEGER
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE sessions (
        session TEXT PRIMARY KEY,
        stamp INTEGER NOT NULL,
        mode TEXT NOT NULL,
        planned INTEGER NOT NULL,
        finished INTEGER
    ) WITHOUT ROWID
    """,
    "CREATE INDEX sessions_in_order ON sessions (stamp)",
)

_INTERVIEWS = (
    """
    CREATE TABLE mocks (
        interview TEXT PRIMARY KEY,
        event INTEGER NOT NULL REFERENCES events,
        stamp INTEGER NOT NULL,
        uuid TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    "ALTER TABLE standings ADD COLUMN wanted INTEGER NOT NULL DEFAULT 0",
)

# The tables are as before; but a version that doesn't know these events can't read a log that has them.
_HINTS: tuple[str, ...] = ()

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST, _INTERVIEWS, _HINTS)
"""The statements that lead from each version of the layout to the next, from an empty file on."""

DERIVED = ("concerns", "answers", "tallies", "standings", "sessions", "mocks")
"""The tables that a replay of the events fills."""
