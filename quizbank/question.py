"""The question format, version 1: one model per kind, strict, frozen, unknown keys refused."""

from __future__ import annotations

import ast
import re
from typing import Annotated, Literal, Self

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from quizbank.message import Message, Unfit
from quizbank.vocabulary import Language

FORMAT = 1

ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$"
HOLE = re.compile(r"\b__([1-9])__\b")


def _not_blank(text: str) -> str:
    if not text.strip():
        raise Unfit(Message("is empty"))
    return text


def _specifier(text: str) -> str:
    try:
        SpecifierSet(text)
    except InvalidSpecifier:
        message = Message("{found} is not a version range; write it like '>=2.1,<3'", found=repr(text))
        raise Unfit(message) from None
    return text


NonBlank = Annotated[str, AfterValidator(_not_blank)]
QuestionId = Annotated[str, Field(pattern=ID_PATTERN)]
Link = Annotated[str, Field(pattern=r"^https://\S+$")]


class Model(BaseModel):
    """Base of everything read from a question file."""

    # A validator of its own is built when one is used by itself: most are only ever parts of QUESTION's.
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", defer_build=True)


class Text(Model):
    """A human text in both languages; ``backticks`` mark code."""

    en: NonBlank
    zh: NonBlank

    def __getitem__(self, language: Language) -> str:
        return self.en if language == "en" else self.zh


class Requires(Model):
    """What a question needs from the machine beyond torch on a CPU."""

    cuda: bool = False
    torchvision: bool = False
    torch: Annotated[str, AfterValidator(_specifier)] | None = None


class Limits(Model):
    """What a question's run may use, where the defaults don't do; the upper bounds are ceilings."""

    seconds: Annotated[float, Field(gt=0, le=60)] = 5.0
    memory_mb: Annotated[int, Field(ge=64, le=4096)] = 1024
    output_kb: Annotated[int, Field(ge=1, le=16_384)] = 1024
    file_mb: Annotated[int, Field(ge=1, le=2048)] = 64
    processes: Annotated[int, Field(ge=1, le=256)] = 64
    open_files: Annotated[int, Field(ge=32, le=1024)] = 256


class Test(Model):
    """One requirement on the learner's program: ``code`` asserts it in the program's namespace."""

    __test__ = False  # the name is the field's own; this keeps pytest from collecting it

    text: Text
    code: NonBlank


class _Question(Model):
    """Fields that every kind shares."""

    id: QuestionId
    format: Literal[1]
    status: Literal["draft", "active", "retired"] = "active"
    revision: Annotated[int, Field(ge=1)] = Field(
        default=1, description="Raised when the meaning changes; the question is then asked again soon."
    )
    difficulty: Annotated[int, Field(ge=1, le=5)]
    minutes: Annotated[float, Field(gt=0, le=60)]
    tags: Annotated[tuple[NonBlank, ...], Field(strict=False, min_length=1)]
    prompt: Text
    snippet: str = ""
    raises: Annotated[str, Field(pattern=r"^[A-Z]\w*$")] | None = Field(
        default=None, description="The exception that the snippet ends with, when it is meant to."
    )
    hints: Annotated[tuple[Text, ...], Field(strict=False, max_length=3)] = ()
    explanation: Text
    misconception: Text | None = None
    follow_ups: Annotated[tuple[QuestionId, ...], Field(strict=False, max_length=3)] = ()
    links: Annotated[tuple[Link, ...], Field(strict=False)] = ()
    claims: Annotated[tuple[NonBlank, ...], Field(strict=False)] = ()
    requires: Requires = Requires()
    limits: Limits = Limits()
    formerly: Annotated[tuple[QuestionId, ...], Field(strict=False)] = ()

    @property
    def topic(self) -> str:
        return self.id.partition("/")[0]


class Option(Model):
    """One option of a choice: right when ``holds`` is true after the snippet ran."""

    text: Text
    holds: NonBlank | None = None
    keyed: bool | None = None
    source: NonBlank | None = None
    why: Text | None = Field(default=None, description="Why one would believe it, and why it isn't so.")

    @model_validator(mode="after")
    def _one_key(self) -> Self:
        if self.holds is None and self.keyed is None:
            raise Unfit(
                Message("has no probe: give `holds`, an expression that is true when the option is right")
            )
        if self.holds is not None and self.keyed is not None:
            raise Unfit(Message("has both `holds` and `keyed`; keep the probe"))
        if self.keyed is not None and self.source is None:
            raise Unfit(Message("is keyed by hand, so it needs a `source`"))
        return self


class Choice(_Question):
    """Pick the options that are true."""

    kind: Literal["choice"]
    pick: Literal["one", "all"] = Field(
        default="one", description="Whether exactly one option is right, or any number from one up."
    )
    options: Annotated[tuple[Option, ...], Field(strict=False, min_length=2, max_length=8)]


class Predict(_Question):
    """Say what the snippet gives before seeing it run."""

    kind: Literal["predict"]
    expects: Literal["value", "shape", "dtype", "bool", "printed", "exception"]
    ask: NonBlank | None = Field(default=None, description="The expression whose live value is the key.")
    tolerance: Annotated[float, Field(ge=0, le=0.1)] = Field(
        default=1e-3,
        description="Relative, and absolute for values below 1; whole numbers must match exactly.",
    )

    @model_validator(mode="after")
    def _ask_fits(self) -> Self:
        if not self.snippet.strip():
            raise Unfit(Message("a prediction needs a `snippet`"))
        if self.expects in ("printed", "exception"):
            if self.ask is not None:
                message = Message(
                    "`ask` has no meaning when the answer is {expects}; leave it out", expects=self.expects
                )
                raise Unfit(message)
        elif self.ask is None:
            message = Message(
                "`ask` is missing: the expression whose {expects} is predicted", expects=self.expects
            )
            raise Unfit(message)
        return self


def _as_operand(code: str) -> str:
    try:
        expression = ast.parse(code, mode="eval").body
    except SyntaxError:
        return code  # a keyword argument, or a slip that the run will name
    loose = ast.BinOp | ast.BoolOp | ast.UnaryOp | ast.Compare | ast.IfExp | ast.Lambda
    return f"({code})" if isinstance(expression, loose) else code


class WrongFill(Model):
    """A known-wrong filling, and what to tell whoever writes it."""

    fill: Annotated[tuple[NonBlank, ...], Field(strict=False)]
    why: Text


class Blank(_Question):
    """Fill the holes ``__1__``, ``__2__`` ... of the snippet so that the tests pass."""

    kind: Literal["blank"]
    solution: Annotated[tuple[NonBlank, ...], Field(strict=False, min_length=1)]
    also_right: Annotated[
        tuple[Annotated[tuple[NonBlank, ...], Field(strict=False)], ...], Field(strict=False)
    ] = ()
    wrong: Annotated[tuple[WrongFill, ...], Field(strict=False, min_length=1)]
    tests: Annotated[tuple[Test, ...], Field(strict=False, min_length=1)]

    @model_validator(mode="after")
    def _holes_fit(self) -> Self:
        holes = self.holes
        if holes != tuple(range(1, len(holes) + 1)) or not holes:
            raise Unfit(Message("`snippet` needs holes __1__, __2__ ... numbered without a gap"))
        fillings = [self.solution, *self.also_right, *(wrong.fill for wrong in self.wrong)]
        for filling in fillings:
            if len(filling) != len(holes):
                message = Message(
                    "{filling} fills {filled} holes; the snippet has {holes}",
                    filling=repr(list(filling)),
                    filled=len(filling),
                    holes=len(holes),
                )
                raise Unfit(message)
        return self

    @property
    def holes(self) -> tuple[int, ...]:
        """The numbers of the snippet's holes, ascending."""
        return tuple(sorted({int(number) for number in HOLE.findall(self.snippet)}))

    def fill(self, filling: tuple[str, ...]) -> str:
        """Return the snippet with its holes filled, in brackets where precedence could bite."""
        return HOLE.sub(lambda hole: _as_operand(filling[int(hole[1]) - 1].strip()), self.snippet)


class WrongCode(Model):
    """A known-wrong program, and what to tell whoever writes it."""

    code: NonBlank
    why: Text


class Code(_Question):
    """Write or repair a function or class so that the tests pass; ``snippet`` is fixed context before it."""

    kind: Literal["code"]
    starter: NonBlank
    solution: NonBlank
    also_right: Annotated[tuple[NonBlank, ...], Field(strict=False)] = ()
    wrong: Annotated[tuple[WrongCode, ...], Field(strict=False, min_length=1)]
    tests: Annotated[tuple[Test, ...], Field(strict=False, min_length=1)]


class WrongOrder(Model):
    """A known-wrong order, as line numbers counted from 1, and what to tell whoever gives it."""

    order: Annotated[tuple[int, ...], Field(strict=False)]
    why: Text


class Order(_Question):
    """Arrange shuffled lines into a program that passes the tests; ``lines`` stand in a right order."""

    kind: Literal["order"]
    lines: Annotated[tuple[NonBlank, ...], Field(strict=False, min_length=3, max_length=10)]
    also_right: Annotated[
        tuple[Annotated[tuple[int, ...], Field(strict=False)], ...], Field(strict=False)
    ] = ()
    wrong: Annotated[tuple[WrongOrder, ...], Field(strict=False, min_length=1)]
    tests: Annotated[tuple[Test, ...], Field(strict=False, min_length=1)]

    @model_validator(mode="after")
    def _orders_fit(self) -> Self:
        numbers = set(range(1, len(self.lines) + 1))
        for order in [*self.also_right, *(wrong.order for wrong in self.wrong)]:
            if set(order) != numbers or len(order) != len(numbers):
                message = Message(
                    "{order} is not an order of the lines 1 to {last}",
                    order=repr(list(order)),
                    last=len(self.lines),
                )
                raise Unfit(message)
        return self

    def arrange(self, order: tuple[int, ...]) -> str:
        """Return the program whose lines stand in this order of line numbers, counted from 1."""
        return "\n".join(self.lines[number - 1].strip("\n") for number in order)


class Point(Model):
    """A key point of a spoken answer; ``holds`` proves it."""

    text: Text
    holds: NonBlank


class Recall(_Question):
    """Answer aloud or in writing, then tick the key points covered."""

    kind: Literal["recall"]
    points: Annotated[tuple[Point, ...], Field(strict=False, min_length=2, max_length=8)]


Question = Choice | Predict | Blank | Code | Order | Recall

QUESTION: TypeAdapter[Question] = TypeAdapter(Annotated[Question, Field(discriminator="kind")])
