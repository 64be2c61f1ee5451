"""The statistics drawn; loaded only when their screen opens, for the library that draws isn't small."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from textual.content import Content
from textual_plot import HiResMode, PlotWidget
from textual_plot.axis_formatter import AxisFormatter, NumericAxisFormatter

from quizbank.prose import paragraphs
from quizbank.statistics.accuracy import Period
from tui.i18n import _, current_language
from tui.statistics_tables import Statistics, View, percent, topic_name
from tui.widgets.prose import prose

NUMBERED = (View.HARDEST, View.MISTAKES)
"""Views whose bars have numbers, explained in a list beside them."""
BARS = 10
DAYS_DRAWN = 56

_STEPS = (1, 2, 7, 14, 28, 56, 91, 182)
_PERCENT = (0.0, 25.0, 50.0, 75.0, 100.0)


class DateAxis(AxisFormatter):
    """Ticks at whole days, given as ordinals."""

    def get_ticks(self, min_: float, max_: float, max_ticks: int = 8) -> list[float]:
        step = next((one for one in _STEPS if (max_ - min_) / one <= max_ticks), _STEPS[-1])
        return [float(day) for day in range(int(max_), int(min_) - 1, -step)][::-1]

    def get_labels_for_ticks(self, ticks: Sequence[float]) -> list[str]:
        return [f"{date.fromordinal(int(tick)):%m-%d}" for tick in ticks]


class PercentAxis(AxisFormatter):
    """Ticks at quarters."""

    def get_ticks(self, min_: float, max_: float, max_ticks: int = 8) -> list[float]:
        return list(_PERCENT)

    def get_labels_for_ticks(self, ticks: Sequence[float]) -> list[str]:
        return [f"{tick:.0f}%" for tick in ticks]


class CountAxis(NumericAxisFormatter):
    """Ticks at whole numbers."""

    def get_ticks(self, min_: float, max_: float, max_ticks: int = 8) -> list[float]:
        return [tick for tick in super().get_ticks(min_, max_, max_ticks) if tick.is_integer()]

    def get_labels_for_ticks(self, ticks: Sequence[float]) -> list[str]:
        return [f"{tick:.0f}" for tick in ticks]


class Plot(PlotWidget, can_focus=False):
    """Draws one view at a time; nothing in it needs a key or the mouse."""

    DEFAULT_CSS = """
    Plot > .plot--axis { color: $foreground-disabled; }
    Plot > .plot--tick { color: $foreground; text-style: none; }
    """

    def __init__(self) -> None:
        super().__init__(allow_pan_and_zoom=False)
        self.set_reactive(PlotWidget.margin_left, 7)
        self.set_reactive(PlotWidget.margin_top, 0)
        self.set_reactive(PlotWidget.margin_bottom, 1)

    def show(self, view: View, shown: Statistics, topic: int) -> None:
        """Draw a view; ``topic`` is the position of the one whose accuracy is drawn beside that of all."""
        self.clear()
        self.set_xticks(None)
        # Without dates until a view sets the days it reaches over: what is left of another's isn't days.
        self.set_x_formatter(NumericAxisFormatter())
        self.set_y_formatter(PercentAxis())
        match view:
            case View.ACCURACY:
                self._accuracy(shown, topic)
            case View.FORECAST:
                self._forecast(shown)
            case View.TIME:
                self._time(shown)
            case View.DAYS:
                self._days(shown)
            case View.HARDEST:
                missed = [100 - 100 * (one.share.value or 0) for one in shown.overview.hardest[:BARS]]
                self._bars(missed, "error", highest=100)
            case View.MISTAKES:
                self.set_y_formatter(CountAxis())
                self._bars([float(one.count) for one in shown.overview.mistaken[:BARS]], "warning")

    def _colour(self, name: str) -> str:
        return self.app.theme_variables[name]

    def _accuracy(self, shown: Statistics, topic: int) -> None:
        everything = shown.overview.accuracy[0].periods
        chosen = shown.overview.accuracy[topic].periods
        day = shown.overview.day.toordinal()
        first = min([one.last.toordinal() for one in everything], default=day)
        self.set_x_formatter(DateAxis())
        self.set_xlimits(min(first, day - 1), day)
        self.set_ylimits(0, 100)
        if topic == 0:
            chosen = everything
        else:
            self._line(everything, HiResMode.BRAILLE, self._colour("foreground"))
        self._line(chosen, HiResMode.QUADRANT, self._colour("primary"))
        if chosen:  # of a topic everything may have been skipped
            self.scatter(*_points(chosen), marker="●", marker_style=self._colour("accent"))

    def _line(self, periods: Sequence[Period], mode: HiResMode, colour: str) -> None:
        if len(periods) > 1:
            self.plot(*_points(periods), line_style=colour, hires_mode=mode)

    def _forecast(self, shown: Statistics) -> None:
        if shown.retention is None:
            return
        days = shown.retention.days
        self.set_x_formatter(DateAxis())
        self.set_xlimits(days[0].day.toordinal(), days[-1].day.toordinal())
        self.set_ylimits(0, 100)
        idle = [(one.day.toordinal(), 100 * one.idle) for one in days]
        practised = [(one.day.toordinal(), 100 * one.practised) for one in days if one.practised is not None]
        if shown.retention.interview is not None:
            self.add_v_line(shown.retention.interview.toordinal(), self._colour("warning"))
        self.plot(*_apart(idle), line_style=self._colour("foreground"), hires_mode=HiResMode.BRAILLE)
        if len(practised) > 1:
            self.plot(*_apart(practised), line_style=self._colour("primary"), hires_mode=HiResMode.QUADRANT)

    def _time(self, shown: Statistics) -> None:
        self.set_y_formatter(NumericAxisFormatter())
        points = [(one.expected / 60, one.taken / 60) for one in shown.overview.paces]
        if not points:
            return
        right = max(expected for expected, _ in points) + 0.5
        self.set_xlimits(0, right)
        self.set_ylimits(0, 1.05 * max(right, *(taken for _, taken in points)))
        self.plot([0, right], [0, right], line_style=self._colour("foreground"), hires_mode=HiResMode.BRAILLE)
        self.scatter(*_apart(points), marker="●", marker_style=self._colour("primary"))

    def _days(self, shown: Statistics) -> None:
        self.set_y_formatter(CountAxis())
        days = shown.overview.days[-DAYS_DRAWN:]
        today = shown.overview.day.toordinal()
        self.set_x_formatter(DateAxis())
        self.set_xlimits(min(days[0].day.toordinal(), today - 6) - 0.5, today + 0.5)
        self.set_ylimits(0, 1.1 * max(1, *(one.answers for one in days)))
        bars = [(float(one.day.toordinal()), float(one.answers)) for one in days]
        self.bar(*_apart(bars), width=0.8, bar_style=self._colour("success"), hires_mode=HiResMode.QUADRANT)

    def _bars(self, heights: Sequence[float], colour: str, highest: float | None = None) -> None:
        self.set_xlimits(0.4, BARS + 0.6)
        self.set_ylimits(0, highest or 1.1 * max(1, *heights, 1))
        if heights:
            names = [str(number) for number in range(1, len(heights) + 1)]
            style, mode = self._colour(colour), HiResMode.QUADRANT
            self.bar(names, heights, width=0.7, bar_style=style, hires_mode=mode)


def says_something(view: View, shown: Statistics) -> bool:
    """Tell whether a view's plot says anything; bars that are all as high say less than the list beside."""
    overview = shown.overview
    match view:
        case View.ACCURACY:
            return bool(overview.accuracy[0].periods)
        case View.FORECAST:
            return shown.retention is not None
        case View.TIME:
            return bool(overview.paces)
        case View.HARDEST:
            return len({one.share.value for one in overview.hardest[:BARS]}) > 1
        case View.MISTAKES:
            return len({one.count for one in overview.mistaken[:BARS]}) > 1
    return True


def legend(view: View, shown: Statistics, topic: int) -> Content:
    """Return what the lines and marks of a plot stand for, each with its own shape beside its colour."""
    thin = ("⠒⠒⠒ ", "$foreground")
    match view:
        case View.ACCURACY:
            chosen = shown.overview.accuracy[topic]
            name = f"{topic_name(shown.bank, chosen.topic)}  {percent(chosen.total)}"
            every = ("▄▄● ", "$primary") if topic == 0 else thin
            said = [Content.assemble(every, _("All topics"))]
            if topic:
                said.insert(0, Content.assemble(("▄▄● ", "$primary"), (name, "bold")))
            period = (
                _("each point is a week") if shown.overview.days_a_period > 1 else _("each point is a day")
            )
            return Content("    ").join([*said, Content.styled(period, "$text-muted")])
        case View.FORECAST:
            said = [Content.assemble(("▄▄▄ ", "$primary"), _("with practice"))]
            said.append(Content.assemble(thin, _("without")))
            if shown.retention is not None and shown.retention.interview is not None:
                day = f"{shown.retention.interview:%Y-%m-%d}"
                said.append(Content.assemble(("│ ", "$warning"), _("interview"), " ", day))
            return Content("    ").join(said)
        case View.TIME:
            return Content.assemble(
                ("● ", "$primary"),
                _("a question: minutes taken ↑ by minutes expected →"),
                "    ",
                thin,
                _("as expected"),
            )
        case View.DAYS:
            return Content.assemble(("█ ", "$success"), _("answers on a day"))
    return Content()


def listed(view: View, shown: Statistics) -> list[tuple[Content, Content]]:
    """Return the list that explains numbered bars: each number with its count, and the whole text."""
    language = current_language()
    match view:
        case View.HARDEST:
            texts = [
                (
                    f"{one.share.judged - one.share.right}/{one.share.judged}",
                    shown.bank[one.question_id].prompt,
                )
                for one in shown.overview.hardest[:BARS]
            ]
        case View.MISTAKES:
            texts = [(f"{one.count}×", one.belief.text) for one in shown.overview.mistaken[:BARS]]
        case _:
            texts = []
    return [
        (
            Content.assemble((f"{number:>2} ", "bold $text-accent"), (count, "bold")),
            prose(paragraphs(text[language])[0]),
        )
        for number, (count, text) in enumerate(texts, 1)
    ]


def _points(periods: Sequence[Period]) -> tuple[list[float], list[float]]:
    return _apart([(float(one.last.toordinal()), 100 * (one.share.value or 0)) for one in periods])


def _apart(points: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [y for _, y in points]
