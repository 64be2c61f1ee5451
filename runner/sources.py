"""The sources of a run, and exceptions told with the lines of them that raised. Runs in the child.

Standard library only.
"""

from __future__ import annotations

import linecache
from collections.abc import Sequence

from runner.protocol import Frame, Raised

LINES_AROUND = 2
"""How many lines of the program are shown before and after the one that raised."""
MAX_FRAMES = 20
MAX_LINE = 500
MAX_MESSAGE = 20_000
_TRACEBACK = BaseException.__dict__["__traceback__"]
"""The real one: a class of exceptions may show another under the name."""


class Sources:
    """What was compiled under which name."""

    def __init__(self) -> None:
        self._lines: dict[str, Sequence[str]] = {}

    def remember(self, name: str, source: str) -> None:
        """Keep a source where tracebacks, ``inspect.getsource`` and torch's compilers look for it."""
        lines = source.splitlines(keepends=True)
        self._lines[name] = lines
        linecache.cache[name] = (len(source), None, lines, name)

    def raised(self, error: BaseException) -> Raised:
        """Describe an exception: its message untouched, its traceback without the lines of libraries."""
        frames = self.frames(error)
        if (
            isinstance(error, SyntaxError)
            and isinstance(error.filename, str)
            and error.filename in self._lines
        ):
            line = error.lineno if isinstance(error.lineno, int) else 1
            frames = (*frames, self._frame(error.filename, line, "<module>"))
        try:
            message = str(error.msg if isinstance(error, SyntaxError) else error)
        except (Exception, KeyboardInterrupt, SystemExit, GeneratorExit):
            message = "(its message can't be shown)"
        if len(message) > MAX_MESSAGE:
            message = message[: MAX_MESSAGE - 4] + " ..."
        return Raised(_type_name(error), message, frames)

    def frames(self, error: BaseException) -> tuple[Frame, ...]:
        """Return the lines of the program on the way to where an exception was raised."""
        frames = []
        traceback = _TRACEBACK.__get__(error)
        while traceback is not None:
            code = traceback.tb_frame.f_code
            if code.co_filename in self._lines:
                frames.append(self._frame(code.co_filename, traceback.tb_lineno, code.co_name))
            traceback = traceback.tb_next
        if len(frames) > MAX_FRAMES:  # a recursion: the way in and the way out say it all
            frames = frames[: MAX_FRAMES // 2] + frames[-MAX_FRAMES // 2 :]
        return tuple(frames)

    def _frame(self, name: str, line: int, function: str) -> Frame:
        lines = self._lines[name]
        source = lines[line - 1].strip() if 0 < line <= len(lines) else ""
        first = max(1, line - LINES_AROUND)
        around = enumerate(lines[first - 1 : line + LINES_AROUND], first)
        return Frame(
            name, line, function, source, tuple((number, text.rstrip()[:MAX_LINE]) for number, text in around)
        )


def _type_name(error: BaseException) -> str:
    kind = type(error)
    if kind.__module__ in ("builtins", "__main__"):
        return kind.__qualname__
    return f"{kind.__module__}.{kind.__qualname__}"
