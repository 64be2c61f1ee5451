"""Which stream output came from, told by a bar in the margin, for colour alone tells nothing to many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions

from runner.protocol import Output
from tui.widgets.flowing import Flowing, wrap

STDERR = "stderr"
STDERR_STYLE = "$text-warning"
BAR = "┃ "
BAR_MEANS = f"{BAR}{STDERR}"
"""Says what the bar stands for, in both languages."""


def has_stderr(output: Iterable[Output]) -> bool:
    """Tell whether anything came from stderr."""
    return any(one.stream == STDERR and one.text for one in output)


def by_stream(output: Iterable[Output], most: int) -> list[tuple[str, bool]]:
    """Return the first ``most`` characters in lines that are of one stream each, and whether it is stderr.

    A line that another stream goes on with is parted there.
    """
    lines: list[tuple[str, bool]] = []
    for one in output:
        first, *others = one.text[:most].split("\n")
        most -= len(one.text[:most])
        from_stderr = one.stream == STDERR
        if not lines or (lines[-1][0] and lines[-1][1] != from_stderr):
            if first or not lines:
                lines.append((first, from_stderr))
        elif first:
            lines[-1] = lines[-1][0] + first, from_stderr
        lines.extend((other, from_stderr) for other in others)
    return lines


class Barred(Flowing):
    """Lines of which some have a bar, as have the rows they are broken into; it is no part of the text."""

    def __init__(self, lines: Sequence[tuple[Content, bool]]) -> None:
        super().__init__(Content("\n").join(line for line, _barred in lines))
        self._marked = lines

    def at(self, width: int) -> Content:
        return super().at(self._inner(width))

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        inner = self._inner(width)
        text = super().at(inner).render_strips(inner, None, style, options)
        bars = [
            barred
            for line, barred in self._marked
            for _row in wrap(line, inner).split("\n", allow_blank=True)
        ]
        return [
            Strip.join([self._bar(style, options, barred=barred), row])
            for barred, row in zip(bars, text, strict=True)
        ][:height]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return len(BAR) + super().get_optimal_width(rules, container_width)

    def _inner(self, width: int) -> int:
        return max(2, width - len(BAR))

    def _bar(self, style: Style, options: RenderOptions, *, barred: bool) -> Strip:
        bar = Content.styled(BAR, STDERR_STYLE) if barred else Content(" " * len(BAR))
        # Plain segments carry no offsets, so that a selection of the text leaves the bar out.
        return Strip(
            Segment(part, (style + own).rich_style)
            for part, own in bar.render(style, end="", parse_style=options.get_style)
        )
