"""Simulates three weeks before an interview with our scheduler: ``python -m tests.bench.simulation``.

200 questions, 21 study days, and a memory that FSRS only guesses: FSRS-6 with a stability (lognormal 0.5)
and a growth (0.3) of its own for each question. A new question takes 60 s, a pass 20, a miss 45, a repeat
within the day 12. First answers are rated again, hard, good, easy with .35, .15, .40, .10, later passes hard,
good, easy with .15, .75, .10. Prints the recall on the interview's day, where a question never asked counts
as 0, and how long it takes to plan and to replay.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from quizbank.card import Card, Rating, Review
from quizbank.planning.agenda import Entry
from quizbank.planning.deck import Deck
from quizbank.planning.forecast import forecast
from quizbank.planning.goal import Goal
from quizbank.planning.plan import plan
from quizbank.scheduler import Scheduler
from tests.bench.figures import Bar, median
from tests.decks import question

QUESTIONS, TOPICS, DAYS = 200, 10, 21
START = date(2026, 1, 1)
INTERVIEW = START + timedelta(days=DAYS)
NEW, PASS, MISS, REPEAT = 60.0, 20.0, 45.0, 12.0
FIRST_RATINGS = (0.35, 0.15, 0.40, 0.10)
LATER_RATINGS = (0.0, 0.15, 0.75, 0.10)
SCHEDULER = Scheduler()


@dataclass(frozen=True, slots=True)
class Moment:
    """All that a policy may know when it says what comes next; ``budget`` and ``spent`` are in seconds."""

    deck: Deck
    cards: Mapping[str, Card]
    day: date
    budget: float
    answers: Sequence[Review]
    spent: float
    rng: Random


Policy = Callable[[Moment], Sequence[Entry]]


def ours(interview: date | None) -> Policy:
    def policy(now: Moment) -> Sequence[Entry]:
        goal = Goal(now.budget, interview)
        return plan(now.deck, now.cards, now.day, goal, SCHEDULER, now.rng, now.answers, now.spent).entries

    return policy


def due_first(now: Moment) -> Sequence[Entry]:
    """What most programs do: everything that is due, then new questions with what time is left."""
    missed = [
        one
        for one, card in now.cards.items()
        if card.last_review == now.day and card.last_rating is Rating.AGAIN
    ]
    due = sorted((card.due, one) for one, card in now.cards.items() if card.due <= now.day)
    unseen = [one for one in now.deck.ids if one not in now.cards]
    return [
        *(Entry(one, "again", REPEAT) for one in missed),
        *(Entry(one, "due", PASS) for _due, one in due),
        *(Entry(one, "new", NEW) for one in unseen),
    ]


POLICIES: dict[str, Policy] = {
    "FSRS 0.90, due first, then new": due_first,
    "ours, without a date": ours(None),
    "ours, towards the date": ours(INTERVIEW),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a policy did, as means over the runs; ``weakest`` is over the weakest tenth of the questions."""

    policy: str
    minutes: float
    recall: float
    weakest: float
    unseen: float
    hours: float


def measure(
    runs: int, policies: Mapping[str, Policy] = POLICIES, minutes: Sequence[float] = (30, 15)
) -> list[Outcome]:
    """Return how each policy does with each daily budget; every policy meets the same learners."""
    deck = sample_deck()
    return [
        _mean(name, budget, [_course(deck, policy, budget * 60, Random(seed)) for seed in range(runs)])
        for budget in minutes
        for name, policy in policies.items()
    ]


def sample_deck(questions: int = QUESTIONS, topics: int = TOPICS) -> Deck:
    """Return a deck of one-minute questions, spread evenly over topics."""
    return Deck(question(f"topic-{index % topics}/q-{index}") for index in range(questions))


class _Learner:
    """What really is remembered: cards that only nature sees, which grow at a pace of their own."""

    def __init__(self, deck: Deck, rng: Random) -> None:
        self._rng = rng
        self._cards: dict[str, Card] = {}
        self._stability = {one: math.exp(rng.gauss(0, 0.5)) for one in deck.ids}
        self._growth = {one: math.exp(rng.gauss(0, 0.3)) for one in deck.ids}

    def recall(self, question_id: str, day: date) -> float:
        card = self._cards.get(question_id)
        return 0.0 if card is None else SCHEDULER.recall(card, day)

    def answer(self, question_id: str, day: date) -> Review:
        """Answer once, and remember having done so."""
        before = self._cards.get(question_id)
        if before is None:
            rating, seconds = self._draw(FIRST_RATINGS), NEW
        elif before.last_review == day:
            rating, seconds = Rating.GOOD, REPEAT
        elif self._rng.random() < SCHEDULER.recall(before, day):
            rating, seconds = self._draw(LATER_RATINGS), PASS
        else:
            rating, seconds = Rating.AGAIN, MISS
        review = Review(question_id, day, rating, seconds)
        after = SCHEDULER.review(before, review)
        stability = after.stability
        if before is None:
            stability *= self._stability[question_id]
        elif before.last_review < day and rating is not Rating.AGAIN:
            stability = before.stability + self._growth[question_id] * (stability - before.stability)
        self._cards[question_id] = replace(after, stability=stability)
        return review

    def _draw(self, weights: Sequence[float]) -> Rating:
        return self._rng.choices(list(Rating), weights)[0]


def _course(deck: Deck, policy: Policy, budget: float, rng: Random) -> tuple[float, float, int, float]:
    learner = _Learner(deck, rng)
    cards: dict[str, Card] = {}
    total = 0.0
    for offset in range(DAYS):
        day = START + timedelta(days=offset)
        spent = 0.0
        answers: list[Review] = []
        while spent < budget and (entries := policy(Moment(deck, cards, day, budget, answers, spent, rng))):
            for entry in entries:
                review = learner.answer(entry.question_id, day)
                spent += review.seconds
                answers.append(review)
                cards[entry.question_id] = SCHEDULER.review(cards.get(entry.question_id), review)
                if review.rating is Rating.AGAIN or spent >= budget:
                    break  # after a miss, the rest of the agenda is another one
        total += spent
    recalls = sorted(learner.recall(one, INTERVIEW) for one in deck.ids)
    weakest = recalls[: len(recalls) // 10]
    return statistics.mean(recalls), statistics.mean(weakest), len(deck) - len(cards), total / 3600


def _mean(policy: str, minutes: float, courses: Sequence[tuple[float, float, int, float]]) -> Outcome:
    recall, weakest, unseen, hours = (statistics.mean(values) for values in zip(*courses, strict=True))
    return Outcome(policy, minutes, recall, weakest, unseen, hours)


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the outcomes as a Markdown table."""
    head = ["| policy | min a day | recall (weakest tenth) | unseen | hours |", "| --- |" + " ---: |" * 4]
    rows = [
        f"| {one.policy} | {one.minutes:g} | {one.recall:.3f} ({one.weakest:.3f}) "
        f"| {one.unseen:.1f} | {one.hours:.1f} |"
        for one in outcomes
    ]
    return "\n".join([*head, *rows])


def speed_bars(questions: int = 2000, reviews: int = 100_000) -> list[Bar]:
    """Return how long the next question, a forecast and a replay take, for a large bank all of it seen."""
    deck, rng = sample_deck(questions, topics=25), Random(0)
    history = [
        Review(
            deck.ids[index % questions], START + timedelta(days=index // 200), rng.choice(list(Rating)), 20
        )
        for index in range(reviews)
    ]
    cards: dict[str, Card] = {}
    started = time.perf_counter()
    for review in history:
        cards[review.question_id] = SCHEDULER.review(cards.get(review.question_id), review)
    replay = time.perf_counter() - started
    day = max(card.last_review for card in cards.values()) + timedelta(days=1)
    goal = Goal(1800, day + timedelta(days=DAYS))

    def milliseconds(job: Callable[[], object]) -> float:
        started = time.perf_counter()
        job()
        return 1000 * (time.perf_counter() - started)

    def planning(goal: Goal) -> float:
        return median([milliseconds(lambda: plan(deck, cards, day, goal, SCHEDULER, rng)) for _ in range(30)])

    until = day + timedelta(days=DAYS)
    ahead = [milliseconds(lambda: forecast(deck, cards, day, until, goal, SCHEDULER, rng)) for _ in range(3)]
    size = f"{questions:,} questions"
    return [
        Bar(f"next question of {size}, towards a date", planning(goal), 20, unit="ms"),
        Bar(f"next question of {size}, without a date", planning(Goal(1800)), 20, unit="ms"),
        Bar(f"forecast of {DAYS} days, {size}", median(ahead), 1000, unit="ms"),
        Bar(f"replay of {reviews:,} reviews", replay, 3, unit="s"),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=200)
    print(table(measure(parser.parse_args().runs)))
    for bar in speed_bars():
        print(bar.row())
