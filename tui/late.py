"""What the app needs only when home has been painted, each name imported when it is first asked for.

Home's first paint waits for every import, so the modules that it needs (``tui.app`` and what that imports)
take from here what can wait: ``late.QuizScreen``. ``import_all`` fetches the rest while nobody waits. Modules
that are only ever imported from here import whatever they like, at their top, as usual.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quizbank.drill import Drill as Drill
    from quizbank.errors import InterviewChanged as InterviewChanged
    from quizbank.errors import InterviewError as InterviewError
    from quizbank.errors import NothingToAsk as NothingToAsk
    from quizbank.errors import SessionRunning as SessionRunning
    from quizbank.history.figures import Unfinished as Unfinished
    from quizbank.interview.blueprint import builtin as builtin
    from quizbank.interview.report import make_report as make_report
    from quizbank.interview.sitting import Sitting as Sitting
    from quizbank.interview.sitting import begin as begin
    from quizbank.interview.sitting import end_unfinished as end_unfinished
    from quizbank.interview.sitting import take_up as take_up
    from quizbank.resume import resume as resume
    from quizbank.search import Index as Index
    from tui.learner import notices as notices
    from tui.new_interview import drawn_plan as drawn_plan
    from tui.screens.browse import BrowseScreen as BrowseScreen
    from tui.screens.confirm import ConfirmScreen as ConfirmScreen
    from tui.screens.failure import FailureScreen as FailureScreen
    from tui.screens.help import HelpScreen as HelpScreen
    from tui.screens.home_figures import HomeFigures as HomeFigures
    from tui.screens.interview import InterviewScreen as InterviewScreen
    from tui.screens.interview_choice import GO_ON as GO_ON
    from tui.screens.interview_choice import InterviewChoiceScreen as InterviewChoiceScreen
    from tui.screens.interview_points import InterviewPointsScreen as InterviewPointsScreen
    from tui.screens.palette import Palette as Palette
    from tui.screens.playground import PlaygroundScreen as PlaygroundScreen
    from tui.screens.quiz import QuizScreen as QuizScreen
    from tui.screens.scorecard import ScorecardScreen as ScorecardScreen
    from tui.screens.settings import SettingsScreen as SettingsScreen
    from tui.screens.statistics import StatisticsScreen as StatisticsScreen
    from tui.screens.summary import SummaryScreen as SummaryScreen
    from tui.screens.tour import TourScreen as TourScreen
    from tui.widgets.drill_words import ending_text as ending_text

MODULES = {
    "Drill": "quizbank.drill",
    "InterviewChanged": "quizbank.errors",
    "InterviewError": "quizbank.errors",
    "NothingToAsk": "quizbank.errors",
    "SessionRunning": "quizbank.errors",
    "Unfinished": "quizbank.history.figures",
    "builtin": "quizbank.interview.blueprint",
    "make_report": "quizbank.interview.report",
    "Sitting": "quizbank.interview.sitting",
    "begin": "quizbank.interview.sitting",
    "end_unfinished": "quizbank.interview.sitting",
    "take_up": "quizbank.interview.sitting",
    "resume": "quizbank.resume",
    "Index": "quizbank.search",
    "notices": "tui.learner",
    "drawn_plan": "tui.new_interview",
    "BrowseScreen": "tui.screens.browse",
    "ConfirmScreen": "tui.screens.confirm",
    "FailureScreen": "tui.screens.failure",
    "HelpScreen": "tui.screens.help",
    "HomeFigures": "tui.screens.home_figures",
    "InterviewScreen": "tui.screens.interview",
    "GO_ON": "tui.screens.interview_choice",
    "InterviewChoiceScreen": "tui.screens.interview_choice",
    "InterviewPointsScreen": "tui.screens.interview_points",
    "Palette": "tui.screens.palette",
    "PlaygroundScreen": "tui.screens.playground",
    "QuizScreen": "tui.screens.quiz",
    "ScorecardScreen": "tui.screens.scorecard",
    "SettingsScreen": "tui.screens.settings",
    "StatisticsScreen": "tui.screens.statistics",
    "SummaryScreen": "tui.screens.summary",
    "TourScreen": "tui.screens.tour",
    "ending_text": "tui.widgets.drill_words",
}
"""Where each of the names above comes from; a test holds the two lists together."""

if not TYPE_CHECKING:  # a type checker would take any name for known

    def __getattr__(name):
        if name not in MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(MODULES[name]), name)


def import_all() -> None:
    """Import everything, so that no key waits for an import; some tenths of a second, in any thread."""
    for module in dict.fromkeys(MODULES.values()):
        import_module(module)
