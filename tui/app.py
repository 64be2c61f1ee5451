"""The app: which screen is on, the runner's life, and what works everywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.command import CommandPalette
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import Worker, WorkerCancelled, WorkerFailed

from quizbank.vocabulary import Language
from tui import late, places
from tui.hangup import ends_by_itself, ends_with
from tui.i18n import _, current_language, language_of_locale, say, use_language
from tui.mock_interviews import HoldsInterviews
from tui.screens.base import CommandScreen, ShowsFailures
from tui.screens.everywhere import HELP, LANGUAGE, PALETTE, QUIT, THEME
from tui.screens.home import HomeScreen
from tui.screens.too_small import TooSmallScreen, fits
from tui.survival import SurvivesFailures
from tui.themes import OWN, TEXTUAL_NAMES, after
from tui.typed_ahead import TypedAhead
from tui.widgets.command import Command, bindings_of, live_commands

if TYPE_CHECKING:
    from quizbank.drill import Drill
    from quizbank.history.figures import Unfinished
    from quizbank.question import Question
    from quizbank.search import Index
    from tui.messages import PlayWanted
    from tui.opening import Opening
    from tui.screens.browse import BrowseScreen
    from tui.screens.home_figures import HomeFigures
    from tui.screens.quiz import QuizScreen
    from tui.screens.settings import SettingsScreen
    from tui.screens.summary import SummaryScreen
    from tui.services import Services
    from tui.settings import ThemeName


class TorchdrillApp(SurvivesFailures, HoldsInterviews, TypedAhead, ShowsFailures):
    """Opens with a session of questions, a drill or an interrupted session, or on the home screen.

    ``not_loaded`` is what kept it from having its services, which ended it.
    """

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

    at_once = ("up", "down", "q", "f10", *LANGUAGE.keys, *THEME.keys)
    always = ("ctrl+c", *QUIT.keys)

    def __init__(
        self,
        services: Services | Callable[[], Services],
        language: Language,
        opening: Opening = None,
        theme: ThemeName = "dark",
        tour_file: Path | None = None,
    ) -> None:
        """``services`` may be what gets them, in another thread, once home is painted: it opens there, then.

        ``tour_file`` is there once the tour was shown; without one it isn't offered by itself.
        """
        super().__init__()
        use_language(language)
        self._opening = opening
        self._tour_file = tour_file
        self._load = services if callable(services) else None
        self._services = None if callable(services) else services
        self.keeps_keys = self._services is None
        self.not_loaded: Exception | None = None
        self._runner_worker: Worker[None] | None = None
        for own in OWN:
            self.register_theme(own)
        self.theme = TEXTUAL_NAMES[theme]

    @property
    def services(self) -> Services:
        """What screens need; nobody asks before they are there, for keys wait until then."""
        assert self._services is not None
        return self._services

    def on_mount(self) -> None:
        ends_with(self.exit)
        if self._services is not None:
            self._take(self._services)
            self._open()
        else:
            home = HomeScreen()
            for path in home.css_path:
                self.stylesheet.read(path)  # or else everything read before would be parsed again
            self.push_screen(home)
            home.call_after_refresh(self._start_loading)
        self.fit(self.size)

    def _start_loading(self) -> None:
        self.run_worker(self._get_services(), group="loading", exclusive=True, exit_on_error=False)

    async def _get_services(self) -> None:
        """Get the services and what home shows of them, while the screen is painted and answers."""
        assert self._load is not None
        try:
            services = await asyncio.to_thread(self._load)
        except Exception as error:  # told by whoever opened the app, once the terminal is free
            self.not_loaded = error
            self.exit()
            return
        self._take(services)
        try:
            figures = await asyncio.to_thread(_first_figures, services)
        except Exception as error:
            self.drop_keys()
            self._handle_exception(error)
            return
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.know(figures)
        self._show_tour_once()
        await self.give_keys()
        await asyncio.to_thread(late.import_all)

    def _take(self, services: Services) -> None:
        """Have these services from now on, with the runner going."""
        self._services = services
        self._runner_worker = self.run_worker(
            services.torch.keep_running(self._torch_changed),
            group="runner",
            exclusive=True,
            exit_on_error=False,
        )
        for notice in late.notices(services.learner, services.now()):
            self.notify(say(notice), severity="warning", markup=False, timeout=15)

    def _open(self) -> None:
        opening = self._opening
        if opening is None:
            self.push_screen(self.first_screen())
            self._show_tour_once()
        elif isinstance(opening, late.Drill):
            self._start_drill(opening)
        elif isinstance(opening, late.Unfinished):
            self._resume(opening)
        elif isinstance(opening, late.Sitting):
            self.services.interviews = opening.file  # whoever opened the app holds it
            self.hold(opening)
        else:
            self._start(opening)

    def on_resize(self, event: events.Resize) -> None:
        if self.screen_stack:
            self.fit(event.size)

    def fit(self, size: Size) -> None:
        """Cover everything while the terminal is too small for it."""
        covered = isinstance(self.screen, TooSmallScreen)
        if covered and fits(size):
            self.pop_screen()
        elif not covered and not fits(size) and len(self.screen_stack) > 1:
            self.push_screen(TooSmallScreen())

    def first_screen(self) -> HomeScreen:
        return HomeScreen(late.HomeFigures(self._services) if self._services is not None else None)

    def _show_tour_once(self) -> None:
        """Show the tour to whoever opens the app for the first time."""
        if self._tour_file is None or self._tour_file.exists():
            return
        with suppress(OSError):  # whoever can't be remembered is shown around again
            self._tour_file.parent.mkdir(parents=True, exist_ok=True)
            self._tour_file.touch()
        if not self.services.learner.history.events():
            self.push_screen(late.TourScreen())

    async def on_unmount(self) -> None:
        ends_by_itself()
        self.let_go()
        if self._services is not None:
            self._services.torch.close()
        if self._runner_worker is not None:
            with suppress(WorkerCancelled, WorkerFailed):
                await self._runner_worker.wait()

    def on_home_screen_started(self, event: HomeScreen.Started) -> None:
        self._start(event.plan)

    def on_home_screen_drill_wanted(self) -> None:
        order = self.services.order
        day = self.services.learner.day(self.services.now())
        if order.interview is not None and order.interview < day:
            order = replace(order, interview=None)
        self._start_drill(late.Drill(self.services.askable(), order, day))

    def on_home_screen_resume_wanted(self, event: HomeScreen.ResumeWanted) -> None:
        self._resume(event.unfinished)

    def on_home_screen_browse_wanted(self) -> None:
        self.push_screen(late.BrowseScreen(self.services, self._index))

    def on_home_screen_statistics_wanted(self) -> None:
        self.push_screen(late.StatisticsScreen(self.services))

    def on_statistics_screen_left(self) -> None:
        self.pop_screen()

    def on_browse_screen_started(self, event: BrowseScreen.Started) -> None:
        self._start(event.plan)

    def on_browse_screen_left(self) -> None:
        self.pop_screen()

    def on_play_wanted(self, event: PlayWanted) -> None:
        self.push_screen(late.PlaygroundScreen(self.services, event.question, event.original))

    def on_playground_screen_left(self) -> None:
        self.pop_screen()

    def on_quiz_screen_finished(self, event: QuizScreen.Finished) -> None:
        if event.practice.session.attempts:
            from_list = isinstance(self.screen_stack[-2], late.BrowseScreen)
            self.switch_screen(late.SummaryScreen(self.services, event.practice, from_list=from_list))
        else:
            self._go_home()

    def on_summary_screen_again(self, event: SummaryScreen.Again) -> None:
        self.switch_screen(late.QuizScreen(self.services, self.services.practice(event.plan)))

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
        self.push_screen(late.TourScreen())

    def action_settings(self) -> None:
        self.push_screen(late.SettingsScreen(self.services, places.settings_file()))

    def on_settings_screen_changed(self, event: SettingsScreen.Changed) -> None:
        """Take over what a running app can take over."""
        settings, services = event.settings, self.services
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
        self.push_screen(late.HelpScreen(live_commands(self.screen)))

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(late.Palette())

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
        covered = [one for one in self.screen_stack if isinstance(one, CommandScreen)]
        if isinstance(self.screen, late.ConfirmScreen) or not covered or await covered[-1].may_quit():
            self.exit()

    @cached_property
    def _index(self) -> Index:
        return late.Index(self.services.bank.active)

    def _start(self, questions: list[Question]) -> None:
        self.push_screen(late.QuizScreen(self.services, self.services.practice(questions)))

    def _start_drill(self, drill: Drill) -> None:
        practice = self.services.drill(drill)
        if practice is None:
            self.stay_home(late.ending_text(drill))
        else:
            self.push_screen(late.QuizScreen(self.services, practice))

    def _resume(self, unfinished: Unfinished) -> None:
        services = self.services
        machine = services.torch.machine
        try:
            practice = late.resume(services.learner, unfinished, services.bank, machine, services.now())
        except late.SessionRunning as error:
            self.stay_home(say(error.message))
            return
        if practice is None:
            self.stay_home(_("Nothing was left to ask in that session."))
        else:
            self.push_screen(late.QuizScreen(services, practice))

    def stay_home(self, why: str) -> None:
        """Show home, and say why nothing else."""
        self.notify(why, markup=False, timeout=10)
        if isinstance(self.screen, HomeScreen):
            self.screen.look_again()
        else:
            self.push_screen(self.first_screen())

    def _go_home(self) -> None:
        if isinstance(self.screen_stack[-2], HomeScreen | late.BrowseScreen):
            self.pop_screen()
        else:
            self.switch_screen(self.first_screen())

    def _torch_changed(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, CommandScreen):
                screen.torch_changed()


def _first_figures(services: Services) -> HomeFigures:
    figures = late.HomeFigures(services)
    figures.look()
    return figures
