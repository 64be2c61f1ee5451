"""``torchdrill``: the app on its home screen, which is painted before the bank and the history are read."""

from __future__ import annotations

import gc
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from quizbank.vocabulary import Language
from tui import exit_codes, places
from tui.appearance import appearance
from tui.commands.terminal import on_a_terminal, run_app
from tui.i18n import use_language
from tui.telling import told_afterwards

if TYPE_CHECKING:
    from tui.services import Services


def open_home(
    lang: Language | None = None,
    device: str | None = None,
    packs: list[Path] | None = None,
    minutes: float | None = None,
    interview: date | None = None,
) -> int:
    """Open the app on its home screen. Raises ScheduleError, NoSuchDevice, and what packs can lack."""
    language, theme = appearance(lang, places.settings_file())
    use_language(language)
    if device is not None:
        from tui.commands.selection import device_of

        device_of(device)
    if minutes is not None or interview is not None:
        from tui.commands.selection import check_order

        check_order(minutes, interview)
    if not on_a_terminal():
        return exit_codes.ENVIRONMENT
    from tui.app import TorchdrillApp

    loaded: list[Services] = []

    def load() -> Services:
        from tui.commands.loading import home_services

        loaded.append(home_services(device, packs or [], minutes, interview))
        # What is there by now stays until the end: no collection needs to go through it again.
        gc.freeze()
        gc.enable()
        return loaded[0]

    try:
        with told_afterwards():
            return run_app(TorchdrillApp(load, language, theme=theme, tour_file=places.tour_file()))
    finally:
        for services in loaded:
            from tui.commands.loading import close

            close(services.learner)
