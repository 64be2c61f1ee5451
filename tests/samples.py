"""Small valid questions of each kind, for tests to spoil."""

from __future__ import annotations

from pathlib import Path

from quizbank.question import Question
from quizbank.read import read_question
from quizbank.vocabulary import KINDS, Kind

COMMON = """\
format = 1
kind = "{kind}"
difficulty = 1
minutes = 1
tags = ["sample"]
follow_ups = ["samples/{next}"]
prompt = {{ en = "What happens?", zh = "会发生什么？" }}
explanation = {{ en = "It happens.", zh = "就是这样。" }}
hints = [
    {{ en = "Look.", zh = "看一看。" }},
    {{ en = "Look closer.", zh = "再仔细看看。" }},
    {{ en = "Run it.", zh = "运行一下。" }},
]
"""

BODIES: dict[Kind, str] = {
    "choice": """\
snippet = '''
x = torch.ones(2)
'''
[[options]]
text = { en = "float32", zh = "是 float32" }
holds = "x.dtype == torch.float32"
[[options]]
text = { en = "float64", zh = "是 float64" }
holds = "x.dtype == torch.float64"
why = { en = "NumPy's default.", zh = "那是 NumPy 的默认值。" }
""",
    "predict": """\
snippet = '''
x = torch.ones(2, requires_grad=True)
(3 * x).sum().backward()
'''
ask = "x.grad"
expects = "value"
""",
    "blank": """\
snippet = '''
x = torch.ones(2, requires_grad=True)
y = x.__1__
z = y __2__ 1
'''
solution = ["detach()", "+"]
also_right = [["data", "+"]]
[[wrong]]
fill = ["clone()", "+"]
why = { en = "A clone stays in the graph.", zh = "clone 仍然在计算图里。" }
[[wrong]]
fill = ["abs()", "1"]
why = { en = "So does every function of it.", zh = "对它做任何函数运算也一样。" }
[[tests]]
text = { en = "`z` needs no gradient", zh = "`z` 不需要梯度" }
code = "assert not z.requires_grad"
""".replace(" __2__ 1", " + __2__").replace('"+"', '"1"'),
    "code": """\
starter = '''
def double(x):
    ...
'''
solution = '''
def double(x):
    return 2 * x
'''
also_right = ['''
double = lambda x: x + x
''']
[[wrong]]
code = '''
def double(x):
    return x * x
'''
why = { en = "That squares.", zh = "这是平方。" }
[[wrong]]
code = '''
def double(x):
    return x + 2
'''
why = { en = "That adds 2.", zh = "这是加 2。" }
[[tests]]
text = { en = "doubles 3", zh = "3 变成 6" }
code = "assert double(torch.tensor(3)) == 6"
""",
    "order": """\
lines = ["x = torch.ones(1)", "y = x + 1", "z = y * 2"]
[[wrong]]
order = [2, 1, 3]
why = { en = "`x` comes first.", zh = "要先有 `x`。" }
[[tests]]
text = { en = "`z` is 4", zh = "`z` 是 4" }
code = "assert z.item() == 4"
""",
    "recall": """\
snippet = "x = torch.ones(2)"
[[points]]
text = { en = "ones are float32", zh = "ones 默认是 float32" }
holds = "x.dtype == torch.float32"
[[points]]
text = { en = "two of them", zh = "一共两个元素" }
holds = "x.numel() == 2"
[[points]]
text = { en = "on the CPU", zh = "在 CPU 上" }
holds = "x.device.type == 'cpu'"
""",
}


def sample(kind: Kind) -> str:
    """Return the TOML text of a valid question of this kind; it follows up on the sample of the next kind."""
    following = KINDS[(KINDS.index(kind) + 1) % len(KINDS)]
    return COMMON.format(kind=kind, next=following) + BODIES[kind]


def write_sample(directory: Path, kind: Kind, *replacements: tuple[str, str]) -> Path:
    """Write a sample with replacements below ``directory/samples`` and return its path."""
    text = sample(kind)
    for old, new in replacements:
        assert old in text, f"{old!r} is not in the sample"
        text = text.replace(old, new, 1)
    path = directory / "samples" / f"{kind}.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def sample_question(directory: Path, kind: Kind, *replacements: tuple[str, str]) -> Question:
    return read_question(write_sample(directory, kind, *replacements), f"samples/{kind}")
