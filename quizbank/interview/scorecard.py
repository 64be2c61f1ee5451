"""An interview in marks: by section, by dimension of the rubric, by topic, and question by question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from quizbank.interview.mistakes import Mistake, mistakes_in
from quizbank.interview.record import AskedRecord, InterviewRecord, SectionRecord
from quizbank.interview.rubric import PLACE, RUBRIC, Dimension, Row, is_self_rated, on_time
from quizbank.question import Question
from quizbank.session import TopicScore

GOOD = 2 / 3
"""The share from which a topic is a strength rather than a weakness."""
MOST_NAMED = 3
"""How many topics are named as strongest, and as weakest."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What was achieved of what could be; ``questions`` counts those behind it, answered or not."""

    earned: float = 0.0
    possible: float = 0.0
    questions: int = 0

    @property
    def share(self) -> float | None:
        """From 0 to 1; None where nothing of the kind was asked."""
        return self.earned / self.possible if self.possible else None

    def __add__(self, other: Mark) -> Mark:
        return Mark(
            self.earned + other.earned, self.possible + other.possible, self.questions + other.questions
        )

    def capped(self) -> Mark:
        """Return the mark with no more earned than was possible."""
        return Mark(min(self.earned, self.possible), self.possible, self.questions)

    def scaled(self, weight: float) -> Mark:
        """Return the same share as so much of a whole; nothing stays nothing."""
        return Mark(weight * (self.share or 0.0), weight if self.possible else 0.0, self.questions)


@dataclass(frozen=True, slots=True)
class Marks:
    """What the machine judged, and what the candidate rated; the two are never added up."""

    objective: Mark = Mark()
    self_rated: Mark = Mark()

    def __add__(self, other: Marks) -> Marks:
        return Marks(self.objective + other.objective, self.self_rated + other.self_rated)

    def capped(self) -> Marks:
        return Marks(self.objective.capped(), self.self_rated.capped())

    def scaled(self, weight: float) -> Marks:
        return Marks(self.objective.scaled(weight), self.self_rated.scaled(weight))


@dataclass(frozen=True, slots=True)
class QuestionMark:
    """One question: what it counts, what it earned, and what was believed in its mistakes.

    ``extra`` is one that came on top of the plan; ``counts`` is False for a first try that a second replaced.
    """

    asked: AskedRecord
    weight: float
    extra: bool
    earned: float
    counts: bool
    on_time: float
    dimensions: tuple[Dimension, ...]
    mistakes: tuple[Mistake, ...] = ()

    @property
    def marks(self) -> Marks:
        """What it adds to its topic and to its dimensions."""
        return self._part(self.weight)

    @property
    def in_section(self) -> Marks:
        """What it adds to its section: one that came on top can be earned, and is owed by nobody."""
        return self._part(0.0 if self.extra else self.weight)

    def _part(self, possible: float) -> Marks:
        mark = Mark(self.weight * self.earned, possible, 1)
        return Marks(self_rated=mark) if is_self_rated(self.asked) else Marks(mark)


@dataclass(frozen=True, slots=True)
class SectionMark:
    """A section of the interview."""

    section: SectionRecord
    marks: Marks


@dataclass(frozen=True, slots=True)
class DimensionMark:
    """A dimension of the rubric."""

    row: Row
    marks: Marks


@dataclass(frozen=True, slots=True)
class TopicMark:
    """A topic, beside all judged answers that were given to it before; ``past`` is None without any."""

    topic: str
    marks: Marks
    past: TopicScore | None


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The marks of an interview.

    ``total`` weighs the sections as the blueprint does. Topics are in the order in which they came up;
    ``strongest`` and ``weakest`` name topics by what the machine judged, the clearest first.
    """

    total: Marks
    sections: tuple[SectionMark, ...]
    dimensions: tuple[DimensionMark, ...]
    topics: tuple[TopicMark, ...]
    questions: tuple[QuestionMark, ...]
    strongest: tuple[str, ...] = ()
    weakest: tuple[str, ...] = ()
    past: Mapping[str, TopicScore] = field(default_factory=dict)


def mark(
    record: InterviewRecord,
    questions: Mapping[str, Question],
    past: Mapping[str, TopicScore] | None = None,
) -> Scorecard:
    """Mark an interview; ``questions`` are the bank's by id, ``past`` the topics' scores before it.

    A section is marked by what was planned; what came on top adds to it, up to the whole, so that going
    deeper never costs. A topic and a dimension are marked by all that was asked. What wasn't answered counts
    as zero everywhere.
    """
    past = past or {}
    marked = _question_marks(record, questions)
    counted = [one for one in marked if one.counts]
    sections = tuple(
        SectionMark(section, _sum(one.in_section for one in counted if one.asked.section == index).capped())
        for index, section in enumerate(record.sections)
    )
    topics = tuple(
        TopicMark(topic, _sum(one.marks for one in counted if one.asked.topic == topic), past.get(topic))
        for topic in dict.fromkeys(one.asked.topic for one in counted)
    )
    strongest, weakest = _extremes(topics)
    return Scorecard(
        total=_sum(_in_the_whole(one) for one in sections),
        sections=sections,
        dimensions=tuple(DimensionMark(row, _dimension(row, counted)) for row in RUBRIC),
        topics=topics,
        questions=tuple(marked),
        strongest=strongest,
        weakest=weakest,
        past=past,
    )


def _question_marks(record: InterviewRecord, questions: Mapping[str, Question]) -> list[QuestionMark]:
    by_number = {one.number: one for one in record.asked}
    counted = {one.number for one in record.counted()}
    return [
        QuestionMark(
            asked,
            PLACE.get(why, 1.0),
            why in ("follow_up", "sibling"),
            max(one.earned(record.hint_cost) for one in _tries(asked, by_number)),
            asked.number in counted,
            on_time(asked),
            tuple(row.dimension for row in RUBRIC if row.fed_by(asked, questions.get(asked.question_id))),
            mistakes_in(asked, questions.get(asked.question_id)),
        )
        for asked in record.asked
        for why in [_tries(asked, by_number)[-1].why]
    ]


def _tries(asked: AskedRecord, by_number: Mapping[int, AskedRecord]) -> list[AskedRecord]:
    """Return a question and, where it is a second try, the first: the better of the two counts."""
    tries = [asked]
    # A record from elsewhere may name a parent that isn't there, or one that comes later.
    while asked.why == "second_try" and (first := by_number.get(asked.parent or 0)) is not None:
        if first.number >= asked.number:
            break
        tries.append(asked := first)
    return tries


def _in_the_whole(section: SectionMark) -> Marks:
    """Return a section's part of the total; one in which nothing could be asked is a zero, not a gap."""
    weight = section.section.weight
    if not section.marks.objective.possible and not section.marks.self_rated.possible:
        return Marks(Mark(0.0, weight))
    return section.marks.scaled(weight)


def _dimension(row: Row, counted: Iterable[QuestionMark]) -> Marks:
    fed = [one for one in counted if row.dimension in one.dimensions]
    if row.clock:
        return _sum(Marks(Mark(one.weight * one.on_time, one.weight, 1)) for one in fed)
    return _sum(one.marks for one in fed)


def _extremes(topics: Iterable[TopicMark]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    shares = [(one.topic, one.marks.objective) for one in topics if one.marks.objective.possible]
    ranked = sorted(shares, key=lambda one: (-(one[1].share or 0.0), -one[1].possible, one[0]))
    strong = [topic for topic, mark in ranked if (mark.share or 0.0) >= GOOD]
    weak = [topic for topic, mark in reversed(ranked) if (mark.share or 0.0) < GOOD]
    return tuple(strong[:MOST_NAMED]), tuple(weak[:MOST_NAMED])


def _sum(marks: Iterable[Marks]) -> Marks:
    return sum(marks, Marks())
