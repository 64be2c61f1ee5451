"""What the log says of one question: a fold over its events, with nothing else read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from quizbank.card import Card, Rating, Review
from quizbank.history.events import (
    DAY_STARTS_AT,
    Answered,
    Event,
    Fact,
    Flagged,
    Rated,
    Reset,
    Undone,
    Unflagged,
    Wanted,
    study_day,
)
from quizbank.session import Score

Advance = Callable[[Card | None, Review], Card]

FOLD = 4
"""The version of this file's meaning; raised with it, so that what older code derived is derived anew."""


@dataclass(frozen=True)
class Rules:
    """What the derived tables depend on besides the log; when it changes, they are derived anew.

    ``scheduler`` names ``advance`` and its parameters. ``formerly`` maps old question ids to those of today;
    ``day_starts_at`` is a local hour.
    """

    advance: Advance
    scheduler: str
    formerly: Mapping[str, str] = field(default_factory=dict)
    day_starts_at: int = DAY_STARTS_AT

    def current(self, question_id: str) -> str:
        """Return today's id of a question."""
        return self.formerly.get(question_id, question_id)

    def topic(self, answered: Answered) -> str:
        """Return the topic that an answer counts for today: a question may have moved."""
        current = self.current(answered.question_id)
        return answered.topic if current == answered.question_id else current.partition("/")[0]

    def day(self, event: Event) -> date:
        """Return the study day of an event, where the learner was."""
        return study_day(event.at, event.offset, self.day_starts_at)

    @property
    def fingerprint(self) -> str:
        """What tells these rules from others."""
        parts = [FOLD, self.scheduler, sorted(self.formerly.items()), self.day_starts_at]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Standing:
    """How a learner stands with a question.

    ``last_score`` is that of the last answer that was judged, or says that it was skipped since then; to skip
    what was wrong shows nothing new, and leaves it wrong. ``flag`` is the note of a flag, empty where it has
    none, and None without a flag; ``wanted`` is whether the learner wants it asked soon.
    """

    card: Card | None = None
    last_score: Score | None = None
    flag: str | None = None
    wanted: bool = False


@dataclass(frozen=True, slots=True)
class Amendments:
    """Which events are withdrawn, and which answers have another rating than was proposed."""

    withdrawn: frozenset[str] = frozenset()
    ratings: Mapping[str, Rating] = field(default_factory=dict)

    def rating(self, event: Event, answered: Answered) -> Rating | None:
        """Return the rating that holds for an answer."""
        return self.ratings.get(event.uuid, answered.proposed)


def amendments(events: Iterable[Event]) -> Amendments:
    """Collect what ratings and undoings change, in any order; other events are passed over."""
    ordered = sorted(events, key=lambda event: event.order)
    withdrawn = frozenset(one.fact.event for one in ordered if isinstance(one.fact, Undone))
    ratings = {
        one.fact.answer: one.fact.rating
        for one in ordered
        if isinstance(one.fact, Rated) and one.uuid not in withdrawn
    }
    return Amendments(withdrawn, ratings)


def concerned(fact: Fact, rules: Rules) -> frozenset[str]:
    """Return the questions, by today's ids, whose standing an event changes by itself."""
    match fact:
        case Answered() | Flagged() | Unflagged():
            return frozenset([rules.current(fact.question_id)])
        case Reset() | Wanted():
            return frozenset(rules.current(one) for one in fact.question_ids)
        case _:
            return frozenset()


def step(standing: Standing, question_id: str, event: Event, amended: Amendments, rules: Rules) -> Standing:
    """Return how the learner stands with a question after an event that concerns it."""
    if event.uuid in amended.withdrawn:
        return standing
    match event.fact:
        case Answered() as answered:
            card, score, wanted = standing.card, standing.last_score, standing.wanted
            rating = amended.rating(event, answered)
            if rating is not None and answered.scheduled:
                day = rules.day(event)
                if card is not None:
                    # A clock that was put back, or a flight west across the date line, must not make an
                    # interval negative.
                    day = max(day, card.last_review)
                card = rules.advance(
                    card, Review(question_id, day, rating, answered.seconds, answered.revision)
                )
                wanted = False
            counts_as = answered.counts_as
            if counts_as != "unjudged" and not (counts_as == "skipped" and score == "wrong"):
                score = counts_as
            return Standing(card, score, standing.flag, wanted)
        case Reset():
            return Standing(flag=standing.flag)
        case Flagged(note=note):
            return replace(standing, flag=note)
        case Wanted():
            return replace(standing, wanted=True)
        case Unflagged():
            return replace(standing, flag=None)
        case _:
            return standing
