"""A terminal's screen as SVG: every character in its cell, so that wide ones stand where they stood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from rich.ansi import AnsiDecoder
from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

CELL_WIDTH, LINE_HEIGHT, FONT_SIZE, MARGIN = 10, 20, 16, 10
BLACK = "#101010"
FONTS = "'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', 'PingFang SC', monospace"
BLOCKS = {"█": (0.0, 1.0), "▄": (0.5, 1.0), "▀": (0.0, 0.5)}
"""Characters that fill (from, to) of a cell's height; drawn, for fonts leave gaps between them."""


class Run(NamedTuple):
    """Characters of one style; ``cells`` says where each begins, ``end`` where the last one ends."""

    characters: str
    cells: tuple[int, ...]
    end: int
    style: Style


def svg(lines: Sequence[str], width: int, title: str) -> str:
    """Return lines with ANSI escape sequences as a picture ``width`` cells wide."""
    # One decoder for all: a terminal's colours stay on from one line to the next.
    rows = [list(_runs(line)) for line in AnsiDecoder().decode("\n".join(lines))]
    wide, high = 2 * MARGIN + width * CELL_WIDTH, 2 * MARGIN + len(rows) * LINE_HEIGHT
    ground = _ground(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
        f' role="img" aria-label={quoteattr(title)}>',
        f'<rect width="{wide}" height="{high}" rx="6" fill="{ground}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})" font-family="{FONTS}" font-size="{FONT_SIZE}"'
        ' xml:space="preserve">',
    ]
    for number, row in enumerate(rows):
        parts += [_background(run, number) for run in row if _colours(run.style)[1] not in (None, ground)]
        parts += [_text(run, number) for run in row if run.characters.strip()]
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _ground(rows: Iterable[Iterable[Run]]) -> str:
    """Return the colour that is behind most cells."""
    cells: Counter[str] = Counter()
    for row in rows:
        for run in row:
            cells[_colours(run.style)[1] or BLACK] += run.end - run.cells[0]
    return cells.most_common(1)[0][0] if cells else BLACK


def _runs(line: Text) -> Iterator[Run]:
    cell = 0
    styles = [Style()] * len(line.plain)
    for span in line.spans:
        added = span.style if isinstance(span.style, Style) else Style.parse(span.style)
        styles[span.start : span.end] = [one + added for one in styles[span.start : span.end]]
    start = 0
    while start < len(styles):
        end = start + 1
        while end < len(styles) and styles[end] == styles[start]:
            end += 1
        cells = []
        for character in line.plain[start:end]:
            cells.append(cell)
            cell += cell_len(character)
        yield Run(line.plain[start:end], tuple(cells), cell, styles[start])
        start = end


def _colours(style: Style) -> tuple[str, str | None]:
    """Return the colours of the text and of what is behind it."""
    front = _hex(style.color, foreground=True) or "#e0e0e0"
    back = _hex(style.bgcolor, foreground=False)
    return (back or BLACK, front) if style.reverse else (front, back)


def _hex(color: Color | None, *, foreground: bool) -> str | None:
    if color is None or color.is_default:
        return None
    return color.get_truecolor(DIMMED_MONOKAI, foreground=foreground).hex


def _background(run: Run, line: int) -> str:
    x, y = run.cells[0] * CELL_WIDTH, line * LINE_HEIGHT
    width = (run.end - run.cells[0]) * CELL_WIDTH
    colour = _colours(run.style)[1]
    return f'<rect x="{x}" y="{y}" width="{width}" height="{LINE_HEIGHT}" fill="{colour}"/>'


def _text(run: Run, line: int) -> str:
    colour = _colours(run.style)[0]
    drawn = []
    if blocks := [(one, cell) for one, cell in zip(run.characters, run.cells, strict=True) if one in BLOCKS]:
        for block, cell in blocks:
            top, bottom = (part * LINE_HEIGHT for part in BLOCKS[block])
            drawn.append(
                f'<rect x="{cell * CELL_WIDTH}" y="{line * LINE_HEIGHT + top:g}" width="{CELL_WIDTH}"'
                f' height="{bottom - top:g}" fill="{colour}"/>'
            )
    written = [
        (one, cell * CELL_WIDTH)
        for one, cell in zip(run.characters, run.cells, strict=True)
        if not one.isspace() and one not in BLOCKS
    ]
    if written:
        at = " ".join(str(x) for _, x in written)
        looks = [f'fill="{colour}"']
        looks += ['font-weight="bold"'] if run.style.bold else []
        looks += ['font-style="italic"'] if run.style.italic else []
        looks += ['text-decoration="underline"'] if run.style.underline else []
        looks += ['opacity="0.6"'] if run.style.dim else []
        characters = escape("".join(one for one, _ in written))
        baseline = line * LINE_HEIGHT + FONT_SIZE - 1
        drawn.append(f'<text x="{at}" y="{baseline}" {" ".join(looks)}>{characters}</text>')
    return "\n".join(drawn)
