"""The last weeks as a calendar: a column for each week, a mark for each day, darker for more answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from textual.content import Content

from tui.i18n import _
from tui.widgets.words import Words

LEVELS: Sequence[tuple[int, str, str]] = (
    (0, "·", "$foreground-disabled"),
    (1, "░", "$success"),
    (5, "▒", "$success"),
    (10, "▓", "$success"),
    (20, "█", "$success"),
)
"""From how many answers on a day looks how."""
CELL = 2
MARGIN = 4
WEEK = 7


class Calendar(Words):
    """As many of the last weeks as fit, Monday first; today is the last mark of the last column."""

    def __init__(self) -> None:
        super().__init__(self._drawn)
        self._per_day: Sequence[int] = ()
        self._today = date.min

    def know(self, per_day: Sequence[int], today: date) -> None:
        """Show these answers a day, today's last."""
        self._per_day, self._today = per_day, today
        self.translate()

    def on_resize(self) -> None:
        self.translate()

    def _drawn(self) -> Content:
        room = (self.content_size.width - MARGIN) // CELL
        # The days of the week to come leave the last column short.
        whole = (len(self._per_day) - self._today.weekday() - 1) // WEEK
        weeks = min(room, whole + 1)
        if not self._per_day or weeks < 1:
            return Content()
        monday = self._today - timedelta(days=self._today.weekday() + WEEK * (weeks - 1))
        names = (_("Mon"), "", _("Wed"), "", _("Fri"), "", _("Sun"))
        rows = [self._row(monday + timedelta(days=day), weeks, name) for day, name in enumerate(names)]
        return Content("\n").join([_months(monday, weeks), *rows, Content(), _legend()])

    def _row(self, first: date, weeks: int, name: str) -> Content:
        cells = [Content.styled(name, "$text-muted").pad_right(MARGIN - Content(name).cell_length)]
        for week in range(weeks):
            day = first + timedelta(days=WEEK * week)
            if day > self._today:
                break
            cells.append(_mark(self._per_day[len(self._per_day) - 1 - (self._today - day).days]))
            cells.append(Content(" "))
        return Content().join(cells)


def _mark(answers: int) -> Content:
    _least, glyph, style = next(level for level in reversed(LEVELS) if answers >= level[0])
    return Content.styled(glyph, style)


def _months(monday: date, weeks: int) -> Content:
    """Return the line above: a month's number where its first week begins."""
    line = " " * MARGIN
    for week in range(weeks):
        sunday = monday + timedelta(days=WEEK * week + WEEK - 1)
        column = MARGIN + CELL * week
        if sunday.day <= WEEK and len(line) <= column:
            line = f"{line:<{column}}{sunday.month}"
    return Content.styled(line, "$text-muted")


def _legend() -> Content:
    bounds = [least for least, _glyph, _style in LEVELS]
    parts = []
    for number, (least, glyph, style) in enumerate(LEVELS):
        last = bounds[number + 1] - 1 if number + 1 < len(bounds) else None
        span = f"{least}+" if last is None else f"{least}" if last == least else f"{least}–{last}"
        parts.append(Content.assemble((glyph, style), " ", (span, "$text-muted")))
    return Content("  ").join(parts) + Content.styled("  " + _("answers"), "$text-muted")
