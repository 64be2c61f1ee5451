"""What a flashcard says, whatever program or paper it is for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from quizbank.cards import words
from quizbank.cards.evidence import Evidence, Graph, Proof
from quizbank.choose import shuffled_lines, shuffled_options
from quizbank.question import HOLE, Blank, Choice, Code, Order, Predict, Question, Recall, Text
from quizbank.vocabulary import Kind, Language

_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")
_PLACE = re.compile(r"\b\d{11,}\b")
"""A place in memory, as ``data_ptr()`` and ``id()`` tell it."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text once for each of the card's languages; ``backticks`` mark code. A ``head`` stands above."""

    texts: tuple[tuple[Language, str], ...]
    head: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """PyTorch to read."""

    source: str


@dataclass(frozen=True, slots=True)
class Output:
    """What a program printed, or the exception that it ended with."""

    text: str


@dataclass(frozen=True, slots=True)
class Filled:
    """A program with holes, and what goes into them."""

    source: str
    filling: tuple[str, ...]

    def pieces(self) -> Iterator[tuple[str, int | None]]:
        """Yield the program's pieces: code with None, and what goes into a hole with the hole's number."""
        for index, piece in enumerate(HOLE.split(self.source)):
            if index % 2:
                yield self.filling[int(piece) - 1], int(piece)
            elif piece:
                yield piece, None

    @property
    def emptied(self) -> str:
        """The program as it is asked."""
        return HOLE.sub("____", self.source)


@dataclass(frozen=True, slots=True)
class Item:
    """One of a list: ``holds`` is None where nothing is claimed yet."""

    body: Words | Program
    holds: bool | None = None
    notes: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """Several things, counted or not."""

    items: tuple[Item, ...]
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """The autograd graph behind a tensor."""

    graph: Graph


Block = Words | Program | Output | Filled | Listed | Drawing


@dataclass(frozen=True, slots=True)
class Card:
    """A question as a flashcard; ``hole`` is the program to fill where the question is one of filling.

    ``origin`` says what ran: torch's version and the device. ``works`` is false for a card without an
    answer, because its program didn't do what it should.
    """

    id: str
    oldest_id: str
    kind: Kind
    topic: str
    difficulty: int
    tags: tuple[str, ...]
    retired: bool
    languages: tuple[Language, ...]
    front: tuple[Block, ...]
    hole: Filled | None
    back: tuple[Block, ...]
    explanation: tuple[Block, ...]
    misconception: tuple[Block, ...]
    hints: tuple[Words, ...]
    links: tuple[str, ...]
    origin: str
    works: bool


def card_of(question: Question, evidence: Evidence, topic: Text, languages: tuple[Language, ...]) -> Card:
    """Return the card of a question and of what its run gave."""
    maker = _Maker(question, evidence, languages)
    works = evidence.failure is None
    return Card(
        id=question.id,
        oldest_id=question.formerly[0] if question.formerly else question.id,
        kind=question.kind,
        topic=topic[languages[0]],
        difficulty=question.difficulty,
        tags=question.tags,
        retired=question.status == "retired",
        languages=languages,
        front=tuple(maker.front()),
        hole=maker.hole(),
        back=tuple(maker.back() if works else maker.no_answer()),
        explanation=(maker.words(question.explanation),) if works else (),
        misconception=(
            (maker.words(question.misconception),) if works and question.misconception is not None else ()
        ),
        hints=tuple(maker.words(hint) for hint in question.hints),
        links=question.links,
        origin=f"torch {evidence.torch.partition('+')[0]} · {evidence.device}",
        works=works,
    )


class _Maker:
    def __init__(self, question: Question, evidence: Evidence, languages: tuple[Language, ...]) -> None:
        self._question = question
        self._evidence = evidence
        self._languages = languages

    def words(self, text: Text, *, head: bool = False) -> Words:
        # What is code alone reads the same in both languages, and is said once.
        first: dict[str, Language] = {}
        for language in self._languages:
            first.setdefault(text[language], language)
        return Words(tuple((language, said) for said, language in first.items()), head)

    def front(self) -> Iterator[Block]:
        question = self._question
        yield self.words(question.prompt)
        # A recall's snippet is there for its probes, and would give half the answer away.
        if question.snippet.strip() and not isinstance(question, Recall | Blank):
            yield Program(question.snippet.strip("\n"))
        match question:
            case Choice():
                if question.pick == "all":
                    yield self.words(words.PICK_ALL)
                options = [question.options[index] for index in self._shown_order(question)]
                yield Listed(tuple(Item(self.words(option.text)) for option in options), counted=True)
            case Predict() if question.ask is not None:
                yield self.words(words.ASKED[question.expects])
                yield Program(question.ask.strip())
            case Code():
                yield Program(question.starter.strip("\n"))
            case Order():
                yield self.words(words.ORDER)
                numbers = shuffled_lines(question, Random(question.id))
                lines = [question.lines[number - 1].strip("\n") for number in numbers]
                yield Listed(tuple(Item(Program(line)) for line in lines))
        if isinstance(question, Code | Order | Blank):
            yield self.words(words.MUST_PASS)
            yield Listed(tuple(Item(self.words(test.text)) for test in question.tests))

    def hole(self) -> Filled | None:
        question = self._question
        if not isinstance(question, Blank):
            return None
        known = self._evidence.failure is None
        filling = question.solution if known else tuple("?" for _ in question.solution)
        return Filled(question.snippet.strip("\n"), tuple(one.strip() for one in filling))

    def back(self) -> Iterator[Block]:
        question, evidence = self._question, self._evidence
        match question:
            case Choice():
                yield self._options(question)
            case Predict():
                yield Output(steady(evidence.answer or ""))
            case Code():
                yield Program(question.solution.strip("\n"))
            case Order():
                lines = [line.strip("\n") for line in question.lines]
                yield Listed(tuple(Item(Program(line)) for line in lines), counted=True)
            case Recall():
                yield Listed(tuple(self._points(question)))
                if question.snippet.strip():
                    yield Program(question.snippet.strip("\n"))
        if isinstance(question, Code | Order | Blank):
            yield self.words(words.PASSED)
            proofs = zip(question.tests, evidence.proofs, strict=True)
            yield Listed(tuple(Item(self.words(test.text), proof.holds) for test, proof in proofs))
        yield from self._happened()

    def no_answer(self) -> Iterator[Block]:
        yield self.words(words.CANT_BE_TOLD)
        yield Output(steady(self._evidence.failure or ""))

    def _options(self, question: Choice) -> Listed:
        items = []
        for index in self._shown_order(question):
            option, proof = question.options[index], self._evidence.proofs[index]
            notes: list[Block] = [] if option.holds is None else [Program(_proven(option.holds, proof))]
            if option.why is not None and not proof.holds:
                notes.append(self.words(option.why))
            items.append(Item(self.words(option.text), proof.holds, tuple(notes)))
        return Listed(tuple(items), counted=True)

    def _points(self, question: Recall) -> Iterator[Item]:
        for point, proof in zip(question.points, self._evidence.proofs, strict=True):
            yield Item(self.words(point.text), proof.holds, (Program(_proven(point.holds, proof)),))

    def _happened(self) -> Iterator[Block]:
        """Yield what the program printed and raised, and the graph that it left."""
        question, evidence = self._question, self._evidence
        asked = question.expects if isinstance(question, Predict) else None
        if evidence.printed.strip() and asked != "printed":
            yield self.words(words.PRINTED, head=True)
            yield Output(steady(evidence.printed.rstrip("\n")))
        if evidence.raised is not None:
            yield self.words(words.RAISED, head=True)
            yield Output(steady(evidence.raised))
        if evidence.graph is not None:
            named = {one: words.GRAPH[one].format(name=f"`{evidence.graph.of}`") for one in self._languages}
            yield Words(tuple(named.items()), head=True)
            yield Drawing(evidence.graph)

    def _shown_order(self, question: Choice) -> Sequence[int]:
        # The same on every build, and no hint: authors tend to write the right option first.
        return shuffled_options(question, Random(question.id))


def steady(text: str) -> str:
    """Return an output without the addresses that differ from one run to the next."""
    return _ADDRESS.sub("0x…", text)


def _proven(probe: str, proof: Proof) -> str:
    """Return a probe with the values that decided it as comments, but for those of one run alone."""
    seen = [
        f"# {source}: {steady(_in_order(value))}"
        for source, value in proof.seen
        if "\n" not in value and value not in ("True", "False") and not _PLACE.search(value)
    ]
    return "\n".join([probe.strip(), *dict.fromkeys(seen)])


def _in_order(value: str) -> str:
    """Return a set with its elements in order: each process has its own."""
    if not value.startswith("{"):
        return value
    try:
        elements = ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return value
    return f"{{{', '.join(sorted(map(repr, elements)))}}}" if isinstance(elements, set) else value
