"""How a mock interview is drawn, from the command line and from the home screen alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from quizbank.bank import Bank
from quizbank.interview.blueprint import builtin, name_of, read_blueprint
from quizbank.interview.plan import SEEDS, Plan, draw
from quizbank.machine import Machine

USUAL_ROLE = "ml-engineer"
USUAL_MINUTES = 45


def drawn_plan(
    bank: Bank,
    machine: Machine,
    rng: Random,
    *,
    path: Path | None = None,
    minutes: int | None = None,
    topics: Sequence[str] = (),
    seed: int | None = None,
) -> Plan:
    """Draw an interview from a blueprint, the usual one if none is named. Raises BankError, NothingToAsk."""
    path = path or builtin(USUAL_ROLE)
    chosen = rng.randrange(SEEDS) if seed is None else seed % SEEDS
    blueprint = read_blueprint(path, bank.topics)
    return draw(blueprint, name_of(path), bank, minutes or USUAL_MINUTES, chosen, topics, machine)
