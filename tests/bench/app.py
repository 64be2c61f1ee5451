"""How fast the app is on the screen, beside a bare Textual app with one label, in turn."""

from __future__ import annotations

import gc
import os
import pty
import select
import signal
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from quizbank.bank import BUILT_IN, Bank, load_bank
from quizbank.drill import Order
from quizbank.history.store import open_history
from quizbank.scheduler import Scheduler
from tests.bench import history as kept
from tests.bench.figures import Bar, median
from tests.decks import question
from tests.tui.fake_runner import FakeRunner
from tui.app import TorchdrillApp
from tui.learner import learner_in_memory, rules_of
from tui.services import Services, Torch

ROUNDS = 15
PATIENCE = 60.0
BARE = """
from textual.app import App
from textual.widgets import Label

class Bare(App):
    def compose(self):
        yield Label("only a label")

Bare().run()
"""
QUESTIONS = 10_000
KEYS = "view grad stride"
KEY_BAR, FIGURES = b"browse", b"wrong last time"
"""What home's first paint ends with, and what it can't say before the bank and the history are read."""


def app_bars(rounds: int = ROUNDS) -> list[Bar]:
    """Return the bars for opening the app and for searching a large bank."""
    with tempfile.TemporaryDirectory() as folder:
        new, old = Path(folder) / "new", Path(folder) / "old"
        _answered(old)
        for home in (new, old):
            # Without the tour, which would cover the screen.
            (home / "torchdrill").mkdir(parents=True, exist_ok=True)
            (home / "torchdrill" / "tour-shown").touch()
        bare: list[float] = []
        times: dict[str, list[tuple[float, ...]]] = {"new": [], "old": []}
        for _ in range(rounds):
            bare.extend(_painted(["-c", BARE], [b"only a label"], {}))
            for name, home in (("new", new), ("old", old)):
                environment = {"XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home / "config")}
                times[name].append(_painted(["-m", "tui", "--lang", "en"], [KEY_BAR, FIGURES], environment))
    first, last = (median(one) for one in zip(*_keys(), strict=True))
    (new_paint, new_figures), (old_paint, old_figures) = (
        (median(one) / median(bare) for one in zip(*times[name], strict=True)) for name in ("new", "old")
    )
    return [
        Bar("first paint of home : of a bare Textual app", new_paint, 1.5),
        Bar("first paint of home after 100,000 answers", old_paint, 1.5),
        Bar("home with its figures : of a bare Textual app", new_figures, 4.0),
        Bar("home with its figures after 100,000 answers", old_figures, 5.0),
        Bar("a key of a search in 10,000 questions, to its letter", 1e3 * first, 50, unit="ms"),
        Bar("the same, to all that is found", 1e3 * last, 50, unit="ms"),
    ]


def _answered(home: Path) -> None:
    """Write a history of 100,000 answers where the app looks for one."""
    bank, now = load_bank([BUILT_IN], proven={BUILT_IN}), datetime.now(UTC)
    path = home / "torchdrill" / "history.db"
    path.parent.mkdir(parents=True)
    with open_history(path, rules_of(Scheduler(), bank), now) as history:
        history.merge(kept.events(Random(0)), now)


@contextmanager
def _on_a_terminal(arguments: list[str], environment: Mapping[str, str]) -> Iterator[int]:
    pid, terminal = pty.fork()
    if pid == 0:
        termios.tcsetwinsize(0, (24, 80))
        os.environ.update(environment, TERM="xterm-256color")
        os.execv(sys.executable, [sys.executable, *arguments])
    try:
        yield terminal
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def _painted(
    arguments: list[str], texts: Sequence[bytes], environment: Mapping[str, str]
) -> tuple[float, ...]:
    """Return the seconds from the start of Python to each of these texts on the terminal, in order."""
    started = time.perf_counter()
    seen = b""
    seconds = []
    with _on_a_terminal(arguments, environment) as terminal:
        for text in texts:
            while text not in seen:
                if not select.select([terminal], [], [], PATIENCE)[0]:
                    raise RuntimeError(f"{text!r} didn't come, but {seen[-500:]!r}")
                seen += os.read(terminal, 1 << 16)
            seconds.append(time.perf_counter() - started)
    return tuple(seconds)


def large_app() -> TorchdrillApp:
    """Return the app on a large bank, with nothing behind it that would take time of its own."""
    questions = {name: question(name) for name in (f"topic-{n % 30}/question-{n}" for n in range(QUESTIONS))}
    bank = Bank(questions, {}, {}, ())
    now = datetime.now(UTC).astimezone()
    torch = Torch(lambda _device: FakeRunner(), "auto")
    learner = learner_in_memory(bank, now)
    services = Services(bank, torch, learner, Order(), Random(0), time.monotonic, lambda: now)
    gc.freeze()  # as the app does once it has everything
    return TorchdrillApp(services, "en")


def _keys() -> list[tuple[float, float]]:
    """Return for each key of a search the seconds to the first and to the last that is drawn for it."""
    taken = []
    with _on_a_terminal(["-c", "from tests.bench.app import large_app; large_app().run()"], {}) as terminal:
        _drawn(terminal, quiet=3.0)
        for key in ("b", "/"):
            os.write(terminal, key.encode())
            _drawn(terminal, quiet=3.0)
        for key in KEYS:
            started = time.perf_counter()
            os.write(terminal, key.encode())
            first, last = _drawn(terminal, quiet=0.3)
            taken.append((first - started, last - started))
    return taken


def _drawn(terminal: int, *, quiet: float) -> tuple[float, float]:
    """Read from a terminal until it has been quiet for so long; return when it began and ended to draw."""
    times: list[float] = []
    while select.select([terminal], [], [], quiet if times else PATIENCE)[0]:
        os.read(terminal, 1 << 16)
        times.append(time.perf_counter())
    if not times:
        raise RuntimeError("nothing was drawn")
    return times[0], times[-1]
