"""Plots as SVG that stands in a page: its colours are the page's, and every number is there as text, too."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree as ET

from quizbank.visible import visible

WIDTH = 720
_LABEL = 232
_NOTE = 164
_ROW = 26
_BAR = 14
_LABEL_CELLS = 30
_TREND_HEIGHT = 170

Style = Literal["judged", "rated", "over"]


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: ``value`` and ``marker`` are shares of the plot's width, from 0 to 1.

    A ``value`` of None leaves the row empty, which isn't a zero; ``note`` says the number in words. A
    ``marker`` is a line across the bar: one's own past, or the time that was planned.
    """

    label: str
    value: float | None
    note: str
    marker: float | None = None
    style: Style = "judged"


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a trend; ``value`` is from 0 to 1."""

    label: str
    value: float


def bars(title: str, rows: Sequence[Bar]) -> str:
    """Return horizontal bars, one a row."""
    root = _root(title, _ROW * len(rows) + 8)
    span = WIDTH - _LABEL - _NOTE
    for index, row in enumerate(rows):
        top = 4 + index * _ROW
        middle = top + _ROW / 2
        _text(root, "label", _LABEL - 10, middle, _clipped(row.label), anchor="end")
        _rect(root, "track", _LABEL, top + (_ROW - _BAR) / 2, span, _BAR)
        if row.value is not None:
            width = span * _within(row.value)
            _rect(root, row.style, _LABEL, top + (_ROW - _BAR) / 2, width, _BAR)
        if row.marker is not None:
            x = _LABEL + span * _within(row.marker)
            line = {"x1": _n(x), "x2": _n(x), "y1": _n(top + 3), "y2": _n(top + _ROW - 3)}
            ET.SubElement(root, "line", {"class": "marker", **line})
        _text(root, "note", _LABEL + span + 10, middle, visible(row.note))
    return ET.tostring(root, encoding="unicode")


def trend(title: str, dots: Sequence[Dot]) -> str:
    """Return a line from the first dot to the last; the last one is the one that matters."""
    root = _root(title, _TREND_HEIGHT)
    left, right, top, bottom = 44.0, WIDTH - 24.0, 22.0, _TREND_HEIGHT - 30.0
    for share in (0.0, 0.5, 1.0):
        y = bottom - share * (bottom - top)
        line = {"x1": _n(left), "x2": _n(right), "y1": _n(y), "y2": _n(y)}
        ET.SubElement(root, "line", {"class": "grid", **line})
        _text(root, "note", left - 8, y, f"{share:.0%}", anchor="end")
    step = (right - left) / max(1, len(dots) - 1)
    places = [
        (left + index * step, bottom - _within(dot.value) * (bottom - top)) for index, dot in enumerate(dots)
    ]
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in places)
    ET.SubElement(root, "polyline", {"class": "trend", "points": points})
    for index, ((x, y), dot) in enumerate(zip(places, dots, strict=True)):
        last = index == len(dots) - 1
        ET.SubElement(
            root, "circle", {"class": "judged", "cx": _n(x), "cy": _n(y), "r": "5" if last else "3.5"}
        )
        anchor = "end" if last and index else "start" if index == 0 else "middle"
        _text(root, "note", x, y - 13, f"{dot.value:.0%}", anchor=anchor)
        _text(root, "label", x, bottom + 16, _clipped(dot.label), anchor=anchor)
    return ET.tostring(root, encoding="unicode")


def _root(title: str, height: float) -> ET.Element:
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": "plot",
        "viewBox": f"0 0 {WIDTH} {_n(height)}",
        "role": "img",
    }
    root = ET.Element("svg", attributes)
    ET.SubElement(root, "title").text = visible(title)
    return root


def _rect(root: ET.Element, style: str, x: float, y: float, width: float, height: float) -> None:
    box = {"x": _n(x), "y": _n(y), "width": _n(width), "height": _n(height), "rx": "3"}
    ET.SubElement(root, "rect", {"class": style, **box})


def _text(root: ET.Element, style: str, x: float, y: float, text: str, *, anchor: str = "start") -> None:
    place = {"x": _n(x), "y": _n(y), "text-anchor": anchor, "dominant-baseline": "central"}
    ET.SubElement(root, "text", {"class": style, **place}).text = text


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _clipped(label: str) -> str:
    """Return a label that fits beside the bars."""
    label = visible(label)
    cells = 0
    for index, character in enumerate(label):
        cells += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if cells > _LABEL_CELLS:
            return label[: index - 1] + "…"
    return label
