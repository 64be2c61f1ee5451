"""Plain lines to and from the learner: no control characters, wrapped to the terminal."""

from __future__ import annotations

import io
import shutil
from itertools import pairwise
from typing import TextIO

from rich.cells import cell_len

from quizbank.prose import line_starts, paragraphs
from tui.visible import visible

USUAL_WIDTH = 80
NARROWEST = 20
END_OF_TEXT = "."
"""A line that ends a text of several lines."""


class Closed(Exception):
    """The learner's side has ended: nothing more will be typed."""


class Talk:
    """A conversation over two streams; ``width`` is in cells."""

    def __init__(self, reads: TextIO, writes: TextIO, width: int) -> None:
        self._reads = reads
        self._writes = writes
        self._width = width
        for stream in (reads, writes):
            # A character that the terminal hasn't is better shown as a question mark than not at all.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")

    def say(self, text: str = "", lead: str = "") -> None:
        """Write one line, wrapped; ``lead`` stands before it, and what is wrapped is indented as far."""
        indent = " " * cell_len(lead)
        shown = visible(text)
        starts = [0, *line_starts(shown, max(NARROWEST, self._width - len(indent)), cell_len), len(shown)]
        for start, end in pairwise(starts):
            self._writes.write(f"{lead}{shown[start:end].rstrip()}".rstrip() + "\n")
            lead = indent

    def prose(self, text: str, lead: str = "") -> None:
        """Write the text of a question, paragraph by paragraph."""
        for number, paragraph in enumerate(paragraphs(text)):
            if number:
                self.say()
            self.say(paragraph, lead if number == 0 else " " * cell_len(lead))

    def title(self, text: str) -> None:
        """Write what the next lines are, after an empty line."""
        self.say()
        self.say(text)

    def verbatim(self, text: str, indent: str = "    ") -> None:
        """Write code or output line by line to the letter, with its tabs as blanks."""
        for line in visible(text).strip("\n").split("\n"):
            self._writes.write(f"{indent}{line}".expandtabs(4).rstrip() + "\n")

    def ask(self, prompt: str = "> ") -> str:
        """Return the next line that is typed. Raises Closed when there is none."""
        self._writes.write(prompt)
        self._writes.flush()
        line = self._reads.readline()
        if not line:
            self._writes.write("\n")
            raise Closed
        if not self._reads.isatty():
            # A terminal shows what is typed; whoever reads what a script did wants to see it, too.
            self._writes.write(visible(line.rstrip("\r\n")) + "\n")
        return line.removesuffix("\n").removesuffix("\r")

    def ask_lines(self, first: str) -> str:
        """Return a text of several lines, the first of which is known, up to a line with a single dot.

        A line of more dots stands for one with a dot less. Raises Closed.
        """
        lines = []
        line = first
        while line != END_OF_TEXT:
            lines.append(line[1:] if set(line) == {"."} else line)
            line = self.ask("... ")
        return "\n".join(lines)


def terminal_width(writes: TextIO) -> int:
    """Return how many cells a line has: those of the terminal, or 80 where there is none."""
    return shutil.get_terminal_size((USUAL_WIDTH, 24)).columns if writes.isatty() else USUAL_WIDTH
