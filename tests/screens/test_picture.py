from __future__ import annotations

from xml.etree import ElementTree

from tests.screens.picture import CELL_WIDTH, LINE_HEIGHT, svg

NAMESPACE = {"svg": "http://www.w3.org/2000/svg"}


def elements(lines: list[str], name: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(svg(lines, 20, "a <screen>")).findall(f".//svg:{name}", NAMESPACE)


def test_every_character_stands_in_its_cell() -> None:
    (text,) = elements(["a 中b"], "text")
    assert text.text == "a中b"
    assert text.attrib["x"] == f"0 {2 * CELL_WIDTH} {4 * CELL_WIDTH}"


def test_a_colour_stays_on_from_one_line_to_the_next() -> None:
    texts = elements(["\x1b[38;2;255;0;0mred", "still", "\x1b[0mplain"], "text")
    assert [text.attrib["fill"] for text in texts[:2]] == ["#ff0000"] * 2
    assert texts[2].attrib["fill"] != "#ff0000"


def test_spaces_are_seen_where_they_have_a_colour() -> None:
    rectangles = elements(["mostly this", "\x1b[48;2;0;0;255m   \x1b[0m"], "rect")
    blue = next(one for one in rectangles if one.attrib["fill"] == "#0000ff")
    assert (blue.attrib["width"], blue.attrib["y"]) == (str(3 * CELL_WIDTH), str(LINE_HEIGHT))


def test_what_looks_like_markup_is_text() -> None:
    (text,) = elements(["x[<&>]"], "text")
    assert text.text == "x[<&>]"
