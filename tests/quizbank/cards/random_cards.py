"""Cards with texts that try to be taken for something else, and what a reader should find on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hypothesis import strategies as st

from quizbank.cards.card import Block, Card, Drawing, Filled, Item, Listed, Output, Program, Words
from quizbank.cards.evidence import Graph, GraphNode
from quizbank.cards.plain_text import fit
from quizbank.prose import paragraphs, spans
from quizbank.vocabulary import KINDS, LANGUAGES

# What one or another program acts on.
MARKS = r"""
:: ::: == =a= ? ?? --- - *** * ** _ __ ``` ~~~ ` `x[::2]` `a==b==c` `` Q: A: C: # #tag > + 1. 1) 23. | %% ^id
<!-- --> <b> </pre> </code> <br> </style> &amp; &#96; & {{c1::x}} {{ }} [[x]] [a](b) ![ [sound: [$] \( \[ \
$x$ https://a.b/c_d _a_ مرحبا 中文，标点 😀 é " '
""".split()  # noqa: SIM905 - as a list it would be four times as long
UNSEEN = ["\u202e", "\u00a0", "\u2028", "\u200b", "\x00", "\x1f", "\x7f", "\x9b", "\ufeff"]
BLANKS = ["\n", "\n\n", "\r\n", "\t", " ", "    ", " ", "\n"]

texts = st.one_of(
    st.sampled_from(MARKS),
    st.lists(
        st.one_of(st.sampled_from(MARKS), st.sampled_from(UNSEEN + BLANKS), st.text(max_size=3)), max_size=8
    ).map("".join),
)
words_ = st.lists(texts, min_size=1, max_size=2).map(
    lambda said: Words(tuple(zip(LANGUAGES, said, strict=False)))
)
programs = texts.map(Program)
drawings = st.sampled_from(
    [Drawing(Graph("loss", (GraphNode("MulBackward0", (1,)), GraphNode("AccumulateGrad", (), "w"))))]
)
simple = st.one_of(
    words_,
    words_.map(lambda one: Words(one.texts, head=True)),
    programs,
    texts.map(Output),
    texts.map(lambda text: Filled(f"a = __1__\n{text}", (text,))),
    drawings,
)
items = st.builds(
    Item,
    st.one_of(words_, programs),
    st.sampled_from([None, True, False]),
    st.lists(simple, max_size=2).map(tuple),
)
lines = st.lists(programs.map(Item), min_size=1, max_size=3).map(tuple)
lists = st.builds(Listed, st.one_of(st.lists(items, min_size=1, max_size=3).map(tuple), lines), st.booleans())
blocks = st.lists(st.one_of(simple, lists), max_size=4).map(tuple)

cards = st.builds(
    Card,
    id=st.from_regex(r"[a-z]{1,5}(-[a-z]{1,3})?/[a-z0-9]{1,5}", fullmatch=True),
    oldest_id=st.just("old/one"),
    kind=st.sampled_from(KINDS),
    topic=texts.map(lambda text: " ".join(text.split())),
    difficulty=st.integers(1, 5),
    tags=st.lists(texts, max_size=2).map(tuple),
    retired=st.booleans(),
    languages=st.just(("en", "zh")),
    front=blocks.map(lambda some: (Words((("en", "asked"),)), *some)),
    hole=st.one_of(st.none(), texts.map(lambda text: Filled(f"b = __1__\n{text}", (text,)))),
    back=blocks,
    explanation=blocks,
    misconception=blocks,
    hints=st.lists(words_, max_size=2).map(tuple),
    links=st.sampled_from([(), ("https://docs.pytorch.org/docs/stable/x_y.html?a=1&b=2#c",)]),
    origin=st.just("torch 2.13.0 · cpu"),
    works=st.booleans(),
)


def marked_card() -> Card:
    """Return a card with every mark alone, at a line's beginning and within it, in every kind of block."""
    said = [*MARKS, *(f"{mark} a{mark}b {mark}" for mark in MARKS)]
    shown: list[Block] = []
    for text in said:
        words = Words((("en", text), ("zh", f"{text}\n\n{text}")))
        shown += [words, Words((("en", text),), head=True), Program(text), Output(f"1\n{text}\n2")]
        shown += [
            Listed((Item(words, True, (Program(text), words)), Item(words)), counted)
            for counted in (True, False)
        ]
    blocks = tuple(shown)
    return Card(
        id="topic/marks",
        oldest_id="topic/marks",
        kind="predict",
        topic="Marks",
        difficulty=1,
        tags=(),
        retired=False,
        languages=("en", "zh"),
        front=blocks,
        hole=None,
        back=blocks,
        explanation=blocks,
        misconception=(),
        hints=(),
        links=(),
        origin="torch 2.13.0 · cpu",
        works=True,
    )


def lines_of(shown: Iterable[Block]) -> Iterator[str]:
    """Yield the lines that a reader should see of blocks, without blank ones."""
    for block in shown:
        for line in _lines_of(block):
            if seen := line.replace("\u00a0", " ").strip():
                yield seen


def _lines_of(block: Block) -> Iterator[str]:
    match block:
        case Words():
            for _, said in block.texts:
                for paragraph in paragraphs(fit(said)):
                    yield "".join(piece for piece, _ in spans(paragraph))
        case Program():
            yield from fit(block.source).split("\n")
        case Filled():
            yield from fit("".join(piece for piece, _ in block.pieces())).split("\n")
        case Output():
            yield from fit(block.text).split("\n")
        case Listed():
            for item in block.items:
                mark = {None: "", True: "✓ ", False: "✗ "}[item.holds]
                first, *others = [line for one in (item.body, *item.notes) for line in _lines_of(one)] or [""]
                yield mark + first
                yield from others
        case Drawing():
            yield "MulBackward0 ← w"
