from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from quizbank.interview.plots import WIDTH, Bar, Dot, bars, trend
from tests.quizbank.history.strategies import law
from tests.quizbank.interview.reports import hostile

SVG = "{http://www.w3.org/2000/svg}"
shares = st.floats(0, 1)
rows = st.builds(
    Bar,
    hostile,
    st.none() | shares,
    hostile,
    st.none() | shares,
    st.sampled_from(["judged", "rated", "over"]),
)


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [one for one in root.iter() if one.get("class") == name]


@law
@given(hostile, st.lists(rows, max_size=6))
def test_bars_are_sound_and_stay_within_the_picture(title: str, drawn: list[Bar]) -> None:
    root = ET.fromstring(bars(title, drawn))
    assert len(of_class(root, "track")) == len(drawn)
    assert len(of_class(root, "marker")) == sum(one.marker is not None for one in drawn)
    for box in root.iter(f"{SVG}rect"):
        assert 0 <= float(box.get("x", "")) <= float(box.get("x", "")) + float(box.get("width", "")) <= WIDTH
    assert len(list(root.iter(f"{SVG}text"))) == 2 * len(drawn)


def test_a_bar_is_as_long_as_its_value_and_a_gap_is_no_zero() -> None:
    root = ET.fromstring(bars("", [Bar("a", 0.5, "50%", 0.25), Bar("b", None, "–"), Bar("c", 0.0, "0%")]))
    track = of_class(root, "track")[0]
    judged = of_class(root, "judged")
    assert [float(one.get("width", "")) for one in judged] == [float(track.get("width", "")) / 2, 0.0]
    (marker,) = of_class(root, "marker")
    left, width = float(track.get("x", "")), float(track.get("width", ""))
    assert float(marker.get("x1", "")) == left + width / 4


@law
@given(st.lists(st.builds(Dot, hostile, shares), min_size=1, max_size=8))
def test_a_trend_goes_from_left_to_right_and_up_is_better(dots: list[Dot]) -> None:
    root = ET.fromstring(trend("over time", dots))
    circles = [(float(one.get("cx", "")), float(one.get("cy", ""))) for one in root.iter(f"{SVG}circle")]
    assert [x for x, _ in circles] == sorted(x for x, _ in circles)
    assert len(circles) == len(dots)
    for (_, y), (_, other), a, b in zip(circles, circles[1:], dots, dots[1:], strict=False):
        assert (y - other) * (b.value - a.value) >= -0.1


def test_a_label_that_is_too_long_is_cut_by_its_width_on_the_screen() -> None:
    root = ET.fromstring(
        bars("", [Bar("张量" * 30, 1.0, ""), Bar("ab" * 30, 1.0, ""), Bar("short", 1.0, "")])
    )
    labels = [one.text or "" for one in of_class(root, "label")]
    assert labels[0].endswith("…") and labels[1].endswith("…") and labels[2] == "short"
    assert len(labels[0]) < len(labels[1]) <= 31
