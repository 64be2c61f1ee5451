"""The agenda of a day, with an interview ahead and without one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from random import Random

import numpy as np

from quizbank.card import Card, Review
from quizbank.planning.agenda import Agenda, Entry, Why, explain_first
from quizbank.planning.deck import Deck
from quizbank.planning.gain import Gains, gains
from quizbank.planning.goal import Goal
from quizbank.planning.standing import Standing, standing
from quizbank.planning.today import Today, today
from quizbank.scheduler import Scheduler

# Without an interview, new questions take this share of the day's budget before what is due has its turn,
# and the rest of the day's new ones what time that leaves: neither is ever squeezed out.
NEW_SHARE = 0.7


def plan(
    deck: Deck,
    cards: Mapping[str, Card],
    day: date,
    goal: Goal,
    scheduler: Scheduler,
    rng: Random,
    answers: Sequence[Review] = (),
    spent: float | None = None,
    wanted: Collection[str] = (),
) -> Agenda:
    """Return what to ask on a day; plan again after every answer, and the first entry is the next question.

    ``answers`` are the day's reviews so far, in order; ``cards`` know them already. ``spent`` is how many
    seconds of the day's budget are gone, by default those that the answers took. ``wanted`` are the ids that
    the learner asked for: they come next, the weakest first. ``rng`` decides between
    equals, so give it the same seed all day. Raises ScheduleError when the interview is over.
    """
    w = np.array(scheduler.parameters)
    now = standing(deck, cards, day, w)
    so_far = today(deck, cards, day, answers)
    used = so_far.seconds if spent is None else spent
    worth = None if goal.interview is None else gains(deck, now, goal.days_left(day), goal.first_pass, w)
    course = _Course(deck, now, None if goal.seconds is None else goal.seconds - used, worth)
    for question_id, place in so_far.again(cards):
        course.repeat(deck.position[question_id], place)
    asked_for = [deck.position[one] for one in wanted if one in deck.position]
    for index in sorted(asked_for, key=lambda one: (now.known[one], one)):
        course.take(index, "wanted")
    for index in so_far.forward(deck, now):
        if worth is None or worth.worth[index]:
            course.take(index, "forward")
    if worth is None:
        _without_a_date(course, so_far, goal, rng)
    else:
        _towards_a_date(course, worth, rng)
    entries = course.entries
    recall_then = recall_after = None
    if worth is not None:
        recall_then = deck.mean(worth.recall_then)
        asked = np.zeros(len(deck))
        asked[[deck.position[entry.question_id] for entry in entries if entry.why != "again"]] = 1
        recall_after = recall_then + deck.mean(asked * worth.gain)
    return Agenda(day, entries, deck.mean(now.known), now.unseen, recall_then, recall_after)


def cram(
    deck: Deck, cards: Mapping[str, Card], day: date, scheduler: Scheduler, rng: Random
) -> tuple[Entry, ...]:
    """Return the whole deck, the weakest recall first; practising it so is no review and changes nothing."""
    now = standing(deck, cards, day, np.array(scheduler.parameters))
    course = _Course(deck, now, None)
    for index in sorted(_shuffled(deck, rng), key=lambda one: now.known[one]):
        course.take(index, "cram")
    return course.entries


class _Course:
    """A day's entries as they are put together: no question twice, and never over the budget."""

    def __init__(self, deck: Deck, now: Standing, seconds: float | None, worth: Gains | None = None) -> None:
        self.deck = deck
        self.now = now
        self._left = float("inf") if seconds is None else seconds
        self._worth = worth
        self._entries: list[Entry] = []
        self._repeats: list[tuple[int, Entry]] = []
        self._taken: set[int] = set()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in order, repeats in their places, or at the end if it comes sooner."""
        entries = self._entries.copy()
        for place, entry in sorted(self._repeats, key=lambda repeat: repeat[0]):
            entries.insert(place, entry)
        return tuple(entries)

    @property
    def new(self) -> int:
        """How many of the entries were never seen."""
        return sum(not self.now.seen[index] for index in self._taken)

    def take(self, index: int, why: Why) -> bool:
        """Add a question if it fits and isn't there yet; whether it was added."""
        if not self._reserve(index):
            return False
        gain = 0.0 if self._worth is None else float(self._worth.gain[index])
        self._entries.append(self._entry(index, why, gain))
        return True

    def repeat(self, index: int, place: int) -> None:
        """Keep time for a question that was missed earlier, to come after ``place`` others."""
        if self._reserve(index):
            self._repeats.append((place, self._entry(index, "again", 0.0)))

    def _reserve(self, index: int) -> bool:
        seconds = float(self.now.seconds[index])
        if index in self._taken or seconds > self._left:
            return False
        self._taken.add(index)
        self._left -= seconds
        return True

    def _entry(self, index: int, why: Why, gain: float) -> Entry:
        return Entry(
            self.deck.ids[index],
            why,
            float(self.now.seconds[index]),
            float(self.now.recall[index]),
            gain,
            explain_first(self.now.cards[index]),
        )


def _towards_a_date(course: _Course, worth: Gains, rng: Random) -> None:
    candidates = [index for index in _shuffled(course.deck, rng) if worth.worth[index]]
    for index in sorted(candidates, key=lambda one: -worth.rate[one]):
        course.take(index, _why(course.now, index, "gain"))


def _without_a_date(course: _Course, so_far: Today, goal: Goal, rng: Random) -> None:
    deck, now = course.deck, course.now
    unseen = [index for index in _shuffled(deck, rng) if not now.seen[index]]
    room = goal.new_a_day - len(so_far.introduced) - course.new
    share = float("inf") if goal.seconds is None else NEW_SHARE * goal.seconds - so_far.seconds_on_new
    for index in unseen:
        seconds = float(now.seconds[index])
        if room > 0 and seconds <= share and course.take(index, "new"):
            room -= 1
            share -= seconds
    due = [index for index in range(len(deck)) if now.due[index] and not now.today[index]]
    for index in sorted(due, key=lambda one: now.known[one]):
        course.take(index, _why(now, index, "due"))
    for index in unseen:
        if room > 0 and course.take(index, "new"):
            room -= 1


def _why(now: Standing, index: int, otherwise: Why) -> Why:
    if not now.seen[index]:
        return "new"
    return "revised" if now.revised[index] else otherwise


def _shuffled(deck: Deck, rng: Random) -> list[int]:
    order = list(range(len(deck)))
    rng.shuffle(order)
    return order
