"""Spares the tests that open the app what is the same each time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, Self

import pytest
import pytest_asyncio
from textual import _wait
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from runner.client import Runner

LOOK_SECONDS = 0.01
"""So often it is looked whether an app still works on a key."""


class LentRunner(Runner):
    """A runner that goes on when the app that borrowed it ends."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        pass


@pytest_asyncio.fixture(scope="session")
async def real_torch() -> AsyncIterator[Runner]:
    """One runner for all apps that need torch and aren't about its start, which takes seconds."""
    runner = LentRunner()
    await Runner.__aenter__(runner)
    yield runner
    await Runner.__aexit__(runner)


@pytest.fixture(scope="session", autouse=True)
def looks_sooner() -> Iterator[None]:
    """Let a pilot take an app for idle sooner: most of the time of these tests was spent asleep.

    Twice this, as after each key, is still more than one frame; the share of a processor that counts as idle
    stays what it is.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_wait, "SLEEP_IDLE", _wait.SLEEP_IDLE * LOOK_SECONDS / _wait.SLEEP_GRANULARITY)
        patch.setattr(_wait, "SLEEP_GRANULARITY", LOOK_SECONDS)
        yield


@pytest.fixture(scope="session", autouse=True)
def rules_parsed_once() -> Iterator[None]:
    """Parse a style sheet once for all apps; Textual parses all of them for each app and each new screen."""
    parsed: dict[tuple[object, ...], list[RuleSet]] = {}
    parse = Stylesheet._parse_rules

    def parse_once(sheet: Stylesheet, css: str, *where: Any, **how: Any) -> list[RuleSet]:
        key = (css, where, *how.items(), *sheet._variables.items())
        if key not in parsed:
            parsed[key] = parse(sheet, css, *where, **how)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield
