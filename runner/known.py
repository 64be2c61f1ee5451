"""Answers whose verdict is known beforehand: those that the author lists, and the right one spoilt."""

from __future__ import annotations

from quizbank.answer import Answer, Arranged, Filled, Picked, Ticked, Typed, Written
from quizbank.python_code import normal
from quizbank.question import Blank, Choice, Code, Order, Predict, Question, Recall, Text

Named = tuple[str, Answer]
"""An answer, and what the author knows it by."""


def known_right(question: Question) -> list[Named]:
    """Return the answers that ``also_right`` lists; the solution is not among them."""
    answers: list[Answer] = []
    match question:
        case Blank():
            answers = [Filled(filling) for filling in question.also_right]
        case Code():
            answers = [Written(code) for code in question.also_right]
        case Order():
            answers = [Arranged(order) for order in question.also_right]
    return [(f"also_right[{number}]", answer) for number, answer in enumerate(answers, 1)]


def known_wrong(question: Question, right: Answer) -> list[Named]:
    """Return answers that must be refused: what the author knows to be wrong, and the right one spoilt."""
    match question, right:
        case Choice(), Picked():
            everything = frozenset(range(len(question.options)))
            return [("the opposite of the right options", Picked(everything - right.options))]
        case Recall(), Ticked():
            return [("ticking nothing", Ticked(frozenset()))]
        case Predict(), Typed():
            return [("the right answer spoilt", Typed(_spoilt(question, right.text)))]
        case ((Blank() | Code() | Order()), _):
            named = [(f"wrong[{number}]", one) for number, (one, _why) in enumerate(variants(question), 1)]
            starter: list[Named] = (
                [("the starter", Written(question.starter))] if isinstance(question, Code) else []
            )
            return [*starter, *named]
    return []


def variants(question: Blank | Code | Order) -> list[tuple[Answer, Text]]:
    """Return the known-wrong answers, in the order of ``question.wrong``, each with its ``why``."""
    match question:
        case Blank():
            return [(Filled(one.fill), one.why) for one in question.wrong]
        case Code():
            return [(Written(one.code), one.why) for one in question.wrong]
        case Order():
            return [(Arranged(one.order), one.why) for one in question.wrong]


def program_of(question: Blank | Code | Order, answer: Answer) -> str:
    """Return the program that an answer makes, without what Python doesn't see in it.

    Two answers that differ only in comments, blanks, brackets or line breaks give the same.
    """
    match question, answer:
        case Blank(), Filled():
            return normal(question.fill(answer.holes))
        case Code(), Written():
            return normal(answer.code)
        case Order(), Arranged():
            return normal(question.arrange(answer.order))
    raise TypeError(f"a {question.kind} question is not answered by {type(answer).__name__}")


def _spoilt(question: Predict, typed: str) -> str:
    match question.expects:
        case "bool":
            return str(typed != "True")
        case "shape":
            return f"[{', '.join([*_sizes(typed), '7'])}]"
        case "dtype":
            return "complex128" if typed != "complex128" else "bool"
        case "exception":
            return "KeyboardInterrupt" if typed == "none" else "none"
        case "printed":
            return f"{typed}\nand more"
        case "value":
            return (
                f"[[{typed}]]"
                if typed[:1] in "[(" or typed[:1].isdigit() or typed[:1] == "-"
                else f"not_{typed}"
            )


def _sizes(shape: str) -> list[str]:
    return [size for size in shape.strip("()[] ").replace(" ", "").split(",") if size]
