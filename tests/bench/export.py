"""How long it takes to make a thousand cards, live outputs included."""

from __future__ import annotations

import asyncio
import os
import time
from itertools import count, islice

from quizbank.bank import BUILT_IN, load_bank
from quizbank.machine import missing
from quizbank.question import Question
from runner.client import Runner
from runner.machine import known_after_import
from tests.bench.figures import Bar
from tui.exporting import Wish, make_export
from tui.learner import local_now

CARDS = 1000


def export_bars() -> list[Bar]:
    """Return the bar for exporting, from the start of the runner to the package."""
    started = time.perf_counter()
    cards = asyncio.run(_export())
    seconds = time.perf_counter() - started
    return [Bar("exporting 1,000 cards", seconds * CARDS / cards, 20.0, unit="s")]


async def _export() -> int:
    """Export the bank over and over under other ids; return how many cards that made."""
    bank = load_bank(proven={BUILT_IN})
    workers = os.cpu_count() or 1
    async with Runner("cpu", workers=workers + 1, threads=1, bulk=True) as runner:
        await runner.warm.wait()
        machine = known_after_import(runner.torch_version, await runner.devices())
        here = [one for one in bank.active if not missing(one, machine)]
        many = list(islice((_again(one, turn) for turn in count(1) for one in here), CARDS))
        wish = Wish("apkg", None, ("en",))
        export = await make_export(runner, bank, many, wish, local_now(), at_once=workers)
    assert all(card.works for card in export.cards)
    return len(export.cards)


def _again(question: Question, turn: int) -> Question:
    return question.model_copy(update={"id": f"{question.id}-{turn}"})
