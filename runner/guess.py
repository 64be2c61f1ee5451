"""What a learner typed as a prediction, read into plain data; nothing typed is ever executed.

A guess is JSON: numbers, booleans, None and lists stand for themselves; ``{"name": ...}`` is a bare word or
a dotted name, ``{"text": ...}`` a quoted string, ``{"tensor": ..., "dtype": ...}`` a call of ``tensor(...)``,
``{"complex": [re, im]}`` a complex number and ``{"pairs": ...}`` a dict.
"""

from __future__ import annotations

import ast
import operator
import re
import unicodedata
from collections.abc import Callable

from quizbank.message import Message
from quizbank.question import Predict
from runner.errors import UnreadableAnswer
from runner.protocol import Plain

MAX_TYPED = 20_000
MAX_NUMBER = 10**30

_INPUT_METHOD = str.maketrans(
    {
        "【": "[",
        "】": "]",
        "。": ".",
        "、": ",",
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
        "−": "-",
        "×": "x",
        "—": "-",
    }
)
_TRUE = {"true", "yes", "t", "y", "1", "对", "是", "真", "正确", "有", "会", "能", "相等", "相同", "一样"}
_FALSE = {"false", "no", "f", "n", "0", "错", "否", "不是", "假", "错误", "不对"}
_FALSE |= {"没有", "无", "不会", "不能", "不相等", "不等", "不同", "不一样"}
_NO_ERROR = {
    "none",
    "no",
    "no error",
    "no exception",
    "nothing",
    "无",
    "没有",
    "不报错",
    "无异常",
    "没有异常",
    "没有报错",
}
_SCALAR = {"scalar", "0-d", "0d", "标量"}
_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def normalise(text: str) -> str:
    """Return the text as if typed on an English keyboard: full-width forms and Chinese punctuation folded."""
    return unicodedata.normalize("NFKC", text).translate(_INPUT_METHOD).strip()


def read_guess(question: Predict, typed: str) -> Plain:
    """Read a typed prediction the way the question asks for it.

    Raises UnreadableAnswer with the reason, so that the learner is asked again.
    """
    if len(typed) > MAX_TYPED:
        raise UnreadableAnswer(Message("This answer is too long to be read."))
    text = normalise(typed)
    if not text and question.expects != "printed":
        raise UnreadableAnswer(Message("Nothing was typed."))
    match question.expects:
        case "value":
            return read_value(text)
        case "shape":
            return _read_shape(text)
        case "dtype":
            return _read_name(text, Message("Type a dtype, such as float32."))
        case "bool":
            return _read_bool(text)
        case "exception":
            if text.lower() in _NO_ERROR:
                return None
            return _read_name(
                text,
                Message("Type the name of an exception, such as ValueError, or none if nothing is raised."),
            )
        case "printed":
            return {"text": typed}


def read_value(text: str) -> Plain:
    """Read a number, list, tuple, dict, name, string or ``tensor(...)``; sums and products are worked out."""
    source = re.sub(r"<?(\w+(?:Backward|Accumulate)\w*)(?: object at 0x[0-9a-f]+)?>?", r"\1", text)
    source = re.sub(r"(?<=[\d.])\s*\.\.\.$", "", source)
    if re.fullmatch(r"[+-]?[\d.]+(?:\s+[+-]?[\d.]+)+", source):
        source = ", ".join(source.split())
    try:
        tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise UnreadableAnswer(
            Message(
                "This can't be read as a value. Type it like 2.5, True, [1, 2] or tensor([[1, 2], [3, 4]])."
            )
        ) from None
    try:
        return _value(tree.body)
    except RecursionError:
        raise UnreadableAnswer(Message("This is nested too deeply to be read.")) from None


def _value(node: ast.expr) -> Plain:
    match node:
        case ast.Constant(value=None | bool() | int() | float() as value):
            return _number(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
        case ast.Constant(value=complex() as value):
            return {"complex": [value.real, value.imag]}
        case ast.Constant(value=str() as value):
            return {"text": value}
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return [_value(element) for element in elements]
        case ast.Dict(keys=keys, values=values) if all(key is not None for key in keys):
            return {
                "pairs": [[_value(key), _value(part)] for key, part in zip(keys, values, strict=True) if key]
            }
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            return _negated(_value(operand)) if isinstance(sign, ast.USub) else _value(operand)
        case ast.BinOp(left=left, op=op, right=right):
            return _worked_out(_value(left), op, _value(right))
        case ast.Name() | ast.Attribute():
            return _named(ast.unparse(node))
        case ast.Call():
            return _call(node)
    raise _unreadable(node)


def _named(name: str) -> Plain:
    match name.lower().rpartition(".")[2]:
        case "inf" | "infinity":
            return float("inf")
        case "nan":
            return float("nan")
        case "true":
            return True
        case "false":
            return False
        case "none":
            return None
    return {"name": name}


def _call(node: ast.Call) -> Plain:
    name = ast.unparse(node.func).rpartition(".")[2]
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    if name in ("tensor", "Tensor", "Parameter", "array") and len(node.args) == 1:
        content = _value(node.args[0])
        if isinstance(content, dict) and "tensor" in content:
            content = content["tensor"]
        dtype = ast.unparse(keywords["dtype"]).rpartition(".")[2] if "dtype" in keywords else None
        return {"tensor": content, "dtype": dtype}
    if name == "Size" and len(node.args) == 1:
        return _value(node.args[0])
    if name in ("device", "dtype") and len(node.args) + len(keywords) >= 1:
        return _value([*node.args, *keywords.values()][0])
    raise _unreadable(node)


def _negated(value: Plain) -> Plain:
    if isinstance(value, dict) and "complex" in value:
        return {"complex": [-part for part in value["complex"]]}
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UnreadableAnswer(Message("A minus sign stands before something that is not a number."))
    return -value


def _worked_out(left: Plain, op: ast.operator, right: Plain) -> Plain:
    parts = [_complex(part) for part in (left, right)]
    work = _OPERATORS.get(type(op))
    if work is None or any(part is None for part in parts):
        raise UnreadableAnswer(Message("Only + - * / and ** between numbers are worked out here."))
    if all(isinstance(part, int | float) for part in (left, right)):
        if isinstance(op, ast.Pow) and abs(right) > 64:
            raise UnreadableAnswer(Message("This number is too large."))
        try:
            return _number(work(left, right))
        except (ArithmeticError, TypeError):
            raise UnreadableAnswer(Message("This can't be worked out.")) from None
    if not isinstance(op, ast.Add | ast.Sub):
        raise UnreadableAnswer(Message("Only + - * / and ** between numbers are worked out here."))
    real, imaginary = parts[0] or 0, parts[1] or 0
    total = real + imaginary if isinstance(op, ast.Add) else real - imaginary
    return {"complex": [total.real, total.imag]}


def _complex(value: Plain) -> complex | None:
    if isinstance(value, dict) and "complex" in value:
        return complex(*value["complex"])
    return complex(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _number(value: int | float | complex) -> Plain:
    if isinstance(value, complex):
        raise UnreadableAnswer(Message("This can't be worked out."))
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        raise UnreadableAnswer(Message("This number is too large."))
    return value


def _read_shape(text: str) -> Plain:
    if text.lower() in _SCALAR:
        return []
    if re.fullmatch(r"\d+(?:\s*[x*X]\s*\d+)+", text):
        text = re.sub(r"\s*[x*X]\s*", ",", text)
    elif re.fullmatch(r"\d+(?:\s+\d+)+", text):
        text = ",".join(text.split())
    shape = read_value(text)
    sizes = shape if isinstance(shape, list) else [shape]
    if not all(isinstance(size, int) and not isinstance(size, bool) for size in sizes):
        raise UnreadableAnswer(Message("Type a shape, such as (2, 3) or 2x3; () for a scalar."))
    return sizes


def _read_name(text: str, otherwise: Message) -> Plain:
    text = text.strip("'\"`").removesuffix("()").removesuffix(":")
    if not re.fullmatch(r"[A-Za-z_][\w.]*", text):
        raise UnreadableAnswer(otherwise)
    return {"name": text}


def _read_bool(text: str) -> bool:
    if (word := text.lower().rstrip(".!")) in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise UnreadableAnswer(Message("Type True or False."))


def _unreadable(node: ast.expr) -> UnreadableAnswer:
    return UnreadableAnswer(
        Message("{code} can't be read as a value; nothing typed here is run.", code=ast.unparse(node))
    )
