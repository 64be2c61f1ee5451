"""What a report says, whatever its format: its figures and sentences, in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quizbank.interview.answers import Shown, changed_since, shown_answer, solution_to
from quizbank.interview.drill_plan import Suggestion
from quizbank.interview.plots import Bar, Dot
from quizbank.interview.report import ENDINGS, KIND_WORDS, REASONS, VERDICTS, WHYS, Report
from quizbank.interview.rubric import is_self_rated
from quizbank.interview.scorecard import Mark, Marks, QuestionMark
from quizbank.message import Message
from quizbank.question import Text
from quizbank.vocabulary import Language

Say = Callable[[Message], str]

MOST_OUTPUT = 4_000
"""So many characters of what a question printed are read by anybody."""

TEXTS: Mapping[str, Message] = {
    "title": Message("Mock interview {number}: {title}"),
    "judged": Message("judged by running it"),
    "rated": Message("rated by yourself"),
    "not_asked": Message("not asked"),
    "nothing_said": Message("Not answered: it counts as zero."),
    "total": Message("Total"),
    "total_note": Message(
        "Sections weigh as the blueprint says. What was planned and not answered counts as zero; what came "
        "on top can only add."
    ),
    "apart": Message("What the machine judged and what you rated yourself are never added up."),
    "date": Message("Date"),
    "time": Message("Time"),
    "time_of": Message("{used} of {planned} min"),
    "standstill": Message("{length} of standstill not counted"),
    "ended": Message("Ended"),
    "code": Message("Share code"),
    "machine": Message("Ran on"),
    "hint_cost": Message("Hints"),
    "hint_share": Message("each hint costs {share} of its question"),
    "rubric": Message("Rubric"),
    "dimension": Message("Dimension"),
    "section": Message("Section"),
    "sections": Message("Sections"),
    "weight": Message("Weight"),
    "topics": Message("Topics"),
    "topic": Message("Topic"),
    "before": Message("Before"),
    "before_note": Message("The line across a bar is how you did in the topic before this interview."),
    "before_count": Message("{share} of {count}"),
    "strongest": Message("Strongest"),
    "weakest": Message("Weakest"),
    "beliefs": Message("Behind the mistakes"),
    "drill_plan": Message("What to drill"),
    "drill_note": Message("The questions that you missed, then what is around them."),
    "drill_nothing": Message("Nothing was missed."),
    "course": Message("What was asked"),
    "unreached": Message("never reached"),
    "clock": Message("Time by question"),
    "clock_note": Message("The line across a bar is the time that was planned."),
    "trend": Message("Interview by interview"),
    "details": Message("Question by question"),
    "gone": Message("The bank doesn't have this question any more."),
    "changed": Message("The question has changed since; this is how it reads today."),
    "answer": Message("Answer"),
    "solution": Message("One that passes"),
    "output": Message("Live output"),
    "more": Message("… and {count} more characters"),
    "verdict": Message("Verdict"),
    "score": Message("Score"),
    "hints": Message("Hints"),
    "runs": Message("Runs"),
    "think_aloud": Message("Spoken for"),
    "scratchpad": Message("Scratchpad"),
    "explanation": Message("Explanation"),
    "right_so": Message("right"),
    "wrong_so": Message("wrong"),
    "replaced": Message("the better of two tries counts"),
    "out_of_time": Message("time ran out"),
    "made": Message("Made by torchdrill; every verdict is what torch {torch} really did."),
}
"""Everything that stands in a report and isn't data."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure and what it is of."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Words:
    """A report's texts in the language that ``say`` translates to."""

    report: Report
    language: Language
    say: Say

    def text(self, name: str, **values: object) -> str:
        """Return one of ``TEXTS``, filled with values."""
        return self.say(Message(TEXTS[name].template, **values))

    def of(self, text: Text) -> str:
        return text[self.language]

    @property
    def title(self) -> str:
        return self.text("title", number=self.report.number, title=self.of(self.report.record.title))

    @property
    def made(self) -> str:
        return self.text("made", torch=self.report.record.torch or "?")

    def facts(self) -> list[Fact]:
        """Return what the interview was, apart from how it went."""
        record = self.report.record
        time = self.text("time_of", used=duration(record.seconds), planned=record.minutes)
        if record.standstill_seconds >= 1:
            time += f" ({self.text('standstill', length=duration(record.standstill_seconds))})"
        zone = f"{record.started:%z}"
        found = [
            Fact(self.text("date"), f"{record.started:%Y-%m-%d %H:%M} UTC{zone[:3]}:{zone[3:5]}"),
            Fact(self.text("time"), time),
            Fact(self.text("ended"), self.say(ENDINGS[record.ending])),
            Fact(self.text("code"), record.code),
            Fact(self.text("machine"), " · ".join(filter(None, (f"torch {record.torch}", record.device)))),
        ]
        if record.hint_cost:
            share = self.text("hint_share", share=percent(record.hint_cost))
            found.append(Fact(self.text("hint_cost"), share))
        return found

    def share(self, mark: Mark) -> str:
        """Return a share in percent, or that nothing of the kind was asked."""
        return self.text("not_asked") if mark.share is None else percent(mark.share)

    def shares(self, marks: Marks) -> str:
        """Return both parts of a mark, each with what it is."""
        parts = [(marks.objective, "judged"), (marks.self_rated, "rated")]
        asked = [f"{self.share(mark)} {self.text(name)}" for mark, name in parts if mark.possible]
        return ", ".join(asked) or self.text("not_asked")

    # Plots

    def rubric_bars(self) -> list[Bar]:
        rows = []
        for one in self.report.card.dimensions:
            rows.extend(self._bars(self.say(one.row.name), one.marks))
        return rows

    def section_bars(self) -> list[Bar]:
        rows = []
        for one in self.report.card.sections:
            rows.extend(self._bars(self.of(one.section.title), one.marks))
        return rows

    def topic_bars(self) -> list[Bar]:
        rows = []
        for one in self.report.card.topics:
            label = self.report.topic(one.topic, self.language)
            past = None if one.past is None else one.past.share
            rows.extend(self._bars(label, one.marks, past))
        return rows

    def clock_bars(self) -> list[Bar]:
        """Return how long each question took, against its plan; the longest of all fills the width."""
        asked = [one.asked for one in self.report.card.questions]
        longest = max((max(one.seconds, one.limit_seconds) for one in asked), default=0.0) or 1.0
        return [
            Bar(
                f"{one.number}. {one.question_id}",
                one.seconds / longest,
                f"{duration(one.seconds)} / {duration(one.limit_seconds)}",
                one.limit_seconds / longest,
                "over" if one.limit_seconds and one.seconds > one.limit_seconds else "judged",
            )
            for one in asked
        ]

    def trend_dots(self) -> list[Dot]:
        """Return the machine's total of this interview after those of all before it."""
        shares = [(one.number, one.objective) for one in self.report.earlier]
        shares.append((self.report.number, self.report.card.total.objective.share))
        return [Dot(str(number), share) for number, share in shares if share is not None]

    def _bars(self, label: str, marks: Marks, past: float | None = None) -> list[Bar]:
        parts = []
        if marks.objective.possible or not marks.self_rated.possible:
            mark = marks.objective
            parts.append(Bar(label, mark.share, self.share(mark), past))
        if marks.self_rated.possible:
            mark = marks.self_rated
            rated = f"{percent(mark.share or 0)} {self.text('rated')}"
            parts.append(Bar(label, mark.share, rated, None, "rated"))
        return parts

    # Question by question

    def heading(self, one: QuestionMark) -> str:
        """Return a question in one line: its number, its id and its kind."""
        return f"{one.asked.number}. {one.asked.question_id} · {self.say(KIND_WORDS[one.asked.kind])}"

    def verdict(self, one: QuestionMark) -> str:
        """Return glyph and word of a verdict."""
        glyph, word = VERDICTS[one.asked.verdict]
        return f"{glyph} {self.say(word)}"

    def why(self, one: QuestionMark) -> str:
        """Return why a question was asked, and what else there is to know of how it counts."""
        words = [self.say(WHYS[one.asked.why])]
        if one.asked.verdict == "unanswered" and not one.asked.seconds:
            words.append(self.text("unreached"))
        if not one.counts:
            words.append(self.text("replaced"))
        if one.asked.out_of_time:
            words.append(self.text("out_of_time"))
        return ", ".join(words)

    def time(self, one: QuestionMark) -> str:
        """Return the time that a question took and the one that was planned."""
        return f"{duration(one.asked.seconds)} / {duration(one.asked.limit_seconds)}"

    def details(self, one: QuestionMark) -> list[Fact]:
        """Return the figures of one question."""
        asked = one.asked
        part = "rated" if is_self_rated(asked) else "judged"
        found = [
            Fact(self.text("verdict"), self.verdict(one)),
            Fact(self.text("score"), f"{percent(one.earned)} {self.text(part)}"),
            Fact(self.text("time"), self.time(one)),
        ]
        if asked.hints:
            found.append(Fact(self.text("hints"), str(asked.hints)))
        if asked.runs:
            found.append(Fact(self.text("runs"), str(asked.runs)))
        if asked.think_aloud_seconds:
            found.append(Fact(self.text("think_aloud"), duration(asked.think_aloud_seconds)))
        return found

    def answer(self, one: QuestionMark) -> Shown | None:
        return shown_answer(one.asked, self.report.question(one.asked), self.language)

    def solution(self, one: QuestionMark) -> str:
        """Return a program that is right, where the one that was given isn't; empty where there is none."""
        question = self.report.question(one.asked)
        return "" if question is None or one.asked.verdict == "right" else solution_to(question)

    def output(self, one: QuestionMark) -> str:
        """Return what was printed, the end left out where it is long; the JSON has all of it."""
        output = one.asked.output.strip("\n")
        if len(output) <= MOST_OUTPUT:
            return output
        return f"{output[:MOST_OUTPUT]}\n{self.text('more', count=len(output) - MOST_OUTPUT)}"

    def remark(self, one: QuestionMark) -> str:
        """Return what became of the question since, if anything did."""
        question = self.report.question(one.asked)
        if question is None:
            return self.text("gone")
        return self.text("changed") if changed_since(one.asked, question) else ""

    def drill_reason(self, one: Suggestion) -> str:
        """Return why a question is to be drilled."""
        return self.say(Message(REASONS[one.reason].template, number=one.number))

    def named(self, topics: tuple[str, ...]) -> str:
        """Return topics by what they are called, in one line."""
        separator = ", " if self.language == "en" else "、"
        return separator.join(self.report.topic(one, self.language) for one in topics)


def percent(share: float) -> str:
    """Return a share as whole percents; 100% and 0% are only what is exactly so."""
    rounded = round(100 * share)
    if rounded == 100 and share < 1 - 1e-9:
        rounded = 99
    if rounded == 0 and share > 1e-9:
        rounded = 1
    return f"{rounded}%"


def duration(seconds: float) -> str:
    """Return a stretch of time as minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"
