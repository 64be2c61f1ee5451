"""Mock interviews in the app: begun, gone on with, given up, and put into the history at their end."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import ExitStack
from typing import TYPE_CHECKING

from textual.app import App
from textual.geometry import Size

from tui import late
from tui.i18n import _, current_language, say
from tui.screens.home import HomeScreen

if TYPE_CHECKING:
    from quizbank.interview.checkpoint import Checkpoint, InterviewFile
    from quizbank.interview.sitting import Sitting
    from tui.screens.interview import InterviewScreen
    from tui.screens.interview_points import InterviewPointsScreen
    from tui.services import Services


class HoldsInterviews(App[None]):
    """An app that holds mock interviews; while one is held here, no other program may have it."""

    def __init__(self) -> None:
        super().__init__()
        self._interview_held = ExitStack()

    @property
    @abstractmethod
    def services(self) -> Services:
        """What screens need."""

    @abstractmethod
    def stay_home(self, why: str) -> None:
        """Show home, and say why nothing else."""

    @abstractmethod
    def fit(self, size: Size) -> None:
        """Cover everything while the terminal is too small for it."""

    def hold(self, sitting: Sitting) -> None:
        """Have an interview go on, or what is left of one: points to tick, or nothing but its end."""
        interview = sitting.interview
        if not interview.over:
            self.push_screen(late.InterviewScreen(self.services, sitting))
        elif interview.to_tick:
            self.push_screen(late.InterviewPointsScreen(self.services, sitting))
        else:
            self._end_interview(sitting)

    def let_go(self) -> None:
        """Let other programs have the interview."""
        self._interview_held.close()

    def on_home_screen_interview_wanted(self) -> None:
        self.run_worker(self._choose_interview(), group="interview", exclusive=True, exit_on_error=False)

    async def _choose_interview(self) -> None:
        """Begin an interview, or go on with the one that was interrupted."""
        file = self.services.interviews
        if file is None:
            return
        try:
            with ExitStack() as held:
                held.enter_context(file.held())
                sitting = await self._chosen(file)
                if sitting is not None:
                    # Until it is over no other program may have it.
                    self._interview_held.push(held.pop_all())
                    self.hold(sitting)
        except late.InterviewError as error:
            lines = error.lacking if isinstance(error, late.NothingToAsk) else [error.message]
            self.stay_home("\n".join(say(line) for line in lines))
        except OSError as error:
            self.stay_home(_("An interview can't be kept here: {reason}").format(reason=error))

    async def _chosen(self, file: InterviewFile) -> Sitting | None:
        services, kept = self.services, file.read()
        bank, machine = services.bank, services.torch.machine
        choice = late.InterviewChoiceScreen(bank, kept)
        entry = await self.push_screen_wait(choice)
        if entry is None:
            return None
        if kept is not None and entry.value == late.GO_ON:
            try:
                return late.take_up(kept, bank, machine, file, services.clock)
            except late.InterviewChanged:
                self._give_up(kept, file)
                raise
        path, minutes = late.builtin(str(entry.value)), choice.minutes
        plan = late.drawn_plan(bank, machine, services.rng, path=path, minutes=minutes)
        if kept is not None:
            self._give_up(kept, file)
        return late.begin(plan, bank, machine, current_language(), file, services.clock, services.now())

    def _give_up(self, kept: Checkpoint, file: InterviewFile) -> None:
        services = self.services
        journal, now = services.learner.journal, services.now()
        late.end_unfinished(kept, services.bank, file, journal, services.clock, now)

    def on_interview_screen_finished(self, event: InterviewScreen.Finished) -> None:
        # Time may have run out behind a dialog, which goes with the interview.
        while not isinstance(self.screen, late.InterviewScreen):
            self.pop_screen()
        self.pop_screen()
        self.hold(event.sitting)
        self.fit(self.size)

    def on_interview_points_screen_done(self, event: InterviewPointsScreen.Done) -> None:
        self.pop_screen()
        self._end_interview(event.sitting)

    def _end_interview(self, sitting: Sitting) -> None:
        """Put an interview into the history, and show how it went."""
        services = self.services
        torch = services.torch
        sitting.finish(services.learner.journal, services.now(), torch.device, torch.version)
        self.let_go()
        history = services.learner.history
        # Another one may have begun later on another machine; this one has its own uuid.
        past = next((one for one in history.interviews() if one.record.uuid == sitting.uuid), None)
        if past is not None:
            report = late.make_report(past, history, services.bank)
            self.push_screen(late.ScorecardScreen(services, report))

    def on_scorecard_screen_home_wanted(self) -> None:
        self.pop_screen()
        if not any(isinstance(screen, HomeScreen) for screen in self.screen_stack):
            self.push_screen(HomeScreen(late.HomeFigures(self.services)))
