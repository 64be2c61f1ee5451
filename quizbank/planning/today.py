"""What the answers of the day so far ask for: what comes again, and what comes forward."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from quizbank.card import Card, Rating, Review
from quizbank.planning.deck import Deck
from quizbank.planning.standing import Standing

# Other questions between a miss and its repeat: enough that the answer isn't simply still on the screen.
AGAIN_AFTER = 4
# What was missed this often on one day is left for another.
MOST_TRIES = 3
# Related questions that one miss brings forward, and all misses of a day together.
FORWARD_A_MISS = 2
FORWARD_A_DAY = 8
# A sibling that is surely known shows nothing about why the other was missed.
SURELY_KNOWN = 0.95


@dataclass(frozen=True, slots=True)
class Today:
    """The day's answers so far, in order; ids that the deck hasn't are left out."""

    answers: tuple[Review, ...]
    introduced: frozenset[str]

    @property
    def seconds(self) -> float:
        """How long the answers took."""
        return sum(answer.seconds for answer in self.answers)

    @property
    def seconds_on_new(self) -> float:
        """How long the first answers to new questions took, and their repeats."""
        return sum(answer.seconds for answer in self.answers if answer.question_id in self.introduced)

    def again(self, cards: Mapping[str, Card]) -> list[tuple[str, int]]:
        """Return what was missed and not yet repeated, with how many other questions should come before."""
        counts = Counter(answer.question_id for answer in self.answers)
        last = {answer.question_id: index for index, answer in enumerate(self.answers)}
        return [
            (question_id, max(0, AGAIN_AFTER - (len(self.answers) - 1 - index)))
            for question_id, index in last.items()
            if self.answers[index].rating is Rating.AGAIN
            and question_id in cards
            and counts[question_id] < MOST_TRIES
        ]

    def forward(self, deck: Deck, now: Standing) -> list[int]:
        """Return the positions of what misses bring forward: follow-ups, then the weakest seen siblings.

        A miss brings two at most, and those that were asked since count.
        """
        brought: dict[int, None] = {}
        room = FORWARD_A_DAY
        for index, answer in enumerate(self.answers):
            first = all(one.question_id != answer.question_id for one in self.answers[:index])
            if answer.rating is not Rating.AGAIN or not first:
                continue
            since = {one.question_id for one in self.answers[index + 1 :]} - {answer.question_id}
            related = self._related(deck, now, deck.position[answer.question_id])
            asked = sum(deck.ids[one] in since for one in related)
            room -= min(asked, FORWARD_A_MISS)
            waiting = [one for one in related if not now.today[one] and one not in brought]
            new = waiting[: max(0, min(FORWARD_A_MISS - asked, room))]
            room -= len(new)
            brought.update(dict.fromkeys(new))
        return list(brought)

    def _related(self, deck: Deck, now: Standing, index: int) -> list[int]:
        siblings = (
            one
            for one in deck.siblings(index)
            if one != index and now.seen[one] and (now.today[one] or now.recall[one] < SURELY_KNOWN)
        )
        weakest = sorted(siblings, key=lambda one: (now.recall[one], one))
        return list(dict.fromkeys([*deck.follow_ups(index), *weakest]))


def today(deck: Deck, cards: Mapping[str, Card], day: date, answers: Sequence[Review]) -> Today:
    """Sort out a day's reviews; those of other days or of questions out of the deck are left out."""
    mine = tuple(one for one in answers if one.day == day and one.question_id in deck.position)
    counts = Counter(answer.question_id for answer in mine)
    return Today(
        mine,
        frozenset(
            question_id
            for question_id, count in counts.items()
            if question_id in cards and cards[question_id].reviews == count
        ),
    )
