"""The parts of a verdict: options, key points and tests, each with what really decided it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup
from textual.content import Content
from textual.widgets import Static

from quizbank.question import Option
from runner.judge import Part
from runner.protocol import Check
from tui.i18n import _, current_language
from tui.visible import visible
from tui.widgets.code import GUTTER_STYLE
from tui.widgets.labels import check_mark
from tui.widgets.live import exception
from tui.widgets.prose import foreign, prose
from tui.widgets.words import Words

SOURCE_STYLE = "$text-muted"
VALUE_STYLE = "$foreground"
MAX_SEEN = 100
"""So many characters of an expression, and of its value, are shown."""
MAX_ALIGNED = 32
"""Expressions up to so many cells wide are padded, so that their values stand in one column."""


class PartRow(HorizontalGroup):
    """A mark, and beside it what was judged and why it came out so."""

    DEFAULT_CSS = """
    PartRow {
        height: auto;
        .mark { width: 4; }
        &.option .mark { width: 7; }
        VerticalGroup { width: 1fr; }
        .why { color: $text-muted; }
    }
    """

    def __init__(self, mark: Content, lines: Sequence[tuple[str, Callable[[], Content | str]]]) -> None:
        super().__init__()
        self._mark = mark
        self._lines = lines

    def compose(self) -> ComposeResult:
        yield Static(self._mark, classes="mark")
        with VerticalGroup():
            for css_class, words in self._lines:
                yield Words(words, classes=css_class)


def option_row(number: int, option: Option, part: Part, *, single: bool) -> PartRow:
    """Return an option with the learner's pick, whether it holds, and what its probe really saw."""
    mark = Content.assemble(
        check_mark(part.holds is True), " ", pick_mark(bool(part.claimed), single=single), f" {number}"
    )

    def text() -> Content:
        said = {
            (True, True): "",
            (True, False): _("you picked it, and it isn't so"),
            (False, True): _("it is so, and you didn't pick it"),
            (False, False): "",
        }[bool(part.claimed), part.holds is True]
        style = "$text-error" if part.claimed else "$text-warning"
        note = Content.styled(f"  ← {said}", style) if said else Content()
        return Content.assemble(prose(option.text[current_language()]), note)

    lines: list[tuple[str, Callable[[], Content | str]]] = [("text", text)]
    lines += probed(option.holds, part.check)
    if option.why is not None and part.holds is not True:
        why = option.why
        lines.append(("why", lambda: prose(why[current_language()])))
    if option.source is not None:
        source = option.source
        lines.append(("why", lambda: Content.assemble(_("Source: "), foreign(source))))
    row = PartRow(mark, lines)
    row.add_class("option")
    return row


def pick_mark(picked: bool, *, single: bool) -> Content:
    """Return how an option was left: picked or not."""
    return Content.styled(("○●" if single else "□■")[picked], "bold" if picked else GUTTER_STYLE)


def options_legend(*, single: bool) -> Content:
    """Return what the marks before the options mean."""
    said = [
        (check_mark(True), _("it is so")),
        (check_mark(False), _("it isn't so")),
        (pick_mark(True, single=single), _("you picked it")),
    ]
    return Content("   ").join(Content.assemble(mark, (f" {word}", "$text-muted")) for mark, word in said)


def point_row(probe: str, part: Part) -> PartRow:
    """Return a key point with its tick, its probe and the values that prove it."""
    mark = Content.assemble(
        ("✓" if part.claimed else "–", "bold $text-success" if part.claimed else "bold $text-warning")
    )
    label = part.label

    def text() -> Content:
        shown = prose(label[current_language()]) if label is not None else Content()
        note = _("not covered")
        missed = Content() if part.claimed else Content.styled(f"  ← {note}", "$text-warning")
        return Content.assemble(shown, missed)

    lines: list[tuple[str, Callable[[], Content | str]]] = [("text", text), *probed(probe, part.check)]
    if part.holds is not True:
        lines.append(("why", lambda: _("This doesn't hold on the torch that is installed here.")))
    return PartRow(mark, lines)


def check_row(part: Part) -> PartRow:
    """Return a test with its outcome, and with the values that failed it."""
    label = part.label
    lines: list[tuple[str, Callable[[], Content | str]]] = []
    if label is not None:
        lines.append(("text", lambda: prose(label[current_language()])))
    if not part.right:
        lines += _seen(part.check)
    row = PartRow(check_mark(part.right), lines)
    row.add_class("check")
    return row


def probed(probe: str | None, check: Check | None) -> list[tuple[str, Callable[[], Content | str]]]:
    """Return what a probe gave, and the values that it looked at."""
    if probe is None or check is None:
        return []
    words = " ".join(visible(probe).split())
    # A probe that was looked at as a whole is its own value.
    looked_at = tuple(one for one in check.seen if one[0] != words)
    if check.calls and not check.seen and check.holds is not None:
        return _seen(check)  # of a probe about what is raised, that says it all
    lines: list[tuple[str, Callable[[], Content | str]]] = [("seen", lambda: probe_words(words, check))]
    return [*lines, *_seen(replace(check, seen=looked_at))]


def probe_words(probe: str, check: Check) -> Content:
    """Return a probe with what it gave: true, false, or that it raised."""
    gave = check.raised.type if check.holds is None and check.raised is not None else str(check.holds)
    return Content.assemble((probe, SOURCE_STYLE), ("\u00a0→\u00a0", GUTTER_STYLE), (gave, VALUE_STYLE))


def _seen(check: Check | None) -> list[tuple[str, Callable[[], Content | str]]]:
    if check is None:
        return []
    lines: list[tuple[str, Callable[[], Content | str]]] = []
    # Each sub-expression once: a probe may look at the same one several times.
    values = tuple(dict.fromkeys(check.seen))
    if values:
        lines.append(("seen", lambda: seen_values(values)))
    calls = tuple(dict.fromkeys(check.calls))
    if calls:
        lines.append(("seen", lambda: seen_calls(calls)))
    raised = check.raised
    if raised is not None and not (raised.type == "AssertionError" and not raised.message):
        lines.append(("seen", lambda: exception(raised)))
    return lines


def seen_values(values: Sequence[tuple[str, str]]) -> Content:
    """Return sub-expressions with their live values, one a line; what shows its own value is left out."""
    told = [(brief(source), brief(text)) for source, text in values if source != text]
    widths = [cell_len(source) for source, _ in told]
    column = max((width for width in widths if width <= MAX_ALIGNED), default=0)
    return Content("\n").join(
        # The no-break spaces keep a value on the line of its equals sign.
        Content.assemble(
            (source + "\u00a0" * max(0, column - width), SOURCE_STYLE),
            ("\u00a0=\u00a0", GUTTER_STYLE),
            (text, VALUE_STYLE),
        )
        for (source, text), width in zip(told, widths, strict=True)
    )


def seen_calls(calls: Sequence[tuple[str, str | None]]) -> Content:
    """Return what was tried, each with what it raised, one a line."""
    return Content("\n").join(
        Content.assemble(
            (brief(source), SOURCE_STYLE),
            ("\u00a0→\u00a0", GUTTER_STYLE),
            (_("raises nothing"), VALUE_STYLE)
            if raised is None
            else (_("raises {exception}").format(exception=brief(raised)), VALUE_STYLE),
        )
        for source, raised in calls
    )


def brief(text: str) -> str:
    """Return foreign text on one line, cut to what decides anything at a glance."""
    line = " ".join(visible(text).split())
    return line if len(line) <= MAX_SEEN else line[: MAX_SEEN - 2] + " …"
