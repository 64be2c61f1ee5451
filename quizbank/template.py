"""A question file to start from: every common key in the house's order, and a small example of the kind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from quizbank.errors import NewQuestionError
from quizbank.message import Message
from quizbank.question import ID_PATTERN
from quizbank.vocabulary import Kind

FIRST_LINE = "#:schema ../../question.schema.json\n"
"""Gives editors completion; true where the schema lies two folders up, as in the built-in bank."""

_HEAD = """\
# A template: replace every text that says so, and what goes with it. Then take `status` out.
# `torchdrill verify --watch FILE` runs it on every save and says what is wrong.
format = 1
kind = "{kind}"
status = "draft"           # checked and proven, but never asked; without this line it is asked
{own}difficulty = 2             # 1 screening, 2 daily use, 3 has been burnt, 4 knows the mechanism, 5 senior
minutes = 2                # how long a prepared candidate needs
tags = ["addition"]        # a few lower-case words
follow_ups = []            # one to three ids: what the interviewer asks next
links = ["https://docs.pytorch.org/docs/stable/generated/torch.add.html"]  # official documentation
claims = []                # ids of the statements that this covers
# formerly = ["topic/old-name"]           # former ids, after a rename
# revision = 2                            # raised when the meaning changes; it is then asked again
# requires = {{ torch = ">=2.6" }}          # or cuda = true, torchvision = true
# limits = {{ seconds = 20 }}               # where the usual 5 s don't do
# raises = "RuntimeError"                 # the exception that the snippet ends with, if it is meant to
"""

_SNIPPET = """\
# What is run: 3 to 15 lines, well under 100 ms. `torch`, `nn`, `F` and `device` are there already.
snippet = '''
x = torch.ones(2)
y = x.add_(1)
'''
"""

_FIXED = """\
# Fixed code that runs before the learner's; often not needed.
snippet = '''
x = torch.ones(2)
'''
"""

_PROMPT = """
[prompt]                   # says all that is needed, and gives nothing away
en = "TEMPLATE. {en}"
zh = "模板。{zh}"
"""

_ABOUT_TESTS = """
# What the learner is told, and the code that asserts it. Every right program passes, no wrong one does."""

_TEST = """
[[tests]]
text.en = "TEMPLATE. {en}"
text.zh = "模板。{zh}"
code = '''
{code}
'''
"""

_TAIL = """
# Three hints, each giving away more.
[[hints]]
en = "TEMPLATE. What does the underscore at the end of a name stand for?"
zh = "模板。名字末尾的下划线表示什么？"

[[hints]]
en = "TEMPLATE. `add_` works in place."
zh = "模板。`add_` 是原地操作。"

[[hints]]
en = "TEMPLATE. It returns the tensor that it has changed."
zh = "模板。它返回的就是被修改的那个张量。"

[explanation]              # the mechanism in 3 to 8 sentences, then what to say aloud
en = \"\"\"
TEMPLATE. Methods that end in an underscore change their tensor and return it, so no memory is allocated.

Say aloud: "An underscore means in place: the same tensor comes back."
\"\"\"
zh = \"\"\"
模板。名字以下划线结尾的方法会修改张量本身并返回它，不会分配新内存。

面试时可以这样说：“带下划线就是原地操作，返回的还是同一个张量。”
\"\"\"

[misconception]            # the belief behind the usual wrong answer, and why it is tempting
en = "TEMPLATE. \\"A method returns a new tensor.\\" Most of them do."
zh = "模板。“方法总会返回新张量。”大多数方法确实如此。"
"""

_CHOICE = (
    'pick = "one"               # "one": exactly one option is right; "all": one or more are\n',
    _SNIPPET
    + _PROMPT.format(en="What is `y`?", zh="`y` 是什么？")
    + """
# An option is right when its `holds` is true after the snippet ran. A wrong one needs a `why`: why one
# would believe it, and what is so instead.
[[options]]
text.en = "TEMPLATE. The tensor `x` itself"
text.zh = "模板。就是张量 `x`"
holds = "y is x"

[[options]]
text.en = "TEMPLATE. A new tensor with the values of `x`"
text.zh = "模板。与 `x` 数值相同的新张量"
holds = "y is not x and close(y, x)"
why.en = "TEMPLATE. `x + 1` makes a new tensor; `add_` writes into the old one and returns it."
why.zh = "模板。`x + 1` 会新建张量；`add_` 则写入原张量并返回它。"
""",
)

_PREDICT = (
    """\
expects = "value"          # what is typed: value, shape, dtype, bool, printed or exception
ask = "x"                  # the expression that is predicted; not for printed and exception
# tolerance = 0.001                       # for values that aren't whole numbers
""",
    _SNIPPET + _PROMPT.format(en="What does `x` hold in the end?", zh="最后 `x` 的值是什么？"),
)

_BLANK = (
    "",
    """\
# What is run, with holes `__1__`, `__2__` in it. `torch`, `nn`, `F` and `device` are there already.
snippet = '''
x = torch.ones(2)
y = x.__1__(__2__)
'''
solution = ["add_", "1"]
also_right = [["mul_", "2"]]  # different fillings that work, too
"""
    + _PROMPT.format(
        en="Fill the holes so that `x` holds twos and no new tensor is made.",
        zh="请填空，使 `x` 的元素都变成 2，且不产生新张量。",
    )
    + _ABOUT_TESTS
    + _TEST.format(en="`x` holds twos", zh="`x` 的元素都是 2", code="assert x.tolist() == [2.0, 2.0]")
    + _TEST.format(en="`y` is `x`", zh="`y` 就是 `x`", code="assert y is x")
    + """
# At least two known-wrong fillings, and what to tell whoever writes them.
[[wrong]]
fill = ["add", "1"]
why.en = "TEMPLATE. That makes a new tensor and leaves `x` as it was."
why.zh = "模板。这样会新建张量，`x` 保持不变。"

[[wrong]]
fill = ["add_", "2"]
why.en = "TEMPLATE. In place, but 1 and 2 is 3."
why.zh = "模板。是原地操作，但 1 加 2 等于 3。"
""",
)

_CODE = (
    "",
    _FIXED
    + """\
# What the learner gets, and what passes the tests.
starter = '''
def increase(tensor):
    return tensor + 1
'''
solution = '''
def increase(tensor):
    return tensor.add_(1)
'''
# Different programs that pass, too.
also_right = [
    '''
def increase(tensor):
    tensor += 1
    return tensor
''',
]
"""
    + _PROMPT.format(
        en="Repair `increase`: it shall add 1 to the tensor in place and return it.",
        zh="请修复 `increase`：把张量原地加 1 并返回它。",
    )
    + _ABOUT_TESTS
    + _TEST.format(
        en="Every element is one more",
        zh="每个元素都加了 1",
        code="assert increase(torch.ones(2)).tolist() == [2.0, 2.0]",
    )
    + _TEST.format(en="The same tensor comes back", zh="返回的是同一个张量", code="assert increase(x) is x")
    + """
# At least two known-wrong programs, and what to tell whoever writes them.
[[wrong]]
code = '''
def increase(tensor):
    tensor = tensor + 1
    return tensor
'''
why.en = "TEMPLATE. `=` binds the name to a new tensor."
why.zh = "模板。`=` 只是让名字指向新张量。"

[[wrong]]
code = '''
def increase(tensor):
    return tensor.fill_(1)
'''
why.en = "TEMPLATE. In place, but it forgets what was there."
why.zh = "模板。是原地操作，但丢掉了原来的值。"
""",
)

_ORDER = (
    "",
    _FIXED
    + """\
lines = [                  # in a right order
    "a = x + 1",
    "b = x * 5",
    "x.zero_()",
    "z = a + b + x",
]
also_right = [[2, 1, 3, 4]]  # other right orders, as line numbers
"""
    + _PROMPT.format(
        en="Arrange the lines so that `z` holds sevens.", zh="请排列这些行，使 `z` 的元素都是 7。"
    )
    + _ABOUT_TESTS
    + _TEST.format(en="`z` holds sevens", zh="`z` 的元素都是 7", code="assert z.tolist() == [7.0, 7.0]")
    + """
# Known-wrong orders, and what to tell whoever gives them.
[[wrong]]
order = [1, 3, 2, 4]
why.en = "TEMPLATE. In place means for everyone: `b` now sees zeros."
why.zh = "模板。原地操作影响所有后续读取：这时 `b` 看到的是 0。"
""",
)

_RECALL = (
    "",
    """\
# What is run to prove the points; the learner doesn't see it.
snippet = '''
x = torch.ones(2)
y = x.add_(1)
'''
"""
    + _PROMPT.format(
        en="What does an underscore at the end of a method's name mean?", zh="方法名末尾的下划线表示什么？"
    )
    + """
# The key points of a spoken answer, two to eight, each with an expression that proves it.
[[points]]
text.en = "TEMPLATE. The method changes its tensor."
text.zh = "模板。该方法会修改张量本身。"
holds = "x.tolist() == [2.0, 2.0]"

[[points]]
text.en = "TEMPLATE. It returns the same tensor."
text.zh = "模板。它返回同一个张量。"
holds = "y is x"
""",
)

_KINDS: Mapping[Kind, tuple[str, str]] = {
    "choice": _CHOICE,
    "predict": _PREDICT,
    "blank": _BLANK,
    "code": _CODE,
    "order": _ORDER,
    "recall": _RECALL,
}


def template(kind: Kind) -> str:
    """Return the text of a question file of this kind: a template, yet one that can be read and proven."""
    own, body = _KINDS[kind]
    return _HEAD.format(kind=kind, own=own) + body + _TAIL


def start_question(directory: Path, question_id: str, kind: Kind, *, schema: bool) -> Path:
    """Write a template to ``<directory>/<topic>/<slug>.toml``, creating the folders, and return the path.

    Raises NewQuestionError when the id is none, or when there is such a file already.
    """
    if not re.fullmatch(ID_PATTERN, question_id):
        raise NewQuestionError(
            Message(
                '"{question}" is not an id: write topic/slug, both in lower-case letters and digits, words '
                "joined by hyphens, such as tensors/own-copy.",
                question=question_id,
            )
        )
    path = directory / f"{question_id}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise NewQuestionError(Message("{path} is there already, and is left as it is.", path=path))
        with path.open("x", encoding="utf-8") as file:
            file.write(FIRST_LINE * schema + template(kind))
    except OSError as error:
        reason = error.strerror or str(error)
        raise NewQuestionError(
            Message("{path} can't be written: {reason}.", path=path, reason=reason)
        ) from None
    return path
