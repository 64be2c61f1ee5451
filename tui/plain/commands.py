"""What can be asked for instead of an answer: its word alone on the line, or a colon and its letter."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from quizbank.message import Message
from quizbank.question import Blank, Predict, Question

MARK = ":"


@dataclass(frozen=True, slots=True)
class PlainCommand:
    """A word that does something; one letter of it is enough."""

    word: str
    letter: str
    help: Message


HINT = PlainCommand("hint", "h", Message("Show the next hint; hints are counted"))
UNKNOWN = PlainCommand("idk", "i", Message("Be shown what is right; it counts as wrong"))
SKIP = PlainCommand("skip", "s", Message("Leave this question unanswered and go on; it counts as skipped"))
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
_KNOWN = (*WHILE_ASKED, NEXT, UNDO, FOLLOW_UP, RETRY)


def command_on(line: str, among: tuple[PlainCommand, ...], *, marked: bool = True) -> PlainCommand | None:
    """Return the command that a line gives; None when it gives none.

    ``marked`` wants the colon; without that, the bare word does as well.
    """
    text = _alone(line)
    if marked and not text.startswith(MARK):
        return None
    text = text.removeprefix(MARK).strip()
    return next((one for one in among if text in (one.word, one.letter)), None)


def known_on(line: str, question: Question) -> PlainCommand | None:
    """Return the command whose word is all that a line has, where that isn't a sensible answer.

    Help is never one. Other words may stand in a hole, or be printed.
    """
    word = _alone(line)
    known = (HELP,) if _takes_any_word(question) else _KNOWN
    return next((one for one in known if word == one.word or (one is HELP and word == HELP.letter)), None)


def letter_on(line: str, question: Question) -> PlainCommand | None:
    """Return the command whose letter is all that a line has, where that isn't a sensible answer.

    It isn't obeyed: whoever means an option or a name by a letter would find the session ended.
    """
    if _takes_any_word(question):
        return None
    return next((one for one in WHILE_ASKED if one.letter == _alone(line)), None)


def _alone(line: str) -> str:
    return unicodedata.normalize("NFKC", line).strip().lower()


def _takes_any_word(question: Question) -> bool:
    return isinstance(question, Blank) or (isinstance(question, Predict) and question.expects == "printed")


def is_command(line: str) -> bool:
    """Tell whether a line is meant as a command; two colons begin an answer that has one."""
    text = unicodedata.normalize("NFKC", line).lstrip()
    return text.startswith(MARK) and not text.startswith(2 * MARK)


def unmarked(line: str) -> str:
    """Return a line as an answer."""
    return line[1:] if line.startswith(2 * MARK) else line
