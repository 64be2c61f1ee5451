"""Answers as they are typed on a line, one way for each kind of question."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from quizbank.answer import Answer, Arranged, Filled, Picked, Ticked, Typed, Written
from quizbank.message import Message
from quizbank.question import Blank, Choice, Code, Order, Predict, Question, Recall
from tui.i18n import _
from tui.plain.talk import Talk
from tui.plain.texts import in_language

MAX_FILE_BYTES = 1 << 20


class Unclear(Exception):
    """What was typed is no answer; ``message`` says what would be one."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


def read_answer(question: Question, order: Sequence[int], first: str, talk: Talk) -> Answer:
    """Return the answer that begins with this line, asking for the lines that are still missing.

    ``order`` is the shuffle in which options or lines were shown. Raises Unclear, Closed.
    """
    match question:
        case Choice():
            picked = numbers(first, len(order))
            if not picked or (question.pick == "one" and len(picked) > 1):
                raise Unclear(Message("Exactly one number is needed.") if picked else _no_number(len(order)))
            return Picked(frozenset(order[number - 1] for number in picked))
        case Order():
            arranged = numbers(first, len(order))
            if sorted(arranged) != list(range(1, len(order) + 1)):
                raise Unclear(
                    Message("Every number from 1 to {count} is needed once, by itself.", count=len(order))
                )
            return Arranged(tuple(order[number - 1] for number in arranged))
        case Predict(expects="printed"):
            return Typed(talk.ask_lines(first))
        case Predict():
            return Typed(first)
        case Blank():
            rest = [talk.ask(f"__{hole}__ = ") for hole in question.holes[1:]]
            return Filled((first, *rest))
        case Code():
            name = first.strip().removeprefix("@")
            return Written(talk.ask_lines(first) if first.strip() == name else _program_in(name.strip()))
        case Recall():
            return _ticked(question, talk)


def prompt_for(question: Question) -> str:
    """Return what stands before the line on which the answer begins."""
    return f"__{question.holes[0]}__ = " if isinstance(question, Blank) else "> "


def numbers(line: str, highest: int) -> list[int]:
    """Return the numbers on a line, each once, with anything between them, or nothing where all are digits.

    Raises Unclear when one of them isn't there to be chosen.
    """
    text = unicodedata.normalize("NFKC", line).strip()
    words = re.split(r"[\s,;.、，；。]+", text.strip(",;.、，；。 "))
    if len(words) == 1 and highest < 10:
        words = list(words[0])
    if not all(word.isdecimal() and 1 <= int(word) <= highest for word in words):
        raise Unclear(_no_number(highest))
    return list(dict.fromkeys(map(int, words)))


def _no_number(highest: int) -> Message:
    return Message("Type numbers from 1 to {count}, or help for what else can be done.", count=highest)


def _ticked(question: Recall, talk: Talk) -> Ticked:
    talk.title(_("Tick the points that you covered; be honest, it's your interview."))
    for number, point in enumerate(question.points, 1):
        talk.prose(in_language(point.text), f"{number}  ")
    talk.say(_("Type their numbers, such as 1 3, or 0 for none."))
    while True:
        line = talk.ask()
        if unicodedata.normalize("NFKC", line).strip() == "0":
            return Ticked(frozenset())
        try:
            return Ticked(frozenset(number - 1 for number in numbers(line, len(question.points))))
        except Unclear:
            talk.say(_("Type their numbers, such as 1 3, or 0 for none."))


def _program_in(name: str) -> str:
    path = Path(name).expanduser()
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise Unclear(Message("{path} is too large for a program.", path=name))
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Unclear(Message("{path} is not UTF-8.", path=name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unclear(Message("{path} can't be read: {reason}.", path=name, reason=reason)) from None
