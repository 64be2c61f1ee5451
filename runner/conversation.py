"""One run from the client's side: the request out, the output and the answer in, the limits kept."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from string import Formatter
from typing import Any

from runner.capture import OutputDecoder
from runner.conforms import conforms
from runner.protocol import AWAKE_SECONDS, Ended, FrameError, Output, Raised, Request, Result, pack, unpack
from runner.standby import Standby

FLOOD_FACTOR = 64
"""A program that writes so many times the output limit is stopped, rather than read to its end."""
HARD_LIMIT = 1.04
"""The share of the wall-clock limit at which a child is killed that didn't heed its own alarm."""
LAST_WORDS_SECONDS = 0.5

Watch = Callable[[Output], None]

_REHEARSAL = pack({"nonce": "", "result": Result(Ended.FINISHED, torch="2", device="cpu").to_plain()})


class Conversation:
    """A standby, its one request, and what comes of it.

    In a ``hurry`` a processor is kept awake for the first moment: somebody waits for this very answer.
    """

    def __init__(
        self, standby: Standby, request: Request, watch: Watch | None = None, *, hurry: bool = True
    ) -> None:
        self._standby = standby
        self._hurry = hurry and standby.ready
        if self._hurry:
            standby.rouse()
        self._request = request
        self._watch = watch
        self._nonce = secrets.token_hex(8)
        self._buffer = bytearray()
        # Whether it is over because time was; a lone future is the quickest way to wait.
        self._over: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._heard = False
        self._answer: Result | None = None
        self._flooded = False

    async def result(self) -> Result:
        """Hold the conversation. Cancelling it is safe; the caller discards the standby."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        deadline = started + HARD_LIMIT * self._request.seconds
        request = pack({"nonce": self._nonce, "request": self._request.to_plain()})
        with suppress(OSError):  # a standby that is gone is heard of through ``died``
            await self._standby.send(request, self._request.limits.memory_bytes)
        # From here on, while the child is busy; nothing is heard before that.
        self._output = OutputDecoder(self._nonce, self._request.limits.output_bytes, self._watch)
        if self._hurry:
            self._rehearse_hearing()
            if data := self._standby.stay_awake(AWAKE_SECONDS):
                self._hear_answer(data)
        timed_out = False if self._over.done() else await self._end_of_listening(deadline)
        if not (timed_out or self._flooded or self._answer or self._standby.died.done()):
            # The answer's pipe broke first; the keeper's word on why is on its way.
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._standby.died), LAST_WORDS_SECONDS)
        if not self._heard:
            self._hear_answer(self._standby.rest_of_answer())
        self._output.feed(self._standby.rest_of_output())
        seconds = loop.time() - started
        result = self._answer or self._without_answer(timed_out, seconds)
        return result.with_output(self._output.outputs(), self._output.dropped_bytes)

    def _rehearse_hearing(self) -> None:
        """Read an answer as if: after a pause the first time is slow, and the child is busy meanwhile."""
        self._read((unpack(bytearray(_REHEARSAL)) or {}).get("result"))

    async def _end_of_listening(self, deadline: float) -> bool:
        """Listen until it is over; tell whether that is because time is up."""
        # Nothing that has been said is lost before somebody listens.
        self._standby.listen(self._hear_answer, self._hear_output)
        self._standby.died.add_done_callback(self._on_death)
        timer = asyncio.get_running_loop().call_at(deadline, self._end, True)
        try:
            return await self._over
        finally:
            timer.cancel()

    def _hear_answer(self, data: bytes) -> None:
        if self._heard:
            return  # the first frame counts, and a child may go on writing for ever
        self._buffer += data
        try:
            message = unpack(self._buffer)
        except FrameError:
            message = {}
        if message is not None:
            self._heard = True
            if message.get("nonce") == self._nonce:
                self._answer = self._read(message.get("result"))
        if self._heard or not data:
            self._end()

    def _read(self, plain: Any) -> Result | None:
        """Return the result if it is one and answers the request; the snippet may have written it itself."""
        try:
            result = Result.from_plain(plain)
        except Exception:  # there is no end to what can be wrong with it
            return None
        if not conforms(result, Result) or not _can_be_shown(result):
            return None
        if result.ended in (Ended.FINISHED, Ended.RAISED):
            given = len(result.probes), len(result.tests)
            if given != (len(self._request.probes), len(self._request.tests)):
                return None
        return result

    def _hear_output(self, data: bytes) -> None:
        self._output.feed(data)
        if self._output.total_bytes > FLOOD_FACTOR * self._request.limits.output_bytes:
            self._flooded = True
            self._end()

    def _on_death(self, died: asyncio.Future[int | str | None]) -> None:
        self._end()

    def _end(self, timed_out: bool = False) -> None:
        if not self._over.done():
            self._over.set_result(timed_out)

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


def _can_be_shown(result: Result) -> bool:
    """Tell whether the messages in a result are templates that its values fill, and nothing cleverer."""
    found = [result.graph.problem] if result.graph is not None else []
    if (comparison := result.comparison) is not None:
        found += [comparison.unreadable, comparison.note]
    return all(message is None or _fills(*message) for message in found)


def _fills(template: str, values: dict[str, Any]) -> bool:
    try:
        holes = [hole for _, *hole in Formatter().parse(template) if hole[0] is not None]
    except ValueError:
        return False
    return all(name in values and not form and not how for name, form, how in holes)
