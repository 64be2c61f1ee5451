from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from pydantic import JsonValue

from quizbank.history.events import Answered
from quizbank.history.record import Mistake
from quizbank.question import Question
from quizbank.statistics.mistakes import Mistaken, mistaken
from tests.decks import TODAY
from tests.quizbank.statistics.given import given

Questions = Mapping[str, Question]


def mistake(question: Question, answer: JsonValue, *parts: bool, ago: int = 0) -> Mistake:
    return Mistake(question.id, TODAY - timedelta(days=ago), given(question, answer, parts))


def shown(found: tuple[Mistaken, ...]) -> list[tuple[str, str, int]]:
    return [(one.belief.shown, one.belief.text.en, one.count) for one in found]


def test_a_choice_shows_the_options_that_were_picked_and_do_not_hold(questions: Questions) -> None:
    one = questions["plain/pick-one"]
    found = mistaken(
        [
            mistake(one, {"options": [2]}, False, True, False, ago=5),
            mistake(one, {"options": [1]}, False, False, True, ago=3),
            mistake(one, {"options": [1]}, False, False, True, ago=9),
        ],
        questions,
    )
    assert shown(found) == [("option", "`[1, 2]`", 2), ("option", "`[3]`", 1)]
    assert found[0].last == TODAY - timedelta(days=3)


def test_of_several_options_only_the_wrong_ones_count(questions: Questions) -> None:
    every = questions["plain/pick-all"]
    found = mistaken([mistake(every, {"options": [0, 2]}, True, False, False)], questions)
    assert shown(found) == [("option", "It is prime", 1)]
    left_out = mistaken([mistake(every, {"options": [0]}, True, False, True)], questions)
    assert shown(left_out) == [("question", "What is true of `x`?", 1)]


def test_options_of_an_older_wording_are_not_taken_for_those_of_today(questions: Questions) -> None:
    one = questions["plain/pick-one"]
    old = mistake(one, {"options": [1]}, False, False, True)
    old = replace(old, answered=replace(old.answered, content="0" * 16))
    assert shown(mistaken([old], questions)) == [("misconception", one.misconception.en, 1)]  # type: ignore[union-attr]


def test_known_wrong_programs_are_known_again_whatever_their_blanks(questions: Questions) -> None:
    hole, program, lines = (questions[f"plain/{name}"] for name in ("hole", "program", "lines"))
    found = mistaken(
        [
            mistake(hole, {"holes": ["width", " (width) "]}),
            mistake(program, {"code": "def double(x):  # the square\n    return (x*x)\n"}),
            mistake(lines, {"order": [1, 3, 2]}),
        ],
        questions,
    )
    assert {(kind, text) for kind, text, _ in shown(found)} == {
        ("wrong", "That is the area of a square."),
        ("wrong", "That is the square."),
        ("wrong", "The addition comes too late."),
    }


def test_other_wrong_answers_count_for_the_question_itself(questions: Questions) -> None:
    hole, program, lines, number = (
        questions[f"plain/{name}"] for name in ("hole", "program", "lines", "number")
    )
    found = mistaken(
        [
            mistake(hole, {"holes": ["width", "2"]}),
            mistake(hole, {"holes": ["width"]}),
            mistake(program, {"code": "def double(x:"}),
            mistake(lines, {"order": [2, 1, 3]}),
            mistake(lines, {"order": [7, 1, 3]}),
            mistake(lines, "no order at all"),
            mistake(number, {"text": "41"}),
        ],
        questions,
    )
    assert [(kind, count) for kind, _, count in shown(found)] == [
        ("question", 3),
        ("question", 2),
        ("question", 1),
        ("question", 1),
    ]


def test_questions_that_are_gone_are_left_out(questions: Questions) -> None:
    gone: Answered = given(questions["plain/number"])
    assert mistaken([Mistake("gone/question", TODAY, gone)], questions) == ()
