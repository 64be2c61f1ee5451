"""Exporting from inside the app, with its runner, into the folder for what a learner keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from quizbank.cards.vocabulary import SUFFIXES
from quizbank.machine import missing
from quizbank.question import Question
from runner.protocol import Request, Result
from tui import places
from tui.exporting import Export, Wish, keep_dates, make_export, save_export
from tui.services import Services, Torch


@dataclass(frozen=True, slots=True)
class _AppsRunner:
    torch: Torch

    async def request(self, request: Request) -> Result:
        return await self.torch.run(request)


def runnable(services: Services, questions: Sequence[Question]) -> list[Question]:
    """Return the questions that this machine, as far as is known by now, can run."""
    return [one for one in questions if not missing(one, services.torch.machine)]


async def export_here(
    services: Services, questions: Sequence[Question], wish: Wish
) -> tuple[Export, list[Path]]:
    """Run the questions, write their cards, and return both these and where they are.

    A file of the same name that something else wrote is left alone. Raises NotOurs, RunnerError.
    """
    export = await make_export(
        _AppsRunner(services.torch), services.bank, questions, wish, services.now(), at_once=1
    )
    folder = places.saved_folder()
    folder.mkdir(parents=True, exist_ok=True)
    name = wish.style or "torchdrill"
    paths = save_export(export, folder / f"{name}{SUFFIXES[wish.format]}", force=False)
    keep_dates(export)
    return export, paths
