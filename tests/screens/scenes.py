"""What is pictured: how the app is opened for each scene, and what is pressed before the picture is taken."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.screens.terminal import Terminal

CHOICE = (
    *("quiz", "--topic", "detach-data", "--kind", "choice", "--difficulty", "1"),
    *("--count", "1", "--seed", "1"),
)
CODE = ("quiz", "--topic", "in-place", "--kind", "code", "--count", "1", "--seed", "1")
DRILL = ("drill", "--topic", "leaf-grad", "--topic", "what-is-pytorch")
DRILLED = 6
INTERVIEW = ("mock", "--role", "ml-engineer", "--minutes", "30", "--seed", "7")
INTERVIEW_AT_MOST = 60

TORCH_IS_THERE = r"torch \d+\.\d"
ASKED = r"s\s(skip|跳过)|f3\s(skip|跳过)"
CHOOSING = r"1-\d\s(pick|选择)"
SPEAKING = r"(show.the.points|显示要点)"
GIVEN_AS_IT_STANDS = r"say it aloud|put in order|口述|排序"
INTERVIEWED = r"(scratchpad|草稿)"
RATED = r"enter\s(next|下一题)"
SCORED = r"w\s(write\sreport|写报告)"
REVEALED = r"█ [✓✗?–]"
OVER = r"Session over|Drill over|本轮结束"


class Scene(NamedTuple):
    """A picture: how the command is opened, and what is done on the terminal before it is taken."""

    name: str
    arguments: Sequence[str]
    play: Callable[[Terminal], None]


def _home(terminal: Terminal) -> None:
    terminal.wait_for(r"b\s(browse|浏览)")
    terminal.wait_for(TORCH_IS_THERE)


def _question(terminal: Terminal) -> None:
    terminal.wait_for(ASKED)
    terminal.wait_for(TORCH_IS_THERE)


def _reveal(terminal: Terminal) -> None:
    _question(terminal)
    terminal.press("1", "Enter")
    terminal.wait_for(REVEALED)


def _browse(terminal: Terminal, words: str = "softmax") -> None:
    _home(terminal)
    terminal.press("b")
    terminal.wait_for(r"/\s(search|搜索)")
    terminal.press("/")
    terminal.wait_for(r"f9\s")
    terminal.write(words)
    terminal.press("Enter")
    terminal.wait_for(words)


def _playground(terminal: Terminal) -> None:
    _browse(terminal, "version-counter")
    terminal.press("p")
    terminal.wait_for(r"f5\s(run|运行)")
    terminal.press("F5")
    terminal.wait_for(r"ms\s·\scpu")
    terminal.press("F2", "3", "Down", "Down")
    terminal.wait_for(r"(Step|第) 3 ")


def _statistics(terminal: Terminal) -> None:
    _home(terminal)
    terminal.press("g")
    terminal.wait_for(r"1-6")


def _settings(terminal: Terminal) -> None:
    _home(terminal)
    terminal.press("s")
    terminal.wait_for(r"esc\s(close|关闭)")


def _summary(terminal: Terminal) -> None:
    """Drill: of every choice the first option is picked, every point is said, and code isn't known."""
    for _ in range(DRILLED):
        _question(terminal)
        if re.search(CHOOSING, terminal.text):
            terminal.press("1", "F5")
        elif re.search(SPEAKING, terminal.text):
            terminal.press("F5")
            terminal.wait_for(CHOOSING)
            terminal.press("1", "2", "3", "4", "5", "F5")
        else:
            terminal.press("F9")
        terminal.wait_for(REVEALED)
        terminal.press("n")
    terminal.wait_for(OVER)


def _mock(terminal: Terminal) -> None:
    terminal.wait_for(INTERVIEWED)
    terminal.wait_for(TORCH_IS_THERE)


def _scorecard(terminal: Terminal) -> None:
    """Pick the first option, answer aloud, leave lines in their order, and pass over everything else."""
    for _ in range(INTERVIEW_AT_MOST):
        terminal.wait_for(f"{INTERVIEWED}|{SCORED}|{RATED}")
        if re.search(SCORED, terminal.text):
            return
        if re.search(RATED, terminal.text):
            terminal.press("1", "2", "F5")
        elif re.search(CHOOSING, terminal.text):
            terminal.press("1", "F5")
        elif re.search(GIVEN_AS_IT_STANDS, terminal.text):
            terminal.press("F5")
        else:
            terminal.press("F3")
    raise AssertionError(f"the interview doesn't end: {terminal.text}")


SCENES = (
    Scene("home", (), _home),
    Scene("question", CHOICE, _question),
    Scene("reveal", CHOICE, _reveal),
    Scene("code", CODE, _question),
    Scene("browse", (), _browse),
    Scene("playground", (), _playground),
    Scene("statistics", (), _statistics),
    Scene("settings", (), _settings),
    Scene("summary", (*DRILL, "--count", str(DRILLED)), _summary),
    Scene("mock", INTERVIEW, _mock),
    Scene("scorecard", INTERVIEW, _scorecard),
)
