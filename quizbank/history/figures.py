"""What the screens ask of a history; everything is read from the derived tables."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from quizbank.card import Rating, Review
from quizbank.history import log
from quizbank.history.events import (
    EPOCH,
    Answered,
    Event,
    Hinted,
    Mode,
    Plan,
    Rated,
    Replanned,
    Reset,
    Started,
)
from quizbank.history.fold import Rules, amendments, concerned
from quizbank.session import TopicScore

WEEKS = 26

_REVIEWS = """
    id IN (SELECT event FROM answers WHERE {day})
    OR id IN (
        SELECT id FROM events AS resets WHERE kind = 'reset' AND EXISTS (
            SELECT 1 FROM concerns
            WHERE event = resets.id AND question_id IN (SELECT question_id FROM answers WHERE {day})
        )
    )
"""


@dataclass(frozen=True, slots=True)
class Home:
    """A learner's history in figures, of the questions that are asked today.

    ``streak`` counts the study days without a gap up to today, or up to yesterday as long as nothing was
    answered today. ``per_day`` counts the answers of the last 182 days, today's last. ``topics`` tells how
    judged answers went since the beginning, ``answers`` counts all of them, judged or not. To skip is no
    answer.
    """

    due: int
    new: int
    wrong_last: int
    flagged: int
    streak: int
    per_day: tuple[int, ...]
    topics: tuple[TopicScore, ...]
    answers: int


@dataclass(frozen=True, slots=True)
class PastAnswer:
    """An answer of before, with the rating that holds now; ``withdrawn`` ones count for nothing."""

    event: Event
    answered: Answered
    rating: Rating | None
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A session in figures; ``finished`` is None while it may be taken up again.

    ``answered`` counts the questions that are done with, ``judged`` leaves out those that were skipped.
    """

    session: str
    at: datetime
    offset: int
    mode: Mode
    planned: int
    answered: int
    judged: int
    right: int
    seconds: float
    finished: bool | None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A session that was interrupted, with today's question ids.

    ``answers`` are those given in it so far; ``remaining`` starts with the question at which it stopped.
    ``hints`` counts those shown to questions that weren't answered afterwards.
    """

    session: str
    at: datetime
    started: Started
    plan: Plan
    answers: tuple[Event, ...]
    remaining: tuple[str, ...]
    hints: Mapping[str, int] = field(default_factory=dict)


def home(connection: sqlite3.Connection, active: Collection[str], today: date) -> Home:
    """Return the figures of the home screen; ``active`` are the ids of the questions that can be asked."""
    active = frozenset(active)
    due = reviewed = wrong = flagged = 0
    rows = connection.execute("SELECT question_id, due, last_score, flag, wanted FROM standings")
    for question_id, due_day, last_score, flag, wanted in rows:
        if question_id in active:
            reviewed += due_day is not None or bool(wanted)
            due += bool(wanted) or (due_day is not None and due_day <= today.toordinal())
            wrong += last_score == "wrong"
            flagged += flag is not None
    days: dict[int, int] = dict(
        connection.execute("SELECT day, sum(answers) FROM tallies GROUP BY day").fetchall()
    )
    topics = connection.execute(
        "SELECT topic, sum(right), sum(judged) FROM tallies WHERE judged > 0 GROUP BY topic ORDER BY topic"
    )
    first = today.toordinal() - 7 * WEEKS + 1
    return Home(
        due,
        len(active) - reviewed,
        wrong,
        flagged,
        streak(days, today),
        tuple(days.get(first + number, 0) for number in range(7 * WEEKS)),
        tuple(TopicScore(*row) for row in topics),
        sum(days.values()),
    )


def streak(days: Collection[int], today: date) -> int:
    """Count the days without a gap up to today or yesterday, given the ordinals of those with answers."""
    last = today.toordinal()
    if last not in days:
        last -= 1
    length = 0
    while last - length in days:
        length += 1
    return length


def past_answers(connection: sqlite3.Connection, question_id: str) -> list[PastAnswer]:
    """Return the answers to a question, by today's id, the newest first."""
    ours = "id IN (SELECT event FROM concerns WHERE question_id = ?) AND kind = 'answered'"
    events = [event for _, event in log.rows(connection, ours, (question_id,))]
    amended = amendments(_about(connection, [event.uuid for event in events]))
    return [
        PastAnswer(event, event.fact, amended.rating(event, event.fact), event.uuid in amended.withdrawn)
        for event in reversed(events)
        if isinstance(event.fact, Answered)
    ]


def reviews(connection: sqlite3.Connection, rules: Rules, day: date | None) -> list[Review]:
    """Return the answers that moved cards, in order, with the ratings that hold: of a day, or of all days.

    What came before a question was reset is left out, as it is of its card.
    """
    ours = _REVIEWS.format(day="1" if day is None else f"day = {day.toordinal()}")
    found = [event for _, event in log.rows(connection, ours)]
    amended = amendments(_about(connection, [event.uuid for event in found]))
    made: list[Review] = []
    for event in found:
        if isinstance(event.fact, Reset) and event.uuid not in amended.withdrawn:
            gone = concerned(event.fact, rules)
            made = [one for one in made if one.question_id not in gone]
        elif isinstance(event.fact, Answered):
            rating = amended.rating(event, event.fact)
            if rating is not None and event.fact.scheduled:
                question_id = rules.current(event.fact.question_id)
                seconds, revision = event.fact.seconds, event.fact.revision
                made.append(Review(question_id, rules.day(event), rating, seconds, revision))
    return made


def first_answers(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return how many questions were passed when they first came, and how many came; to skip isn't to pass.

    Of merged histories, the first answer is the one that came into this one first.
    """
    passed, answered = connection.execute(
        """
        SELECT total(score = 'right'), count(*) FROM (
            SELECT score, min(event) FROM answers WHERE score <> 'unjudged' GROUP BY question_id
        )
        """
    ).fetchone()
    return int(passed), answered


def sessions(connection: sqlite3.Connection, limit: int) -> list[SessionRecord]:
    """Return the last sessions, the newest first."""
    rows = connection.execute(
        """
        SELECT session, at, offset, mode, planned, finished,
            (SELECT count(*) FROM answers WHERE answers.session = sessions.session),
            (
                SELECT count(*) FROM answers
                WHERE answers.session = sessions.session AND score NOT IN ('unjudged', 'skipped')
            ),
            (SELECT count(*) FROM answers WHERE answers.session = sessions.session AND score = 'right'),
            (SELECT total(milliseconds) FROM answers WHERE answers.session = sessions.session)
        FROM sessions JOIN events ON uuid = session
        ORDER BY sessions.stamp DESC, session DESC LIMIT ?
        """,
        (limit,),
    )
    return [
        SessionRecord(
            session,
            EPOCH + timedelta(microseconds=at),
            offset,
            mode,
            planned,
            answered,
            judged,
            right,
            milliseconds / 1000,
            None if finished is None else bool(finished),
        )
        for session, at, offset, mode, planned, finished, answered, judged, right, milliseconds in rows
    ]


def without_end(connection: sqlite3.Connection) -> list[str]:
    """Return the sessions that have no end, the last one first."""
    rows = connection.execute(
        "SELECT session FROM sessions WHERE finished IS NULL ORDER BY stamp DESC, session DESC"
    )
    return [session for (session,) in rows]


def unfinished(
    connection: sqlite3.Connection, rules: Rules, going_on: Callable[[str], bool]
) -> Unfinished | None:
    """Return the last session that has no end and isn't going on elsewhere."""
    session = next((one for one in without_end(connection) if not going_on(one)), None)
    event = None if session is None else log.find(connection, session)
    if event is None or not isinstance(event.fact, Started):
        return None
    plan = event.fact.plan
    for _, later in log.rows(connection, "about = ? AND kind = 'replanned'", (event.uuid,)):
        if isinstance(later.fact, Replanned):
            plan = later.fact.plan
    plan = Plan(
        tuple(rules.current(one) for one in plan.question_ids),
        {rules.current(one): order for one, order in plan.shuffles.items()},
    )
    ours = "id IN (SELECT event FROM answers WHERE session = ?)"
    answers = tuple(answer for _, answer in log.rows(connection, ours, (event.uuid,)))
    done = {rules.current(one.fact.question_id) for one in answers if isinstance(one.fact, Answered)}
    remaining = tuple(one for one in plan.question_ids if one not in done)
    shown = [one for _, one in log.rows(connection, "about = ? AND kind = 'hinted'", (event.uuid,))]
    hints = _hints_to_come([*answers, *shown], rules)
    return Unfinished(event.uuid, event.at, event.fact, plan, answers, remaining, hints)


def _hints_to_come(events: Iterable[Event], rules: Rules) -> Mapping[str, int]:
    """Count the hints that no answer has taken up yet, by question; a drill may ask one several times."""
    hints: Counter[str] = Counter()
    for event in sorted(events, key=lambda one: one.order):
        match event.fact:
            case Hinted(question_id=question_id):
                hints[rules.current(question_id)] += 1
            case Answered() as answered:
                del hints[rules.current(answered.question_id)]
    return hints


def _about(connection: sqlite3.Connection, uuids: Iterable[str]) -> list[Event]:
    """Return what rates or withdraws these events, and what withdraws those ratings."""
    found: list[Event] = []
    for uuid in uuids:
        for _, event in log.rows(connection, "about = ?", (uuid,)):
            found.append(event)
            if isinstance(event.fact, Rated):
                found.extend(undoing for _, undoing in log.rows(connection, "about = ?", (event.uuid,)))
    return found
