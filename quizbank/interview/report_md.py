"""A report as Markdown for notes and issue trackers; it holds no HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quizbank.interview.answers import Shown
from quizbank.interview.plots import Bar
from quizbank.interview.report import Report
from quizbank.interview.report_words import Say, Words, duration
from quizbank.interview.scorecard import QuestionMark
from quizbank.prose import paragraphs, spans
from quizbank.visible import visible
from quizbank.vocabulary import Language

MD_MARK = "[//]: # (torchdrill interview)"
"""Tells a report from a learner's own notes; it isn't shown."""
_CELLS = 20
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&@$])")
# What makes a heading, a list, a rule or an underlining of a line that begins with it.
_AT_START = re.compile(r"^([#+\-=:]|\d+(?=[.)]))")
_RUNS = re.compile("`+")


def report_md(report: Report, language: Language, say: Say) -> str:
    """Return a report as Markdown; text from questions and answers is never read as markup."""
    words = Words(report, language, say)
    blocks = [*_overview(words), *_course(words), *_details(words), f"*{plain(words.made)}*", MD_MARK]
    return "\n\n".join(blocks) + "\n"


def plain(text: str) -> str:
    """Return text, on one line, so that Markdown shows it to the letter."""
    escaped = _SPECIAL.sub(r"\\\1", " ".join(visible(text).split()))
    return _AT_START.sub(_disarmed, escaped)


def _disarmed(found: re.Match[str]) -> str:
    # A digit can't be escaped; the mark after the number can.
    return f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}"


def prose(text: str) -> str:
    """Return a question's text with its paragraphs and its code."""
    return "\n\n".join(
        "".join(code_span(piece) if code else _inline(piece) for piece, code in spans(paragraph))
        for paragraph in paragraphs(visible(text))
    )


def code_span(code: str) -> str:
    """Return code within a line, whatever backticks it holds."""
    code = " ".join(visible(code).split()) or " "
    ticks = "`" * (1 + max((len(run) for run in _RUNS.findall(code)), default=0))
    pad = " " if code.startswith("`") or code.endswith("`") else ""
    return f"{ticks}{pad}{code}{pad}{ticks}"


def code_block(text: str, language: str = "") -> str:
    """Return text to the letter in a block, whatever backticks it holds."""
    text = visible(text).strip("\n")
    fence = "`" * max(3, 1 + max((len(run) for run in _RUNS.findall(text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"


def _inline(piece: str) -> str:
    lead, tail = piece[: len(piece) - len(piece.lstrip())], piece[len(piece.rstrip()) :]
    return f"{' ' if lead else ''}{plain(piece)}{' ' if tail and piece.strip() else ''}"


def _overview(words: Words) -> Iterator[str]:
    report, card = words.report, words.report.card
    yield f"# {plain(words.title)}"
    yield "\n".join(f"- **{plain(fact.name)}** {plain(fact.value)}" for fact in words.facts())
    yield _heading(words, "total")
    total = [(card.total.objective, "judged"), (card.total.self_rated, "rated")]
    yield "\n".join(f"- **{plain(words.share(mark))}** {plain(words.text(name))}" for mark, name in total)
    yield plain(words.text("total_note"))
    yield plain(words.text("apart"))
    for name, topics in (("strongest", card.strongest), ("weakest", card.weakest)):
        if topics:
            yield f"**{plain(words.text(name))}** {plain(words.named(topics))}"
    yield _heading(words, "rubric")
    yield _bars(words, "dimension", words.rubric_bars())
    yield "\n".join(
        f"- {plain(words.say(one.row.name))} — {plain(words.say(one.row.meaning))}" for one in card.dimensions
    )
    yield _heading(words, "sections")
    yield _bars(words, "section", words.section_bars())
    times = [
        (
            plain(words.of(one.section.title)),
            f"{one.section.weight:g}",
            f"{duration(one.section.used_seconds)} / {duration(one.section.seconds)}",
        )
        for one in card.sections
    ]
    yield _table([words.text(name) for name in ("section", "weight", "time")], times)
    if card.topics:
        yield _heading(words, "topics")
        yield _topics(words)
    dots = words.trend_dots()
    if len(dots) > 1:
        yield _heading(words, "trend")
        yield _table([dot.label for dot in dots], [[f"{dot.value:.0%}" for dot in dots]])
    yield from _beliefs(words)
    yield _heading(words, "drill_plan")
    if not report.plan:
        yield plain(words.text("drill_nothing"))
    else:
        yield "\n".join(
            f"{number}. {code_span(one.question_id)} — {plain(words.drill_reason(one))}"
            for number, one in enumerate(report.plan, 1)
        )


def _topics(words: Words) -> str:
    past = {
        words.report.topic(one.topic, words.language): words.text(
            "before_count", share=f"{one.past.share:.0%}", count=one.past.total
        )
        for one in words.report.card.topics
        if one.past is not None
    }
    rows = [
        (
            plain(bar.label),
            _bar(bar),
            plain(bar.note),
            plain("–" if bar.style == "rated" else past.get(bar.label, "–")),
        )
        for bar in words.topic_bars()
    ]
    return _table([words.text("topic"), "", words.text("score"), words.text("before")], rows)


def _beliefs(words: Words) -> Iterator[str]:
    mistaken = [one for one in words.report.card.questions if one.mistakes]
    if mistaken:
        yield _heading(words, "beliefs")
    for one in mistaken:
        yield f"### {plain(words.heading(one))}"
        for mistake in one.mistakes:
            if mistake.what is not None:
                yield "\n".join(f"> {line}" for line in prose(words.of(mistake.what)).splitlines())
            if mistake.why is not None:
                yield prose(words.of(mistake.why))


def _course(words: Words) -> Iterator[str]:
    lines = [
        f"{'  ' * depth}- {plain(words.verdict(one))} {plain(words.heading(one))} — "
        f"{plain(words.why(one))} · {plain(words.time(one))}"
        for depth, one in words.report.tree()
    ]
    if lines:
        yield _heading(words, "course")
        yield "\n".join(lines)


def _details(words: Words) -> Iterator[str]:
    if words.report.card.questions:
        yield _heading(words, "details")
    for one in words.report.card.questions:
        yield from _detail(words, one)


def _detail(words: Words, one: QuestionMark) -> Iterator[str]:
    asked, question = one.asked, words.report.question(one.asked)
    yield f"### {plain(words.heading(one))}"
    yield "\n".join(f"- **{plain(fact.name)}** {plain(fact.value)}" for fact in words.details(one))
    if remark := words.remark(one):
        yield plain(remark)
    if question is not None:
        yield prose(words.of(question.prompt))
        if question.snippet.strip():
            yield code_block(question.snippet, "python")
    yield f"**{plain(words.text('answer'))}**"
    yield _answer(words, words.answer(one))
    if solution := words.solution(one):
        yield f"**{plain(words.text('solution'))}**"
        yield code_block(solution, "python")
    for name, text in (("output", words.output(one)), ("scratchpad", asked.scratchpad)):
        if text.strip():
            yield f"**{plain(words.text(name))}**"
            yield code_block(text)
    if question is not None:
        yield f"**{plain(words.text('explanation'))}**"
        yield prose(words.of(question.explanation))


def _answer(words: Words, shown: Shown | None) -> str:
    if shown is None:
        return plain(words.text("nothing_said"))
    if shown.lines:
        lines = [(line, " ".join(prose(line.text).split())) for line in shown.lines]
        return "\n".join(
            f"- {'☑' if line.chosen else '☐'} {text}{_judged(words, line.right)}" for line, text in lines
        )
    return code_block(shown.code, "python") if shown.code else code_block(shown.text or shown.raw)


def _judged(words: Words, right: bool | None) -> str:
    if right is None:
        return ""
    return f" — {'✓' if right else '✗'} {plain(words.text('right_so' if right else 'wrong_so'))}"


def _heading(words: Words, name: str) -> str:
    return f"## {plain(words.text(name))}"


def _bars(words: Words, head: str, rows: Sequence[Bar]) -> str:
    cells = [(plain(bar.label), _bar(bar), plain(bar.note)) for bar in rows]
    return _table([words.text(head), "", words.text("score")], cells)


def _bar(bar: Bar) -> str:
    if bar.value is None:
        return ""
    full = round(_CELLS * min(1.0, max(0.0, bar.value)))
    return "█" * full + "░" * (_CELLS - full)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [[plain(head) for head in heads], ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
