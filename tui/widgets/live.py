"""What a program really did: its output, the value asked for, and how it ended."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content

from quizbank.question import Predict, Question
from runner.ending import kept_from, stopped
from runner.protocol import Ended, Raised, Result
from tui.i18n import _, ngettext, say
from tui.visible import visible
from tui.widgets.code import GUTTER_STYLE
from tui.widgets.prose import CODE_STYLE, foreign
from tui.widgets.words import Words

MAX_LINES = 200
MAX_CHARACTERS = 20_000
"""More than a learner reads; the rest is counted."""


class Live(VerticalGroup):
    """The run that decided the answer."""

    def __init__(self, question: Question, result: Result, name: str) -> None:
        super().__init__(id=name)
        self._ask = question.ask if isinstance(question, Predict) else None
        self._result = result
        self.border_title = Content()

    def compose(self) -> ComposeResult:
        result = self._result
        has_value = self._ask is not None and result.value is not None
        if has_value:
            yield Words(self._value)
        text = result.text
        if text and not text.isspace():
            yield Words(lambda: printed(text), classes="output")
            if is_cut(text):
                yield Words(lambda: _("o copies all of it, or saves it as a file."), classes="quiet")
        elif not has_value and result.raised is None and result.ended is Ended.FINISHED:
            yield Words(lambda: _("It ran to its end and printed nothing."), classes="quiet")
        if result.dropped_bytes:
            yield Words(self._dropped, classes="quiet")
        if result.raised is not None:
            yield Words(lambda: exception(result.raised))
        elif (ending := stopped(result)) is not None:
            yield Words(lambda: say(ending))

    def on_mount(self) -> None:
        self.translate()

    def translate(self) -> None:
        seconds = self._result.seconds
        took = (
            f"{seconds:.1f} s"
            if seconds >= 1
            else f"{seconds * 1000:.0f} ms"
            if seconds >= 0.001
            else "< 1 ms"
        )
        self.border_title = Content(
            _("Live on torch {version}").format(version=self._result.torch.partition("+")[0] or "?")
        )
        self.border_subtitle = Content(f"{self._result.device} · {took}" if self._result.device else took)

    def _value(self) -> Content:
        value = self._result.value
        if value is None:
            return Content()
        ask = foreign(self._ask or "").stylize(CODE_STYLE)
        return Content.assemble(ask, (" = ", GUTTER_STYLE), foreign(value.text))

    def _dropped(self) -> str:
        count = self._result.dropped_bytes
        return ngettext("... and {count} more byte", "... and {count} more bytes", count).format(count=count)


def gave_something(question: Question, result: Result) -> bool:
    """Tell whether a run gave a value that was asked for, printed anything or raised."""
    asked = isinstance(question, Predict) and question.ask is not None and result.value is not None
    printed = any(chunk.text and not chunk.text.isspace() for chunk in result.output)
    return asked or printed or result.raised is not None


def live_text(question: Question, result: Result) -> str:
    """Return what the run gave, all of it, as plain text to take along."""
    parts = []
    if isinstance(question, Predict) and question.ask is not None and result.value is not None:
        parts.append(f"{question.ask} = {result.value.text}")
    parts.append(result.text.strip("\n"))
    if (raised := result.raised) is not None:
        parts.append(f"{raised.type}: {raised.message}" if raised.message else raised.type)
    return visible("\n".join(part for part in parts if part))


def printed(text: str) -> Content:
    """Return a program's output, cut to what can be read."""
    text = text.rstrip("\n")
    lines = text.split("\n", MAX_LINES)
    rest = lines[MAX_LINES].count("\n") + 1 if len(lines) > MAX_LINES else 0
    whole = "\n".join(lines[:MAX_LINES])
    if len(whole) <= MAX_CHARACTERS:
        return Content.assemble(foreign(whole), "\n", more_lines(rest)) if rest else foreign(whole)
    return Content.assemble(foreign(whole[:MAX_CHARACTERS]), more_characters(len(text) - MAX_CHARACTERS))


def is_cut(text: str) -> bool:
    """Tell whether ``printed`` leaves something out."""
    text = text.rstrip("\n")
    return len(text) > MAX_CHARACTERS or text.count("\n") >= MAX_LINES


def more_characters(count: int) -> Content:
    """Return how many characters aren't shown."""
    text = ngettext(" ... and {count} more character", " ... and {count} more characters", count)
    return Content.styled(text.format(count=f"{count:,}"), GUTTER_STYLE)


def whole_or_cut(text: str) -> Content:
    """Return foreign text, cut to what can be read."""
    if len(text) <= MAX_CHARACTERS:
        return foreign(text)
    return Content.assemble(foreign(text[:MAX_CHARACTERS]), more_characters(len(text) - MAX_CHARACTERS))


def more_lines(count: int) -> Content:
    """Return how many lines aren't shown."""
    text = ngettext("... and {count} more line", "... and {count} more lines", count)
    return Content.styled(text.format(count=f"{count:,}"), GUTTER_STYLE)


def exception(raised: Raised | None) -> Content:
    """Return an exception with the learner's line that raised it."""
    if raised is None:
        return Content()
    parts = [
        Content.assemble(
            (raised.type, "bold $text-error"), ": " if raised.message else "", whole_or_cut(raised.message)
        )
    ]
    if raised.frames and raised.frames[-1].source.strip():
        frame = raised.frames[-1]
        where = _("line {line}").format(line=frame.line)
        parts.append(Content.assemble((f"  {where}  ", GUTTER_STYLE), whole_or_cut(frame.source.strip())))
    if (remark := kept_from(raised)) is not None:
        parts.append(Content.styled(say(remark), "$text-muted"))
    return Content("\n").join(parts)
