"""What the learner said beside what torch says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import partial
from itertools import zip_longest

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content

from quizbank.answer import Answer, Arranged, Filled, Typed, Written
from quizbank.question import Blank, Code, Order, Predict
from runner.differences import Differences, Span, differences
from runner.judge import Verdict, right_answer, typed_answer
from runner.printed_text import printed_lines
from tui.i18n import _, ngettext
from tui.visible import visible
from tui.widgets.answers.blank import with_holes
from tui.widgets.code import GUTTER_STYLE, CodeView, highlighted
from tui.widgets.labels import check_mark
from tui.widgets.live import more_lines
from tui.widgets.prose import foreign
from tui.widgets.side_by_side import Row, SideBySide
from tui.widgets.words import Words

MAX_ROWS = 60
MAX_LINES = 1_000
MAX_CHARACTERS = 10_000
MAX_LINE = 400
"""More than a learner types; the rest is counted."""
BEFORE = 100
"""So many characters of a long line are shown before what differs in it."""
MAX_TOLD = 6
"""So many values that differ are told one by one."""
MOST_PAIRS = 250_000
"""Lines of more values than that are marked as a whole."""
HEAD_STYLE = "bold $text-primary"
MINE_STYLE = "bold underline $text-error"
LIVE_STYLE = "bold underline $text-success"

_TOKEN = re.compile(r"[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?|\w+|\s+|.", re.DOTALL)


Shown = tuple[Sequence[tuple[Content, Content]], Callable[[], Content] | None]
"""Rows of what was said and what is so, and what to say below them."""


class Compared(VerticalGroup):
    """A prediction and the live answer, side by side; what differs is marked, value by value."""

    def __init__(self, question: Predict, answer: Answer | None, verdict: Verdict) -> None:
        super().__init__()
        self._right = verdict.right
        self._answered = answer is not None
        self._mine = answer.text if isinstance(answer, Typed) else ""
        self._live = live_answer(question, verdict)
        self._question = question

    def compose(self) -> ComposeResult:
        rows, after = self._lines() if self._question.expects == "printed" else self._value()
        yield SideBySide(lambda: [self._heads(), *(self._cells(*row) for row in rows)])
        if after is not None:
            yield Words(after, classes="after")

    def _heads(self) -> Row:
        mine = Content.assemble(check_mark(self._right), " ", (_("You said"), HEAD_STYLE))
        return self._cells(mine, Content.assemble(check_mark(True), " ", (_("torch says"), HEAD_STYLE)))

    def _cells(self, mine: Content, live: Content) -> Row:
        return (mine, live) if self._answered else (live,)

    def _lines(self) -> Shown:
        pairs, more = paired_lines(self._mine, self._live)
        rows: list[tuple[Content, Content]] = []
        left = MAX_CHARACTERS
        for mine, live in pairs[:MAX_ROWS]:
            if left <= 0:
                break
            left -= len(mine or "") + len(live or "")
            rows.append(marked_lines(mine, live))
        hidden = len(pairs) - len(rows) + more
        return rows, (lambda: more_lines(hidden)) if hidden > 0 else None

    def _value(self) -> Shown:
        mine, live = self._mine.rstrip("\n"), self._live.rstrip("\n")
        compared = None
        if self._answered and not self._right:
            compared = differences(mine, live, self._question.expects, self._question.tolerance)
        if compared is None or visible(compared.typed + compared.live) != compared.typed + compared.live:
            return [(foreign(mine), foreign(live))], None
        found = compared.found
        row = (
            marked(compared.typed, [one.typed for one in found], MINE_STYLE),
            marked(compared.live, [one.live for one in found], LIVE_STYLE),
        )
        return [row], partial(told_differences, compared) if found and found[0].path else None


def live_answer(question: Predict, verdict: Verdict) -> str:
    """Return the live answer as a learner would type it, or else as Python writes it."""
    typed = typed_answer(question, verdict.result)
    if typed is not None:
        return typed
    return verdict.result.value.text if verdict.result.value is not None else ""


def marked(text: str, spans: Iterable[Span | None], style: str) -> Content:
    """Return foreign text with a style on these stretches of it."""
    content = Content(text)
    for span in spans:
        if span is not None:
            content = content.stylize(style, *span)
    return content


def told_differences(compared: Differences) -> Content:
    """Return how many values differ, and which, with what was typed and what is so."""
    count = len(compared.found)
    text = ngettext("{count} of {total} values differs:", "{count} of {total} values differ:", count)
    rows = [Content.styled(text.format(count=count, total=max(count, compared.total)), "$text-muted")]
    for one in compared.found[:MAX_TOLD]:
        where = Content.styled(f"  [{', '.join(map(str, one.path))}]", GUTTER_STYLE)
        typed, live = (
            Content.styled("∅", GUTTER_STYLE) if span is None else Content.styled(text[slice(*span)], style)
            for text, span, style in (
                (compared.typed, one.typed, "$text-error"),
                (compared.live, one.live, "$text-success"),
            )
        )
        rows.append(
            Content.assemble(where, "  ", check_mark(False), " ", typed, "  ", check_mark(True), " ", live)
        )
    if count > MAX_TOLD:
        rows.append(Content.styled("  ...", GUTTER_STYLE))
    return Content("\n").join(rows)


def paired_lines(mine: str, live: str) -> tuple[list[tuple[str | None, str | None]], int]:
    """Pair the lines of two printed texts, as they are compared; None stands where one has no such line.

    Only the first ``MAX_LINES`` of each are paired; returned with them is how many more the longer one has.
    """
    (ours, our_rest), (theirs, their_rest) = map(_spoken_lines, (mine, live))
    keys = (
        ["\n".join(printed_lines(line)) for line in ours],
        ["\n".join(printed_lines(line)) for line in theirs],
    )
    pairs: list[tuple[str | None, str | None]] = []
    for _tag, first, last, start, end in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        pairs += zip_longest(ours[first:last], theirs[start:end])
    return pairs, max(our_rest, their_rest)


def _spoken_lines(text: str) -> tuple[list[str], int]:
    """Return the first lines that say something, and how many lines come after them."""
    lines = text.rstrip().splitlines()
    spoken: list[str] = []
    for number, line in enumerate(lines):
        if len(spoken) == MAX_LINES:
            return spoken, len(lines) - number
        if line.strip():
            spoken.append(line)
    return spoken, 0


def marked_lines(mine: str | None, live: str | None) -> tuple[Content, Content]:
    """Return a line of both sides, with a mark and the values in it that the other side hasn't."""
    start = max(0, _first_difference(mine or "", live or "") - BEFORE)
    mine, live = excerpt(mine, start), excerpt(live, start)
    if printed_lines(mine or "") == printed_lines(live or ""):
        return foreign(f"\u00a0\u00a0{mine}"), foreign(f"\u00a0\u00a0{live}")
    ours, theirs = (_TOKEN.findall(visible(line or "")) for line in (mine, live))
    spans: tuple[list[Span], list[Span]] = ([], [])
    if len(ours) * len(theirs) > MOST_PAIRS:
        ours, theirs = ["".join(ours)], ["".join(theirs)]
    for tag, first, last, start, end in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if tag != "equal":
            spans[0].append(_stretch(ours, first, last))
            spans[1].append(_stretch(theirs, start, end))
    return (
        _with_mark(mine, "".join(ours), spans[0], right=False),
        _with_mark(live, "".join(theirs), spans[1], right=True),
    )


def excerpt(line: str | None, start: int) -> str | None:
    """Return a line, or of a long one what stands around this place; the live run shows it whole."""
    if line is None or len(line) <= MAX_LINE:
        return line
    return (
        ("... " if start else "")
        + line[start : start + MAX_LINE]
        + (" ..." if start + MAX_LINE < len(line) else "")
    )


def _first_difference(mine: str, live: str) -> int:
    pairs = enumerate(zip(mine, live, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(mine), len(live)))


def _stretch(tokens: list[str], first: int, last: int) -> Span:
    start = sum(map(len, tokens[:first]))
    return start, start + sum(map(len, tokens[first:last]))


def _with_mark(line: str | None, text: str, spans: list[Span], *, right: bool) -> Content:
    shown = Content.styled("∅", GUTTER_STYLE)
    if line is not None:
        shown = marked(text, spans, LIVE_STYLE if right else MINE_STYLE)
        shown = shown.stylize_before("$text-success" if right else "$text-error")
    return Content.assemble(check_mark(right), "\u00a0", shown)


class Programs(VerticalGroup):
    """The learner's program, and a right one when it was wrong."""

    def __init__(self, question: Blank | Code | Order, answer: Answer | None, verdict: Verdict) -> None:
        super().__init__()
        self._question = question
        self._answer = answer
        self._verdict = verdict

    def compose(self) -> ComposeResult:
        raised = self._verdict.result.raised
        frames = [frame for frame in raised.frames if frame.block == "answer"] if raised is not None else []
        # The editor keeps showing a written program.
        if self._answer is not None and not isinstance(self._question, Code):
            yield from _program(
                lambda: _("Your program"),
                program(self._question, self._answer),
                frames[-1].line if frames else None,
            )
        if not self._verdict.right:
            right = right_answer(self._question, self._verdict.result)
            if right is not None:
                yield from _program(lambda: _("One that is right"), program(self._question, right), None)


def program(question: Blank | Code | Order, answer: Answer) -> Content:
    """Return the program that an answer makes."""
    match question, answer:
        case Blank(), Filled():
            return with_holes(question, answer.holes)
        case Code(), Written():
            return highlighted(answer.code)
        case Order(), Arranged():
            return highlighted(question.arrange(answer.order))
    return Content()


def _program(title: Callable[[], str], code: Content, raised_in: int | None) -> ComposeResult:
    yield Words(title, classes="title")
    view = CodeView(classes="program")
    view.show(code, raised_in=raised_in)
    yield view
