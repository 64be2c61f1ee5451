"""What can be asked for instead of an answer: a colon and a word, or its first letter."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from quizbank.message import Message

MARK = ":"


@dataclass(frozen=True, slots=True)
class PlainCommand:
    """A word that does something; one letter of it is enough."""

    word: str
    letter: str
    help: Message


HINT = PlainCommand("hint", "h", Message("Show the next hint; hints are counted"))
UNKNOWN = PlainCommand("idk", "i", Message("Be shown what is right; it counts as skipped"))
SKIP = PlainCommand("skip", "s", Message("Leave this question unanswered and go on"))
SHOW = PlainCommand("show", "w", Message("Show the question again"))
LANGUAGE = PlainCommand("lang", "l", Message("Switch between English and Chinese"))
END = PlainCommand("end", "e", Message("End this session and see its summary"))
QUIT = PlainCommand("quit", "q", Message("Leave torchdrill; the session can be taken up again with --resume"))
HELP = PlainCommand("help", "?", Message("Show what can be typed here"))
NEXT = PlainCommand("next", "n", Message("Go on to the next question"))
RETRY = PlainCommand("retry", "r", Message("Try the same question again; the score stays as it is"))
FOLLOW_UP = PlainCommand("follow", "f", Message("Ask the interviewer's follow-up question next"))
RATE = PlainCommand("1-4", "1-4", Message("Rate your answer yourself: 1 again, 2 hard, 3 good, 4 easy"))
UNDO = PlainCommand("undo", "u", Message("Take back the last change of the rating"))

WHILE_ASKED = (HINT, UNKNOWN, SKIP, SHOW, LANGUAGE, END, QUIT, HELP)
WHEN_REVEALED = (NEXT, RATE, UNDO, FOLLOW_UP, RETRY, SHOW, LANGUAGE, END, QUIT, HELP)


def command_on(line: str, among: tuple[PlainCommand, ...], *, marked: bool = True) -> PlainCommand | None:
    """Return the command that a line gives; None when it gives none.

    ``marked`` wants the colon; without that, the bare word does as well.
    """
    text = unicodedata.normalize("NFKC", line).strip().lower()
    if marked and not text.startswith(MARK):
        return None
    text = text.removeprefix(MARK).strip()
    return next((one for one in among if text in (one.word, one.letter)), None)


def is_command(line: str) -> bool:
    """Tell whether a line is meant as a command; two colons begin an answer that has one."""
    text = unicodedata.normalize("NFKC", line).lstrip()
    return text.startswith(MARK) and not text.startswith(2 * MARK)


def unmarked(line: str) -> str:
    """Return a line as an answer."""
    return line[1:] if line.startswith(2 * MARK) else line
