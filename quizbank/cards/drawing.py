"""An autograd graph as a picture: nodes in rows, the result above, leaves below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quizbank.cards.evidence import Graph, GraphNode

WIDEST = 5
"""More nodes than this in one row can't be read on a phone."""
MOST_NODES = 16
BOX = (132, 26)
GAP = (14, 26)


def drawable(graph: Graph) -> bool:
    """Tell whether a picture of this graph could be read."""
    rows = _rows(graph.nodes)
    return 1 < len(graph.nodes) <= MOST_NODES and max(map(len, rows)) <= WIDEST


def drawn(graph: Graph, escape: Callable[[str], str]) -> str:
    """Return the graph as SVG, styled by class; ``escape`` makes a text fit for where it goes."""
    rows = _rows(graph.nodes)
    width = max(map(len, rows)) * (BOX[0] + GAP[0]) - GAP[0]
    height = len(rows) * (BOX[1] + GAP[1]) - GAP[1]
    places: dict[int, tuple[float, int]] = {}
    for level, row in enumerate(rows):
        left = (width - len(row) * (BOX[0] + GAP[0]) + GAP[0]) / 2
        for column, number in enumerate(row):
            places[number] = (left + column * (BOX[0] + GAP[0]), level * (BOX[1] + GAP[1]))
    lines, boxes = [], []
    for number, node in enumerate(graph.nodes):
        x, y = places[number]
        middle = x + BOX[0] / 2
        for one in node.inputs:
            to_x, to_y = places[one]
            lines.append(
                f'<line x1="{middle:g}" y1="{y + BOX[1]}" x2="{to_x + BOX[0] / 2:g}" y2="{to_y}"></line>'
            )
        kind = "leaf" if node.leaf is not None else "node"
        boxes.append(
            f'<g class="{kind}"><rect x="{x:g}" y="{y}" width="{BOX[0]}" height="{BOX[1]}" rx="5"></rect>'
            f'<text x="{middle:g}" y="{y + 17}" text-anchor="middle">{escape(label(node))}</text></g>'
        )
    return (
        f'<svg class="graph" viewBox="-1 -1 {width + 2:g} {height + 2}" width="{width + 2:g}" role="img">'
        f"{''.join(lines)}{''.join(boxes)}</svg>"
    )


def told(graph: Graph) -> str:
    """Return the graph as lines of text: each node, and what flows into it."""
    return "\n".join(
        f"{label(node)} ← {', '.join(label(graph.nodes[one]) for one in node.inputs)}"
        for node in graph.nodes
        if node.inputs
    )


def label(node: GraphNode) -> str:
    """Return what to call a node: a leaf goes by its tensor's name."""
    name = node.leaf if node.leaf else node.name
    return name if len(name) <= 20 else f"{name[:19]}…"


def _rows(nodes: Sequence[GraphNode]) -> list[list[int]]:
    """Return the nodes' places by row: each below everything that it flows into."""
    levels = [0] * len(nodes)
    # A graph has no cycles, so no path is longer than its nodes are many.
    for _ in nodes:
        for number, node in enumerate(nodes):
            for one in node.inputs:
                levels[one] = max(levels[one], levels[number] + 1)
    rows: list[list[int]] = [[] for _ in range(max(levels, default=0) + 1)]
    for number, level in enumerate(levels):
        rows[level].append(number)
    return rows
