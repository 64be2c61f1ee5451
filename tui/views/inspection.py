"""The inspector: tensors in a table, then modules and optimizers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from runner.inspected import Inspection, ModuleSeen, OptimizerSeen, TensorSeen, written
from tui.i18n import _, ngettext
from tui.views.lines import indented, plain

WIDE = 120
"""From so many columns on, every attribute has its place."""
WIDEST = 150
NAME_WIDTH = 18
"""Names up to so many columns stay in one piece."""
GAP = 2
NOTHING = "–"
SPLIT = "\N{SOFT HYPHEN}"
"""Where a column's head may be broken if the table doesn't fit otherwise."""
SILENT = ("None", "False", "0")
"""Settings with these values are the usual ones and go without saying."""


@dataclass(frozen=True, slots=True)
class _Column:
    """A column's head, its cells' texts, and whether and how far they may be broken when room is short."""

    head: str
    cells: Sequence[Text]
    breaks: bool = False
    right: bool = False
    least: int = 4


def inspection_view(
    seen: Inspection, device: str, width: int, *, rest: bool = False
) -> Iterator[RenderableType]:
    """Yield the tables for a terminal of so many columns; ``device`` is the one that the run was made on.

    The ``rest`` of the tensors' attributes are those that had to be left out at this width.
    """
    tensors = _without_state(seen)
    if tensors:
        columns = _rest_of_columns(tensors) if rest else _tensor_columns(tensors, device, width)
        yield _title(_("Tensors"))
        yield _table([*columns], width)
    if seen.left_out:
        more = ngettext("... and {count} more tensor", "... and {count} more tensors", seen.left_out)
        yield Text(more.format(count=seen.left_out), style="dim")
    if seen.modules:
        yield _title(_("Modules"))
        yield _table([*_module_columns(seen.modules)], width)
    if seen.optimizers:
        yield _title(_("Optimizers"))
        for optimizer in seen.optimizers:
            yield from _optimizer_lines(optimizer, width)
    if not (seen.tensors or seen.modules or seen.optimizers):
        yield Text(_("There are no tensors, modules or optimizers to look at."), style="dim")


def _title(text: str) -> Text:
    return Text(f"\n{text}", style="bold")


def _table(columns: Sequence[_Column], width: int) -> Table:
    columns = _whole_heads(columns, width)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False, header_style="dim")
    for column, room in zip(columns, _widths(columns, width), strict=True):
        justify: JustifyMethod = "right" if column.right else "left"
        table.add_column(Text(column.head), width=room, overflow="fold", justify=justify)
    for row in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*row)
    return table


def _whole_heads(columns: Sequence[_Column], width: int) -> list[_Column]:
    """Break the heads that may be broken, unless the table fits a line of ``width`` cells without."""
    whole = [replace(column, head=column.head.replace(SPLIT, "")) for column in columns]
    if sum(map(_own_width, whole)) + GAP * (len(whole) - 1) <= width:
        return whole
    return [replace(column, head=column.head.replace(SPLIT, "\n")) for column in columns]


def _own_width(column: _Column) -> int:
    """Return how many cells a column takes with nothing broken."""
    return max(map(_width, [Text(column.head), *column.cells]))


def _widths(columns: Sequence[_Column], width: int) -> list[int]:
    """Share out a line: what must break is the column that has most to spare, and names last."""
    widths = [_own_width(column) for column in columns]
    spare = [
        room - max(column.least, _width(Text(column.head))) if column.breaks else -width
        for column, room in zip(columns, widths, strict=True)
    ]
    over = sum(widths) + GAP * (len(columns) - 1) - width
    for _step in range(max(0, over)):
        most = max(range(len(columns)), key=spare.__getitem__)
        widths[most] -= 1
        spare[most] -= 1
    return [max(1, room) for room in widths]


def _width(text: Text) -> int:
    return max(map(cell_len, text.plain.split("\n")))


def _without_state(seen: Inspection) -> list[TensorSeen]:
    """Return the tensors without what optimizers remember, which stands with the optimizers."""
    state = tuple(f"{optimizer.name}.state[" for optimizer in seen.optimizers)
    return [tensor for tensor in seen.tensors if not tensor.name.startswith(state)]


def _tensor_columns(tensors: Sequence[TensorSeen], device: str, width: int) -> Iterator[_Column]:
    wide = width >= WIDE
    yield _names([one.name for one in tensors])
    yield _Column("shape", [_shape_and_layout(one) for one in tensors], breaks=True, least=8)
    yield _Column("dtype", [_cell(one.dtype) for one in tensors])
    if wide or any(one.device != device for one in tensors):
        yield _Column("device", [_cell(one.device) for one in tensors])
    if wide:
        yield _Column("stride", [_cell(written(one.stride)) for one in tensors], breaks=True)
        yield _Column(f"contig{SPLIT}uous", [_flag(one.contiguous) for one in tensors])
    if wide:
        yield _Column(f"requires{SPLIT}_grad", [_flag(one.requires_grad) for one in tensors])
        yield _Column("is_leaf", [_flag(one.is_leaf) for one in tensors])
        yield _Column("grad_fn", [_cell(_shorter(one.grad_fn)) for one in tensors], breaks=True, least=8)
    else:
        yield _Column(f"requires{SPLIT}_grad", [_gradient(one) for one in tensors], breaks=True, least=8)
    yield _Column("grad", [_cell(one.grad) for one in tensors], breaks=True, least=9)
    yield _Column(f"_ver{SPLIT}sion", [_cell(_text(one.version)) for one in tensors], right=True)
    yield _Column(_("storage"), [_storage(one) for one in tensors], breaks=True, least=8)
    if width >= WIDEST:
        yield _Column(_("value"), [_cell(one.value) for one in tensors], breaks=True)


def _rest_of_columns(tensors: Sequence[TensorSeen]) -> Iterator[_Column]:
    yield _names([one.name for one in tensors])
    yield _Column("device", [_cell(one.device) for one in tensors])
    yield _Column("stride", [_cell(written(one.stride)) for one in tensors], breaks=True)
    yield _Column(f"contig{SPLIT}uous", [_flag(one.contiguous) for one in tensors])
    yield _Column("is_leaf", [_flag(one.is_leaf) for one in tensors])
    yield _Column("grad_fn", [_cell(one.grad_fn) for one in tensors], breaks=True, least=8)
    yield _Column(_("value"), [_cell(one.value) for one in tensors], breaks=True, least=8)


def _names(names: Sequence[str]) -> _Column:
    least = min(NAME_WIDTH, max(map(cell_len, names), default=0))
    return _Column(_("name"), [plain(name) for name in names], breaks=True, least=least)


def _gradient(tensor: TensorSeen) -> Text:
    """Say in one cell whether a tensor needs a gradient, and whether it is a leaf or what made it."""
    if not tensor.requires_grad:
        return _flag(False)
    return Text.assemble("✓ ", _cell(_shorter(tensor.grad_fn)) if tensor.grad_fn else (_("leaf"), "dim"))


def _shape_and_layout(tensor: TensorSeen) -> Text:
    layout = "" if tensor.layout == "strided" else tensor.layout.removeprefix("sparse_")
    return _cell(" ".join(part for part in (written(tensor.shape), layout) if part) or None)


def _storage(tensor: TensorSeen) -> Text:
    """Say what a tensor's memory is: a letter where it is shared, and of what it is a view."""
    said = Text(tensor.storage if tensor.shared and tensor.storage else "")
    relation = relation_of(tensor.same_as, tensor.view_of)
    if relation is not None:
        said = Text.assemble(said, " " if said else "", relation)
    return said or Text(NOTHING, style="dim")


def relation_of(same_as: str | None, view_of: str | None) -> Text | None:
    """Say which other tensor one is, or is a view of."""
    if same_as is not None:
        return Text.assemble((_("is") + " ", "dim"), plain(same_as))
    if view_of is not None:
        if not view_of:
            return Text(_("view"), style="dim")
        return Text.assemble((_("view of") + " ", "dim"), plain(view_of))
    return None


def _module_columns(modules: Sequence[ModuleSeen]) -> Iterator[_Column]:
    yield _names([one.name for one in modules])
    yield _Column(_("class"), [plain(one.kind) for one in modules], breaks=True)
    yield _Column("training", [_flag(one.training) for one in modules])
    yield _Column(_("parameters"), [_parameters(one) for one in modules], breaks=True, right=True)
    yield _Column(_("trainable"), [_cell(f"{one.trainable:,}") for one in modules], right=True)
    yield _Column(_("buffers"), [_cell(str(one.buffers)) for one in modules], right=True)
    hooks = [f"{one.forward_hooks} / {one.backward_hooks}" for one in modules]
    yield _Column(_("hooks") + "\n" + _("fwd / bwd"), [_cell(one) for one in hooks], right=True)


def _parameters(module: ModuleSeen) -> Text:
    if not module.uninitialized:
        return Text(f"{module.parameters:,}")
    text = _("{count} + {uninitialized} still to be made")
    return Text(text.format(count=f"{module.parameters:,}", uninitialized=module.uninitialized))


def _optimizer_lines(optimizer: OptimizerSeen, width: int) -> Iterator[Text]:
    yield Text.assemble((plain(optimizer.name).plain, "bold"), "  ", plain(optimizer.kind))
    for number, group in enumerate(optimizer.groups):
        count = ngettext("{count} parameter", "{count} parameters", group.parameters)
        parts = [count.format(count=group.parameters)]
        parts += [f"{key} {text}" for key, text in group.settings if text not in SILENT]
        head = _("group {number}").format(number=number)
        yield from indented(Text.assemble((f"{head}  ", "dim"), plain(" · ".join(parts))), 2, width)
    for state in optimizer.state:
        text = " · ".join(f"{key} {value}" for key, value in state.values)
        said = Text.assemble(("state  ", "dim"), plain(f"{state.parameter}  {text}"))
        yield from indented(said, 2, width)


def _shorter(grad_fn: str | None) -> str | None:
    """Return a node's name without what nearly all of them end in."""
    return None if grad_fn is None else grad_fn.removesuffix("0").removesuffix("Backward")


def _cell(text: str | None) -> Text:
    return Text(NOTHING, style="dim") if text is None else plain(text)


def _flag(value: bool | None) -> Text:
    if value is None:
        return _cell(None)
    return Text("✓" if value else "✗", style="" if value else "dim")


def _text(value: object) -> str | None:
    return None if value is None else str(value)
