"""Puts stdout and stderr on one pipe, in order, each stretch marked with its stream.

Writes of C libraries go to the same pipe and are taken for whichever stream wrote last. Runs in the child;
the decoder runs in the client. Standard library only.
"""

from __future__ import annotations

import codecs
import io
import os
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from runner.protocol import Output

if TYPE_CHECKING:
    from typing_extensions import Buffer

STREAMS = ("stdout", "stderr")
LINE_BUFFERED_LINES = 200
"""After so many lines, output is written in blocks: flushing each of 5,000 lines costs 24 ms."""
KEPT_IN_CHILD = 256 * 1024
SWITCH_BYTES = 256
"""A change of the stream counts as so many bytes written: that is about what it costs the client."""
MAX_STRETCHES = 10_000
"""So many changes of the stream are kept in the first part of the output, and as many in the last."""
SMALL_PIECE = 4096
"""Pieces of a stream are joined up to so many bytes."""


def switch_mark(nonce: str, stream: str) -> bytes:
    """Return the bytes that say: what follows was written to this stream."""
    return b"\0" + nonce.encode() + (b"o" if stream == "stdout" else b"e")


class Capture:
    """The child's end: replacements for ``sys.stdout`` and ``sys.stderr``."""

    def __init__(self, nonce: str, output_fd: int = 1) -> None:
        self.nonce = nonce
        self._fd = output_fd
        self._current = "stdout"
        self._printed: list[bytes] = []
        self._printed_bytes = 0
        self.stdout = _Text(self, "stdout")
        self.stderr = _Text(self, "stderr")
        self.stdout.other, self.stderr.other = self.stderr, self.stdout

    @property
    def printed(self) -> str:
        """What was written to ``stdout`` so far, up to a quarter of a mebibyte."""
        self.flush()
        return b"".join(self._printed).decode("utf-8", "replace")

    def flush(self) -> None:
        for stream in (self.stdout, self.stderr):
            if not stream.closed:
                stream.flush()

    def write(self, stream: str, data: bytes) -> None:
        if stream != self._current:
            self._current = stream
            _write_all(self._fd, switch_mark(self.nonce, stream))
        if stream == "stdout" and self._printed_bytes < KEPT_IN_CHILD:
            self._printed.append(data[: KEPT_IN_CHILD - self._printed_bytes])
            self._printed_bytes += len(data)
        _write_all(self._fd, data)


class _Text(io.TextIOWrapper):
    """Line-buffered at first, then by block; a write flushes the other stream, which keeps the order.

    One of the two may become fast: its ``write`` is then the one of the base class, and what the other one
    writes it flushes itself, at once.
    """

    other: _Text | None = None
    fast = False

    def __init__(self, capture: Capture, stream: str) -> None:
        buffer = io.BufferedWriter(_Raw(capture, stream), 1 << 16)
        super().__init__(buffer, "utf-8", "backslashreplace", newline="\n", line_buffering=True)
        self._lines = 0

    def write(self, text: str) -> int:
        other = self.other
        if other is not None and not other.closed:
            other.flush()
        written = super().write(text)
        if other is not None and other.fast:
            self.flush()
        elif self._lines <= LINE_BUFFERED_LINES:
            self._lines += text.count("\n")
            if self._lines > LINE_BUFFERED_LINES:
                self.reconfigure(line_buffering=False)
                self.fast = True
                self.write = super().write  # type: ignore[assignment, method-assign]  # 1 µs less
        return written


class _Raw(io.RawIOBase):
    def __init__(self, capture: Capture, stream: str) -> None:
        self._capture = capture
        self._stream = stream
        self.name = f"<{stream}>"

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1 if self._stream == "stdout" else 2

    def write(self, data: Buffer) -> int:
        chunk = bytes(data)
        self._capture.write(self._stream, chunk)
        return len(chunk)


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


class OutputDecoder:
    """The client's end: turns the pipe's bytes back into stretches of each stream.

    Keeps the first three quarters of ``limit`` bytes and the last quarter; ``dropped_bytes`` tells how much
    lay between. ``watch`` is given each stretch as it comes.
    """

    def __init__(self, nonce: str, limit: int, watch: Callable[[Output], None] | None = None) -> None:
        self._watch = watch
        watched = STREAMS if watch is not None else ()
        self._decoders = {stream: codecs.getincrementaldecoder("utf-8")("replace") for stream in watched}
        self._marks = {switch_mark(nonce, stream): stream for stream in STREAMS}
        self._marks_begin = next(iter(self._marks))[:-1]
        self._stream = "stdout"
        self._pending = b""
        self._head: deque[tuple[str, bytes]] = deque()
        self._tail: deque[tuple[str, bytes]] = deque()
        self._head_room = limit * 3 // 4
        self._tail_room = limit - self._head_room
        self._tail_bytes = 0
        self.total_bytes = 0
        self.dropped_bytes = 0

    def feed(self, data: bytes) -> None:
        """Take bytes as they came from the pipe; marks may be cut anywhere."""
        data = self._pending + data
        start = 0
        while (at := data.find(self._marks_begin, start)) >= 0:
            after = at + len(self._marks_begin) + 1
            if after > len(data):
                break
            if (stream := self._marks.get(data[at:after])) is not None:
                self._keep(data[start:at])
                self._stream = stream
                self.total_bytes += SWITCH_BYTES
                start = after
            else:
                self._keep(data[start : after - 1])
                start = after - 1
        rest = data[start:]
        cut = _end_that_begins(rest, self._marks_begin)
        self._keep(rest[:cut])
        self._pending = rest[cut:]

    def outputs(self) -> tuple[Output, ...]:
        """Return what was kept, adjacent stretches of a stream joined; the pipe has ended."""
        self._keep(self._pending)
        self._pending = b""
        joined: list[tuple[str, bytearray]] = []
        for stream, data in self._stretches():
            if joined and joined[-1][0] == stream:
                joined[-1][1].extend(data)
            else:
                joined.append((stream, bytearray(data)))
        return tuple(Output(stream, data.decode("utf-8", "replace")) for stream, data in joined)

    def _stretches(self) -> Iterator[tuple[str, bytes]]:
        yield from self._head
        if self.dropped_bytes:
            yield "stderr", f"\n[... {self.dropped_bytes:,} bytes left out ...]\n".encode()
        yield from self._tail

    def _keep(self, data: bytes) -> None:
        if not data:
            return
        self.total_bytes += len(data)
        if self._watch is not None and (text := self._decoders[self._stream].decode(data)):
            self._watch(Output(self._stream, text))
        if self._head_room:
            head, data = data[: self._head_room], data[self._head_room :]
            self._head_room -= len(head)
            self._append(self._head, head)
            if len(self._head) >= MAX_STRETCHES:
                self._head_room = 0
        if data:
            self._append(self._tail, data)
            self._tail_bytes += len(data)
        while self._tail_bytes > self._tail_room or len(self._tail) > MAX_STRETCHES:
            stream, oldest = self._tail.popleft()
            excess = len(oldest)
            if len(self._tail) < MAX_STRETCHES:
                excess = min(excess, self._tail_bytes - self._tail_room)
            self._tail_bytes -= excess
            self.dropped_bytes += excess
            if excess < len(oldest):
                self._tail.appendleft((stream, oldest[excess:]))

    def _append(self, stretches: deque[tuple[str, bytes]], data: bytes) -> None:
        if stretches:
            stream, last = stretches[-1]
            if stream == self._stream and len(last) + len(data) <= SMALL_PIECE:
                stretches[-1] = (stream, last + data)
                return
        stretches.append((self._stream, data))


def _end_that_begins(data: bytes, what: bytes) -> int:
    """Return where the last bytes of the data are the first bytes of ``what``; the data's end if nowhere."""
    for at in range(max(0, len(data) - len(what)), len(data)):
        if what.startswith(data[at:]):
            return at
    return len(data)
