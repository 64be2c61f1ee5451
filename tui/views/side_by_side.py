"""The same program on several devices, side by side: what differs, and what each run took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from runner.inspected import TensorSeen
from runner.protocol import Result
from tui.i18n import _
from tui.views.lines import plain
from tui.views.outcome import ending

COMPARED = ("shape", "dtype", "layout", "stride", "requires_grad", "grad_fn", "grad", "_version", "value")
"""What of a tensor is compared; of its device is told where it isn't the run's."""
MAX_TEXT = 400
HEAD_WIDTH = 12


@dataclass(frozen=True, slots=True)
class Row:
    """One thing said of each run; ``texts`` are in the order of the runs, None for nothing to say."""

    what: str
    texts: tuple[str | None, ...]
    differs: bool


def compared(results: Sequence[Result]) -> Iterator[Row]:
    """Yield the rows of the comparison; of the tensors only those facts in which the runs differ."""
    yield _row(_("ended"), [ending(one) for one in results])
    raised = [None if one.raised is None else f"{one.raised.type}: {one.raised.message}" for one in results]
    rows = [
        _row(_("exception"), raised),
        _row(_("output"), [one.text or None for one in results]),
        _row(_("value"), [_value(one) for one in results]),
        _row("dtype", [None if one.value is None else one.value.dtype for one in results]),
        _row("shape", [None if one.value is None else _shape(one.value.shape) for one in results]),
        _row("device", [one.device for one in results]),
    ]
    yield from (row for row in rows if any(text is not None for text in row.texts))
    yield Row(_("time"), tuple(f"{one.seconds * 1000:.2f} ms" for one in results), differs=False)
    elsewhere = _row(_("on another device"), [_elsewhere(one) for one in results])
    if any(elsewhere.texts):
        yield elsewhere
    yield from _tensor_rows(results)


def side_by_side(results: Sequence[Result]) -> Table:
    """Return the comparison as a table: a line that differs starts with ≠."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False, header_style="bold")
    table.add_column("", overflow="fold", min_width=HEAD_WIDTH)
    for result in results:
        table.add_column(Text(result.device), overflow="fold", ratio=1)
    for row in compared(results):
        style = "yellow" if row.differs else ""
        head = Text.assemble(("≠ " if row.differs else "  ", style), (plain(row.what).plain, style))
        table.add_row(head, *(_cell(text) for text in row.texts))
    return table


def _tensor_rows(results: Sequence[Result]) -> Iterator[Row]:
    runs: list[dict[str, TensorSeen]] = [
        {} if one.inspection is None else {tensor.name: tensor for tensor in one.inspection.tensors}
        for one in results
    ]
    for name in dict.fromkeys(name for run in runs for name in run):
        seen = [run.get(name) for run in runs]
        if any(one is None for one in seen):
            yield _row(name, [None if one is None else _("there") for one in seen])
            continue
        facts = [{} if one is None else one.facts for one in seen]
        for fact in COMPARED:
            row = _row(f"{name}.{fact}", [one.get(fact) for one in facts])
            if row.differs:
                yield row


def _elsewhere(result: Result) -> str | None:
    """Name the tensors that are not on the run's device."""
    places: dict[str, list[str]] = {}
    for tensor in result.inspection.tensors if result.inspection is not None else ():
        if tensor.device != result.device:
            places.setdefault(tensor.device, []).append(tensor.name)
    return "; ".join(f"{device}: {', '.join(names)}" for device, names in places.items()) or None


def _row(what: str, texts: Sequence[str | None]) -> Row:
    return Row(what, tuple(texts), len(set(texts)) > 1)


def _value(result: Result) -> str | None:
    """Return the value asked for without its device, as one would type it where that can be done."""
    if result.value is None:
        return None
    return result.value.answer or result.value.text


def _shape(shape: tuple[int, ...] | None) -> str | None:
    return None if shape is None else str(shape)


def _cell(text: str | None) -> Text:
    if text is None:
        return Text("–", style="dim")
    return plain(text.strip() if len(text) <= MAX_TEXT else text[:MAX_TEXT] + " ...")
