"""What a command says on stderr beside its result: at once, or after the app, which draws there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_waiting: list[str] | None = None


def tell(line: object) -> None:
    """Say a line on stderr, as soon as nothing is drawn there."""
    if _waiting is None:
        print(line, file=sys.stderr)
    else:
        _waiting.append(str(line))


@contextmanager
def told_afterwards() -> Iterator[None]:
    """Keep what is told, by any thread, until the block is left."""
    global _waiting
    kept: list[str] = []
    _waiting = kept
    try:
        yield
    finally:
        _waiting = None
        for line in kept:
            tell(line)
