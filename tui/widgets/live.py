"""What a program really did: its output, the value asked for, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content

from quizbank.question import Predict, Question
from runner.ending import kept_from, stopped
from runner.protocol import Ended, Output, Raised, Result
from tui.i18n import _, ngettext, say
from tui.visible import visible
from tui.widgets.code import GUTTER_STYLE
from tui.widgets.flowing import Flowing
from tui.widgets.prose import CODE_STYLE, foreign
from tui.widgets.streams import BAR_MEANS, STDERR_STYLE, Barred, by_stream, has_stderr
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
            yield Printed(result.output)
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
        parts = [self._result.device, took, BAR_MEANS if has_stderr(self._result.output) else ""]
        self.border_subtitle = Content(" · ".join(part for part in parts if part))

    def _value(self) -> Content:
        value = self._result.value
        if value is None:
            return Content()
        ask = foreign(self._ask or "").stylize(CODE_STYLE)
        return Content.assemble(ask, (" = ", GUTTER_STYLE), foreign(value.text))

    def _dropped(self) -> str:
        count = self._result.dropped_bytes
        return ngettext("... and {count} more byte", "... and {count} more bytes", count).format(count=count)


class Printed(Words):
    """A program's output, cut to what can be read; what went to stderr has a bar before it."""

    def __init__(self, output: Sequence[Output]) -> None:
        self._output = output
        super().__init__(lambda: printed("".join(one.text for one in output)), classes="output")

    def flow(self, content: Content) -> Flowing:
        if not has_stderr(self._output):
            return super().flow(content)
        output = [replace(one, text=one.text.replace("\r\n", "\n")) for one in self._output]
        kept, remark = _cut("".join(one.text for one in output))
        *lines, (last, barred) = [
            (foreign(line).stylize(STDERR_STYLE) if from_stderr else foreign(line), from_stderr)
            for line, from_stderr in by_stream(output, len(kept))
        ]
        beside, *below = remark.split("\n", allow_blank=True)
        return Barred([*lines, (last + beside, barred), *((line, False) for line in below)])


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
    kept, remark = _cut(text)
    return foreign(kept) + remark


def _cut(text: str) -> tuple[str, Content]:
    """Return as much of a program's output as can be read, and what is said after it of the rest."""
    text = text.rstrip("\n")
    lines = text.split("\n", MAX_LINES)
    rest = lines[MAX_LINES].count("\n") + 1 if len(lines) > MAX_LINES else 0
    whole = "\n".join(lines[:MAX_LINES])
    if len(whole) > MAX_CHARACTERS:
        return whole[:MAX_CHARACTERS], more_characters(len(text) - MAX_CHARACTERS)
    return whole, Content.assemble("\n", more_lines(rest)) if rest else Content()


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
