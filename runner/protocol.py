"""What the client and a child say to each other: requests, results, and the frames that carry them.

Standard library only, for the child imports it inside the sandbox.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from enum import StrEnum
from typing import Any, Self

from runner.inspected import Graph, Inspection, Trace

DEFAULT_SECONDS = 5.0
READY = b"\1"
"""What a child sends before anything else, once it could answer a request at once. No frame begins so."""
ROUSE = b"\2"
"""What a child may be sent just before its request, so that it is awake by then. No frame begins so."""
AWAKE_SECONDS = 0.003
"""So long a client stays awake for its answer, and a child for its request: a processor that sleeps takes
almost as long to wake up as a small snippet takes to run."""
MAX_FRAME = 16 * 1024 * 1024
_LENGTH = struct.Struct("!I")
# Without what ``json.loads`` does for text of unknown origin: a learner waits meanwhile.
_decode = json.JSONDecoder().raw_decode
_encode = json.JSONEncoder(separators=(",", ":")).encode

Plain = Any
"""JSON: None, bool, int, float, str, list, dict."""


class FrameError(ValueError):
    """Bytes on the result pipe are not a frame."""


def pack(message: Mapping[str, Plain]) -> bytes:
    """Return the frame of a message: its length in 4 bytes, then JSON."""
    body = _encode(message).encode("utf-8", "surrogatepass")
    if len(body) > MAX_FRAME:
        raise FrameError(f"a frame of {len(body):,} bytes is over the limit of {MAX_FRAME:,}")
    return _LENGTH.pack(len(body)) + body


def unpack(buffer: bytearray) -> dict[str, Plain] | None:
    """Take one whole frame off the front of the buffer; None while it is incomplete.

    Raises FrameError on junk.
    """
    if len(buffer) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack_from(buffer)
    if length > MAX_FRAME:
        raise FrameError(f"a frame claims {length:,} bytes")
    end = _LENGTH.size + length
    if len(buffer) < end:
        return None
    body = bytes(buffer[_LENGTH.size : end])
    del buffer[:end]
    try:
        text = body.decode("utf-8", "surrogatepass")
        message, end_of_json = _decode(text)
        if b"\\ud" in body.lower():  # perhaps half a character, which nothing could print
            whole = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")
            message = json.loads(whole)
    except (ValueError, RecursionError) as error:
        raise FrameError("a frame is not JSON") from error
    if end_of_json != len(text):
        raise FrameError("a frame holds more than JSON")
    if not isinstance(message, dict):
        raise FrameError("a frame is not an object")
    return message


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a program, compiled under its own name so that errors can point into it."""

    name: str
    source: str


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may use beside wall-clock time; memory comes on top of what torch itself holds."""

    cpu_seconds: int = 20
    memory_bytes: int = 1 << 30
    output_bytes: int = 1 << 20
    file_bytes: int = 64 << 20
    processes: int = 64
    open_files: int = 256


@dataclass(frozen=True, slots=True)
class Request:
    """A program to run, and what to find out once it has ended.

    ``graph`` names a tensor; ``watch_random`` asks whether anything drew random numbers.
    """

    blocks: tuple[Block, ...]
    device: str = "cpu"
    seed: int = 0
    threads: int | None = None
    seconds: float = DEFAULT_SECONDS
    ask: str | None = None
    expects: str | None = None
    guess: Plain = None
    tolerance: float = 0.0
    probes: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    backwards: bool = False
    limits: Limits = Limits()
    inspect: bool = False
    trace: bool = False
    graph: str | None = None
    watch_random: bool = False

    @property
    def asks(self) -> bool:
        """Whether anything is to be found out once the program has ended."""
        return bool(self.ask or self.expects or self.probes or self.tests)

    def to_plain(self) -> dict[str, Plain]:
        """Return it as JSON, without what is as usual."""
        return _without_defaults(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain]) -> Self:
        return cls(
            **{
                **plain,
                "blocks": tuple(Block(**block) for block in plain["blocks"]),
                "probes": tuple(plain.get("probes", ())),
                "tests": tuple(plain.get("tests", ())),
                "limits": Limits(**plain.get("limits", {})),
            }
        )


def _without_defaults(message: Request | Result) -> dict[str, Plain]:
    """Return a message's fields as JSON; most are as usual, and a learner waits for the others."""
    return {
        name: _plain(value)
        for name, default in _DEFAULTS[type(message)]
        if (value := getattr(message, name)) is not default
    }


def _plain(value: object) -> Plain:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


class Ended(StrEnum):
    """How a program ended."""

    FINISHED = "finished"
    RAISED = "raised"
    EXITED = "exited"
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    TOO_MUCH_OUTPUT = "too much output"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a traceback, within the learner's program; ``around`` are the numbered lines next to it."""

    block: str
    line: int
    function: str
    source: str
    around: tuple[tuple[int, str], ...] = ()

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain]) -> Self:
        around = tuple((number, text) for number, text in plain.get("around", ()))
        return cls(**{**plain, "around": around})


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception as Python reports it, with the program's own lines only; innermost frame last."""

    type: str
    message: str
    frames: tuple[Frame, ...] = ()

    @property
    def line(self) -> int | None:
        """The line of the program that raised, counted from 1."""
        return self.frames[-1].line if self.frames else None

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain] | None) -> Self | None:
        if plain is None:
            return None
        return cls(plain["type"], plain["message"], tuple(Frame.from_plain(one) for one in plain["frames"]))


@dataclass(frozen=True, slots=True)
class Value:
    """A live value, as text and as what a learner asks of it; ``answer`` is how one would type it."""

    text: str
    type: str
    dtype: str | None = None
    shape: tuple[int, ...] | None = None
    answer: str | None = None

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain] | None) -> Self | None:
        if plain is None:
            return None
        shape = plain["shape"]
        return cls(**{**plain, "shape": None if shape is None else tuple(shape)})


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome of one probe or test: ``holds`` is None when it raised instead of answering.

    ``seen`` lists the sub-expressions that decided it, with their live values. ``calls`` are what it tried
    with ``raises``, each with the exception that it raised, on one line, or None.
    """

    holds: bool | None
    seen: tuple[tuple[str, str], ...] = ()
    raised: Raised | None = None
    calls: tuple[tuple[str, str | None], ...] = ()

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain]) -> Self:
        seen = tuple((source, text) for source, text in plain["seen"])
        calls = tuple((source, text) for source, text in plain["calls"])
        return cls(plain["holds"], seen, Raised.from_plain(plain["raised"]), calls)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A guess held against the live value: ``right`` is None when they could not be compared.

    ``unreadable`` and ``note`` are a message template with its values.
    """

    right: bool | None
    unreadable: tuple[str, dict[str, Plain]] | None = None
    note: tuple[str, dict[str, Plain]] | None = None

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain] | None) -> Self | None:
        if plain is None:
            return None
        unreadable, note = (tuple(one) if (one := plain[key]) else None for key in ("unreadable", "note"))
        return cls(plain["right"], unreadable, note)


@dataclass(frozen=True, slots=True)
class Output:
    """A stretch of what the program wrote to one stream."""

    stream: str
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """What happened when a program ran.

    ``random`` says that it, or what was asked afterwards, drew random numbers on the CPU; None when that
    wasn't to be watched.
    """

    ended: Ended
    output: tuple[Output, ...] = ()
    dropped_bytes: int = 0
    value: Value | None = None
    raised: Raised | None = None
    comparison: Comparison | None = None
    probes: tuple[Check, ...] = ()
    tests: tuple[Check, ...] = ()
    seconds: float = 0.0
    exit_status: int | None = None
    torch: str = ""
    device: str = ""
    peak_memory: int = 0
    random: bool | None = None
    inspection: Inspection | None = None
    trace: Trace | None = None
    graph: Graph | None = None

    @property
    def printed(self) -> str:
        """What the program wrote to its standard output."""
        return "".join(chunk.text for chunk in self.output if chunk.stream == "stdout")

    @property
    def text(self) -> str:
        """All output in the order in which it came."""
        return "".join(chunk.text for chunk in self.output)

    def to_plain(self) -> dict[str, Plain]:
        """Return it as JSON, without what is as usual."""
        return _without_defaults(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Plain]) -> Self:
        return cls(
            **{
                **plain,
                "ended": Ended(plain["ended"]),
                "output": tuple(Output(**chunk) for chunk in plain.get("output", ())),
                "value": Value.from_plain(plain.get("value")),
                "raised": Raised.from_plain(plain.get("raised")),
                "comparison": Comparison.from_plain(plain.get("comparison")),
                "probes": tuple(Check.from_plain(check) for check in plain.get("probes", ())),
                "tests": tuple(Check.from_plain(check) for check in plain.get("tests", ())),
                "inspection": Inspection.from_plain(plain.get("inspection")),
                "trace": Trace.from_plain(plain.get("trace")),
                "graph": Graph.from_plain(plain.get("graph")),
            }
        )

    def with_output(self, output: tuple[Output, ...], dropped_bytes: int) -> Result:
        return replace(self, output=output, dropped_bytes=dropped_bytes)


# Looked up once: a learner waits while a message is packed.
_DEFAULTS = {kind: tuple((one.name, one.default) for one in fields(kind)) for kind in (Request, Result)}
