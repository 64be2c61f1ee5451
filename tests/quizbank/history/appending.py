"""Processes that write answers down, one after another, and say so after each, or hold a session."""

from __future__ import annotations

from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event

from quizbank.card import Rating
from quizbank.history.events import Rated, Started, Undone
from quizbank.history.store import open_history
from tests.quizbank.history.samples import NOW, RULES, answered, plan


def hold(path: Path, held: Connection) -> None:
    """Start a session, hold it, and wait to be killed; the session's uuid is sent once it is held."""
    with open_history(path, RULES, NOW) as history:
        session = history.append(Started("quiz", plan("tensors/q0"), 0, None), NOW).uuid
        history.hold(session)
        held.send(session)
        Event().wait()


def append(path: Path, acknowledgements: Connection, number: int) -> None:
    """Open the history and append events; each one's uuid is sent once ``append`` has returned."""
    with open_history(path, RULES, NOW) as history:
        for count in range(number):
            now = NOW + timedelta(seconds=count)
            event = history.append(answered(f"tensors/q{count % 7}", "wrong" if count % 3 else "right"), now)
            acknowledgements.send(event.uuid)
            if count % 4 == 0:
                rated = history.append(Rated(event.uuid, Rating.HARD), now)
                acknowledgements.send(rated.uuid)
            if count % 5 == 0:
                acknowledgements.send(history.append(Undone(event.uuid), now).uuid)
