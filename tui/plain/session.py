"""A session from question to question, on plain lines: the same practice as on the screen."""

from __future__ import annotations

from enum import Enum, auto
from math import ceil
from typing import NoReturn

from quizbank.answer import Answer
from quizbank.card import Rating
from quizbank.message import Message
from quizbank.practice import Given, Practice
from quizbank.question import Question, Recall
from runner.errors import UnreadableAnswer
from runner.judge import Verdict
from tui.given import judged, skipped
from tui.i18n import _, current_language, say, use_language
from tui.plain import commands
from tui.plain.answers import Unclear, prompt_for, read_answer
from tui.plain.commands import PlainCommand
from tui.plain.judging import Judging
from tui.plain.talk import Closed, Talk
from tui.plain.texts import show_explanation, show_question, show_reveal, show_summary
from tui.screens.quiz_texts import left_out_text
from tui.services import Services
from tui.widgets.drill_words import ending_text
from tui.wording import duration, rating_text


class Left(Exception):
    """The learner ends the session before its end."""


class Then(Enum):
    """What comes after a question."""

    NEXT = auto()
    SAME = auto()


class PlainSession:
    """Asks the questions of a practice until they are over, or the learner leaves."""

    def __init__(self, services: Services, practice: Practice, judging: Judging, talk: Talk) -> None:
        self._services = services
        self._practice = practice
        self._session = practice.session
        self._judging = judging
        self._talk = talk
        # What the rules don't allow is no command, as it is no key on the screen.
        self._while_asked = tuple(
            one for one in commands.WHILE_ASKED if one is not commands.HINT or services.rules.hints != "none"
        )
        self._hints = 0
        self._shown = 0.0
        self._asked = 0.0
        self._told: Message | None = practice.learner.journal.not_kept

    def run(self) -> None:
        """Go through the session and show its summary.

        Raises Closed when the learner has gone; then the session can be taken up again. Raises
        RunnerUnavailable, NoSuchDevice.
        """
        self._talk.say(
            _(
                "Type an answer, or help for what else can be typed. Such a word alone on its line is no "
                "answer; where it might be one, in a hole or in what is printed, a colon makes it a "
                "command: :skip."
            )
        )
        finished = True
        try:
            while self._here() and self._question():
                pass
        except Left:
            finished = self._practice.complete
        self._practice.end(self._services.now(), finished=finished)
        show_summary(self._talk, self._session, self._services.bank)
        if self._practice.drill is not None and (text := ending_text(self._practice.drill)):
            self._talk.say(text)

    def _question(self) -> bool:
        """Ask the current question until the learner goes on; False when it was the last."""
        if self._practice.explains_first:
            self._practice.explained()
            self._explain_first()
        self._shown = self._services.clock()
        while self._ask() is Then.SAME:
            self._practice.spend(self._since_shown())
            self._shown = self._services.clock()
        self._practice.spend(self._since_shown())
        return self._practice.go_on(self._services.now())

    def _explain_first(self) -> None:
        text = _("You keep forgetting this one, so read its explanation first. Then it is asked.")
        self._talk.title(text)
        show_explanation(self._talk, self._session.question)
        self._talk.say()
        self._talk.ask(_("Press Enter to be asked: "))

    # Asking

    def _ask(self) -> Then:
        self._hints = self._practice.hints
        self._asked = self._services.clock()
        question = self._session.question
        self._show()
        for number in range(min(self._hints, len(question.hints))):
            self._say_hint(number)
        while True:
            line = self._talk.ask(prompt_for(question))
            seconds = self._services.clock() - self._asked
            answer: Answer | None = None
            late = False
            command = commands.known_on(line, question)
            if command is not None or commands.is_command(line):
                if command is None:
                    command = commands.command_on(line, self._while_asked)
                elif command not in self._while_asked:
                    command = None
                if command is commands.SKIP:
                    self._record(skipped(seconds, self._hints, self._judging.torch))
                    return Then.NEXT
                if command is not commands.UNKNOWN:
                    self._obey(command, self._while_asked)
                    continue
            elif (letter := commands.letter_on(line, question)) is not None:
                text = _("{letter} alone is no answer. Type {word} or :{letter} if you mean that.")
                self._talk.say(text.format(letter=letter.letter, word=letter.word))
                continue
            else:
                aloud = isinstance(question, Recall)
                if aloud and self._is_late(seconds):
                    # Ticking the points takes as long as it takes.
                    self._talk.say(_("The time to speak is up."))
                try:
                    answer = read_answer(question, self._session.order, commands.unmarked(line), self._talk)
                except Unclear as unclear:
                    self._talk.say(say(unclear.message))
                    continue
                seconds = self._services.clock() - self._asked
                late = not aloud and self._is_late(seconds)
            if not self._can_be_asked(question):
                return Then.SAME
            try:
                verdict = self._judging.judge(question, answer)
            except UnreadableAnswer as unreadable:
                self._talk.prose(say(unreadable.message))
                if not late:
                    continue
                # There is no time to ask again.
                answer, verdict = None, self._judging.judge(question, None)
            counted = self._services.rules.hints == "counted"
            torch = self._judging.torch
            given = judged(answer, verdict, seconds, self._hints, torch, hints_count=counted, late=late)
            self._record(given)
            remark = self._lateness(seconds) if late and given.score == "skipped" else ""
            return self._reveal(question, answer, verdict, remark)

    def _is_late(self, seconds: float) -> bool:
        limit = self._services.rules.seconds_for(self._session.question)
        return limit is not None and seconds > limit

    def _lateness(self, seconds: float) -> str:
        limit = self._services.rules.seconds_for(self._session.question) or 0.0
        text = _("Time was up after {limit}, and this took {time}: it counts as wrong.")
        return text.format(limit=duration(limit), time=duration(ceil(seconds)))

    def _can_be_asked(self, question: Question) -> bool:
        """Wait for torch, and tell whether the question is still the current one then."""
        if not self._judging.settled.is_set():
            text = _("torch is still being imported; your answer is judged as soon as that is done.")
            self._talk.say(text)
            self._judging.settled.wait()
        return self._here() and self._session.question is question

    def _here(self) -> bool:
        """Leave out what this machine can't run, as far as is known; tell whether a question is left."""
        machine, now = self._judging.torch.machine, self._services.now()
        if left_out := self._practice.leave_out(machine, now):
            self._talk.say(left_out_text(left_out, machine))
        return not self._session.over

    # Revealing

    def _reveal(self, question: Question, answer: Answer | None, verdict: Verdict, remark: str) -> Then:
        talk, practice = self._talk, self._practice
        show_reveal(talk, question, self._session.order, answer, verdict)
        talk.say()
        if remark:
            talk.say(remark)
        self._say_rating()
        follow_up = self._session.follow_up(self._services.bank, self._judging.torch.machine)
        if follow_up is not None:
            talk.title(_("The interviewer may go on"))
            talk.prose(follow_up.prompt[current_language()])
            comes = self._session.comes_next(follow_up)
            talk.say(_("it comes next") if comes else _("Type f to be asked that next."))
        while True:
            line = talk.ask(_("Enter goes on: "))
            command = commands.command_on(line, commands.WHEN_REVEALED, marked=False)
            rating = line.strip().removeprefix(commands.MARK)
            if not line.strip() or command is commands.NEXT:
                return Then.NEXT
            if command is commands.RETRY:
                return Then.SAME
            if command is commands.FOLLOW_UP and follow_up is not None:
                if not self._session.comes_next(follow_up):
                    practice.ask_next(follow_up, self._services.now())
                talk.say(_("it comes next"))
            elif command is commands.UNDO and practice.can_undo:
                practice.undo(self._services.now())
                self._say_rating()
            elif rating in ("1", "2", "3", "4") and practice.can_rate:
                practice.rate(Rating(int(rating)), self._services.now())
                self._say_rating()
            elif command is commands.SHOW:
                show_reveal(talk, question, self._session.order, answer, verdict)
            else:
                self._obey(command, commands.WHEN_REVEALED)

    def _say_rating(self) -> None:
        if self._practice.can_rate or self._practice.mode == "cram":
            self._talk.say(rating_text(self._practice, self._services.now())[1])
        self._tell_if_not_kept()

    # Commands that are the same before and after the answer

    def _obey(self, command: PlainCommand | None, among: tuple[PlainCommand, ...]) -> None:
        if command is commands.HINT:
            self._hint()
        elif command is commands.SHOW:
            self._show()
        elif command is commands.LANGUAGE:
            use_language("zh" if current_language() == "en" else "en")
            self._show()
        elif command is commands.END:
            raise Left
        elif command is commands.QUIT:
            self._quit()
        elif command is commands.HELP:
            self._help(among)
        else:
            self._talk.say(_("That is nothing that can be done now; help says what can."))

    def _quit(self) -> NoReturn:
        raise Closed

    def _hint(self) -> None:
        hints = self._session.question.hints
        if self._hints >= len(hints):
            self._talk.say(_("There are no more hints."))
            return
        self._practice.hinted(self._services.now())
        self._tell_if_not_kept()
        self._say_hint(self._hints)
        self._hints += 1

    def _say_hint(self, number: int) -> None:
        """Say the hint with this number, counted from 0."""
        hints = self._session.question.hints
        label = _("Hint {number} of {total}").format(number=number + 1, total=len(hints))
        self._talk.prose(f"{label}: {hints[number][current_language()]}")

    def _help(self, among: tuple[PlainCommand, ...]) -> None:
        for one in among:
            names = one.word if one.word == one.letter else f"{one.letter}, {one.word}"
            lead = f":{names}"
            self._talk.say(say(one.help), f"{lead:<12}")

    def _show(self) -> None:
        show_question(self._talk, self._practice, self._services.bank)
        limit = self._services.rules.seconds_for(self._session.question)
        if limit is not None:
            self._talk.say(_("You have {time} to answer.").format(time=duration(limit)))

    # Keeping

    def _record(self, given: Given) -> None:
        self._practice.record(given, self._services.now())
        self._tell_if_not_kept()

    def _tell_if_not_kept(self) -> None:
        reason = self._practice.learner.journal.not_kept
        if reason is not None and reason != self._told:
            self._talk.say(_("This is kept in memory for now. {reason}").format(reason=say(reason)))
        self._told = reason

    def _since_shown(self) -> float:
        return self._services.clock() - self._shown
