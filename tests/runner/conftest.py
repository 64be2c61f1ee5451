from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from runner.client import Runner


@pytest_asyncio.fixture(scope="session")
async def runner() -> AsyncIterator[Runner]:
    """One runner for all tests: importing torch takes seconds, and no run may disturb another."""
    async with Runner(workers=2) as runner:
        await runner.warm.wait()
        yield runner
