"""The app: which screen is on, the runner's life, and what works everywhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.command import CommandPalette
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import Worker, WorkerCancelled, WorkerFailed

from quizbank.bank import Bank
from quizbank.drill import Drill, Order
from quizbank.errors import InterviewChanged, InterviewError, NothingToAsk, SessionRunning
from quizbank.history.figures import Unfinished
from quizbank.interview.blueprint import builtin
from quizbank.interview.checkpoint import Checkpoint, InterviewFile
from quizbank.interview.sitting import Sitting, begin, end_unfinished, take_up
from quizbank.learner import Learner
from quizbank.question import Question
from quizbank.resume import resume
from quizbank.search import Index
from quizbank.vocabulary import Language
from runner.client import Runner
from tui import places
from tui.hangup import ends_by_itself, ends_with
from tui.i18n import _, current_language, language_of_locale, say, use_language
from tui.learner import local_now, notices
from tui.messages import PlayWanted
from tui.new_interview import drawn_plan
from tui.quiz_rules import USUAL_RULES, QuizRules
from tui.screens.base import BaseScreen, ShowsFailures
from tui.screens.browse import BrowseScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.everywhere import HELP, LANGUAGE, PALETTE, QUIT, THEME
from tui.screens.help import HelpScreen
from tui.screens.home import HomeScreen
from tui.screens.interview import InterviewScreen
from tui.screens.interview_choice import GO_ON, InterviewChoiceScreen
from tui.screens.interview_points import InterviewPointsScreen
from tui.screens.palette import Palette
from tui.screens.quiz import QuizScreen
from tui.screens.settings import SettingsScreen
from tui.screens.summary import SummaryScreen
from tui.screens.too_small import TooSmallScreen, fits
from tui.screens.tour import TourScreen
from tui.services import JudgingRunner, Services, Torch
from tui.settings import ThemeName
from tui.survival import SurvivesFailures
from tui.themes import OWN, TEXTUAL_NAMES, after
from tui.widgets.command import Command, bindings_of, live_commands
from tui.widgets.drill_words import ending_text

Opening = list[Question] | Drill | Unfinished | Sitting | None
"""What the app opens with; None is the home screen."""

ORDER = Order()


class TorchdrillApp(SurvivesFailures, ShowsFailures):
    """Opens with a session of questions, a drill or an interrupted session, or on the home screen."""

    TITLE = "torchdrill"
    CSS_PATH = "app.tcss"
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012  # textual declares it without ClassVar
        (0, "-narrow"),
        (120, "-wide"),
    ]
    KEYS: ClassVar[Sequence[Command]] = (
        LANGUAGE,
        HELP,
        THEME,
        PALETTE,
        QUIT,
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(
        self,
        bank: Bank,
        language: Language,
        device: str,
        opening: Opening,
        rng: Random,
        learner: Learner,
        order: Order = ORDER,
        make_runner: Callable[[str], JudgingRunner] = Runner,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = local_now,
        theme: ThemeName = "dark",
        session_length: int = 10,
        rules: QuizRules = USUAL_RULES,
        tour_file: Path | None = None,
        interview_file: Path | None = None,
    ) -> None:
        """``learner`` stays open; ``order`` is what drills are to be like.

        ``interview_file`` is where a mock interview is kept that begins here.
        ``tour_file`` is there once the tour was shown; without one it isn't offered by itself.
        """
        super().__init__()
        use_language(language)
        self._opening = opening
        self._tour_file = tour_file
        self._services = Services(
            bank, Torch(make_runner, device), learner, order, rng, clock, now, session_length, rules
        )
        self._interview_held = ExitStack()
        if isinstance(opening, Sitting):
            self._services.interviews = opening.file  # whoever opened the app holds it
        elif interview_file is not None:
            self._services.interviews = InterviewFile(interview_file)
        self._runner_worker: Worker[None] | None = None
        for own in OWN:
            self.register_theme(own)
        self.theme = TEXTUAL_NAMES[theme]

    def on_mount(self) -> None:
        ends_with(self.exit)
        self._runner_worker = self.run_worker(
            self._services.torch.keep_running(self._torch_changed),
            group="runner",
            exclusive=True,
            exit_on_error=False,
        )
        for notice in notices(self._services.learner, self._services.now()):
            self.notify(say(notice), severity="warning", markup=False, timeout=15)
        match self._opening:
            case None:
                self.push_screen(HomeScreen(self._services))
                self._show_tour_once()
            case Drill() as drill:
                self._start_drill(drill)
            case Unfinished() as unfinished:
                self._resume(unfinished)
            case Sitting() as sitting:
                self._hold(sitting)
            case questions:
                self._start(questions)
        self._fit(self.size)

    def on_resize(self, event: events.Resize) -> None:
        if self.screen_stack:
            self._fit(event.size)

    def _fit(self, size: Size) -> None:
        """Cover everything while the terminal is too small for it."""
        covered = isinstance(self.screen, TooSmallScreen)
        if covered and fits(size):
            self.pop_screen()
        elif not covered and not fits(size) and len(self.screen_stack) > 1:
            self.push_screen(TooSmallScreen())

    def first_screen(self) -> HomeScreen:
        return HomeScreen(self._services)

    def _show_tour_once(self) -> None:
        """Show the tour to whoever opens the app for the first time."""
        if self._tour_file is None or self._tour_file.exists():
            return
        with suppress(OSError):  # whoever can't be remembered is shown around again
            self._tour_file.parent.mkdir(parents=True, exist_ok=True)
            self._tour_file.touch()
        if not self._services.learner.history.events():
            self.push_screen(TourScreen())

    async def on_unmount(self) -> None:
        ends_by_itself()
        self._interview_held.close()
        self._services.torch.close()
        if self._runner_worker is not None:
            with suppress(WorkerCancelled, WorkerFailed):
                await self._runner_worker.wait()

    def on_home_screen_started(self, event: HomeScreen.Started) -> None:
        self._start(event.plan)

    def on_home_screen_drill_wanted(self) -> None:
        order = self._services.order
        day = self._services.learner.day(self._services.now())
        if order.interview is not None and order.interview < day:
            order = replace(order, interview=None)
        self._start_drill(Drill(self._services.askable(), order, day))

    def on_home_screen_resume_wanted(self, event: HomeScreen.ResumeWanted) -> None:
        self._resume(event.unfinished)

    def on_home_screen_browse_wanted(self) -> None:
        self.push_screen(BrowseScreen(self._services, self._index))

    def on_home_screen_statistics_wanted(self) -> None:
        # Late, for it brings the library that draws.
        from tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen(self._services))

    def on_statistics_screen_left(self) -> None:
        self.pop_screen()

    def on_browse_screen_started(self, event: BrowseScreen.Started) -> None:
        self._start(event.plan)

    def on_browse_screen_left(self) -> None:
        self.pop_screen()

    def on_play_wanted(self, event: PlayWanted) -> None:
        # Imported here: it brings the tables along, which nobody needs to start.
        from tui.screens.playground import PlaygroundScreen

        self.push_screen(PlaygroundScreen(self._services, event.question, event.original))

    def on_playground_screen_left(self) -> None:
        self.pop_screen()

    def on_quiz_screen_finished(self, event: QuizScreen.Finished) -> None:
        if event.practice.session.attempts:
            from_list = isinstance(self.screen_stack[-2], BrowseScreen)
            self.switch_screen(SummaryScreen(self._services, event.practice, from_list=from_list))
        else:
            self._go_home()

    def on_summary_screen_again(self, event: SummaryScreen.Again) -> None:
        self.switch_screen(QuizScreen(self._services, self._services.practice(event.plan)))

    def on_summary_screen_home_wanted(self, event: SummaryScreen.HomeWanted) -> None:
        self._go_home()

    def action_language(self) -> None:
        """Switch the language; texts change in place, and nothing typed is touched."""
        use_language("zh" if current_language() == "en" else "en")
        for screen in self.screen_stack:
            for node in screen.walk_children(with_self=True):
                translate = getattr(node, "translate", None)
                if translate is not None:
                    translate()

    def action_theme(self) -> None:
        self.theme = after(self.theme)

    def action_tour(self) -> None:
        self.push_screen(TourScreen())

    def action_settings(self) -> None:
        self.push_screen(SettingsScreen(self._services, places.settings_file()))

    def on_settings_screen_changed(self, event: SettingsScreen.Changed) -> None:
        """Take over what a running app can take over."""
        settings, services = event.settings, self._services
        wanted = language_of_locale() if settings.language == "auto" else settings.language
        if "language" in event.keys and wanted != current_language():
            self.action_language()
        if "theme" in event.keys:
            self.theme = TEXTUAL_NAMES[settings.theme]
        if "questions" in event.keys:
            services.session_length = settings.questions
        services.rules = services.rules.changed_to(settings, event.keys)
        ordered = {
            key: getattr(settings, key) for key in ("minutes", "interview", "new_a_day") if key in event.keys
        }
        services.order = replace(services.order, **ordered)

    def on_settings_screen_left(self) -> None:
        self.pop_screen()

    def action_help(self) -> None:
        self.push_screen(HelpScreen(live_commands(self.screen)))

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette())

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        for live in live_commands(screen):
            if live.command.in_palette:
                run = partial(self.run_action, live.command.action, live.node)
                yield SystemCommand(say(live.command.label), say(live.command.help), run)

    async def action_quit(self) -> None:
        self.run_worker(self._quit(), group="quit", exclusive=True, exit_on_error=False)

    def action_help_quit(self) -> None:
        self.notify(_("Press ctrl+q to leave torchdrill."), markup=False)

    async def _quit(self) -> None:
        # Asked to leave while being asked whether to leave, the answer is yes.
        covered = [one for one in self.screen_stack if isinstance(one, BaseScreen)]
        if isinstance(self.screen, ConfirmScreen) or not covered or await covered[-1].may_quit():
            self.exit()

    @cached_property
    def _index(self) -> Index:
        return Index(self._services.bank.active)

    def _start(self, questions: list[Question]) -> None:
        self.push_screen(QuizScreen(self._services, self._services.practice(questions)))

    def _start_drill(self, drill: Drill) -> None:
        practice = self._services.drill(drill)
        if practice is None:
            self._stay_home(ending_text(drill))
        else:
            self.push_screen(QuizScreen(self._services, practice))

    def _resume(self, unfinished: Unfinished) -> None:
        services = self._services
        machine = services.torch.machine
        try:
            practice = resume(services.learner, unfinished, services.bank, machine, services.now())
        except SessionRunning as error:
            self._stay_home(say(error.message))
            return
        if practice is None:
            self._stay_home(_("Nothing was left to ask in that session."))
        else:
            self.push_screen(QuizScreen(services, practice))

    def _stay_home(self, why: str) -> None:
        self.notify(why, markup=False, timeout=10)
        if isinstance(self.screen, HomeScreen):
            self.screen.on_screen_resume()
        else:
            self.push_screen(HomeScreen(self._services))

    def _hold(self, sitting: Sitting) -> None:
        """Have an interview go on, or what is left of one: points to tick, or nothing but its end."""
        interview = sitting.interview
        if not interview.over:
            self.push_screen(InterviewScreen(self._services, sitting))
        elif interview.to_tick:
            self.push_screen(InterviewPointsScreen(self._services, sitting))
        else:
            self._end_interview(sitting)

    def on_home_screen_interview_wanted(self) -> None:
        self.run_worker(self._choose_interview(), group="interview", exclusive=True, exit_on_error=False)

    async def _choose_interview(self) -> None:
        """Begin an interview, or go on with the one that was interrupted."""
        file = self._services.interviews
        if file is None:
            return
        try:
            with ExitStack() as held:
                held.enter_context(file.held())
                sitting = await self._chosen(file)
                if sitting is not None:
                    # Until it is over no other program may have it.
                    self._interview_held.push(held.pop_all())
                    self._hold(sitting)
        except InterviewError as error:
            lines = error.lacking if isinstance(error, NothingToAsk) else [error.message]
            self._stay_home("\n".join(say(line) for line in lines))
        except OSError as error:
            self._stay_home(_("An interview can't be kept here: {reason}").format(reason=error))

    async def _chosen(self, file: InterviewFile) -> Sitting | None:
        services, kept = self._services, file.read()
        bank, machine = services.bank, services.torch.machine
        choice = InterviewChoiceScreen(bank, kept)
        entry = await self.push_screen_wait(choice)
        if entry is None:
            return None
        if kept is not None and entry.value == GO_ON:
            try:
                return take_up(kept, bank, machine, file, services.clock)
            except InterviewChanged:
                self._give_up(kept, file)
                raise
        plan = drawn_plan(bank, machine, services.rng, path=builtin(str(entry.value)), minutes=choice.minutes)
        if kept is not None:
            self._give_up(kept, file)
        return begin(plan, bank, machine, current_language(), file, services.clock, services.now())

    def _give_up(self, kept: Checkpoint, file: InterviewFile) -> None:
        services = self._services
        journal, now = services.learner.journal, services.now()
        end_unfinished(kept, services.bank, file, journal, services.clock, now)

    def on_interview_screen_finished(self, event: InterviewScreen.Finished) -> None:
        # Time may have run out behind a dialog, which goes with the interview.
        while not isinstance(self.screen, InterviewScreen):
            self.pop_screen()
        self.pop_screen()
        self._hold(event.sitting)
        self._fit(self.size)

    def on_interview_points_screen_done(self, event: InterviewPointsScreen.Done) -> None:
        self.pop_screen()
        self._end_interview(event.sitting)

    def _end_interview(self, sitting: Sitting) -> None:
        """Put an interview into the history, and show how it went."""
        # Late, for the reports bring what draws them.
        from quizbank.interview.report import make_report
        from tui.screens.scorecard import ScorecardScreen

        services = self._services
        torch = services.torch
        sitting.finish(services.learner.journal, services.now(), torch.device, torch.version)
        self._interview_held.close()
        history = services.learner.history
        # Another one may have begun later on another machine; this one has its own uuid.
        past = next((one for one in history.interviews() if one.record.uuid == sitting.uuid), None)
        if past is not None:
            self.push_screen(ScorecardScreen(services, make_report(past, history, services.bank)))

    def on_scorecard_screen_home_wanted(self) -> None:
        self.pop_screen()
        if not any(isinstance(screen, HomeScreen) for screen in self.screen_stack):
            self.push_screen(HomeScreen(self._services))

    def _go_home(self) -> None:
        if isinstance(self.screen_stack[-2], HomeScreen | BrowseScreen):
            self.pop_screen()
        else:
            self.switch_screen(HomeScreen(self._services))

    def _torch_changed(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.torch_changed()
