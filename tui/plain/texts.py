"""Questions, verdicts and summaries as plain lines."""

from __future__ import annotations

from collections.abc import Sequence

from quizbank.answer import Answer, Arranged, Filled, Typed
from quizbank.bank import Bank, Topic
from quizbank.practice import Practice
from quizbank.question import HOLE, Blank, Choice, Code, Order, Predict, Question, Recall, Text
from quizbank.session import Session
from runner.ending import kept_from, stopped
from runner.judge import Outcome, Part, Verdict, right_answer, typed_answer
from runner.protocol import Check, Raised, Result
from tui.given import look_of
from tui.i18n import _, current_language, ngettext, say
from tui.plain.talk import Talk
from tui.visible import visible
from tui.wording import EXPECTED, KIND_NAMES, SCORES, asked_for, duration

MAX_LINES = 200
"""More of an output than a learner reads; the rest is counted."""
MAX_SEEN = 100
"""So many characters of an expression, and of its value, are shown."""


def in_language(text: Text | Topic) -> str:
    """Return a question's text in the language of the moment."""
    return text[current_language()]


def show_question(talk: Talk, practice: Practice, bank: Bank) -> None:
    """Write the current question as it is asked."""
    session = practice.session
    question = session.question
    number = session.position + 1
    count = (
        _("Question {number} of {total}").format(number=number, total=len(session.questions))
        if practice.drill is None
        else _("Question {number}").format(number=number)
    )
    level = _("difficulty {level} of 5").format(level=question.difficulty)
    topic = in_language(bank.topic_of(question))
    talk.title(f"{count}. {topic}, {say(KIND_NAMES[question.kind])}, {level}.")
    talk.say()
    talk.prose(in_language(question.prompt))
    # A recall's snippet is there for its probes, and would give half the answer away.
    if question.snippet.strip() and not isinstance(question, Recall):
        talk.title(_("Code:"))
        talk.verbatim(question.snippet)
    _show_task(talk, question, session.order)
    talk.title(how_to_answer(question))


def how_to_answer(question: Question) -> str:
    """Say what has to be typed."""
    match question:
        case Choice(pick="one"):
            return _("Type the number of the right one.")
        case Choice():
            return _("Type the numbers of all that apply, such as 1 3.")
        case Predict(expects="printed"):
            return _("Type the lines as they are printed, then a line with a single dot.")
        case Predict():
            return _("Type your answer.")
        case Blank():
            return _("Type what belongs in each hole; whatever passes the tests is right.")
        case Code():
            return _(
                "Type the whole program, then a line with a single dot; or @ and the name of a file with it."
            )
        case Order():
            return _("Type the numbers in the right order, such as 3 1 2.")
        case Recall():
            return _("Answer aloud, as in the interview. Then press Enter to be shown the points.")


def _show_task(talk: Talk, question: Question, order: Sequence[int]) -> None:
    match question:
        case Choice():
            talk.say()
            for number, position in enumerate(order, 1):
                talk.prose(in_language(question.options[position].text), f"{number}  ")
        case Predict():
            talk.title(say(asked_for(question)).replace("`", ""))
            if question.expects in EXPECTED:
                talk.say(say(EXPECTED[question.expects]))
        case Code():
            talk.title(_("To begin with:"))
            talk.verbatim(question.starter)
        case Order():
            talk.title(_("Lines:"))
            for number, line in enumerate(order, 1):
                first, *rest = question.lines[line - 1].strip("\n").split("\n")
                talk.verbatim("\n".join([f"{number:>2}  {first}", *(f"    {one}" for one in rest)]), "")
    if isinstance(question, Blank | Code | Order):
        talk.title(_("It must pass:"))
        for test in question.tests:
            talk.prose(in_language(test.text), "- ")


def show_explanation(talk: Talk, question: Question) -> None:
    """Write the explanation, and why the wrong answer is tempting."""
    talk.title(_("Explanation"))
    talk.prose(in_language(question.explanation))
    if question.misconception is not None:
        talk.title(_("Why the wrong answer is tempting"))
        talk.prose(in_language(question.misconception))


def show_reveal(
    talk: Talk, question: Question, order: Sequence[int], answer: Answer | None, verdict: Verdict
) -> None:
    """Write the verdict, what decided it, and what to learn from it."""
    look = look_of(answer, verdict)
    talk.title(f"{look.glyph} {say(look.word)}")
    if verdict.outcome is Outcome.UNJUDGED:
        talk.say(_("This question doesn't work on your torch, so it isn't counted."))
    elif isinstance(question, Recall) and answer is not None:
        talk.say(_("Judged by yourself: two points in three make it right."))
    if verdict.reason is not None:
        talk.prose(say(verdict.reason))
    if verdict.mistake is not None and not isinstance(question, Choice):
        talk.prose(in_language(verdict.mistake))
    if verdict.parts:
        talk.say()
    match question:
        case Choice() if verdict.parts:
            for number, position in enumerate(order, 1):
                _show_option(talk, number, verdict.parts[position])
        case Predict():
            _show_prediction(talk, question, answer, verdict)
        case _:
            for part in verdict.parts:
                _show_part(talk, part, claimed=isinstance(question, Recall))
    _show_run(talk, verdict.result)
    if isinstance(question, Blank | Code | Order):
        _show_programs(talk, question, answer, verdict)
    show_explanation(talk, question)
    if question.links:
        talk.title(_("To read on"))
        for link in question.links:
            talk.verbatim(link, "")


def _show_option(talk: Talk, number: int, part: Part) -> None:
    said = _("it is so") if part.holds is True else _("it isn't so")
    if part.claimed:
        said = _("{verdict}, you picked it").format(verdict=said)
    text = in_language(part.label) if part.label is not None else ""
    talk.prose(f"{text} ({said})", f"{number}  {'✓' if part.holds is True else '✗'} ")
    _show_check(talk, part.check)
    if part.why is not None and part.holds is not True:
        talk.prose(in_language(part.why), "     ")


def _show_part(talk: Talk, part: Part, *, claimed: bool) -> None:
    good = bool(part.claimed) if claimed else part.right
    text = in_language(part.label) if part.label is not None else ""
    note = f" ({_('not covered')})" if claimed and not part.claimed else ""
    talk.prose(text + note, f"{'✓' if good else '–' if claimed else '✗'} ")
    if claimed or not part.right:
        _show_check(talk, part.check)


def _show_check(talk: Talk, check: Check | None) -> None:
    if check is None:
        return
    for source, text in dict.fromkeys(check.seen):
        if source != text:
            talk.say(f"{_brief(source)} = {_brief(text)}", "     ")
    for source, raised in dict.fromkeys(check.calls):
        said = (
            _("raises nothing")
            if raised is None
            else _("raises {exception}").format(exception=_brief(raised))
        )
        talk.say(f"{_brief(source)} → {said}", "     ")
    if check.raised is not None and not (check.raised.type == "AssertionError" and not check.raised.message):
        _show_exception(talk, check.raised, "     ")


def _show_prediction(talk: Talk, question: Predict, answer: Answer | None, verdict: Verdict) -> None:
    live = typed_answer(question, verdict.result)
    if live is None:
        live = verdict.result.value.text if verdict.result.value is not None else ""
    if isinstance(answer, Typed):
        talk.say(_("You said"))
        talk.verbatim(answer.text)
    talk.say(_("torch says"))
    talk.verbatim(live)


def _show_run(talk: Talk, result: Result) -> None:
    ending = stopped(result)
    if not result.text.strip() and result.raised is None and ending is None:
        return
    version = result.torch.partition("+")[0] or "?"
    talk.title(_("Live on torch {version}").format(version=version))
    if result.text.strip():
        lines = result.text.rstrip("\n").split("\n")
        talk.verbatim("\n".join(lines[:MAX_LINES]))
        if (hidden := len(lines) - MAX_LINES) > 0:
            text = ngettext("... and {count} more line", "... and {count} more lines", hidden)
            talk.say(text.format(count=hidden))
    if result.raised is not None:
        _show_exception(talk, result.raised, "    ")
    elif ending is not None:
        talk.say(say(ending))


def _show_exception(talk: Talk, raised: Raised, indent: str) -> None:
    talk.verbatim(f"{raised.type}{': ' if raised.message else ''}{raised.message}", indent)
    if raised.frames and raised.frames[-1].source.strip():
        frame = raised.frames[-1]
        where = _("line {line}").format(line=frame.line)
        talk.verbatim(f"{where}: {frame.source.strip()}", indent)
    if (remark := kept_from(raised)) is not None:
        talk.say(say(remark))


def _show_programs(
    talk: Talk, question: Blank | Code | Order, answer: Answer | None, verdict: Verdict
) -> None:
    # Who wrote a program can read it above.
    if answer is not None and not isinstance(question, Code):
        talk.title(_("Your program"))
        talk.verbatim(_program(question, answer))
    right = None if verdict.right else right_answer(question, verdict.result)
    if right is not None:
        talk.title(_("One that is right"))
        talk.verbatim(_program(question, right))


def _program(question: Blank | Code | Order, answer: Answer) -> str:
    match question, answer:
        case Blank(), Filled(holes):
            return HOLE.sub(lambda hole: holes[int(hole[1]) - 1].strip(), question.snippet)
        case Order(), Arranged(order):
            return question.arrange(order)
        case _:
            return getattr(answer, "code", "")


def show_summary(talk: Talk, session: Session, bank: Bank) -> None:
    """Write how a session went."""
    summary = session.summary
    talk.title(_("Session over"))
    counts = [("right", summary.right), ("wrong", summary.wrong), ("skipped", summary.skipped)]
    if summary.unjudged:
        counts.append(("unjudged", summary.unjudged))
    for score, count in counts:
        look = SCORES[score]  # type: ignore[index]  # the four scores, spelt out above
        talk.say(f"{look.glyph} {say(look.word)}: {count}")
    talk.say(_("Time {time}").format(time=duration(summary.seconds)))
    for one in summary.weakest:
        topic = bank.topics.get(one.topic)
        name = in_language(topic) if topic is not None else one.topic
        right = _("{right} of {total} right").format(right=one.right, total=one.total)
        talk.say(f"{name}: {right}", "- ")


def _brief(text: str) -> str:
    line = " ".join(visible(text).split())
    return line if len(line) <= MAX_SEEN else line[: MAX_SEEN - 2] + " …"
