"""The mix of a bank on a plain terminal: kinds in per cent, difficulties, topics."""

from __future__ import annotations

from rich import box
from rich.table import Table

from quizbank.mix import Mix
from tui.commands.printing import console
from tui.i18n import _


def print_mix(mix: Mix) -> None:
    """Print how many questions there are of each kind, difficulty and topic."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("")
    table.add_column(_("questions"), justify="right")
    table.add_column("%", justify="right")
    for kind, count in mix.kinds.items():
        table.add_row(kind, str(count), f"{mix.share(kind):.0%}")
    table.add_section()
    for difficulty, count in mix.difficulties.items():
        table.add_row("★" * difficulty, str(count), f"{count / max(1, mix.questions):.0%}")
    table.add_section()
    for topic, count in mix.topics.items():
        table.add_row(topic, str(count), "")
    table.add_section()
    table.add_row(_("all"), str(mix.questions), "")
    out = console()
    out.print()
    out.print(table)
