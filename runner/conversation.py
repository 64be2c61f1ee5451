"""One run from the client's side: the request out, the output and the answer in, the limits kept."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from runner.capture import OutputDecoder
from runner.protocol import Ended, FrameError, Output, Raised, Request, Result, pack, unpack
from runner.standby import Standby

FLOOD_FACTOR = 64
"""A program that writes so many times the output limit is stopped, rather than read to its end."""
HARD_LIMIT = 1.04
"""The share of the wall-clock limit at which a child is killed that didn't heed its own alarm."""
LAST_WORDS_SECONDS = 0.5

Watch = Callable[[Output], None]


class Conversation:
    """A standby, its one request, and what comes of it."""

    def __init__(self, standby: Standby, request: Request, watch: Watch | None = None) -> None:
        self._standby = standby
        self._request = request
        self._nonce = secrets.token_hex(8)
        self._output = OutputDecoder(self._nonce, request.limits.output_bytes, watch)
        self._buffer = bytearray()
        self._over = asyncio.Event()
        self._answer: dict[str, Any] | None = None
        self._flooded = False

    async def result(self) -> Result:
        """Hold the conversation. Cancelling it is safe; the caller discards the standby."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        self._standby.listen(self._hear_answer, self._hear_output)
        self._standby.died.add_done_callback(self._on_death)
        timed_out = False
        with suppress(OSError):  # a standby that is gone is heard of through ``died``
            await self._standby.send(pack({"nonce": self._nonce, "request": self._request.to_plain()}))
        try:
            remaining = HARD_LIMIT * self._request.seconds - (loop.time() - started)
            await asyncio.wait_for(self._over.wait(), remaining)
        except TimeoutError:
            timed_out = True
        if not (timed_out or self._flooded or self._answer or self._standby.died.done()):
            # The answer's pipe broke first; the keeper's word on why is on its way.
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._standby.died), LAST_WORDS_SECONDS)
        answer, output = self._standby.drain()
        self._hear_answer(answer)
        self._output.feed(output)
        seconds = loop.time() - started
        if self._answer is not None:
            result = Result.from_plain(self._answer)
        else:
            result = self._without_answer(timed_out, seconds)
        return result.with_output(self._output.outputs(), self._output.dropped_bytes)

    def _hear_answer(self, data: bytes) -> None:
        self._buffer += data
        try:
            message = unpack(self._buffer)
        except FrameError:
            message = {}
        if message is not None and message.get("nonce") == self._nonce:
            self._answer = message["result"]
        if message is not None or not data:
            self._over.set()

    def _hear_output(self, data: bytes) -> None:
        self._output.feed(data)
        if self._output.total_bytes > FLOOD_FACTOR * self._request.limits.output_bytes:
            self._flooded = True
            self._over.set()

    def _on_death(self, died: asyncio.Future[int | str | None]) -> None:
        self._over.set()

    def _without_answer(self, timed_out: bool, seconds: float) -> Result:
        """Say how a program ended that left no answer."""
        status = self._standby.died.result() if self._standby.died.done() else None
        raised = None
        exit_status = None
        if timed_out:
            ended = Ended.TIMED_OUT
            raised = Raised("TimeoutError", f"still running after {self._request.seconds:g} s")
        elif self._flooded:
            ended = Ended.TOO_MUCH_OUTPUT
        elif status == "out of memory":
            ended = Ended.OUT_OF_MEMORY
        elif isinstance(status, int):
            exit_status = status
            ended = Ended.CRASHED if status < 0 else Ended.EXITED
        else:
            ended = Ended.CRASHED
        return Result(
            ended, raised=raised, exit_status=exit_status, seconds=seconds, device=self._request.device
        )
