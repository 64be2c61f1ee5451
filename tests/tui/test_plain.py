"""Sessions on plain lines: what is asked, judged and kept, and how they end."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from quizbank.card import Rating
from quizbank.drill import Drill, Order
from quizbank.history.events import Answered, Ended, Fact, Replanned
from quizbank.learner import Learner
from quizbank.resume import resumable
from runner.errors import RunnerUnavailable
from tests.tui.driving import NOW, fixture_bank
from tests.tui.fake_runner import FakeRunner
from tui import exit_codes
from tui.i18n import use_language
from tui.learner import learner_in_memory, study_day_of
from tui.plain.run import Opening, run_plain
from tui.quiz_rules import USUAL_RULES, QuizRules
from tui.settings import HintPolicy

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


@dataclass
class Held:
    """A session that was held: its exit code, what was written, and what is kept."""

    code: int
    text: str
    errors: str
    learner: Learner

    @property
    def facts(self) -> list[Fact]:
        return [event.fact for event in self.learner.history.events()]

    @property
    def scores(self) -> list[str]:
        return [fact.score for fact in self.facts if isinstance(fact, Answered)]


Hold = Callable[..., Held]


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Hold:
    """Return what holds a session of fixtures, with these lines typed, each in ``pace`` seconds."""

    def held(
        *names: str,
        typed: list[str],
        opening: Opening | None = None,
        learner: Learner | None = None,
        runner: FakeRunner | None = None,
        pace: float = 0.0,
        rules: QuizRules = USUAL_RULES,
        device: str = "auto",
    ) -> Held:
        use_language("en")
        bank = fixture_bank()
        learner = learner or learner_in_memory(bank, NOW)
        stdin = io.StringIO("".join(f"{line}\n" for line in typed))
        monkeypatch.setattr("sys.stdin", stdin)
        code = run_plain(
            bank,
            [bank[f"plain/{name}"] for name in names] if opening is None else opening,
            device,
            Random(0),
            learner,
            Order(),
            make_runner=lambda _device: runner or FakeRunner(),
            clock=lambda: pace * stdin.getvalue()[: stdin.tell()].count("\n"),
            now=lambda: NOW,
            rules=rules,
        )
        said = capsys.readouterr()
        return Held(code, said.out, said.err, learner)

    return held


def number_of(held: Held, option: str) -> str:
    """Return the number under which an option was shown."""
    found = re.search(rf"^(\d)  {re.escape(option)}", held.text, re.MULTILINE)
    assert found is not None
    return found[1]


def solution() -> str:
    question = fixture_bank()["plain/program"]
    assert question.kind == "code"
    return question.solution.strip("\n")


ANSWERS = [
    ("number", ["42"], ["41"]),
    ("printed", ["line 0", "line 1", "."], ["line 1", "line 2", "."]),
    ("hole", ["width", "height"], ["width", "width"]),
    ("program", [*solution().split("\n"), "."], ["def nothing(): pass", "."]),
    ("aloud", ["", "1 2 3"], ["", "0"]),
]


@pytest.mark.parametrize(("name", "right", "wrong"), ANSWERS, ids=[one[0] for one in ANSWERS])
def test_an_answer_is_judged_and_kept(hold: Hold, name: str, right: list[str], wrong: list[str]) -> None:
    good = hold(name, typed=[*right, ""])
    assert (good.code, good.scores) == (exit_codes.DONE, ["right"])
    assert "✓ Right" in good.text
    assert "Explanation" in good.text
    assert isinstance(good.facts[-1], Ended)
    assert good.facts[-1].finished
    bad = hold(name, typed=[*wrong, ""])
    assert bad.scores == ["wrong"]
    assert "✗ Wrong" in bad.text


@pytest.mark.parametrize(("name", "options"), [("pick-one", (0,)), ("pick-all", (0, 1))])
def test_options_are_picked_by_the_numbers_they_are_shown_with(
    hold: Hold, name: str, options: tuple[int, ...]
) -> None:
    question = fixture_bank()[f"plain/{name}"]
    assert question.kind == "choice"
    shown = hold(name, typed=[":q"])
    right = [number_of(shown, question.options[one].text["en"]) for one in options]
    assert hold(name, typed=[" ".join(right), ""]).scores == ["right"]
    wrong = next(number for number in "123" if number not in right)
    held = hold(name, typed=[wrong, ""])
    assert held.scores == ["wrong"]
    assert "(it isn't so, you picked it)" in held.text


def test_lines_are_ordered_by_their_numbers(hold: Hold) -> None:
    shown = hold("lines", typed=[":q"])
    question = fixture_bank()["plain/lines"]
    assert question.kind == "order"
    numbers = []
    for line in question.lines:
        found = re.search(rf"^ (\d)  {re.escape(line.strip(chr(10)))}$", shown.text, re.MULTILINE)
        assert found is not None
        numbers.append(found[1])
    assert hold("lines", typed=[" ".join(numbers), ""]).scores == ["right"]
    assert hold("lines", typed=["".join(numbers), ""]).scores == ["right"]
    incomplete = hold("lines", typed=[numbers[0], " ".join(reversed(numbers)), ""])
    assert "is needed once" in incomplete.text
    assert incomplete.scores == ["wrong"]


def test_a_program_can_come_from_a_file(hold: Hold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(solution())
    held = hold("program", typed=["@absent.py", "@mine.py", ""])
    assert "absent.py can't be read" in held.text
    assert held.scores == ["right"]


def test_what_is_no_answer_is_asked_for_again(hold: Hold) -> None:
    held = hold("pick-one", "program", typed=["9", "1 2", "", ":s", "def (:", ".", ":s"])
    assert "Type numbers from 1 to 3" in held.text
    assert "Exactly one number is needed." in held.text
    assert "This is not valid Python" in held.text
    assert held.scores == ["skipped", "skipped"]


def test_hints_are_counted_and_come_to_an_end(hold: Hold) -> None:
    held = hold("pick-one", typed=[":h", ":hint", ":h", ":i", ""])
    assert "Hint 1 of 2: Count the lists." in held.text
    assert "Hint 2 of 2: There is one." in held.text
    assert "There are no more hints." in held.text
    assert [(fact.score, fact.hints) for fact in held.facts if isinstance(fact, Answered)] == [("skipped", 2)]


@pytest.mark.parametrize(
    ("policy", "hints", "rating"),
    [("counted", 1, Rating.HARD), ("free", 1, Rating.EASY), ("none", 0, Rating.EASY)],
)
def test_hints_cost_what_the_policy_says(hold: Hold, policy: HintPolicy, hints: int, rating: Rating) -> None:
    question = fixture_bank()["plain/pick-one"]
    assert question.kind == "choice"
    right = number_of(hold("pick-one", typed=[":q"]), question.options[0].text["en"])
    held = hold("pick-one", typed=[":?", ":h", right, ""], rules=QuizRules(policy))
    assert (":h, hint" in held.text) == (policy != "none")
    assert ("Hint 1 of" in held.text) == (policy != "none")
    assert ("nothing that can be done now" in held.text) == (policy == "none")
    (answered,) = [fact for fact in held.facts if isinstance(fact, Answered)]
    assert (answered.hints, answered.proposed) == (hints, rating)


def test_every_command_is_listed_and_an_unknown_one_is_told(hold: Hold) -> None:
    held = hold("number", typed=[":?", ":nonsense", ":i", ":?", "nonsense", ":e"])
    for word in (":h, hint", ":i, idk", ":s, skip", ":q, quit", ":n, next", ":r, retry", ":u, undo", ":1-4"):
        assert word in held.text
    assert held.text.count("nothing that can be done now") == 2


@pytest.mark.parametrize("name", ["pick-one", "number", "everything", "lines", "program", "aloud"])
@pytest.mark.parametrize("word", ["help", "HELP", "?", " ？ "])
def test_help_is_no_answer(hold: Hold, name: str, word: str) -> None:
    held = hold(name, typed=[word])
    assert ":s, skip" in held.text
    assert held.scores == []


@pytest.mark.parametrize("name", ["hole", "printed"])
def test_where_any_word_may_be_the_answer_only_help_is_none(hold: Hold, name: str) -> None:
    asked = hold(name, typed=["help", "?"])
    assert asked.text.count(":s, skip") == 2
    assert asked.scores == []
    rest = ["height"] if name == "hole" else ["."]
    assert hold(name, typed=["skip", *rest, ""]).scores == ["wrong"]
    assert hold(name, typed=["q", *rest, ""]).scores == ["wrong"]
    assert hold(name, typed=[":skip"]).scores == ["skipped"]


def test_a_word_alone_is_the_command(hold: Hold) -> None:
    assert hold("number", typed=["Skip"]).scores == ["skipped"]
    assert hold("number", typed=["idk", ""]).scores == ["skipped"]
    assert "Hint 1 of 2" in hold("pick-one", typed=["hint"]).text
    assert hold("number", typed=["show"]).text.count("Question 1 of 1") == 2
    ended = hold("number", "hole", typed=["end"])
    assert resumable(ended.learner) is None
    assert resumable(hold("number", "hole", typed=["quit"]).learner) is not None


@pytest.mark.parametrize("word", ["next", "retry", "hint"])
def test_a_word_that_is_no_command_now_is_no_answer_either(hold: Hold, word: str) -> None:
    held = hold("number", typed=[word], rules=QuizRules("none"))
    assert "nothing that can be done now; help says what can." in held.text
    assert held.scores == []


@pytest.mark.parametrize(("letter", "word"), [("h", "hint"), ("q", "quit"), ("E", "end")])
@pytest.mark.parametrize("name", ["markup", "pick-one", "aloud", "program"])
def test_a_letter_alone_is_neither_obeyed_nor_judged(hold: Hold, name: str, letter: str, word: str) -> None:
    held = hold(name, typed=[letter, ":s"])
    assert f"Type {word} or :{letter.lower()} if you mean that." in held.text
    assert held.scores == ["skipped"]


def test_what_can_be_typed_is_said_at_first(hold: Hold) -> None:
    first = " ".join(hold("number", typed=[]).text.partition("Question 1")[0].split())
    assert first.startswith("Type an answer, or help for what else can be typed.")
    assert ":skip" in first


def test_an_answer_may_begin_with_a_colon(hold: Hold) -> None:
    assert "You said\n    :x\n" in hold("printed", typed=["::x", ".", ""]).text


def test_the_rating_can_be_changed_and_taken_back(hold: Hold) -> None:
    held = hold("number", typed=["42", "1", "u", "3", ""])
    assert re.findall(r"^(again|hard|good|easy): ", held.text, re.MULTILINE) == [
        "easy",
        "again",
        "easy",
        "good",
    ]


def test_a_retry_leaves_the_score_and_a_follow_up_comes_next(hold: Hold) -> None:
    held = hold("pick-one", "hole", typed=[":i", "r", ":i", "f", "", ":q"])
    assert held.scores == ["skipped"]
    asked = re.findall(r"^Question (\d) of (\d)", held.text, re.MULTILINE)
    assert asked == [("1", "2"), ("1", "2"), ("2", "3")]


def test_after_a_retry_a_follow_up_that_is_queued_isnt_offered_again(hold: Hold) -> None:
    held = hold("pick-one", typed=[":i", "f", "r", ":i", "f", "", ":q"])
    assert held.text.count("Type f to be asked that next.") == 1
    assert held.text.count("it comes next") == 3
    assert len([fact for fact in held.facts if isinstance(fact, Replanned)]) == 1


@pytest.mark.parametrize(("limit", "late"), [(10.0, False), (9.5, True)])
@pytest.mark.parametrize(("name", "right"), [("number", ["42"]), ("hole", ["width", "height"])])
def test_an_answer_after_the_limit_is_judged_and_counts_as_wrong(
    hold: Hold, name: str, right: list[str], limit: float, late: bool
) -> None:
    rules = QuizRules(seconds=limit)
    held = hold(name, typed=[*right, ""], pace=10 / len(right), rules=rules)
    assert "You have 0:10 to answer." in held.text
    assert "✓ Right" in held.text
    assert ("Time was up after 0:10" in held.text) == late
    assert held.scores == ["skipped" if late else "right"]
    (answered,) = [fact for fact in held.facts if isinstance(fact, Answered)]
    assert answered.answer is not None
    assert answered.counts_as == ("wrong" if late else "right")
    assert ("✗ Wrong: 1" in held.text) == late
    assert (answered.proposed is Rating.AGAIN) == late


def test_a_late_answer_that_cannot_be_read_is_not_asked_for_again(hold: Hold) -> None:
    held = hold("program", typed=["def (:", ".", ""], pace=10, rules=QuizRules(seconds=10))
    assert "This is not valid Python" in held.text
    assert "Time was up" in held.text
    assert held.scores == ["skipped"]
    assert held.code == exit_codes.DONE


def test_a_late_answer_that_cannot_be_judged_is_not_counted(hold: Hold) -> None:
    # Without torch the snippet ends with a NameError, which the question doesn't declare.
    asked = [fixture_bank()["live/dtypes"]]
    held = hold(opening=asked, typed=["1", ""], pace=10, rules=QuizRules(seconds=9))
    assert held.scores == ["unjudged"]
    assert "Time was up" not in held.text


def test_points_may_be_ticked_after_the_limit(hold: Hold) -> None:
    late = hold("aloud", typed=["", "1 2 3", ""], pace=10, rules=QuizRules(seconds=9))
    assert "The time to speak is up." in late.text
    assert late.scores == ["right"]
    in_time = hold("aloud", typed=["", "1 2 3", ""], pace=10, rules=QuizRules(seconds=10))
    assert "The time to speak is up." not in in_time.text


def test_without_a_limit_no_time_is_named(hold: Hold) -> None:
    held = hold("number", typed=["42", ""], pace=1000)
    assert "You have" not in held.text
    assert held.scores == ["right"]


def test_the_language_can_be_switched(hold: Hold) -> None:
    held = hold("number", typed=[":l", "42", ":l", ":q"])
    assert "`x` 翻倍之后是多少？" in held.text
    assert "✓ 正确" in held.text
    assert held.text.count("What does doubling `x` give?") == 2


def test_a_session_that_is_left_can_be_taken_up_again(hold: Hold) -> None:
    held = hold("number", "printed", typed=["42", ""])
    assert held.code == exit_codes.DONE
    assert "--resume" in held.text
    unfinished = resumable(held.learner)
    assert unfinished is not None
    again = hold(opening=unfinished, learner=held.learner, typed=["line 0", "line 1", ".", ""])
    assert "Question 2 of 2" in again.text
    assert "Question 1 of 2" not in again.text
    assert again.scores == ["right", "right"]
    assert resumable(held.learner) is None


def test_hints_from_before_the_interruption_are_shown_again_and_count(hold: Hold) -> None:
    held = hold("pick-one", typed=[":h"])
    unfinished = resumable(held.learner)
    assert unfinished is not None
    again = hold(opening=unfinished, learner=held.learner, typed=[":h", ":i", ""])
    first, second = again.text.index("Hint 1 of 2"), again.text.index("Hint 2 of 2")
    assert again.text.index("Question 1 of 1") < first < second
    assert again.text.count("Hint 1 of 2") == 1
    assert [fact.hints for fact in again.facts if isinstance(fact, Answered)] == [2]


def test_a_session_that_is_ended_is_not_offered_again(hold: Hold) -> None:
    held = hold("number", "printed", typed=["42", ":e"])
    assert "✓ Right: 1" in held.text
    assert resumable(held.learner) is None


def test_a_drill_ends_by_its_own_rules(hold: Hold) -> None:
    bank = fixture_bank()
    drill = Drill([bank["plain/number"]], Order(count=1), study_day_of(NOW))
    held = hold(opening=drill, typed=["42", ""])
    assert "That was 1 question." in held.text
    empty = hold(opening=Drill([], Order(), study_day_of(NOW)), typed=[])
    assert empty.code == exit_codes.NEGATIVE


def test_without_torch_the_session_says_so_and_is_kept(
    hold: Hold, capsys: pytest.CaptureFixture[str]
) -> None:
    runner = FakeRunner()
    runner.failure = RunnerUnavailable("No module named 'torch'")
    held = hold("number", typed=["42"], runner=runner)
    assert held.code == exit_codes.ENVIRONMENT
    assert held.scores == []
    assert resumable(held.learner) is not None


@pytest.mark.parametrize("device", ["cuda", "cuda:1", "mps"])
def test_a_device_that_torch_doesnt_have_is_refused_before_the_first_question(
    hold: Hold, device: str
) -> None:
    held = hold("number", typed=["42"], device=device)
    assert held.code == exit_codes.ENVIRONMENT
    assert held.text == ""
    assert f"There is no device {device} here; this machine has cpu." in held.errors
    assert held.facts == []


def test_a_device_that_torch_has_is_asked_on(hold: Hold) -> None:
    runner = FakeRunner()
    runner.known_devices = ("cpu", "cuda:0")
    held = hold("number", typed=["42", ""], runner=runner, device="cuda")
    assert (held.code, held.scores) == (exit_codes.DONE, ["right"])


@pytest.mark.parametrize("device", ["auto", "cpu"])
def test_nobody_waits_for_torch_to_be_asked_on_the_cpu(hold: Hold, device: str) -> None:
    held = hold("number", typed=[":quit"], runner=FakeRunner(ready=False), device=device)
    assert held.code == exit_codes.DONE
    assert "What does doubling" in held.text
    assert held.errors == ""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_output_is_wrapped_and_has_no_control_characters(hold: Hold, language: str) -> None:
    names = ("pick-one", "pick-all", "number", "printed", "hole", "program", "lines", "aloud", "markup")
    switch = [":l"] if language == "zh" else []
    held = hold(*names, typed=[*switch, *[":i", ""] * len(names)])
    assert not CONTROL.search(held.text)
    assert "␛[31m" in held.text
    assert "x[/tmp]" in held.text
    assert max(map(cell_len, held.text.split("\n"))) <= 80


def command(home: Path, *arguments: str) -> subprocess.Popen[str]:
    folders = {name: str(home) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME")}
    return subprocess.Popen(
        [sys.executable, "-m", "tui", *arguments, "--plain", "--lang", "en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **folders, "TERM": "dumb"},
    )


def test_the_command_on_a_pipe_with_the_real_runner(tmp_path: Path) -> None:
    typed = ":i\n\n:q\n"
    with command(tmp_path, "quiz", "--kind", "predict", "--count", "2", "--seed", "3") as session:
        out, err = session.communicate(typed, timeout=120)
    assert (session.returncode, err) == (exit_codes.DONE, "")
    assert "Question 2 of 2" in out
    assert "torch says" in out
    with command(tmp_path, "quiz", "--resume") as session:
        out, err = session.communicate(":s\n", timeout=120)
    assert (session.returncode, err) == (exit_codes.DONE, "")
    assert "Question 2 of 2" in out
    assert "✗ Wrong: 1\n– Skipped: 1\n" in out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ended_by_a_signal_it_leaves_in_order(tmp_path: Path, number: signal.Signals) -> None:
    with command(tmp_path, "drill", "--count", "2") as session:
        assert session.stdout is not None
        while "Question 1" not in (line := session.stdout.readline()):
            assert line
        session.send_signal(number)
        _out, err = session.communicate(timeout=120)
    assert (session.returncode, err) == (exit_codes.INTERRUPTED, "")


def test_it_loads_no_screen() -> None:
    program = "import sys, tui.plain.run\nprint('textual' in sys.modules, 'torch' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", "False"]
