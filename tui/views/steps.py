"""The trace: each statement, what it printed, and what it changed, before → after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from runner.inspected import Change, Step, Trace
from tui.i18n import _, ngettext
from tui.views.inspection import SILENT, relation_of
from tui.views.lines import indented, plain

_GLYPHS = {"new": ("+", "green"), "changed": ("~", "yellow"), "gone": ("-", "red")}
INDENT = 7


def trace_view(trace: Trace, device: str, width: int) -> Iterator[Text]:
    """Yield the lines of the steps; a tensor that lies on ``device`` doesn't say so."""
    block = trace.steps[0].block if trace.steps else ""
    for step in trace.steps:
        if step.block != block:
            block = step.block
            yield plain(f"── {block}")
        yield from step_view(step, device, width)
    if trace.left_out:
        text = ngettext("... and {count} more statement", "... and {count} more statements", trace.left_out)
        yield Text(text.format(count=trace.left_out), style="dim")


def step_view(step: Step, device: str, width: int) -> Iterator[Text]:
    """Yield the lines of one step: its statement, and below it what that did."""
    for number, line in enumerate(step.source.split("\n"), step.first_line):
        yield Text.assemble((f"{number:4} │ ", "dim"), (plain(line).plain, "bold"))
    for said in _happened(step, device):
        yield from indented(said, INDENT, width)


def _happened(step: Step, device: str) -> Iterator[Text]:
    for line in step.printed.rstrip("\n").split("\n") if step.printed else ():
        yield Text.assemble(("> ", "dim"), plain(line))
    for change in step.changes:
        yield _change(change, device)
    if step.left_out:
        text = ngettext("... and {count} more change", "... and {count} more changes", step.left_out)
        yield Text(text.format(count=step.left_out), style="dim")
    if step.raised is not None:
        yield Text.assemble(("✗ ", "bold red"), (plain(step.raised).plain, "red"))


def _change(change: Change, device: str) -> Text:
    glyph, style = _GLYPHS[change.how]
    head = Text.assemble((f"{glyph} {plain(change.name).plain}", style), "  ")
    match change.how:
        case "gone":
            return head + Text(_("gone"), style="dim")
        case "new":
            facts = {name: after for name, _before, after in change.facts if after is not None}
            parts = list(
                _new_tensor(facts, device) if change.kind == "tensor" else _new_other(change.kind, facts)
            )
        case _:
            parts = [_changed(*fact) for fact in change.facts]
    return head + Text(" · ", style="dim").join(parts)


def _changed(name: str, before: str | None, after: str | None) -> Text:
    if name in ("is", "_base") and (before is None or after is None):
        return _related(name, before, after)
    label = "" if name == "value" and after is not None else f"{name} "
    if before is None or after is None:
        text = _("gone") if after is None else after
        return Text.assemble((label, "dim"), plain(text))
    return Text.assemble((label, "dim"), plain(before), (" → ", "dim"), plain(after))


def _related(name: str, before: str | None, after: str | None) -> Text:
    """Say that a tensor has become another name's tensor or view, or is that no longer."""
    other = after if after is not None else before
    if name == "is":
        said = (
            _("no longer the same tensor as {name}") if after is None else _("now the same tensor as {name}")
        )
    elif not other:
        said = _("no longer a view") if after is None else _("now a view")
    else:
        said = _("no longer a view of {name}") if after is None else _("now a view of {name}")
    head, _name, tail = said.partition("{name}")
    return Text.assemble((head, "dim"), plain(other or ""), (tail, "dim"))


def _new_tensor(facts: Mapping[str, str], device: str) -> Iterator[Text]:
    """Yield what is worth saying of a tensor that has just come up: nothing that most tensors are."""
    relation = relation_of(facts.get("is"), facts.get("_base"))
    if relation is not None:
        yield relation
    yield plain(f"{facts.get('shape', '')} {facts['dtype']}".strip())
    if facts["device"] != device:
        yield plain(facts["device"])
    if facts["layout"] != "strided":
        yield plain(facts["layout"])
    if facts.get("contiguous") == "False":
        yield plain(f"stride {facts.get('stride', '?')}")
    if facts["grad_fn"] != "None":
        yield plain(facts["grad_fn"])
    elif facts["requires_grad"] == "True":
        yield Text("requires_grad")
    if facts["grad"] != "None":
        yield plain(f"grad {facts['grad']}")
    if "_version" in facts:
        yield Text(f"_version {facts['_version']}")
    if "storage" in facts:
        yield Text(_("storage {letter}").format(letter=facts["storage"]))
    if "value" in facts:
        yield plain(facts["value"])


def _new_other(kind: str, facts: Mapping[str, str]) -> Iterator[Text]:
    for name, text in facts.items():
        if name in ("value", "class"):
            yield plain(text)
        elif text not in SILENT:
            yield Text.assemble((f"{plain(name).plain} ", "dim"), plain(text))
