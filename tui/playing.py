"""What the playground starts from, asks of the runner, and leaves in a file."""

from __future__ import annotations

from dataclasses import replace

from quizbank.answer import Answer, Arranged, Filled, Written
from quizbank.question import Question
from quizbank.search import shown_code
from runner.judge import request_for
from runner.protocol import Block, Request, Result

SECONDS = 60.0
"""How long a run may take: the learner sees what it prints meanwhile, and can stop it."""


def program_before(question: Question) -> str:
    """Return the code of a question that may still be asked: nothing of its answer is in it."""
    return _tidy(shown_code(question))


def program_after(question: Question, answer: Answer | None) -> str:
    """Return the program that decided an answer; without an answer, the one that shows what is right."""
    written = answer if isinstance(answer, Filled | Written | Arranged) else None
    blocks = request_for(question, written).blocks
    return _tidy("\n\n".join(block.source.strip("\n") for block in blocks))


def request_to_play(question: Question, code: str, graph_of: str | None = None) -> Request:
    """Return a run of the code with everything that can be looked at, within the question's limits."""
    limits = request_for(question, None).limits
    return Request(
        (Block("playground", code),),
        seconds=SECONDS,
        limits=replace(limits, cpu_seconds=max(limits.cpu_seconds, round(2 * SECONDS))),
        inspect=True,
        trace=True,
        graph=graph_of,
    )


def names_with_graph(result: Result) -> list[str]:
    """Return the tensors that have a graph behind them, the last one made first."""
    seen = result.inspection.tensors if result.inspection is not None else ()
    return [one.name for one in reversed(seen) if one.grad_fn is not None and one.same_as is None]


def file_name(question: Question) -> str:
    """Return what a file with the question's program would be called."""
    return f"{question.id.rpartition('/')[2]}.py"


def as_file(code: str, device: str) -> str:
    """Return the code as a program that runs by itself."""
    imports = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F"
    return f'{imports}\n\ndevice = torch.device("{device}")\n\n{_tidy(code)}'


def _tidy(code: str) -> str:
    return code.strip("\n") + "\n"
