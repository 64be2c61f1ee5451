"""Each view of the statistics as a sentence and a table, for the screen and for a plain terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from rich import box
from rich.table import Table
from rich.text import Text

from quizbank.bank import Bank
from quizbank.message import Message
from quizbank.prose import paragraphs, spans
from quizbank.statistics.accuracy import EVERYTHING, Share
from quizbank.statistics.overview import Overview
from quizbank.statistics.questions import usual_ratio
from quizbank.statistics.retention import Retention
from tui.commands.printing import Flowing
from tui.i18n import _, current_language, ngettext
from tui.visible import visible

LONGEST = 20
"""How many questions or beliefs a table lists."""
DAYS_BETWEEN = 7
NONE = "–"


class View(Enum):
    """What the statistics show; the value is its name on the screen."""

    ACCURACY = Message("accuracy")
    FORECAST = Message("forecast")
    TIME = Message("time")
    DAYS = Message("days")
    HARDEST = Message("hardest")
    MISTAKES = Message("mistakes")


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the views show; ``retention`` is None until it has been predicted."""

    bank: Bank
    overview: Overview
    retention: Retention | None = None


def nothing_yet() -> str:
    """Say what the statistics will show, to whoever has answered nothing."""
    return _(
        "Here you will see how often you are right in each topic and whether that gets better, what you "
        "will still know in the weeks to come, how long you take, which questions are the hardest for you, "
        "and which misconceptions your wrong answers show. It starts with your first answer: press d on the "
        "start screen, or run `torchdrill drill`."
    )


def lead(view: View, shown: Statistics) -> str:
    """Return the sentence that says what a view comes to."""
    overview = shown.overview
    match view:
        case View.ACCURACY:
            total = overview.accuracy[0].total
            if not total.judged:
                return _("No answer has been judged yet.")
            text = _("{share} of {count} judged answers were right.")
            skipped = overview.skipped
            if skipped:
                text = ngettext(
                    "{share} of {count} judged answers were right; {skipped} skip isn't counted.",
                    "{share} of {count} judged answers were right; {skipped} skips aren't counted.",
                    skipped,
                )
            return text.format(share=percent(total), count=f"{total.judged:,}", skipped=f"{skipped:,}")
        case View.FORECAST:
            return _forecast_lead(shown.retention)
        case View.TIME:
            ratio = usual_ratio(overview.paces)
            if ratio is None:
                return _("No answer has been timed yet.")
            text = _("Your answers take {ratio:.1f} times as long as a prepared candidate's would.")
            return text.format(ratio=ratio)
        case View.DAYS:
            active = sum(1 for one in overview.days if one.answers)
            answers = sum(one.answers for one in overview.days)
            text = ngettext(
                "{answers} answers on {count} day of the last {span}.",
                "{answers} answers on {count} days of the last {span}.",
                active,
            )
            return text.format(answers=f"{answers:,}", count=active, span=len(overview.days))
        case View.HARDEST:
            if not overview.hardest:
                return _("Nothing has been missed of what was answered twice or more.")
            return _("The questions that you miss most often, of those answered twice or more.")
        case View.MISTAKES:
            if not overview.mistaken:
                return _("No wrong answers yet.")
            text = ngettext(
                "What your last wrong answer shows, grouped by the belief behind it.",
                "What your last {count} wrong answers show, grouped by the belief behind them.",
                overview.wrong,
            )
            return text.format(count=overview.wrong)


def _forecast_lead(retention: Retention | None) -> str:
    if retention is None:
        return _("Predicting …")
    goal = retention.goal
    practised = goal.practised if goal.practised is not None else goal.idle
    if retention.interview is None:
        text = _(
            "On {date} you would know {practised:.0%} of all questions with practice, {idle:.0%} without."
        )
    else:
        text = _(
            "At your interview on {date} you would know {practised:.0%} of all questions with practice, "
            "{idle:.0%} without."
        )
    return text.format(date=f"{goal.day:%Y-%m-%d}", practised=practised, idle=goal.idle)


Read = Callable[[str], Text]
"""Reads a paragraph of a question's text for where it is shown."""


def marked(paragraph: str) -> Text:
    """Read a paragraph for the screen: code is bold, for a table knows no colours of the app's theme."""
    return Text.assemble(*((piece, "bold" if code else "") for piece, code in spans(paragraph)))


def table(view: View, shown: Statistics, read: Read) -> Table:
    """Return a view's figures as a table; ``read`` says how code in prose is told from the rest."""
    overview = shown.overview
    match view:
        case View.ACCURACY:
            made = _table(
                (_("topic"), "left"),
                *_right(_("answers"), _("right"), _("last 28 days"), _("change"), _("skipped")),
            )
            for one in overview.accuracy:
                made.add_row(
                    Text(visible(topic_name(shown.bank, one.topic)), no_wrap=True, overflow="ellipsis"),
                    f"{one.total.judged:,}",
                    percent(one.total),
                    percent(one.lately),
                    NONE if one.change is None else f"{100 * one.change:+.0f}",
                    _often(one.skipped),
                )
        case View.FORECAST:
            made = _table((_("day"), "left"), *_right(_("with practice"), _("without")), ("", "left"))
            days = shown.retention.days if shown.retention is not None else ()
            interview = shown.retention.interview if shown.retention is not None else None
            for number, day in enumerate(days):
                if number % DAYS_BETWEEN == 0 or day.day == interview or day is days[-1]:
                    made.add_row(
                        f"{day.day:%Y-%m-%d}",
                        NONE if day.practised is None else f"{day.practised:.0%}",
                        f"{day.idle:.0%}",
                        _("interview") if day.day == interview else "",
                    )
        case View.TIME:
            made = _table(
                *_right(_("taken"), _("expected"), _("ratio"), _("answers")), (_("question"), "left")
            )
            for pace in overview.paces[:LONGEST]:
                made.add_row(
                    minutes(pace.taken),
                    minutes(pace.expected),
                    f"{pace.ratio:.1f}×",
                    str(pace.answers),
                    _question(shown.bank, pace.question_id, read),
                )
        case View.DAYS:
            made = _table((_("day"), "left"), *_right(_("answers"), _("right"), _("minutes"), _("skipped")))
            for past in reversed(overview.days):
                if past.answers or past.skipped:
                    made.add_row(
                        f"{past.day:%Y-%m-%d}",
                        str(past.answers),
                        percent(past.share),
                        f"{past.seconds / 60:.0f}",
                        _often(past.skipped),
                    )
        case View.HARDEST:
            made = _table(*_right("", _("right"), _("forgotten")), (_("question"), "left"))
            for number, hard in enumerate(overview.hardest[:LONGEST], 1):
                made.add_row(
                    str(number),
                    f"{hard.share.right}/{hard.share.judged}",
                    f"{hard.lapses}×",
                    _question(shown.bank, hard.question_id, read),
                )
        case View.MISTAKES:
            made = _table(*_right("", _("times")), (_("belief"), "left"))
            for number, mistaken in enumerate(overview.mistaken[:LONGEST], 1):
                belief = mistaken.belief
                said = read(_first_paragraph(belief.text[current_language()]))
                made.add_row(
                    str(number),
                    f"{mistaken.count}×",
                    Flowing(Text.assemble(said, "  ", (belief.question_id, "dim"))),
                )
    return made


def percent(share: Share) -> str:
    return NONE if share.value is None else f"{share.value:.0%}"


def _often(count: int) -> str:
    return f"{count:,}" if count else NONE


def minutes(seconds: float) -> str:
    """Return a stretch of time as minutes and seconds."""
    whole, rest = divmod(round(seconds), 60)
    return f"{whole}:{rest:02d}"


def topic_name(bank: Bank, slug: str) -> str:
    if slug == EVERYTHING:
        return _("All topics")
    topic = bank.topics.get(slug)
    return topic[current_language()] if topic is not None else slug


def _question(bank: Bank, question_id: str, read: Read) -> Text:
    """Return a question's id and as much of its prompt as fits on the line."""
    prompt = read(_first_paragraph(bank[question_id].prompt[current_language()]))
    prompt.stylize_before("dim")
    return Text.assemble(question_id, "  ", prompt, no_wrap=True, overflow="ellipsis")


def _first_paragraph(text: str) -> str:
    return paragraphs(visible(text))[0]


Justify = Literal["left", "right"]


def _right(*names: str) -> Iterable[tuple[str, Justify]]:
    return ((name, "right") for name in names)


def _table(*columns: tuple[str, Justify]) -> Table:
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for name, justify in columns:
        made.add_column(Text(name), justify=justify, no_wrap=justify == "right")
    return made
