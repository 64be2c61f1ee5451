"""The autograd graph, drawn so that depth costs lines, not columns.

A node's longest input goes on straight below it; the other inputs branch off before. A node that several
others use is drawn once, below the last of them, and the others point at it by number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.text import Text

from runner.inspected import Graph, GraphNode, SavedSeen, written
from tui.i18n import _, ngettext
from tui.views.lines import plain

NOBODY = -1


def graph_view(graph: Graph, width: int) -> Iterator[Text]:
    """Yield the lines of the graph, or why there is none."""
    if graph.problem is not None:
        template, values = graph.problem
        yield plain(_(template).format(**values))
        return
    yield Text.assemble((plain(graph.of).plain, "bold"))
    yield from _Drawing(graph, width).lines()
    if graph.left_out:
        text = ngettext("... and {count} more node", "... and {count} more nodes", graph.left_out)
        yield Text(text.format(count=graph.left_out), style="dim")


@dataclass
class _Plan:
    """Where each node is drawn: ``below`` which other, how high its own part is, and its number if shared."""

    below: dict[int, int] = field(default_factory=dict)
    height: dict[int, int] = field(default_factory=dict)
    number: dict[int, int] = field(default_factory=dict)


def _plan(nodes: tuple[GraphNode, ...]) -> _Plan:
    plan = _Plan()
    users: dict[int, int] = {}
    for node in nodes:
        for one in node.inputs:
            if one is not None and one < len(nodes):
                users[one] = users.get(one, 0) + 1
    shared = sorted(one for one, count in users.items() if count > 1)
    plan.number = {one: number for number, one in enumerate(shared, 1)}
    depth = {0: 0}
    order = []
    ready = [0]
    while ready:
        one = ready.pop()
        order.append(one)
        for below in nodes[one].inputs:
            if below is None or below >= len(nodes):
                continue
            if depth[one] + 1 > depth.get(below, 0):
                depth[below] = depth[one] + 1
                plan.below[below] = one
            users[below] -= 1
            if not users[below]:
                ready.append(below)
    for one in reversed(order):
        plan.height.setdefault(one, 1)
        if (user := plan.below.get(one)) is not None:
            plan.height[user] = max(plan.height.get(user, 1), plan.height[one] + 1)
    return plan


class _Drawing:
    def __init__(self, graph: Graph, width: int) -> None:
        self._nodes = graph.nodes
        self._width = width
        self._plan = _plan(graph.nodes)
        self._drawn: set[int] = set()

    def lines(self) -> Iterator[Text]:
        waiting = [(0, "", "", 0)]
        while waiting:
            one, lead, rest, parent = waiting.pop()
            if one >= len(self._nodes):
                yield Text.assemble((lead, "dim"), ("…", "dim"))
            elif one in self._drawn or (one and self._plan.below[one] != parent):
                yield Text.assemble((lead, "dim"), (f"→ #{self._plan.number[one]} ", "cyan"), self._name(one))
            else:
                self._drawn.add(one)
                branches, main = self._inputs(one)
                yield from self._node(one, lead, rest + ("│ " if branches or main is not None else "  "))
                if main is not None:
                    waiting.append((main, rest, rest, one))
                for index, branch in reversed(list(enumerate(branches))):
                    last = main is None and index == len(branches) - 1
                    below = rest + ("  " if last else "│ ")
                    # Of x * x the input is drawn once, straight below; the branch points at it.
                    user = one if branch != main else NOBODY
                    waiting.append((branch, rest + ("└─" if last else "├─"), below, user))

    def _inputs(self, node: int) -> tuple[list[int], int | None]:
        """Return a node's inputs that branch off, and the one that goes on straight below."""
        inputs = [one for one in self._nodes[node].inputs if one is not None]
        own = [one for one in inputs if self._plan.below.get(one) == node and one not in self._drawn]
        if not own:
            return inputs, None
        main = max(own, key=lambda one: self._plan.height[one])
        inputs.remove(main)
        return inputs, main

    def _node(self, one: int, lead: str, rest: str) -> Iterator[Text]:
        """Yield a node with what it saved, on as many lines as that takes."""
        node = self._nodes[one]
        number = self._plan.number.get(one)
        mark = Text.assemble((f"#{number} ", "cyan")) if number is not None else Text()
        bullet = "● " if node.leaf is None else "○ "
        line = Text.assemble((lead, "dim"), (bullet, "dim"), mark, self._name(one))
        for part in _saved(node.saved):
            if cell_len(line.plain) + cell_len(part.plain) + 2 > self._width:
                yield line
                line = Text.assemble((f"{rest}  ", "dim"), part)
            else:
                line = Text.assemble(line, "  ", part)
        yield line

    def _name(self, one: int) -> Text:
        node = self._nodes[one]
        if node.leaf is None:
            return plain(node.name)
        name = Text(plain(node.leaf).plain, style="bold") if node.leaf else Text(_("a leaf without a name"))
        return Text.assemble(name, f" {written(node.shape) or '?'}", (f"  {plain(node.name).plain}", "dim"))


def _saved(saved: tuple[SavedSeen, ...]) -> Iterator[Text]:
    freed = [one.name for one in saved if one.state == "freed"]
    if freed:
        text = ngettext(
            "its saved tensor {names} was freed by backward",
            "its saved tensors {names} were freed by backward",
            len(freed),
        )
        yield Text(text.format(names=", ".join(freed)), style="dim")
    for one in saved:
        match one.state:
            case "kept":
                shape = written(one.shape) or "?"
                known = f" = {one.tensor}" if one.tensor else ""
                text = _("saved {name}").format(name=f"{one.name}{known} {shape}")
                yield Text(plain(text).plain, style="dim")
            case "modified":
                yield Text(_("{name} changed in place since!").format(name=one.name), style="bold red")
            case "packed":
                yield Text(_("{name} packed by a hook").format(name=one.name), style="dim")
            case "unreadable":
                yield Text(_("{name} can't be read").format(name=one.name), style="dim")
