"""How far a topic has come, as a bar and in words; each part has a glyph of its own besides its colour."""

from __future__ import annotations

from textual.content import Content

from quizbank.statistics.progress import Progress
from tui.i18n import _

KNOWN = ("█", "$success")
LEARNING = ("▒", "$warning")
NEW = ("·", "$foreground-disabled")


def progress_bar(progress: Progress, width: int) -> Content:
    """Return a bar of so many cells: known, then being learned, then new."""
    if not progress.total:
        return Content(" " * width)
    known = round(width * progress.known / progress.total)
    seen = round(width * (progress.known + progress.learning) / progress.total)
    lengths = ((KNOWN, known), (LEARNING, seen - known), (NEW, width - seen))
    return Content.assemble(*((glyph * length, style) for (glyph, style), length in lengths))


def progress_lines(progress: Progress) -> list[Content]:
    """Return what a bar stands for, line by line, with the predicted recall."""
    parts = (
        (progress.known, KNOWN, _("known")),
        (progress.learning, LEARNING, _("being learned")),
        (progress.new, NEW, _("new")),
    )
    lines = [
        Content.assemble((f"{count:>4}", "$text-accent"), "  ", look, " ", said)
        for count, look, said in parts
    ]
    recall = (f"{progress.recall:>4.0%}", "$text-accent")
    return [*lines, Content.assemble(recall, "  ", _("predicted recall"))]
